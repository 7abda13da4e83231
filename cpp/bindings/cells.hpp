// Sets of cells as lists for Python.
#pragma once

#include <vector>

#include "base/cell_set.hpp"

namespace beeline {

template <int kWords>
std::vector<int> listed(const CellSet<kWords>& cells) {
  std::vector<int> list;
  for (const int cell : cells) list.push_back(cell);
  return list;
}

}  // namespace beeline
