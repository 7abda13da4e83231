#include "network/integer_network.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/vector.hpp"
#include "network/chances.hpp"

namespace beeline {

// Reads tensors in the order of the file into the order of the kernels.
class IntegerNetwork::Reader {
 public:
  explicit Reader(const NamedTensors& tensors) : tensors_(tensors) {}

  AlignedVector<float> numbers(const std::string& name, std::size_t count) const {
    const std::span<const float> found = tensor(tensors_.numbers, name, count);
    if (!std::all_of(found.begin(), found.end(), [](float number) { return std::isfinite(number); }))
      throw std::invalid_argument(name + " holds numbers that are not finite");
    return {found.begin(), found.end()};
  }

  float number(const std::string& name) const { return numbers(name, 1)[0]; }

  Layer layer(const std::string& name, int outputs, int inputs, int taps) const {
    return {packed(name + ".weight", outputs, inputs, taps),
            numbers(name + ".scale", outputs),
            numbers(name + ".bias", outputs),
            outputs,
            inputs,
            taps};
  }

  // Factors of activations, all of them positive.
  AlignedVector<float> quantiser(const std::string& name, std::size_t count) const {
    AlignedVector<float> found = numbers(name, count);
    if (std::any_of(found.begin(), found.end(), [](float factor) { return factor <= 0.0f; }))
      throw std::invalid_argument(name + " holds factors that are not positive");
    return found;
  }

  Dense dense(const std::string& name, int outputs, int inputs, AlignedVector<float> bias) const {
    const AlignedVector<float> weights = numbers(name, static_cast<std::size_t>(outputs) * inputs);
    const int padded = (outputs + kLaneChannels - 1) / kLaneChannels * kLaneChannels;
    AlignedVector<float> transposed(static_cast<std::size_t>(padded) * inputs);
    for (int output = 0; output < outputs; ++output)
      for (int input = 0; input < inputs; ++input)
        transposed[(output / kLaneChannels * inputs + input) * kLaneChannels + output % kLaneChannels] =
            weights[output * inputs + input];
    bias.resize(padded);
    return {std::move(transposed), std::move(bias), padded, inputs};
  }

 private:
  template <class T>
  static std::span<const T> tensor(const std::map<std::string, std::span<const T>>& tensors, const std::string& name,
                                   std::size_t count) {
    const auto found = tensors.find(name);
    if (found == tensors.end()) throw std::invalid_argument("the network lacks " + name);
    if (found->second.size() != count)
      throw std::invalid_argument(name + " has " + std::to_string(found->second.size()) + " numbers, not " +
                                  std::to_string(count));
    return found->second;
  }

  AlignedVector<std::int8_t> packed(const std::string& name, int outputs, int inputs, int taps) const {
    const std::span<const std::int8_t> weights =
        tensor(tensors_.bytes, name, static_cast<std::size_t>(outputs) * inputs * taps);
    AlignedVector<std::int8_t> result;
    result.reserve(weights.size());
    constexpr int kChunk = kChunkBlocks * kLaneChannels;
    for (int chunk = 0; chunk < outputs; chunk += kChunk)
      for (int tap = 0; tap < taps; ++tap)
        for (int four = 0; four < inputs; four += 4)
          for (int output = chunk; output < std::min(chunk + kChunk, outputs); ++output)
            for (int input = four; input < four + 4; ++input)
              result.push_back(weights[(output * taps + tap) * inputs + input]);
    return result;
  }

