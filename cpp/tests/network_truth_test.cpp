// Networks that tell the exact truth, and networks that lie. With --full the truth is told of every position of 4×4.
#include <algorithm>
#include <bit>
#include <iostream>
#include <memory>
#include <span>

#include "check.hpp"
#include "exact_hex.hpp"
#include "fake_network.hpp"
#include "hex_referee.hpp"
#include "network_searching.hpp"

namespace {

// Searches positions with a network that says who wins: a winning move is found with as many simulations as there are
// moves.
class TruthTeller {
 public:
  void tell(ExactHex::Mask black, ExactHex::Mask white, Colour mover) {
    HexBoard board(4, 4);
    for (Move cell = 0; cell < board.cells(); ++cell)
      if ((black | white) >> cell & 1) board.set_up(cell, black >> cell & 1 ? kBlack : kWhite);
    board.set_to_move(mover);
    if (board.winner() != kNone || exact_.winner(black, white, mover) != mover) return;
    search_->reset();
    const SearchReport report = search_->run({board, {}}, up_to(board.empty_cells()));
    ++won;
    missed += exact_.winner_after(black, white, report.moves.front().move, mover) != mover;
  }

  std::int64_t won = 0,
               missed = 0;  // positions that the player to move wins, and those in which no such move was found

 private:
  ExactHex exact_{4, 4};
  std::unique_ptr<HexNetworkSearch> search_ =
      network_search<HexTracker>(puct(1, 0, 1 << 17), std::make_shared<ExactNetwork>(4, 4, false));
};

// Whether virtual connections see a win for the player to move, here or after one of his moves.
bool connections_win(const HexBoard& board) {
  const auto has = [](std::span<const MoveStatus> status, MoveStatus wanted) {
    return std::ranges::find(status, wanted) != status.end();
  };
  HexKnowledge knowledge;
  const HexTracker here(board, {});
  knowledge.start(here, false);
  if (has(knowledge.assess(here), MoveStatus::Win)) return true;
  for (const Move move : board.legal_moves()) {
    HexBoard after = board;
    after.play(move, board.to_move());
    if (after.winner() != kNone) return true;
    const HexTracker there(after, {});
    HexKnowledge fresh;
    fresh.start(there, false);
    const auto status = fresh.assess(there);
    const auto lost = [&](Move reply) { return status[reply] == MoveStatus::Loss; };
    if (std::ranges::all_of(after.legal_moves(), lost)) return true;
  }
  return false;
}

}  // namespace

TEST(a_network_that_knows_the_truth_finds_a_winning_move_at_once) {
  TruthTeller teller;
  Random random(11);
  if (check::full) {
    const ExactHex::Mask all = ExactHex(4, 4).board();
    for (ExactHex::Mask black = 0; black <= all; ++black)
      for (ExactHex::Mask rest = all & ~black, white = rest;; white = (white - 1) & rest) {
        const int lead = std::popcount(black) - std::popcount(white);
        if (lead == 0) teller.tell(black, white, kBlack);
        if (lead == 1) teller.tell(black, white, kWhite);
        if (white == 0) break;
      }
    std::cout << "won positions of 4×4: " << teller.won << ", missed: " << teller.missed << '\n';
  } else {
    for (int round = 0; round < 1500; ++round) {
      const SmallPosition position(16, 2 + static_cast<int>(random.below(15)), random);
      teller.tell(position.black, position.white, kColours[random.below(2)]);
    }
  }
  CHECK(teller.won > 300);
  CHECK_EQUAL(teller.missed, 0);
}

TEST(knowledge_corrects_a_network_that_lies) {
  ExactHex exact(4, 4);
  const auto liar = std::make_shared<ExactNetwork>(4, 4, true);
  Random random(13);
  int seen = 0;
  for (int round = 0; round < 200; ++round) {
    const SmallPosition position(16, 6 + static_cast<int>(random.below(9)), random);
    const Colour mover = kColours[random.below(2)];
    HexBoard board(4, 4);
    for (Move cell = 0; cell < 16; ++cell)
      if ((position.black | position.white) >> cell & 1)
        board.set_up(cell, position.black >> cell & 1 ? kBlack : kWhite);
    board.set_to_move(mover);
    if (board.winner() != kNone || !connections_win(board)) continue;
    ++seen;
    SearchSettings settings = puct();
    settings.knowledge = 1;
    for (const int batch : {1, 4}) {
      const auto search = network_search<HexTracker>(settings, liar, {.batch = batch});
      const SearchReport report = search->run({board, {}}, up_to(20000));
      CHECK_EQUAL(report.stopped, StopReason::Proven);
      CHECK_EQUAL(report.moves.front().state.proof, Proof::Win);
      CHECK_EQUAL(exact.winner_after(position.black, position.white, report.moves.front().move, mover), mover);
    }
  }
  CHECK(seen > 50);
}
