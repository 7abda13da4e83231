namespace {
constexpr int kLanes = 16;
constexpr int kVectors = 4;  // of a row, kept in registers
}  // namespace

#include "network/winograd_kernel.hpp"

namespace beeline {

void winograd_avx512(const WinogradTask& task) { forward(task); }
void winograd_gradient_avx512(const WinogradTask& task) { gradient(task); }

}  // namespace beeline