  const NamedTensors& tensors_;
};

namespace {

void check_shape(const NetworkShape& shape) {
  if (shape.channels < kLaneChannels || shape.channels % kLaneChannels != 0)
    throw std::invalid_argument("a network has a multiple of 16 channels, not " + std::to_string(shape.channels));
  if (shape.blocks < 0 || shape.hidden < 1)
    throw std::invalid_argument("a network has no fewer than 0 blocks, and a unit of its value at least");
  for (const int block : shape.pooling)
    if (block < 1 || block > shape.blocks)
      throw std::invalid_argument("there is no block " + std::to_string(block) + " to have pooling, only 1 to " +
                                  std::to_string(shape.blocks));
}

}  // namespace

IntegerNetwork::IntegerNetwork(const NetworkShape& shape, const NamedTensors& tensors, std::string_view kernel)
    : shape_(shape), kernel_(kernel_named(kernel)) {
  check_shape(shape);
  const Reader reader(tensors);
  const int channels = shape.channels, pools = 3 * channels;
  stem_ = reader.layer("stem", channels, kInputPlanes, 7);
  for (int number = 1; number <= shape.blocks; ++number) {
    const std::string name = "block" + std::to_string(number);
    Block block{reader.quantiser(name + ".input", channels),
                reader.layer(name + ".conv1", channels, channels, 7),
                reader.layer(name + ".conv2", channels, channels, 7),
                {}};
    if (std::find(shape.pooling.begin(), shape.pooling.end(), number) != shape.pooling.end())
      block.pool = reader.dense(name + ".pool.weight", channels, pools, block.second.bias);
    blocks_.push_back(std::move(block));
  }
  head_input_ = reader.quantiser("head.input", channels);
  head_ = reader.layer("head.conv", channels, channels, 1);
  head_pool_ = reader.dense("head.pool.weight", channels, pools, head_.bias);
  value_hidden_ =
      reader.dense("value.hidden.weight", shape.hidden, pools, reader.numbers("value.hidden.bias", shape.hidden));
  value_output_ = reader.numbers("value.output.weight", shape.hidden);
  value_bias_ = reader.number("value.output.bias");
  policy_ = reader.numbers("policy.weight", channels);
  policy_bias_ = reader.number("policy.bias");
  action_ = reader.numbers("action.weight", channels);
  action_bias_ = reader.number("action.bias");
}

void NetworkScratch::fit(int rows, int cols, int channels) {
  if (rows == rows_ && cols == cols_ && channels == channels_) return;
  const std::size_t framed = static_cast<std::size_t>(rows + 2) * (cols + 2);
  planes_.assign(framed * kInputPlanes, 0);
  activations_.assign(framed * channels, 0);
  hidden_.assign(framed * channels, 0);
  stream_.resize(static_cast<std::size_t>(rows) * cols * channels);
  bias_.resize(channels);
  pooled_.resize(3 * channels);
  sums_.resize(channels);
  largest_.resize(channels);
  rows_ = rows, cols_ = cols, channels_ = channels;
  frame_planes();
}

// Own stones above and below, opposing stones left and right, both in the corners.
void NetworkScratch::frame_planes() {
  const int width = cols_ + 2, height = rows_ + 2;
  for (const int row : {0, height - 1})
    for (int col = 0; col < width; ++col) planes_[(row * width + col) * kInputPlanes] = 1;
  for (int row = 0; row < height; ++row)
    for (const int col : {0, width - 1}) planes_[(row * width + col) * kInputPlanes + 1] = 1;
}

// One evaluation.
class IntegerNetwork::Pass {
 public:
  Pass(const IntegerNetwork& network, const NetworkInput& input, NetworkScratch& scratch)
      : network_(network), input_(input), scratch_(scratch), cells_(input.rows * input.cols) {
    scratch.fit(input.rows, input.cols, network.shape_.channels);
  }

  void run(NetworkOutput& output) {
    write_planes();
    convolve(network_.stem_, network_.stem_.bias, Finish::Start, scratch_.planes_, scratch_.activations_, 0);
    for (std::size_t block = 0; block < network_.blocks_.size(); ++block) run_block(block);
    pool(scratch_.activations_);
    value(output);
    moves(output);
  }

 private:
  // Inside the frame, which the scratch keeps.
  void write_planes() {
    for (int row = 0, cell = 0; row < input_.rows; ++row) {
      std::uint8_t* planes = &scratch_.planes_[((row + 1) * (input_.cols + 2) + 1) * kInputPlanes];
      for (int col = 0; col < input_.cols; ++col, ++cell, planes += kInputPlanes) {
        const int stone = input_.stones[cell];
        planes[0] = stone == 1, planes[1] = stone == 2, planes[2] = 1, planes[3] = cell == input_.last;
      }
    }
  }

  // The activations that block number `index` reads, or the heads after the last.
  const AlignedVector<float>& quantiser(std::size_t index) const {
    return index < network_.blocks_.size() ? network_.blocks_[index].input : network_.head_input_;
  }

  void run_block(std::size_t index) {
    const Block& block = network_.blocks_[index];
    convolve(block.first, block.first.bias, Finish::Hidden, scratch_.activations_, scratch_.hidden_, index);
    const bool pooling = block.pool.outputs > 0;
    if (pooling) pool(scratch_.hidden_), apply(block.pool, scratch_.bias_);
    convolve(block.second, pooling ? scratch_.bias_ : block.second.bias, Finish::Residual, scratch_.hidden_,
             scratch_.activations_, index + 1);
  }

  void convolve(const Layer& layer, const AlignedVector<float>& bias, Finish finish,
                const AlignedVector<std::uint8_t>& from, AlignedVector<std::uint8_t>& to, std::size_t next) {
    network_.kernel_.convolve({.weights = layer.weights.data(),
                               .scale = layer.scale.data(),
                               .bias = bias.data(),
                               .quantiser = quantiser(next).data(),
                               .outputs = layer.outputs,
                               .inputs = layer.inputs,
                               .taps = layer.taps,
                               .rows = input_.rows,
                               .cols = input_.cols,
                               .input = from.data(),
                               .output = to.data(),
                               .stream = scratch_.stream_.data(),
                               .finish = finish});
  }

