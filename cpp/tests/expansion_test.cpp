// Threads that share a tree expand no position twice, however long its evaluation takes.
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "check.hpp"
#include "network_searching.hpp"

namespace {

// A game without end in which every line of play is a position of its own.
struct Lines {
  static constexpr int kMoves = 6;
  std::uint64_t root = 1, now = 1;
  Colour mover = kBlack;

  int move_count() const { return kMoves; }
  Colour to_move() const { return mover; }
  bool legal(Move) const { return true; }
  Outcome winner() const { return Outcome::Undecided; }
  void play(Move move) {
    now = mixed(now, move + 1u);
    mover = opponent(mover);
  }
  void restart() {
    now = root;
    mover = kBlack;
  }
  Outcome playout(Random&) { return Outcome::Draw; }
  bool was_played(Colour, Move) const { return false; }
};

// Counts how often each position is evaluated, which takes a while.
class SlowEvaluator {
 public:
  struct Record {
    std::mutex guard;
    std::map<std::uint64_t, int> times;
  };

  SlowEvaluator(std::shared_ptr<Record> record, int batch, int milliseconds)
      : record_(std::move(record)), batch_(batch), milliseconds_(milliseconds) {}

  int capacity() const { return batch_; }
  int add(const Lines& game, std::span<const Move> moves, Random&) {
    rows_.push_back({game.now, std::vector<Move>(moves.begin(), moves.end())});
    return static_cast<int>(rows_.size()) - 1;
  }
  void compute() {
    if (rows_.empty()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds_));
    const std::lock_guard lock(record_->guard);
    for (const Row& row : rows_) ++record_->times[row.position];
    computed_ = std::move(rows_);
    rows_.clear();
  }
  Evaluation result(int row) {
    const Row& found = computed_[static_cast<std::size_t>(row)];
    priors_.assign(found.moves.size(), 1.0f / static_cast<float>(found.moves.size()));
    return {fraction_of(found.position), priors_, {}};
  }

 private:
  struct Row {
    std::uint64_t position;
    std::vector<Move> moves;
  };
  std::shared_ptr<Record> record_;
  int batch_, milliseconds_;
  std::vector<Row> rows_, computed_;
  std::vector<float> priors_;
};

}  // namespace

TEST(no_position_is_expanded_twice_by_threads_with_a_slow_evaluator) {
  for (const int threads : {2, 4, 8, 16}) {
    for (const int batch : {1, 4}) {
      const auto record = std::make_shared<SlowEvaluator::Record>();
      TreeSearch<Lines, SlowEvaluator> search(puct(threads), 1, [&](int) { return SlowEvaluator(record, batch, 5); });
      const int simulations = 40 * threads;
      const SearchReport report = search.run({}, up_to(simulations));
      CHECK_EQUAL(report.simulations, simulations);
      std::int64_t twice = 0;
      for (const auto& [position, times] : record->times) twice += times - 1;
      CHECK_EQUAL(twice, 0);
      CHECK_EQUAL(record->times.size(), static_cast<std::size_t>(simulations) + 1);  // with the root
      CHECK_EQUAL(claims_left(search.rooted()), 0);
      check_visits_conserved(search.rooted(), simulations);
    }
  }
}
