// The kernels of the integer network, one per instruction set, and which of them this processor runs.
#pragma once

#include <string_view>
#include <vector>

#include "network/convolution.hpp"

namespace beeline {

struct Kernel {
  std::string_view name;
  ConvolveFunction convolve;
};

// Those that run here, the fastest first; "plain" is always the last.
const std::vector<Kernel>& kernels();

// By name, the fastest for an empty name. Throws std::invalid_argument for one that does not run here.
const Kernel& kernel_named(std::string_view name);

void convolve_plain(const Convolution& task);
void convolve_avx2(const Convolution& task);
void convolve_avx_vnni(const Convolution& task);
void convolve_avx512_vnni(const Convolution& task);
void convolve_neon(const Convolution& task);

}  // namespace beeline
