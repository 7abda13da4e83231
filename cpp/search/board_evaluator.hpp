// Evaluators of alpha-beta search: what positions are worth that virtual connections do not decide. The search is the
// same with each of them: resistance (Wolve), characteristics of the board as an electrical network (EZO), or a neural
// network (EZO-CNN), which is asked through the same batch as by the tree search.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "circuit/characteristics.hpp"
#include "knowledge/knowledge.hpp"
#include "rules/hex_board.hpp"
#include "search/network_evaluator.hpp"

namespace beeline {

// Scores are logarithms of odds: the logistic function of a score is the chance, or the share, of the player.
class BoardEvaluator {
 public:
  virtual ~BoardEvaluator() = default;

  // After each of the moves, for the player to move, who makes it. The search tries the best of them first.
  virtual std::vector<double> predict(const HexBoard& board, const Knowledge& knowledge,
                                      const std::vector<Move>& moves) = 0;

  // For the player to move at the end of a line. `predicted` is what was predicted of this position, for the
  // same player.
  virtual double score(const HexBoard& board, const Knowledge& knowledge, double predicted) = 0;
};

// The logarithm of the ratio of the currents. Predictions come from one solution of both circuits.
std::unique_ptr<BoardEvaluator> make_resistance_evaluator();

// The characteristics of a player's network and of the opponent's.
using BothCharacteristics = std::array<double, 2 * kCharacteristics>;
BothCharacteristics characteristics(NetworkMeter& meter, Colour own, const Knowledge& knowledge);

// Their weighted sum, and a constant, which is the last weight. Predictions are those of resistance.
using CharacteristicWeights = std::array<double, 2 * kCharacteristics + 1>;
std::unique_ptr<BoardEvaluator> make_characteristics_evaluator(const CharacteristicWeights& weights);

// The chance that the value of a network leaves the player who moves. The positions after all moves are one batch, and
// what is predicted of a move is its score. Chances count as at most 1 - 1e-6, and at least 1e-6.
std::unique_ptr<BoardEvaluator> make_network_evaluator(std::shared_ptr<NetworkBatch> batch);

}  // namespace beeline
