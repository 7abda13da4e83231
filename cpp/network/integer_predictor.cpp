#include "network/integer_predictor.hpp"

#include "network/chances.hpp"

namespace beeline {

void IntegerPredictor::predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) {
  thread_local NetworkScratch scratch;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Prediction& prediction = predictions[i];
    prediction.policy.resize(inputs[i].stones.size());
    prediction.action_values.resize(inputs[i].stones.size());
    NetworkOutput output{0.0f, prediction.policy, prediction.action_values};
    network_->evaluate(inputs[i], scratch, output);
    prediction.value = win_chance(output.value);
    for (float& value : prediction.action_values) value = win_chance(value);
  }
}

}  // namespace beeline
