#include "search/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "circuit/action_values.hpp"
#include "circuit/resistance.hpp"

namespace beeline {

namespace {

class ResistanceEvaluation : public Evaluation {
 public:
  std::vector<double> predict(const HexBoard& board, const Knowledge& knowledge,
                              const std::vector<Move>& moves) override {
    const auto& [own, other] = circuits(board, knowledge);
    std::vector<double> scores;
    scores.reserve(moves.size());
    for (const Move move : moves) {
      const auto [own_after, other_after] = estimated_currents(own, other, move);
      scores.push_back(resistance_score(own_after, other_after));
    }
    return scores;
  }

  double score(const HexBoard& board, const Knowledge& knowledge, double) override {
    const auto& [own, other] = circuits(board, knowledge);
    return resistance_score(own.current, other.current);
  }

 private:
  // Of the player to move and of the opponent.
  std::pair<const Circuit&, const Circuit&> circuits(const HexBoard& board, const Knowledge& knowledge) {
    const Colour own = board.to_move(), other = opponent(own);
    const HexBoard& filled = knowledge.filled();
    return {own_solver_.solve(filled, own, knowledge.links(own)),
            other_solver_.solve(filled, other, knowledge.links(other))};
  }

  CircuitSolver own_solver_, other_solver_;
};

class CharacteristicsEvaluation : public ResistanceEvaluation {
 public:
  explicit CharacteristicsEvaluation(const CharacteristicWeights& weights) : weights_(weights) {}

  double score(const HexBoard& board, const Knowledge& knowledge, double) override {
    const BothCharacteristics numbers = characteristics(meter_, board.to_move(), knowledge);
    return std::inner_product(numbers.begin(), numbers.end(), weights_.begin(), weights_.back());
  }

 private:
  const CharacteristicWeights weights_;
  NetworkMeter meter_;
};

class BatchEvaluation : public Evaluation {
 public:
  explicit BatchEvaluation(BatchEvaluator evaluate) : evaluate_(std::move(evaluate)) {}

  std::vector<double> predict(const HexBoard& board, const Knowledge&, const std::vector<Move>& moves) override {
    std::vector<double> scores = evaluate_(board, moves);
    if (scores.size() != moves.size()) throw std::invalid_argument("an evaluator gives one number a move");
    for (double& score : scores) score = std::log(score) - std::log1p(-score);
    return scores;
  }

  double score(const HexBoard&, const Knowledge&, double predicted) override { return predicted; }

 private:
  BatchEvaluator evaluate_;
};

}  // namespace

std::unique_ptr<Evaluation> make_resistance_evaluation() { return std::make_unique<ResistanceEvaluation>(); }

BothCharacteristics characteristics(NetworkMeter& meter, Colour own, const Knowledge& knowledge) {
  BothCharacteristics numbers{};
  auto place = numbers.begin();
  for (const Colour colour : {own, opponent(own)}) {
    const Characteristics of_one = meter.measure(knowledge.filled(), colour, knowledge.links(colour));
    place = std::copy(of_one.begin(), of_one.end(), place);
  }
  return numbers;
}

std::unique_ptr<Evaluation> make_characteristics_evaluation(const CharacteristicWeights& weights) {
  return std::make_unique<CharacteristicsEvaluation>(weights);
}

std::unique_ptr<Evaluation> make_batch_evaluation(BatchEvaluator evaluate) {
  return std::make_unique<BatchEvaluation>(std::move(evaluate));
}

}  // namespace beeline
