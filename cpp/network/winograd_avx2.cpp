namespace {
constexpr int kLanes = 8;
constexpr int kVectors = 2;  // of a row, kept in registers
}  // namespace

#include "network/winograd_kernel.hpp"

namespace beeline {

void winograd_avx2(const WinogradTask& task) { forward(task); }
void winograd_gradient_avx2(const WinogradTask& task) { gradient(task); }

}  // namespace beeline
