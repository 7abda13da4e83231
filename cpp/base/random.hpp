// Random numbers for playouts: xoshiro256++ (Blackman and Vigna, 2019), seeded through SplitMix64.
#pragma once

#include <array>
#include <cstdint>

namespace beeline {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (auto& word : state_) word = split_mix(seed);
  }

  std::uint64_t bits() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // An integer in [0, bound), bound below 2^16 or so: multiply-shift on 32 random bits, whose bias of
  // at most bound / 2^32 no experiment here can see.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((bits() >> 32) * bound) >> 32);
  }

  // The stream of thread (or worker) number `index` under one seed.
  static Random stream(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t state = seed;
    return Random(split_mix(state) + index * 0x9e3779b97f4a7c15ULL);
  }

  // The sequence behind the seeding, also the source of Zobrist keys.
  static constexpr std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace beeline
