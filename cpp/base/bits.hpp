// Bits in reverse order.
#pragma once

#include <cstdint>

namespace beeline {

constexpr std::uint64_t reversed_bits(std::uint64_t bits) {
  bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
  bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
  bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
  bits = (bits >> 8 & 0x00ff00ff00ff00ff) | (bits & 0x00ff00ff00ff00ff) << 8;
  bits = (bits >> 16 & 0x0000ffff0000ffff) | (bits & 0x0000ffff0000ffff) << 16;
  return bits >> 32 | bits << 32;
}
constexpr std::uint32_t reversed_bits(std::uint32_t bits) {
  return static_cast<std::uint32_t>(reversed_bits(static_cast<std::uint64_t>(bits)) >> 32);
}

}  // namespace beeline
