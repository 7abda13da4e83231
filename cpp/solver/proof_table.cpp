#include "solver/proof_table.hpp"

#include <tuple>
#include <utility>

#include "base/bits.hpp"
#include "base/random.hpp"

namespace beeline {

namespace {

template <int kWords>
std::pair<std::uint64_t, std::uint64_t> code_of(const CellSet<kWords>& black, const CellSet<kWords>& white) {
  if constexpr (kWords == 1) return {black.bits(0), white.bits(0)};
  std::uint64_t first = 1, second = 2;
  for (int i = 0; i < kWords; ++i)
    for (const std::uint64_t word : {black.bits(i), white.bits(i)}) {
      std::uint64_t state = first ^ word;
      first = Random::split_mix(state);
      state = second + word * 0xd6e8feb86659fd93ULL;
      second = Random::split_mix(state);
    }
  return {first, second};
}

}  // namespace

template <int kWords>
CellSet<kWords> rotated(const CellSet<kWords>& cells, int board_cells) {
  CellSet<kWords> result;
  if constexpr (kWords == 1) result.set_bits(0, reversed_bits(cells.bits(0)) >> (64 - board_cells));
  else
    for (const int cell : cells) result.insert(board_cells - 1 - cell);
  return result;
}

template <int kWords>
ProofKey<kWords>::ProofKey(const FilledPosition<kWords>& position, Colour to_move_) : to_move(to_move_) {
  const int cells = position.patterns().cells();
  const CellSet<kWords>&black = position.stones(Colour::Black), &white = position.stones(Colour::White);
  const auto straight = code_of(black, white), other = code_of(rotated(black, cells), rotated(white, cells));
  turned = other < straight;
  std::tie(first, second) = turned ? other : straight;
}

template struct ProofKey<1>;
template struct ProofKey<2>;
template struct ProofKey<3>;
template struct ProofKey<6>;
template CellSet<1> rotated(const CellSet<1>&, int);
template CellSet<2> rotated(const CellSet<2>&, int);
template CellSet<3> rotated(const CellSet<3>&, int);
template CellSet<6> rotated(const CellSet<6>&, int);

}  // namespace beeline
