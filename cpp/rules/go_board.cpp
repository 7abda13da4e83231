#include "rules/go_board.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "base/random.hpp"

namespace beeline {

static_assert(std::is_trivially_copyable_v<GoStones>);

namespace {

using ZobristKeys = std::array<std::array<std::uint64_t, GoStones::kVertices>, 2>;

constexpr ZobristKeys make_zobrist_keys() {
  ZobristKeys keys{};
  std::uint64_t state = 0x60;
  for (auto& of_colour : keys) {
    for (auto& key : of_colour) key = Random::split_mix(state);
  }
  return keys;
}

constexpr ZobristKeys kZobrist = make_zobrist_keys();

std::uint64_t zobrist(int vertex, Colour colour) {
  return kZobrist[static_cast<std::size_t>(index_of(colour))][static_cast<std::size_t>(vertex)];
}

int checked_size(int size) {
  if (size < 1 || size > GoStones::kMaxSize) {
    throw std::invalid_argument("a Go board has size 1 to 19, not " + std::to_string(size));
  }
  return size;
}

}  // namespace

GoStones::GoStones(int size) : size_(checked_size(size)) {
  state_.fill(kOffBoard);
  for (int point = 0; point < size * size; ++point) {
    const int vertex = vertex_of(point);
    state_[index(vertex)] = kEmpty;
    slot_[index(vertex)] = static_cast<std::uint16_t>(empty_count_);
    empties_[index(empty_count_++)] = static_cast<std::uint16_t>(vertex);
  }
  for (int slot = 0; slot < empty_count_; ++slot) {
    unsigned pattern = 0;
    for (int i = 0; i < 8; ++i) {
      pattern |= static_cast<unsigned>(state_[index(empty(slot) + kAround[index(i)])]) << 2 * i;
    }
    pattern_[index(empty(slot))] = static_cast<std::uint16_t>(pattern);
  }
}

// Whether the chain beside an empty vertex would lose its last liberty to a stone there.
bool GoStones::last_liberty(int vertex, int chain) const {
  int contacts = 0;
  for (const int side : kSides) contacts += is_stone(vertex + side) && chain_[index(vertex + side)] == chain;
  return liberties_[index(chain)] == contacts;
}

bool GoStones::breathes_by_chains(int vertex, Colour colour) const {
  for (const int side : kSides) {
    const int neighbour = vertex + side;
    if (!is_stone(neighbour)) continue;
    const bool friendly = at(neighbour) == colour;
    // A friend must have another liberty; an enemy must not.
    if (friendly != last_liberty(vertex, chain_[index(neighbour)])) return true;
  }
  return false;
}

bool GoStones::captures(int vertex, Colour colour) const {
  return std::any_of(kSides.begin(), kSides.end(), [&](int side) {
    return at(vertex + side) == opponent(colour) && last_liberty(vertex, chain_[index(vertex + side)]);
  });
}

std::uint64_t GoStones::hash_after(int vertex, Colour colour) const {
  std::uint64_t hash = hash_ ^ zobrist(vertex, colour);
  std::array<int, kSides.size()> captured{};
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    const int neighbour = vertex + kSides[i];
    if (at(neighbour) != opponent(colour)) continue;
    const int chain = chain_[index(neighbour)];
    if (std::find(captured.begin(), captured.end(), chain) != captured.end()) continue;
    if (!last_liberty(vertex, chain)) continue;
    captured[i] = chain;
    int stone = chain;
    do {
      hash ^= zobrist(stone, opponent(colour));
      stone = next_[index(stone)];
    } while (stone != chain);
  }
  return hash;
}

bool GoStones::repeats(int vertex, Colour colour, const std::vector<std::uint64_t>& positions) const {
  // A position with this stone can only return if the colour stood here before: most moves end here.
  if (!(stood_[index(vertex)] & static_cast<unsigned>(colour))) return false;
  return std::find(positions.rbegin(), positions.rend(), hash_after(vertex, colour)) != positions.rend();
}

GoStones::Illegal GoStones::why_illegal(int vertex, Colour colour, const std::vector<std::uint64_t>& positions) const {
  if (at(vertex) != Colour::None) return Illegal::Occupied;
  if (!breathes(vertex, colour)) return Illegal::Suicide;
  return repeats(vertex, colour, positions) ? Illegal::Superko : Illegal::No;
}

