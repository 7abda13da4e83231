#include "knowledge/move_order.hpp"

#include <cmath>
#include <span>

namespace beeline {

namespace {

constexpr float kLeastCurrent = 1e-6f;

}  // namespace

template <int kWords>
const std::vector<float>& MoveOrder<kWords>::scores(const Cells& black, const Cells& white, Colour to_move) {
  const std::vector<float>& current = current_.scores(black, white);
  if (!network_) return current;
  const bool is_black = to_move == Colour::Black;
  ask_network(is_black ? black : white, is_black ? white : black, to_move);
  scores_.resize(current.size());
  for (int cell = 0; cell < rows_ * cols_; ++cell)
    scores_[cell] = prediction_.policy[seen(cell, to_move)] + std::log(current[cell] + kLeastCurrent);
  return scores_;
}

template <int kWords>
void MoveOrder<kWords>::ask_network(const Cells& own, const Cells& opposing, Colour to_move) {
  stones_.assign(rows_ * cols_, 0);
  for (const int cell : own) stones_[seen(cell, to_move)] = 1;
  for (const int cell : opposing) stones_[seen(cell, to_move)] = 2;
  const bool is_black = to_move == Colour::Black;
  const NetworkInput input{.rows = is_black ? rows_ : cols_, .cols = is_black ? cols_ : rows_, .stones = stones_};
  network_->predict(std::span(&input, 1), std::span(&prediction_, 1));
}

template class MoveOrder<1>;
template class MoveOrder<2>;
template class MoveOrder<3>;
template class MoveOrder<6>;

}  // namespace beeline
