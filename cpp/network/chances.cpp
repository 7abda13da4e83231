#include "network/chances.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace beeline {

namespace {

// e^r for |r| ≤ ln 2 / 2, from the Cephes library (Moshier).
float near_one(float r) {
  float sum = 1.9875691500e-4f;
  for (const float coefficient :
       {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f})
    sum = sum * r + coefficient;
  return sum * (r * r) + r + 1.0f;
}

}  // namespace

float exponential(float x) {
  constexpr float kLowest = -87.0f, kHighest = 88.0f, kNoFraction = 12582912.0f;  // 1.5 · 2^23
  if (!(x >= kLowest)) return 0.0f;
  x = std::min(x, kHighest);
  const float power = (x * 1.44269504088896341f + kNoFraction) - kNoFraction;
  const float rest = x - power * 0.693359375f - power * -2.12194440e-4f;
  const std::uint32_t exponent = static_cast<std::uint32_t>(static_cast<std::int32_t>(power) + 127) << 23;
  return near_one(rest) * std::bit_cast<float>(exponent);
}

float win_chance(float logit) {
  const float small = exponential(logit < 0.0f ? logit : -logit);
  return (logit < 0.0f ? small : 1.0f) / (1.0f + small);
}

void softmax(std::span<float> logits) {
  if (logits.empty()) return;
  const float largest = *std::max_element(logits.begin(), logits.end());
  float sum = 0.0f;
  for (float& logit : logits) sum += logit = exponential(logit - largest);
  for (float& share : logits) share /= sum;
}

}  // namespace beeline