int GoStones::play(int vertex, Colour colour) {
  assert(state_[index(vertex)] == kEmpty && breathes(vertex, colour));
  put(vertex, colour);
  ko_ = kNowhere;
  int captured = 0;
  int last_captured = kNowhere;
  for (const int side : kSides) {
    const int neighbour = vertex + side;
    if (at(neighbour) != opponent(colour) || liberties_[index(chain_[index(neighbour)])] > 0) continue;
    captured += length_[index(chain_[index(neighbour)])];
    last_captured = neighbour;
    take(chain_[index(neighbour)]);
  }
  const int chain = chain_[index(vertex)];
  if (captured == 1 && length_[index(chain)] == 1 && liberties_[index(chain)] == 1) ko_ = last_captured;
  return captured;
}

// A stone comes or goes: what its vertex, its neighbours' patterns and the hash say of it.
void GoStones::toggle(int vertex, Colour colour) {
  const auto state = static_cast<unsigned>(colour);
  state_[index(vertex)] = static_cast<std::uint8_t>(state_[index(vertex)] ^ state);
  hash_ ^= zobrist(vertex, colour);
  for (int i = 0; i < 8; ++i) {
    auto& pattern = pattern_[index(vertex + kAround[index(i)])];
    pattern = static_cast<std::uint16_t>(pattern ^ state << 2 * (7 - i));
  }
}

void GoStones::put(int vertex, Colour colour) {
  toggle(vertex, colour);
  ++stone_count_[index(index_of(colour))];
  stood_[index(vertex)] = static_cast<std::uint8_t>(stood_[index(vertex)] | static_cast<unsigned>(colour));
  swap_empties(slot_[index(vertex)], --empty_count_);

  chain_[index(vertex)] = next_[index(vertex)] = static_cast<std::uint16_t>(vertex);
  length_[index(vertex)] = 1;
  liberties_[index(vertex)] = 0;
  for (const int side : kSides) {
    const int neighbour = vertex + side;
    if (is_stone(neighbour)) {
      --liberties_[index(chain_[index(neighbour)])];
    } else if (state_[index(neighbour)] == kEmpty) {
      ++liberties_[index(vertex)];
    }
  }
  for (const int side : kSides) {
    if (at(vertex + side) == colour) join(chain_[index(vertex)], chain_[index(vertex + side)]);
  }
}

void GoStones::join(int chain, int other) {
  if (chain == other) return;
  if (length_[index(chain)] < length_[index(other)]) std::swap(chain, other);
  int stone = other;
  do {
    chain_[index(stone)] = static_cast<std::uint16_t>(chain);
    stone = next_[index(stone)];
  } while (stone != other);
  std::swap(next_[index(chain)], next_[index(other)]);
  length_[index(chain)] = static_cast<std::int16_t>(length_[index(chain)] + length_[index(other)]);
  liberties_[index(chain)] = static_cast<std::int16_t>(liberties_[index(chain)] + liberties_[index(other)]);
}

void GoStones::take(int chain) {
  const Colour colour = at(chain);
  stone_count_[index(index_of(colour))] -= length_[index(chain)];
  int stone = chain;
  do {
    toggle(stone, colour);
    slot_[index(stone)] = static_cast<std::uint16_t>(empty_count_);
    empties_[index(empty_count_++)] = static_cast<std::uint16_t>(stone);
    for (const int side : kSides) {
      // The dying chain may gain liberties too: nobody asks it any more.
      if (is_stone(stone + side)) ++liberties_[index(chain_[index(stone + side)])];
    }
    stone = next_[index(stone)];
  } while (stone != chain);
}

void GoStones::swap_empties(int slot, int other) {
  std::swap(empties_[index(slot)], empties_[index(other)]);
  slot_[empties_[index(slot)]] = static_cast<std::uint16_t>(slot);
  slot_[empties_[index(other)]] = static_cast<std::uint16_t>(other);
}

