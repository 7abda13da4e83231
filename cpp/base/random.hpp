// Random numbers for playouts: wyrand (Wang Yi), one multiplication per number and one word of state, which
// leaves the registers to the playout. Passes BigCrush and PractRand.
#pragma once

#include <cassert>
#include <cstdint>

namespace beeline {

// Maps 32 random bits, the lower half of `bits`, to [0, bound). The bias of at most bound / 2^32 is beyond
// what any experiment here can see.
constexpr std::uint32_t scale(std::uint64_t bits, std::uint32_t bound) {
  return static_cast<std::uint32_t>(((bits & 0xffffffff) * bound) >> 32);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(split_mix(seed)) {}

  std::uint64_t bits() {
    state_ += 0xa0761d6478bd642fULL;
    const auto product = static_cast<unsigned __int128>(state_) * (state_ ^ 0xe7037ed1a0b428dbULL);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  // An integer in [0, bound).
  std::uint32_t below(std::uint32_t bound) {
    assert(bound > 0);
    return scale(bits() >> 32, bound);
  }

  // The stream of thread (or worker) number `index` under one seed.
  static Random stream(std::uint64_t seed, std::uint64_t index) {
    return Random(split_mix(seed) + index * 0x9e3779b97f4a7c15ULL);
  }

  // SplitMix64: the sequence behind the seeding and the Zobrist keys.
  static constexpr std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace beeline
