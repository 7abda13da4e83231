// The kernel for processors with AVX2. Compiled for them: nothing here may be shared with other files.
#include "network/kernels.hpp"
#include "network/sums_256.hpp"

namespace beeline {

namespace {

// Pairs of products in 16 bits, which activations up to 127 never fill, then pairs of pairs in 32.
struct Avx2Dot {
  static __m256i add(__m256i sum, __m256i activation, __m256i weight) {
    const __m256i pairs = _mm256_maddubs_epi16(activation, weight);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

}  // namespace

void convolve_avx2(const Convolution& task) { convolve<Sums256<Avx2Dot>>(task); }

}  // namespace beeline
