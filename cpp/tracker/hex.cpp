#include "tracker/hex.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <string>

namespace beeline {

static_assert(Game<HexTracker>);

namespace {

constexpr int kDirections = 6;

// Added to the code of a cell that is taken or off the board, which makes it larger than every pattern.
constexpr std::uint16_t kTaken = 1 << 12;

// The neighbours of a cell that are empty, as seven bits read from three rows: up, up-right; left, the cell
// itself, right; down-left, down. The cell itself is never empty when this is asked.
constexpr std::array<std::int8_t, 7> kMaskSteps = {-32, -31, -1, 0, 1, 31, 32};

struct LocalReplies {
  std::array<std::uint8_t, 128> count{};
  std::array<std::array<std::int8_t, 8>, 128> step{};  // to the k-th empty neighbour
};

constexpr LocalReplies make_local_replies() {
  LocalReplies replies;
  for (unsigned mask = 0; mask < 128; ++mask)
    for (unsigned bit = 0; bit < 7; ++bit)
      if (mask >> bit & 1) replies.step[mask][replies.count[mask]++] = kMaskSteps[bit];
  return replies;
}

constexpr LocalReplies kLocalReplies = make_local_replies();

unsigned empty_neighbours(const HexRows& empty, int cell) {
  const int row = cell >> 5, bit = cell & 31;
  return (empty[row - 1] >> bit & 3) | (empty[row] >> (bit - 1) & 7) << 2 | (empty[row + 1] >> (bit - 1) & 3) << 5;
}

// A table in which all weights are zero is the default policy, one in which all are equal the local one.
ContinuationKind simplest_kind(const Continuation& continuation) {
  if (continuation.kind != ContinuationKind::Patterns) return continuation.kind;
  const std::size_t given = continuation.weights ? continuation.weights->size() : 0;
  if (given != HexTracker::kPatternCount) {
    throw std::invalid_argument("Hex patterns need " + std::to_string(HexTracker::kPatternCount) + " weights, not " +
                                std::to_string(given));
  }
  const PatternWeights& weights = *continuation.weights;
  const auto differs = [&](std::uint16_t weight) { return weight != weights.front(); };
  if (std::any_of(weights.begin(), weights.end(), differs)) return ContinuationKind::Patterns;
  return weights.front() == 0 ? ContinuationKind::Default : ContinuationKind::Local;
}

}  // namespace

HexTracker::HexTracker(const HexBoard& root, const Continuation& continuation)
    : rows_(root.rows()), cols_(root.cols()), kind_(simplest_kind(continuation)) {
  for (Move cell = 0; cell < root.cells(); ++cell) {
    const int padded = padded_index(cell / cols_, cell % cols_);
    padded_[cell] = static_cast<Padded>(padded);
    if (root.at(cell) == Colour::None) root_.empty[padded >> 5] |= 1u << (padded & 31);
  }
  root_.black = root.stones(Colour::Black);
  root_.to_move = root.to_move();
  const auto padded_stone = [&](Move stone) { return stone == kNoMove ? HexPosition::kNowhere : padded_[stone]; };
  root_.last = padded_stone(root.stone_before(1));
  root_.before = padded_stone(root.stone_before(2));
  if (kind_ == ContinuationKind::Patterns) set_weights(*continuation.weights);
  prepare();
}

// What simulations start from, worked out from the stones of the root.
void HexTracker::prepare() {
  root_.empties = 0;
  for (Move cell = 0; cell < move_count(); ++cell) {
    if (!is_empty(root_, padded_[cell])) continue;
    root_cells_.place[padded_[cell]] = static_cast<Padded>(root_.empties);
    root_cells_.list[root_.empties++] = padded_[cell];
  }
  if (kind_ == ContinuationKind::Patterns) compute_codes();
  restart();
}

void HexTracker::set_root(const HexPosition& root) {
  const bool open = std::ranges::any_of(root.empty, [](std::uint32_t row) { return row != 0; });
  if (!open || joins_top_bottom(root.black, rows_) || joins_left_right(white_stones(root), rows_, cols_)) return;
  root_ = root;
  prepare();
}

void HexTracker::set_weights(const PatternWeights& weights) {
  auto table = std::make_shared<WeightTable>();
  for (const Colour colour : {Colour::Black, Colour::White}) {
    const auto first = weights.begin() + (colour == Colour::Black ? kCodes : 0);
    auto& of_colour = (*table)[index_of(colour)];
    std::copy(first, first + kCodes, of_colour.begin());
  }
  weights_ = std::move(table);
}

void HexTracker::compute_codes() {
  codes_.fill(kTaken);
  for (Move cell = 0; cell < move_count(); ++cell) {
    int code = 0;
    for (int i = 0; i < kDirections; ++i) {
      const int next = padded_[cell] + kHexSteps[i], row = next / 32 - 1, col = next % 32 - 1;
      if (row < 0 || row >= rows_ || col < 0 || col >= cols_) code |= 3 << (2 * i);
    }
    codes_[padded_[cell]] = static_cast<std::uint16_t>(code);
  }
  for (Move cell = 0; cell < move_count(); ++cell) {
    const int padded = padded_[cell];
    if (is_empty(root_, padded)) continue;
    add_to_codes(padded, root_.black[padded >> 5] >> (padded & 31) & 1 ? Colour::Black : Colour::White);
  }
  root_codes_ = codes_;
}

void HexTracker::restart() {
  now_ = root_;
  if (kind_ == ContinuationKind::Default) return;
  const std::size_t padded_bytes = (rows_ + 2) * kPaddedStride * sizeof codes_[0];
  std::memcpy(cells_.list.data(), root_cells_.list.data(), root_.empties * sizeof(Padded));
  std::memcpy(cells_.place.data(), root_cells_.place.data(), padded_bytes);
  if (kind_ == ContinuationKind::Patterns) std::memcpy(codes_.data(), root_codes_.data(), padded_bytes);
}

HexRows HexTracker::white_stones(const HexPosition& position) const {
  HexRows white{};
  const std::uint32_t board = (2u << cols_) - 2;
  for (int r = 1; r <= rows_; ++r) white[r] = board & ~position.empty[r] & ~position.black[r];
  return white;
}

Outcome HexTracker::winner() const {
  if (opponent(now_.to_move) == Colour::Black)
    return joins_top_bottom(now_.black, rows_) ? Outcome::Black : Outcome::Undecided;
  return joins_left_right(white_stones(now_), rows_, cols_) ? Outcome::White : Outcome::Undecided;
}

void HexTracker::play(Move move) {
  assert(move < move_count() && legal(move));
  const int cell = padded_[move];
  const std::uint32_t bit = 1u << (cell & 31);
  now_.empty[cell >> 5] ^= bit;
  if (now_.to_move == Colour::Black) now_.black[cell >> 5] |= bit;
  --now_.empties;
  if (kind_ != ContinuationKind::Default) cells_.remove(cell, now_.empties);
  if (kind_ == ContinuationKind::Patterns) add_to_codes(cell, now_.to_move);
  now_.before = now_.last;
  now_.last = static_cast<Padded>(cell);
  now_.to_move = opponent(now_.to_move);
}

Colour HexTracker::at(Move cell) const {
  const int padded = padded_[cell];
  if (is_empty(now_, padded)) return Colour::None;
  return now_.black[padded >> 5] >> (padded & 31) & 1 ? Colour::Black : Colour::White;
}

Move HexTracker::cell_of(Padded padded) const {
  if (padded == HexPosition::kNowhere) return kNoMove;
  return static_cast<Move>(((padded >> 5) - 1) * cols_ + (padded & 31) - 1);
}

// Enters a stone into the codes of its neighbours and returns them.
inline HexTracker::Codes HexTracker::add_to_codes(int cell, Colour colour) {
  Codes codes;
  codes_[cell] = static_cast<std::uint16_t>(codes_[cell] + kTaken);
  // Seen from its neighbour in direction i, the cell lies in the opposite direction, 5 - i.
  for (int i = 0; i < kDirections; ++i) {
    codes[i] = static_cast<std::uint16_t>(codes_[cell + kHexSteps[i]] + (static_cast<int>(colour) << (2 * (5 - i))));
    codes_[cell + kHexSteps[i]] = codes[i];
  }
  return codes;
}

Outcome HexTracker::playout(Random& random) {
  switch (kind_) {
    case ContinuationKind::Default: fill_at_random(random); break;
    case ContinuationKind::Local: fill_locally<false>(random); break;
    case ContinuationKind::Tenuki: fill_locally<true>(random); break;
    case ContinuationKind::Patterns: fill_by_patterns(random); break;
  }
  return joins_top_bottom(now_.black, rows_) ? Outcome::Black : Outcome::White;
}

// Splits the cells left uniformly at random: a coin for each cell, then random cells change hands until the
// numbers are right. Each step treats all cells alike, so every split of the right size is equally likely.
void HexTracker::fill_at_random(Random& random) {
  const int black_cells = (now_.empties + (now_.to_move == Colour::Black)) / 2;
  HexRows fill;
  int count = 0;
  for (int r = 1; r <= rows_; r += 2) {
    const std::uint64_t both = now_.empty[r] | static_cast<std::uint64_t>(now_.empty[r + 1]) << 32;
    const std::uint64_t bits = random.bits() & both;
    fill[r] = static_cast<std::uint32_t>(bits);
    fill[r + 1] = static_cast<std::uint32_t>(bits >> 32);
    count += std::popcount(bits);
  }
  while (count != black_cells) {
    const std::uint32_t give = count < black_cells;  // to Black
    const int cell = root_cells_.list[random.below(root_.empties)];
    const int row = cell >> 5, shift = cell & 31;
    const std::uint32_t changes = (fill[row] >> shift ^ give) & now_.empty[row] >> shift & 1;
    fill[row] ^= changes << shift;
    count += changes ? (give ? 1 : -1) : 0;
  }
  for (int r = 1; r <= rows_; ++r) now_.black[r] |= fill[r];
  finish();
}

// Plays a reply near the last stone, or where the policy offers none a random cell, until the board is full.
// Time goes into the wait from one stone to the next, so what can be worked out beforehand is, needed or not.
template <bool kTenuki>
void HexTracker::fill_locally(Random& random) {
  int last = now_.last;
  play_in_turn([&]<Colour kColour>(int empties) {
    const std::uint64_t bits = random.bits();
    const unsigned mask = empty_neighbours(now_.empty, last);
    const unsigned count = kLocalReplies.count[mask];
    const int reply = last + kLocalReplies.step[mask][scale(bits >> 32, count)];
    const int anywhere = cells_.list[scale(bits, empties)];
    bool local = count > 0;
    if constexpr (kTenuki) local &= random.below(6) != 0;
    last = local ? reply : anywhere;
    now_.empty[last >> 5] ^= 1u << (last & 31);
    return last;
  });
}

// The same with weights. The codes around a new stone are those of the candidates for the next, so they stay
// in registers from one move to the next.
void HexTracker::fill_by_patterns(Random& random) {
  int last = now_.last;
  Codes codes;
  for (int i = 0; i < kDirections; ++i) codes[i] = codes_[last + kHexSteps[i]];
  play_in_turn([&]<Colour kColour>(int empties) {
    const std::uint64_t bits = random.bits();
    const std::uint16_t* const weights = (*weights_)[index_of(kColour)].data();
    std::array<std::uint32_t, kDirections> w;
    for (int i = 0; i < kDirections; ++i) w[i] = weights[codes[i]];
    const std::uint32_t two = w[0] + w[1], four = two + (w[2] + w[3]), total = four + (w[4] + w[5]);
    const std::uint32_t draw = scale(bits >> 32, total);
    // The step of the candidate whose turn it is, as the sum of the differences between steps up to it.
    const auto beyond = [draw](std::uint32_t sum, int difference) { return draw >= sum ? difference : 0; };
    const int reply = last + kHexSteps[0] + (beyond(w[0], 1) + beyond(two, 30)) +
                      (beyond(two + w[2], 2) + (beyond(four, 30) + beyond(four + w[4], 1)));
    const int anywhere = cells_.list[scale(bits, empties)];
    last = total > 0 ? reply : anywhere;
    codes = add_to_codes(last, kColour);
    return last;
  });
}

// Asks `next` for the cell of each move in turn until the board is full.
template <class Next>
inline void HexTracker::play_in_turn(Next next) {
  int empties = now_.empties;
  const auto move = [&]<Colour kColour>() __attribute__((always_inline)) {
    const int cell = next.template operator()<kColour>(empties);
    if constexpr (kColour == Colour::Black) now_.black[cell >> 5] |= 1u << (cell & 31);
    cells_.remove(cell, --empties);
  };
  if (now_.to_move == Colour::White && empties > 0) move.template operator()<Colour::White>();
  // NOLINTNEXTLINE(bugprone-infinite-loop): `move` takes one of the empty cells
  while (empties > 1) {
    move.template operator()<Colour::Black>();
    move.template operator()<Colour::White>();
  }
  if (empties > 0) move.template operator()<Colour::Black>();
  finish();
}

void HexTracker::finish() {
  now_.empty = {};
  now_.empties = 0;
}

}  // namespace beeline
