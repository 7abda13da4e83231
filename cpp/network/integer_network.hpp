// The network of the player zero on integers: one small network for boards of any shape.
//
// Input. Four bytes per cell of the framed board, (rows + 2) × (cols + 2): own stone, opposing stone, cell of
// the board, last move. It is the view of the player to move, who joins top and bottom; a position where
// White is to move comes transposed and recoloured (canonical_view.hpp). The frame above and below holds own
// stones, left and right opposing stones, and in its corners both. Later layers have a frame of zeros.
//
// Layers, with 7-tap hexagonal convolutions of C channels:
//   stem      x = relu(conv(input))
//   block     h = relu(conv1(x));  x = relu(x + conv2(h) [+ W pool(h), where the block has pooling])
//   head      t = relu(conv1x1(x) + W pool(x)); a logit of the policy and one of the action value per cell
//   value     a logit, V relu(U pool(x) + u) + v
//   pool(a)   3 C numbers: the mean over the board, the maximum, mean · (√(rows · cols) - 10) / 10
//
// Convolutions multiply bytes (convolution.hpp). x itself, to which the blocks add, is kept in float32, and
// so are pooling and heads; sums of floats have one order, written in plain C++. Hence a network gives the
// same answer to the bit with every kernel and on every machine.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/aligned.hpp"
#include "network/convolution.hpp"
#include "network/kernels.hpp"
#include "network/network.hpp"

namespace beeline {

inline constexpr int kInputPlanes = 4;

struct NetworkShape {
  int channels = 64;  // a multiple of 16
  int blocks = 8;
  std::vector<int> pooling = {3, 6};  // blocks with global pooling, from 1
  int hidden = 64;                    // units of the value head
};

// Tensors by name, in C order. For a convolution NAME with O outputs, I inputs and T taps
//   NAME.weight  bytes [O, T, I], taps in the order of kHexSteps with the cell itself in the middle
//   NAME.scale, NAME.bias  [O]
// namely stem, blockB.conv1, blockB.conv2 (B from 1) and head.conv; and numbers
//   blockB.input, head.input [C]: activation = x · input, all positive
//   blockB.pool.weight, head.pool.weight [C, 3 C], value.hidden.weight [hidden, 3 C]: of pools of activations
//   value.hidden.bias [hidden], value.output.weight [hidden], value.output.bias [1]
//   policy.weight, action.weight [C], policy.bias, action.bias [1]
// NAME.conv1's scale and bias give its output in units of activations, the others' in units of x.
struct NamedTensors {
  std::map<std::string, std::span<const std::int8_t>> bytes;
  std::map<std::string, std::span<const float>> numbers;
};

// Logits, in the view of the input; those of occupied cells mean nothing. The spans are the caller's, rows · cols.
struct NetworkOutput {
  float value = 0.0f;              // that the player to move wins
  std::span<float> policy;         // of each move
  std::span<float> action_values;  // that the player to move wins after each move
};

// The working memory of one thread.
class NetworkScratch {
 public:
  NetworkScratch() = default;

 private:
  friend class IntegerNetwork;
  void fit(int rows, int cols, int channels);
  void frame_planes();

  int rows_ = 0, cols_ = 0, channels_ = 0;
  AlignedVector<std::uint8_t> planes_, activations_, hidden_;
  AlignedVector<float> stream_, bias_, pooled_, units_;
  AlignedVector<std::uint16_t> sums_;
  AlignedVector<std::uint8_t> largest_;
};

// Immutable: many threads may evaluate at once, each with its own scratch. Boards have 1 to 19 rows and columns.
class IntegerNetwork final : public Network {
 public:
  // `kernel` names one of kernels(), the fastest by default. Throws std::invalid_argument, saying which, for
  // a tensor that is missing, of the wrong size or not finite.
  IntegerNetwork(const NetworkShape& shape, const NamedTensors& tensors, std::string_view kernel = "");

  const NetworkShape& shape() const { return shape_; }
  std::string_view kernel() const { return kernel_.name; }

  void evaluate(const NetworkInput& input, NetworkScratch& scratch, NetworkOutput& output) const;
  void evaluate(std::span<const NetworkInput> inputs, NetworkScratch& scratch, std::span<NetworkOutput> outputs) const;
  // The same as chances, with a scratch per thread that asks.
  void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override;

 private:
  struct Layer {  // a convolution
    AlignedVector<std::int8_t> weights;
    AlignedVector<float> scale, bias;
    int outputs, inputs, taps;
  };
  struct Dense {  // weights of 16 outputs by input; outputs padded to a multiple of 16
    AlignedVector<float> weights, bias;
    int outputs, inputs;
  };
  struct Block {
    AlignedVector<float> input;
    Layer first, second;
    Dense pool;  // with no outputs where the block has no pooling
  };
  class Reader;
  class Pass;

  NetworkShape shape_;
  Kernel kernel_;
  Layer stem_;
  std::vector<Block> blocks_;
  AlignedVector<float> head_input_;
  Layer head_;
  Dense head_pool_, value_hidden_;
  AlignedVector<float> value_output_, policy_, action_;
  float value_bias_ = 0.0f, policy_bias_ = 0.0f, action_bias_ = 0.0f;
};

}  // namespace beeline
