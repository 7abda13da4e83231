// Arrays of NumPy that the core reads and writes in place. Python has checked their shapes.
#pragma once

#include <nanobind/ndarray.h>

#include "network/batch.hpp"

namespace beeline {

template <class T, int kDimensions>
using Array = nanobind::ndarray<T, nanobind::ndim<kDimensions>, nanobind::c_contig, nanobind::device::cpu>;
using Packed = Array<std::uint32_t, 3>;  // position, colour (White, Black), row
using Indices = Array<const std::int64_t, 1>;

inline PackedPositions view(const Packed& positions) {
  return {positions.data(), positions.shape(0), static_cast<int>(positions.shape(2))};
}

}  // namespace beeline
