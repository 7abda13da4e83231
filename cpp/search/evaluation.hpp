// What positions are worth that virtual connections do not decide. Alpha-beta search is the same whoever says
// so: resistance (Wolve), characteristics of the board as a network (EZO) or a neural network (EZO-CNN).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "circuit/characteristics.hpp"
#include "knowledge/knowledge.hpp"
#include "rules/hex_board.hpp"

namespace beeline {

// Scores are logarithms of odds: the logistic function of a score is the chance, or the share, of the player.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // After each of the moves, for the player to move, who makes it. The search tries the best of them first.
  virtual std::vector<double> predict(const HexBoard& board, const Knowledge& knowledge,
                                      const std::vector<Move>& moves) = 0;

  // For the player to move at the end of a line. `predicted` is what was predicted of this position, for the
  // same player.
  virtual double score(const HexBoard& board, const Knowledge& knowledge, double predicted) = 0;
};

// The logarithm of the ratio of the currents. Predictions come from one solution of both circuits.
std::unique_ptr<Evaluation> make_resistance_evaluation();

// The characteristics of a player's network and of the opponent's.
using BothCharacteristics = std::array<double, 2 * kCharacteristics>;
BothCharacteristics characteristics(NetworkMeter& meter, Colour own, const Knowledge& knowledge);

// Their weighted sum, and a constant, which is the last weight. Predictions are those of resistance.
using CharacteristicWeights = std::array<double, 2 * kCharacteristics + 1>;
std::unique_ptr<Evaluation> make_characteristics_evaluation(const CharacteristicWeights& weights);

// The chances of the player to move after each of the moves, who makes it.
using BatchEvaluator = std::function<std::vector<double>(const HexBoard& board, const std::vector<Move>& moves)>;

// For evaluators that take many positions at once, as neural networks do: what is predicted is the score.
std::unique_ptr<Evaluation> make_batch_evaluation(BatchEvaluator evaluate);

}  // namespace beeline
