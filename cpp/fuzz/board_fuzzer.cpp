// The Hex board against a plain one: whatever is played, set up, swapped and taken back, both agree.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "rules/hex_board.hpp"
#include "tests/hex_referee.hpp"

namespace {

using namespace beeline;

void require(bool condition) {
  if (!condition) std::abort();
}

// What must come back when a step is undone.
struct Snapshot {
  std::vector<Colour> cells;
  std::uint64_t hash;
  Colour to_move, winner;

  explicit Snapshot(const HexBoard& board)
      : cells(referee_of(board).cells), hash(board.hash()), to_move(board.to_move()), winner(board.winner()) {}
  bool operator==(const Snapshot&) const = default;
};

void check(const HexBoard& board) {
  const Referee referee = referee_of(board);
  require(board.winner() == referee.winner());
  require(board.winning_chain() ==
          (board.winner() == kNone ? std::vector<Move>() : referee.joining_chains(board.winner())));
  int empty = 0;
  for (const Colour colour : referee.cells) empty += colour == kNone;
  require(board.empty_cells() == empty);
  require(board.legal_moves().size() == static_cast<std::size_t>(board.winner() == kNone ? empty : 0));
  require(board.rotated().rotated().hash() == board.hash());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  HexBoard board(1 + data[0] % kMaxSide, 1 + data[1] % kMaxSide);
  std::vector<Snapshot> before;
  for (std::size_t i = 2; i + 2 < size; i += 3) {
    const auto cell = static_cast<Move>((data[i + 1] * 256 + data[i + 2]) % board.cells());
    const bool open = board.winner() == kNone && board.at(cell) == kNone;
    switch (data[i] % 6) {
      case 0:
      case 1:
        if (!open) continue;
        before.emplace_back(board);
        board.play(cell, data[i] & 64 ? opponent(board.to_move()) : board.to_move());
        break;
      case 2:
        if (!open) continue;
        before.emplace_back(board);
        board.set_up(cell, data[i] & 64 ? kBlack : kWhite);
        break;
      case 3:
      case 4:
        if (!board.can_swap()) continue;
        before.emplace_back(board);
        if (data[i] % 6 == 3) board.swap_pieces();
        else board.swap_sides();
        break;
      case 5:
        require(board.undo() == !before.empty());
        if (before.empty()) continue;
        require(Snapshot(board) == before.back());
        before.pop_back();
        break;
    }
    check(board);
  }
  while (!before.empty()) {
    require(board.undo());
    require(Snapshot(board) == before.back());
    before.pop_back();
  }
  return 0;
}
