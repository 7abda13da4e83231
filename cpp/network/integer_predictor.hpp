// The integer network as searches ask it.
#pragma once

#include <memory>

#include "network/integer_network.hpp"
#include "network/network.hpp"

namespace beeline {

class IntegerPredictor final : public Network {
 public:
  explicit IntegerPredictor(std::shared_ptr<const IntegerNetwork> network) : network_(std::move(network)) {}

  void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override;

 private:
  std::shared_ptr<const IntegerNetwork> network_;
};

}  // namespace beeline
