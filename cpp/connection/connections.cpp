#include "connection/connections.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "connection/h_search.hpp"
#include "rules/hex_geometry.hpp"

namespace beeline {

template <int kWords>
Connections<kWords>::Connections(int rows, int cols, const ConnectionLimits& limits)
    : rows_(rows), cols_(cols), board_(Cells::first(rows * cols)) {
  for (const Colour colour : {Colour::Black, Colour::White})
    sides_[index_of(colour)] = std::make_unique<HSearch<kWords>>(rows, cols, colour, limits);
  build(Cells(), Cells());
}

template <int kWords>
Connections<kWords>::Connections(const HexBoard& board, const ConnectionLimits& limits)
    : Connections(board.rows(), board.cols(), limits) {
  const auto [black, white] = stones_of<kWords>(board);
  build(black, white);
}

template <int kWords>
Connections<kWords>::~Connections() = default;

template <int kWords>
void Connections<kWords>::build(const Cells& black, const Cells& white) {
  stones_ = {black, white};
  past_.clear();
  sides_[0]->build(black, white);
  sides_[1]->build(white, black);
}

template <int kWords>
void Connections<kWords>::play(Move cell, Colour colour) {
  const Cells stone = Cells::of(cell);
  if (colour == Colour::Black) place(stone, Cells());
  else place(Cells(), stone);
}

template <int kWords>
void Connections<kWords>::place(const Cells& black, const Cells& white) {
  assert(black.inside(empty_cells()) && white.inside(empty_cells()) && !black.meets(white));
  past_.push_back(stones_);
  stones_[0] |= black;
  stones_[1] |= white;
  sides_[0]->place(black, white);
  sides_[1]->place(white, black);
}

template <int kWords>
void Connections<kWords>::undo() {
  assert(!past_.empty());
  stones_ = past_.back();
  past_.pop_back();
  for (const auto& side : sides_) side->undo();
}

template <int kWords>
CellSet<kWords> Connections<kWords>::must_play(Colour to_move) const {
  const Colour other = opponent(to_move);
  if (has_won(other)) return Cells();
  Cells common = empty_cells();
  for (const auto& semi : winning_semis(other)) common &= semi.carrier;
  return common;
}

template <int kWords>
Move Connections<kWords>::reply(Colour colour, Endpoint a, Endpoint b, Move intrusion) {
  play(intrusion, opponent(colour));
  Move answer = kNoMove;
  if (full(colour, a, b).empty()) {
    const List semis = semi(colour, a, b);
    if (!semis.empty()) answer = semis.front().key;
  }
  undo();
  return answer;
}

template <int kWords>
Move Connections<kWords>::most_obstructive(Colour to_move) const {
  const List fulls = winning(opponent(to_move)), semis = winning_semis(opponent(to_move));
  Cells candidates;
  for (const auto& link : fulls) candidates |= link.carrier;
  Move best = kNoMove;
  std::tuple<int, int, int> most{-1, 0, 0};
  for (const int cell : candidates) {
    const auto holds = [&](const Connection<kWords>& link) { return link.carrier.contains(cell); };
    const auto left = std::find_if_not(semis.begin(), semis.end(), holds);
    const std::tuple obstruction(static_cast<int>(std::count_if(fulls.begin(), fulls.end(), holds)),
                                 static_cast<int>(std::count_if(semis.begin(), semis.end(), holds)),
                                 left == semis.end() ? rows_ * cols_ : static_cast<int>(left->size));
    if (obstruction > most) most = obstruction, best = static_cast<Move>(cell);
  }
  return best;
}

template <int kWords>
auto Connections<kWords>::full(Colour colour, Endpoint a, Endpoint b) const -> List {
  const int from = number_of(colour, a), to = number_of(colour, b);
  return from < 0 || to < 0 || from == to ? List() : side(colour).fulls(from, to);
}

template <int kWords>
auto Connections<kWords>::semi(Colour colour, Endpoint a, Endpoint b) const -> List {
  const int from = number_of(colour, a), to = number_of(colour, b);
  return from < 0 || to < 0 || from == to ? List() : side(colour).semis(from, to);
}

template <int kWords>
Endpoint Connections<kWords>::representative(Colour colour, Endpoint endpoint) const {
  return name_of(number_of(colour, endpoint));
}

template <int kWords>
std::vector<std::pair<Endpoint, Endpoint>> Connections<kWords>::joined_pairs(Colour colour) const {
  std::vector<std::pair<Endpoint, Endpoint>> pairs;
  const HSearch<kWords>& found = side(colour);
  const auto& ends = found.endpoints();
  for (std::size_t i = 1; i < ends.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!found.fulls(ends[i], ends[j]).empty()) pairs.emplace_back(name_of(ends[j]), name_of(ends[i]));
  return pairs;
}

template <int kWords>
std::vector<Endpoint> Connections<kWords>::endpoints(Colour colour) const {
  std::vector<Endpoint> names;
  for (const int number : side(colour).endpoints()) names.push_back(name_of(number));
  return names;
}

// An endpoint's number in the search; -1 for a stone of the opponent.
template <int kWords>
int Connections<kWords>::number_of(Colour colour, Endpoint endpoint) const {
  if (endpoint == kFirstEdge) return side(colour).first_edge();
  if (endpoint == kSecondEdge) return side(colour).second_edge();
  return stones(opponent(colour)).contains(endpoint) ? -1 : side(colour).endpoint_of(endpoint);
}

template <int kWords>
Endpoint Connections<kWords>::name_of(int number) const {
  const int cells = rows_ * cols_;
  return static_cast<Endpoint>(number < cells ? number : number == cells ? kFirstEdge : kSecondEdge);
}

template class Connections<1>;
template class Connections<2>;
template class Connections<3>;
template class Connections<6>;

}  // namespace beeline
