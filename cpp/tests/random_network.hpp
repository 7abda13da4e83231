// An integer network with random tensors, for tests: its activations stay within their range.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "network/integer_network.hpp"

namespace beeline {

struct RandomNetwork {
  NetworkShape shape;
  std::map<std::string, std::vector<std::int8_t>> bytes;
  std::map<std::string, std::vector<float>> numbers;

  RandomNetwork(NetworkShape wanted, std::uint64_t seed) : shape(std::move(wanted)), random_(seed) {
    const int channels = shape.channels, pools = 3 * channels;
    convolution("stem", kInputPlanes, 7, 0.01f);
    for (int block = 1; block <= shape.blocks; ++block) {
      const std::string name = "block" + std::to_string(block);
      fill(name + ".input", channels, 15.0f, 25.0f);
      convolution(name + ".conv1", channels, 7, 0.2f / static_cast<float>(channels));
      convolution(name + ".conv2", channels, 7, 0.01f / static_cast<float>(channels));
    }
    for (const int block : shape.pooling)
      fill("block" + std::to_string(block) + ".pool.weight", channels * pools, -0.002f, 0.002f);
    fill("head.input", channels, 15.0f, 25.0f);
    convolution("head.conv", channels, 1, 0.0002f);
    fill("head.pool.weight", channels * pools, -0.002f, 0.002f);
    fill("value.hidden.weight", shape.hidden * pools, -0.002f, 0.002f);
    fill("value.hidden.bias", shape.hidden, -0.1f, 0.1f);
    fill("value.output.weight", shape.hidden, -0.3f, 0.3f);
    fill("policy.weight", channels, -0.3f, 0.3f);
    fill("action.weight", channels, -0.3f, 0.3f);
    for (const char* name : {"value.output.bias", "policy.bias", "action.bias"}) fill(name, 1, -0.3f, 0.3f);
  }

  NamedTensors tensors() const {
    NamedTensors all;
    for (const auto& [name, values] : bytes) all.bytes[name] = values;
    for (const auto& [name, values] : numbers) all.numbers[name] = values;
    return all;
  }

  std::vector<std::uint8_t> position(int cells) {
    std::vector<std::uint8_t> stones(cells);
    for (std::uint8_t& stone : stones) stone = static_cast<std::uint8_t>(random_.below(3));
    return stones;
  }

 private:
  void convolution(const std::string& name, int inputs, int taps, float scale) {
    std::vector<std::int8_t>& weights = bytes[name + ".weight"];
    weights.resize(shape.channels * inputs * taps);
    for (std::int8_t& weight : weights) weight = static_cast<std::int8_t>(static_cast<int>(random_.below(255)) - 127);
    fill(name + ".scale", shape.channels, 0.5f * scale, scale);
    fill(name + ".bias", shape.channels, -1.0f, 2.0f);
  }

  void fill(const std::string& name, int count, float low, float high) {
    std::vector<float>& values = numbers[name];
    values.resize(count);
    for (float& value : values) {
      // The same numbers on every machine: the product is rounded before the addition.
      const volatile float above = (high - low) * static_cast<float>(random_.below(1 << 20)) / (1 << 20);
      value = low + above;
    }
  }

  Random random_;
};

}  // namespace beeline