int GoStones::area() const {
  PerVertex<bool> seen{};
  int area = stone_count_[0] - stone_count_[1];
  for (int slot = 0; slot < empty_count_; ++slot) {
    if (!seen[index(empty(slot))]) area += worth_of_region(empty(slot), seen);
  }
  return area;
}

// The points that the empty region around a vertex is worth to Black; marks the region as seen.
int GoStones::worth_of_region(int vertex, PerVertex<bool>& seen) const {
  std::array<int, kMaxSize * kMaxSize> region;
  int found = 0;
  unsigned touched = 0;
  region[index(found++)] = vertex;
  seen[index(vertex)] = true;
  for (int done = 0; done < found; ++done) {
    for (const int side : kSides) {
      const int neighbour = region[index(done)] + side;
      if (is_stone(neighbour)) touched |= state_[index(neighbour)];
      if (state_[index(neighbour)] != kEmpty || seen[index(neighbour)]) continue;
      seen[index(neighbour)] = true;
      region[index(found++)] = neighbour;
    }
  }
  if (touched == static_cast<unsigned>(Colour::Black)) return found;
  if (touched == static_cast<unsigned>(Colour::White)) return -found;
  return 0;
}

GoBoard::GoBoard(int size, double komi) : komi_(komi), start_(size), stones_(start_) { rewind(); }

void GoBoard::set_up(int point, Colour colour) {
  if (!moves_.empty()) throw std::logic_error("a Go board is set up before the first move");
  if (point < 0 || point >= size() * size()) {
    throw std::invalid_argument("no point " + std::to_string(point) + " on a board of size " + std::to_string(size()));
  }
  // Stone by stone from the empty board: if every chain has a liberty at the end, each has one all along.
  GoStones stones(size());
  for (int p = 0; p < size() * size(); ++p) {
    const Colour stone = p == point ? colour : at(p);
    if (stone == Colour::None) continue;
    const int vertex = stones.vertex_of(p);
    if (!stones.breathes(vertex, stone) || stones.captures(vertex, stone)) {
      throw std::invalid_argument("a stone on point " + std::to_string(point) + " leaves a chain without a liberty");
    }
    stones.play(vertex, stone);
  }
  start_ = stones;
  rewind();
}

void GoBoard::set_to_move(Colour colour) {
  to_move_ = colour;
  if (moves_.empty()) first_to_move_ = colour;
}

GoBoard::Illegal GoBoard::why_illegal(Move move, Colour colour) const {
  if (over()) return Illegal::GameOver;
  if (move == pass_move()) return Illegal::No;
  if (move > pass_move()) return Illegal::OffBoard;
  return stones_.why_illegal(stones_.vertex_of(move), colour, positions_);
}

void GoBoard::play(Move move, Colour colour) {
  if (colour == Colour::None || !legal(move, colour)) {
    throw std::invalid_argument("illegal Go move " + std::to_string(move));
  }
  make({move, colour});
}

bool GoBoard::undo() {
  if (moves_.empty()) return false;
  std::vector<GoMove> kept = std::move(moves_);
  kept.pop_back();
  rewind();
  for (const GoMove played : kept) make(played);
  return true;
}

void GoBoard::make(GoMove played) {
  if (played.move == pass_move()) {
    stones_.lift_ko();
  } else {
    const int captured = stones_.play(stones_.vertex_of(played.move), played.colour);
    captures_[static_cast<std::size_t>(index_of(played.colour))] += captured;
    positions_.push_back(stones_.hash());
  }
  moves_.push_back(played);
  to_move_ = opponent(played.colour);
}

void GoBoard::rewind() {
  stones_ = start_;
  to_move_ = first_to_move_;
  captures_ = {};
  moves_.clear();
  positions_.assign(1, start_.hash());
}

int GoBoard::passes_in_a_row() const {
  const auto is_play = [this](GoMove played) { return played.move != pass_move(); };
  return static_cast<int>(std::find_if(moves_.rbegin(), moves_.rend(), is_play) - moves_.rbegin());
}

Outcome GoBoard::winner() const { return over() ? outcome_of(area_score()) : Outcome::Undecided; }

Outcome outcome_of(double area_score) {
  if (area_score == 0) return Outcome::Draw;
  return win_for(area_score > 0 ? Colour::Black : Colour::White);
}

}  // namespace beeline
