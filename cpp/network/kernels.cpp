#include "network/kernels.hpp"

#include <stdexcept>
#include <string>

#include "network/processor.hpp"

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace beeline {

namespace {

#if defined(__aarch64__)
bool has_dot_product() {
#if defined(__linux__)
  return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
#elif defined(__APPLE__)
  return true;  // every Mac with such a processor
#else
  return false;
#endif
}
#endif

std::vector<Kernel> find_kernels() {
  std::vector<Kernel> found;
#if defined(__x86_64__)
  const Processor& has = processor();
  if (has.avx512f && has.avx512bw && has.avx512vl && has.avx512dq && has.avx512_vnni)
    found.push_back({"avx512_vnni", convolve_avx512_vnni});
  if (has.avx2 && has.avx_vnni) found.push_back({"avx_vnni", convolve_avx_vnni});
  if (has.avx2) found.push_back({"avx2", convolve_avx2});
#elif defined(__aarch64__)
  if (has_dot_product()) found.push_back({"neon", convolve_neon});
#endif
  found.push_back({"plain", convolve_plain});
  return found;
}

}  // namespace

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> found = find_kernels();
  return found;
}

const Kernel& kernel_named(std::string_view name) {
  if (name.empty()) return kernels().front();
  std::string known;
  for (const Kernel& kernel : kernels()) {
    if (kernel.name == name) return kernel;
    known += (known.empty() ? "" : ", ") + std::string(kernel.name);
  }
  throw std::invalid_argument("this processor has no kernel '" + std::string(name) + "', only " + known);
}

}  // namespace beeline
