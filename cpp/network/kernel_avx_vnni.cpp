// The kernel for processors with 256-bit dot products of bytes but without AVX-512. Compiled for them:
// nothing here may be shared with other files.
#include "network/kernels.hpp"
#include "network/sums_256.hpp"

namespace beeline {

namespace {

struct AvxVnniDot {
  static __m256i add(__m256i sum, __m256i activation, __m256i weight) {
    return _mm256_dpbusd_avx_epi32(sum, activation, weight);
  }
};

}  // namespace

void convolve_avx_vnni(const Convolution& task) { convolve<Sums256<AvxVnniDot>>(task); }

}  // namespace beeline
