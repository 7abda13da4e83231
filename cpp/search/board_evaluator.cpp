#include "search/board_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "circuit/action_values.hpp"
#include "circuit/resistance.hpp"

namespace beeline {

namespace {

class ResistanceEvaluator : public BoardEvaluator {
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

class CharacteristicsEvaluator : public ResistanceEvaluator {
 public:
  explicit CharacteristicsEvaluator(const CharacteristicWeights& weights) : weights_(weights) {}

  double score(const HexBoard& board, const Knowledge& knowledge, double) override {
    const BothCharacteristics numbers = characteristics(meter_, board.to_move(), knowledge);
    return std::inner_product(numbers.begin(), numbers.end(), weights_.begin(), weights_.back());
  }

 private:
  const CharacteristicWeights weights_;
  NetworkMeter meter_;
};

class PredictingEvaluator : public BoardEvaluator {
 public:
  explicit PredictingEvaluator(std::shared_ptr<NetworkBatch> batch) : batch_(std::move(batch)) {}

  std::vector<double> predict(const HexBoard& board, const Knowledge&, const std::vector<Move>& moves) override {
    HexBoard after = board;
    rows_.resize(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      after.play(moves[i], after.to_move());
      view(after, rows_[i].viewed);
      after.undo();
      batch_->add(rows_[i]);
    }
    batch_->compute();
    std::vector<double> scores;
    scores.reserve(moves.size());
    for (const NetworkRow& row : rows_) scores.push_back(log_odds(1.0 - static_cast<double>(row.prediction.value)));
    return scores;
  }

  double score(const HexBoard&, const Knowledge&, double predicted) override { return predicted; }

 private:
  static constexpr double kCertain = 1e-6;  // how near to 0 and 1 a chance may be

  static double log_odds(double chance) {
    const double clipped = std::clamp(chance, kCertain, 1 - kCertain);
    return std::log(clipped) - std::log1p(-clipped);
  }

  std::shared_ptr<NetworkBatch> batch_;
  std::vector<NetworkRow> rows_;
};

}  // namespace

std::unique_ptr<BoardEvaluator> make_resistance_evaluator() { return std::make_unique<ResistanceEvaluator>(); }

BothCharacteristics characteristics(NetworkMeter& meter, Colour own, const Knowledge& knowledge) {
  BothCharacteristics numbers{};
  auto place = numbers.begin();
  for (const Colour colour : {own, opponent(own)}) {
    const Characteristics of_one = meter.measure(knowledge.filled(), colour, knowledge.links(colour));
    place = std::copy(of_one.begin(), of_one.end(), place);
  }
  return numbers;
}

std::unique_ptr<BoardEvaluator> make_characteristics_evaluator(const CharacteristicWeights& weights) {
  return std::make_unique<CharacteristicsEvaluator>(weights);
}

std::unique_ptr<BoardEvaluator> make_network_evaluator(std::shared_ptr<NetworkBatch> batch) {
  return std::make_unique<PredictingEvaluator>(std::move(batch));
}

}  // namespace beeline
