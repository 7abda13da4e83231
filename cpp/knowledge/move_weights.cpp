#include "knowledge/move_weights.hpp"

#include <cstdint>

#include "knowledge/move_features.hpp"

namespace beeline {

namespace {

// Values that were seen too seldom to have a weight are not in the table.
struct Weight {
  std::int32_t value;
  std::int16_t hundredths;
};

#include "knowledge/move_weights.inc"

}  // namespace

const std::vector<float>& move_weights() {
  static const std::vector<float> weights = [] {
    std::vector<float> all(MoveFeatures::kAll);
    for (const Weight& weight : kWeights) all[weight.value] = 0.01f * static_cast<float>(weight.hundredths);
    return all;
  }();
  return weights;
}

}  // namespace beeline