  // Into pooled_, in units of activations. The sums are of integers, at most 361 · 127.
  void pool(const AlignedVector<std::uint8_t>& activations) {
    const int channels = network_.shape_.channels;
    std::uint16_t* const __restrict sums = scratch_.sums_.data();
    std::uint8_t* const __restrict largest = scratch_.largest_.data();
    std::fill_n(sums, channels, 0), std::fill_n(largest, channels, 0);
    for (int row = 0; row < input_.rows; ++row) {
      const std::uint8_t* cell = &activations[((row + 1) * (input_.cols + 2) + 1) * channels];
      for (int col = 0; col < input_.cols; ++col, cell += channels)
        for (int channel = 0; channel < channels; ++channel) {
          sums[channel] += cell[channel];
          largest[channel] = std::max(largest[channel], cell[channel]);
        }
    }
    const float count = static_cast<float>(cells_), size = (std::sqrt(count) - 10.0f) / 10.0f;
    float* const pooled = scratch_.pooled_.data();
    for (int channel = 0; channel < channels; ++channel) {
      const float mean = static_cast<float>(sums[channel]) / count;
      pooled[channel] = mean;
      pooled[channels + channel] = largest[channel];
      pooled[2 * channels + channel] = mean * size;
    }
  }

  // bias + weights · pooled, input after input, for 16 outputs at a time.
  void apply(const Dense& dense, AlignedVector<float>& to) const {
    to = dense.bias;
    const float* weights = dense.weights.data();
    for (float* outputs = to.data(); outputs != to.data() + dense.outputs; outputs += kLaneChannels) {
      Float4 a = load4(outputs), b = load4(outputs + 4), c = load4(outputs + 8), d = load4(outputs + 12);
      for (int input = 0; input < dense.inputs; ++input, weights += kLaneChannels) {
        const Float4 number = broadcast(scratch_.pooled_[input]);
        a += load4(weights) * number, b += load4(weights + 4) * number;
        c += load4(weights + 8) * number, d += load4(weights + 12) * number;
      }
      store4(outputs, a), store4(outputs + 4, b), store4(outputs + 8, c), store4(outputs + 12, d);
    }
  }

  void value(NetworkOutput& output) {
    apply(network_.value_hidden_, scratch_.units_);
    float sum = network_.value_bias_;
    for (int unit = 0; unit < network_.shape_.hidden; ++unit)
      sum += std::max(scratch_.units_[unit], 0.0f) * network_.value_output_[unit];
    output.value = sum;
  }

  void moves(NetworkOutput& output) {
    apply(network_.head_pool_, scratch_.bias_);
    convolve(network_.head_, scratch_.bias_, Finish::Head, scratch_.activations_, scratch_.activations_,
             network_.blocks_.size());
    const int channels = network_.shape_.channels;
    for (int cell = 0; cell < cells_; ++cell) {
      const float* const units = scratch_.stream_.data() + cell * channels;
      output.policy[cell] = network_.policy_bias_ + product(units, network_.policy_.data(), channels);
      output.action_values[cell] = network_.action_bias_ + product(units, network_.action_.data(), channels);
    }
  }

  // In 16 sums side by side, which are then added in halves.
  static float product(const float* x, const float* y, int count) {
    Float4 a{}, b{}, c{}, d{};
    for (int at = 0; at < count; at += kLaneChannels) {
      a += load4(x + at) * load4(y + at), b += load4(x + at + 4) * load4(y + at + 4);
      c += load4(x + at + 8) * load4(y + at + 8), d += load4(x + at + 12) * load4(y + at + 12);
    }
    const Float4 sum = (a + c) + (b + d);
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
  }

  const IntegerNetwork& network_;
  const NetworkInput& input_;
  NetworkScratch& scratch_;
  const int cells_;
};

void IntegerNetwork::evaluate(const NetworkInput& input, NetworkScratch& scratch, NetworkOutput& output) const {
  Pass(*this, input, scratch).run(output);
}

void IntegerNetwork::evaluate(std::span<const NetworkInput> inputs, NetworkScratch& scratch,
                              std::span<NetworkOutput> outputs) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) evaluate(inputs[i], scratch, outputs[i]);
}

void IntegerNetwork::predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) {
  thread_local NetworkScratch scratch;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Prediction& prediction = predictions[i];
    prediction.policy.resize(inputs[i].stones.size());
    prediction.action_values.resize(inputs[i].stones.size());
    NetworkOutput output{0.0f, prediction.policy, prediction.action_values};
    evaluate(inputs[i], scratch, output);
    prediction.value = win_chance(output.value);
    for (float& value : prediction.action_values) value = win_chance(value);
  }
}

}  // namespace beeline
