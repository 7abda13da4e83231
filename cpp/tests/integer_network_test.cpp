// The integer network against a slow reference, with every kernel of this processor, to the bit.
#include "network/integer_network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "check.hpp"
#include "network/canonical_view.hpp"
#include "network/chances.hpp"
#include "network/processor.hpp"
#include "random_network.hpp"

using namespace beeline;

namespace {

const std::vector<std::pair<int, int>> kBoards = {{1, 1}, {5, 5}, {3, 7}, {7, 3}, {1, 19}, {11, 11}, {19, 19}};

// What a network says of a position, with memory of its own.
struct Answer {
  float value = 0.0f;
  std::vector<float> policy, action_values;

  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer_of(const IntegerNetwork& network, const NetworkInput& input, NetworkScratch& scratch) {
  Answer answer{0.0f, std::vector<float>(input.stones.size()), std::vector<float>(input.stones.size())};
  NetworkOutput output{0.0f, answer.policy, answer.action_values};
  network.evaluate(input, scratch, output);
  answer.value = output.value;
  return answer;
}

// The formulas of integer_network.hpp, one number after the other, from the tensors as the file has them.
class Reference {
 public:
  Reference(const RandomNetwork& network, const NetworkInput& input)
      : network_(network), input_(input), channels_(network.shape.channels) {}

  Answer answer() {
    Planes stream(cells(), std::vector<float>(channels_));
    Sums sums = convolved("stem", input_planes(), kInputPlanes, 7);
    each([&](int cell, int channel) { stream[cell][channel] = std::max(scaled("stem", sums, cell, channel), 0.0f); });
    for (int block = 1; block <= network_.shape.blocks; ++block) run_block("block" + std::to_string(block), stream);
    return heads(stream);
  }

 private:
  using Planes = std::vector<std::vector<float>>;     // by cell and channel
  using Activations = std::vector<std::vector<int>>;  // by framed cell and channel
  using Sums = std::vector<std::vector<std::int64_t>>;

  int cells() const { return input_.rows * input_.cols; }
  int framed(int row, int col) const { return (row + 1) * (input_.cols + 2) + col + 1; }
  const std::vector<float>& numbers(const std::string& name) const { return network_.numbers.at(name); }

  template <class Function>
  void each(Function function) const {
    for (int cell = 0; cell < cells(); ++cell)
      for (int channel = 0; channel < channels_; ++channel) function(cell, channel);
  }

  static int rounded(float number) { return static_cast<int>(std::nearbyint(std::clamp(number, 0.0f, 127.0f))); }

  float scaled(const std::string& name, const Sums& sums, int cell, int channel) const {
    const volatile float product = static_cast<float>(sums[cell][channel]) * numbers(name + ".scale")[channel];
    return product + numbers(name + ".bias")[channel];
  }

  Activations input_planes() const {
    Activations planes((input_.rows + 2) * (input_.cols + 2), std::vector<int>(kInputPlanes));
    for (int row = -1; row <= input_.rows; ++row)
      for (const int col : {-1, input_.cols}) planes[framed(row, col)][1] = 1;
    for (int col = -1; col <= input_.cols; ++col)
      for (const int row : {-1, input_.rows}) planes[framed(row, col)][0] = 1;
    for (int cell = 0; cell < cells(); ++cell) {
      std::vector<int>& here = planes[framed(cell / input_.cols, cell % input_.cols)];
      here = {input_.stones[cell] == 1, input_.stones[cell] == 2, 1, cell == input_.last};
    }
    return planes;
  }

  Activations quantised(const std::string& name, const Planes& stream) const {
    Activations result((input_.rows + 2) * (input_.cols + 2), std::vector<int>(channels_));
    each([&](int cell, int channel) {
      result[framed(cell / input_.cols, cell % input_.cols)][channel] =
          rounded(stream[cell][channel] * numbers(name)[channel]);
    });
    return result;
  }

  Sums convolved(const std::string& name, const Activations& from, int inputs, int taps) const {
    const std::vector<std::pair<int, int>> seven = {{-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}};
    const std::vector<std::pair<int, int>> steps = taps == 7 ? seven : std::vector<std::pair<int, int>>{{0, 0}};
    const std::vector<std::int8_t>& weights = network_.bytes.at(name + ".weight");
    Sums sums(cells(), std::vector<std::int64_t>(channels_));
    each([&](int cell, int output) {
      for (int tap = 0; tap < taps; ++tap)
        for (int input = 0; input < inputs; ++input)
          sums[cell][output] +=
              weights[(output * taps + tap) * inputs + input] *
              from[framed(cell / input_.cols + steps[tap].first, cell % input_.cols + steps[tap].second)][input];
    });
    return sums;
  }

  std::vector<float> pooled(const Activations& activations) const {
    const float count = static_cast<float>(cells());
    std::vector<float> pools(3 * channels_);
    for (int channel = 0; channel < channels_; ++channel) {
      int sum = 0, largest = 0;
      for (const std::vector<int>& cell : activations)  // the frame adds nothing
        sum += cell[channel], largest = std::max(largest, cell[channel]);
      pools[channel] = static_cast<float>(sum) / count;
      pools[channels_ + channel] = static_cast<float>(largest);
      pools[2 * channels_ + channel] = pools[channel] * ((std::sqrt(count) - 10.0f) / 10.0f);
    }
    return pools;
  }

  std::vector<float> dense(const std::string& weight, const std::string& bias, const std::vector<float>& from) const {
    std::vector<float> result = numbers(bias);
    for (std::size_t output = 0; output < result.size(); ++output)
      for (std::size_t input = 0; input < from.size(); ++input) {
        const volatile float product = numbers(weight)[output * from.size() + input] * from[input];
        result[output] += product;
      }
    return result;
  }

  void run_block(const std::string& name, Planes& stream) {
    const Sums first = convolved(name + ".conv1", quantised(name + ".input", stream), channels_, 7);
    Activations hidden((input_.rows + 2) * (input_.cols + 2), std::vector<int>(channels_));
    each([&](int cell, int channel) {
      hidden[framed(cell / input_.cols, cell % input_.cols)][channel] =
          rounded(scaled(name + ".conv1", first, cell, channel));
    });
    std::vector<float> bias = numbers(name + ".conv2.bias");
    if (network_.numbers.contains(name + ".pool.weight"))
      bias = dense(name + ".pool.weight", name + ".conv2.bias", pooled(hidden));
    const Sums second = convolved(name + ".conv2", hidden, channels_, 7);
    each([&](int cell, int channel) {
      const volatile float product =
          static_cast<float>(second[cell][channel]) * numbers(name + ".conv2.scale")[channel];
      stream[cell][channel] = std::max(stream[cell][channel] + (product + bias[channel]), 0.0f);
    });
  }

  float product(const std::vector<float>& units, const std::string& name) const {
    std::vector<float> sums(16);
    for (int channel = 0; channel < channels_; ++channel) {
      const volatile float one = units[channel] * numbers(name)[channel];
      sums[channel % 16] += one;
    }
    for (int half = 8; half > 0; half /= 2)
      for (int lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
    return sums[0];
  }

  Answer heads(const Planes& stream) {
    Answer answer{0.0f, std::vector<float>(cells()), std::vector<float>(cells())};
    const Activations last = quantised("head.input", stream);
    const std::vector<float> pools = pooled(last);
    const std::vector<float> units = dense("value.hidden.weight", "value.hidden.bias", pools);
    answer.value = numbers("value.output.bias")[0];
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      const volatile float one = std::max(units[unit], 0.0f) * numbers("value.output.weight")[unit];
      answer.value += one;
    }
    const std::vector<float> bias = dense("head.pool.weight", "head.conv.bias", pools);
    const Sums sums = convolved("head.conv", last, channels_, 1);
    for (int cell = 0; cell < cells(); ++cell) {
      std::vector<float> here(channels_);
      for (int channel = 0; channel < channels_; ++channel) {
        const volatile float one = static_cast<float>(sums[cell][channel]) * numbers("head.conv.scale")[channel];
        here[channel] = std::max(one + bias[channel], 0.0f);
      }
      answer.policy[cell] = numbers("policy.bias")[0] + product(here, "policy.weight");
      answer.action_values[cell] = numbers("action.bias")[0] + product(here, "action.weight");
    }
    return answer;
  }

  const RandomNetwork& network_;
  const NetworkInput& input_;
  const int channels_;
};

void check_all_kernels(const NetworkShape& shape, std::uint64_t seed) {
  RandomNetwork random(shape, seed);
  for (const Kernel& kernel : kernels()) {
    const IntegerNetwork network(shape, random.tensors(), kernel.name);
    NetworkScratch scratch;
    for (const auto& [rows, cols] : kBoards) {
      const std::vector<std::uint8_t> stones = random.position(rows * cols);
      const NetworkInput input{rows, cols, stones, rows * cols / 2};
      CHECK(answer_of(network, input, scratch) == Reference(random, input).answer());
    }
  }
}

TEST(every_kernel_gives_the_answer_of_the_reference_to_the_bit) {
  check_all_kernels({.channels = 64, .blocks = 8, .pooling = {3, 6}, .hidden = 64}, 1);
}

// FNV-1a over the bits of an answer.
std::uint64_t fingerprint(const Answer& answer) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](float number) { hash = (hash ^ std::bit_cast<std::uint32_t>(number)) * 0x100000001b3u; };
  add(answer.value);
  for (const float logit : answer.policy) add(logit);
  for (const float logit : answer.action_values) add(logit);
  return hash;
}

TEST(answers_are_these_bits_on_every_machine) {
  RandomNetwork random({}, 17);
  const std::vector<std::uint8_t> stones = random.position(121);
  NetworkScratch scratch;
  const IntegerNetwork network(random.shape, random.tensors());
  CHECK_EQUAL(fingerprint(answer_of(network, {11, 11, stones, 60}, scratch)), 4128875050090937935u);
}

TEST(widths_that_do_not_fill_a_chunk_work_too) {
  for (const int channels : {16, 32, 48, 80, 96, 128})
    check_all_kernels({.channels = channels, .blocks = 1, .pooling = {1}, .hidden = 8}, channels);
}

TEST(a_network_may_have_no_blocks_and_no_pooling) {
  check_all_kernels({.channels = 16, .blocks = 0, .pooling = {}, .hidden = 3}, 5);
  check_all_kernels({.channels = 32, .blocks = 2, .pooling = {}, .hidden = 3}, 6);
}

TEST(the_largest_sums_do_not_saturate) {
  const NetworkShape shape{.channels = 64, .blocks = 1, .pooling = {}, .hidden = 4};
  RandomNetwork random(shape, 3);
  for (const std::string name : {"stem.weight", "block1.conv1.weight", "block1.conv2.weight"})
    for (std::int8_t& weight : random.bytes[name]) weight = name == "block1.conv2.weight" ? -127 : 127;
  for (float& scale : random.numbers["stem.scale"]) scale = 1000.0f;
  for (float& scale : random.numbers["block1.conv1.scale"]) scale = 1.0f;
  for (float& scale : random.numbers["block1.conv2.scale"]) scale = 1.0f / (1 << 12);
  const std::vector<std::uint8_t> stones = random.position(49);
  const NetworkInput input{7, 7, stones, -1};
  for (const Kernel& kernel : kernels()) {
    NetworkScratch scratch;
    CHECK(answer_of(IntegerNetwork(shape, random.tensors(), kernel.name), input, scratch) ==
          Reference(random, input).answer());
  }
}

TEST(the_last_move_is_seen) {
  const NetworkShape shape{.channels = 16, .blocks = 1, .pooling = {}, .hidden = 4};
  RandomNetwork random(shape, 4);
  const IntegerNetwork network(shape, random.tensors());
  NetworkScratch scratch;
  const std::vector<std::uint8_t> stones = random.position(25);
  CHECK(answer_of(network, {5, 5, stones, 7}, scratch) != answer_of(network, {5, 5, stones, -1}, scratch));
}

TEST(many_positions_are_answered_as_one_by_one) {
  const NetworkShape shape{.channels = 32, .blocks = 2, .pooling = {2}, .hidden = 8};
  RandomNetwork random(shape, 8);
  const IntegerNetwork network(shape, random.tensors());
  NetworkScratch scratch, other;
  std::vector<std::vector<std::uint8_t>> stones;
  std::vector<NetworkInput> inputs;
  std::vector<Answer> answers;
  std::vector<NetworkOutput> outputs;
  for (const auto& [rows, cols] : kBoards) stones.push_back(random.position(rows * cols));
  for (std::size_t i = 0; i < kBoards.size(); ++i) {
    inputs.push_back({kBoards[i].first, kBoards[i].second, stones[i], 0});
    answers.push_back({0.0f, std::vector<float>(stones[i].size()), std::vector<float>(stones[i].size())});
  }
  for (Answer& answer : answers) outputs.push_back({0.0f, answer.policy, answer.action_values});
  network.evaluate(inputs, scratch, outputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    answers[i].value = outputs[i].value;
    CHECK(answers[i] == answer_of(network, inputs[i], other));
  }
}

TEST(a_board_and_its_reflection_look_the_same_to_their_players) {
  Random random(11);
  for (int game = 0; game < 50; ++game) {
    HexBoard board(3 + game % 5, 3 + game % 4);
    for (Move cell = 0; cell < board.cells(); ++cell)
      if (random.below(3) > 0) board.set_up(cell, random.below(2) ? Colour::Black : Colour::White);
    board.set_to_move(random.below(2) ? Colour::Black : Colour::White);
    const HexBoard reflected = board.reflected();
    const CanonicalView view(board), other(reflected);
    const NetworkInput a = view.input(), b = other.input();
    CHECK(a.rows == b.rows && a.cols == b.cols && std::ranges::equal(a.stones, b.stones));
    for (int cell = 0; cell < board.cells(); ++cell) {
      CHECK_EQUAL(view.on_board(view.seen(cell)), cell);
      const int there = cell % board.cols() * board.rows() + cell / board.cols();
      CHECK_EQUAL(view.seen(cell), other.seen(there));
    }
  }
}

TEST(white_to_move_sees_own_goal_from_top_to_bottom) {
  HexBoard board(2, 3);  // two rows, three columns
  board.play(1, Colour::Black);
  const CanonicalView view(board);
  const NetworkInput input = view.input();
  CHECK_EQUAL(input.rows, 3);
  CHECK_EQUAL(input.cols, 2);
  CHECK(std::ranges::equal(input.stones, std::vector<std::uint8_t>{0, 0, 2, 0, 0, 0}));
  CHECK_EQUAL(input.last, 2);
}

TEST(a_wrong_tensor_is_named) {
  const NetworkShape shape{.channels = 16, .blocks = 1, .pooling = {}, .hidden = 4};
  RandomNetwork random(shape, 9);
  random.numbers["policy.weight"].pop_back();
  CHECK_THROWS(std::invalid_argument, IntegerNetwork(shape, random.tensors()));
  random.numbers["policy.weight"].push_back(std::numeric_limits<float>::infinity());
  CHECK_THROWS(std::invalid_argument, IntegerNetwork(shape, random.tensors()));
  random.numbers.erase("policy.weight");
  CHECK_THROWS(std::invalid_argument, IntegerNetwork(shape, random.tensors()));
}

TEST(a_kernel_that_is_not_there_is_refused) { CHECK_THROWS(std::invalid_argument, kernel_named("abacus")); }

#if defined(__x86_64__) && defined(__linux__)
TEST(the_processor_has_what_the_compiler_says_it_has) {
  const Processor& has = processor();
  CHECK_EQUAL(has.avx2, __builtin_cpu_supports("avx2") != 0);
  CHECK_EQUAL(has.fma, __builtin_cpu_supports("fma") != 0);
  CHECK_EQUAL(has.avx512f, __builtin_cpu_supports("avx512f") != 0);
  CHECK_EQUAL(has.avx512bw, __builtin_cpu_supports("avx512bw") != 0);
  CHECK_EQUAL(has.avx512dq, __builtin_cpu_supports("avx512dq") != 0);
  CHECK_EQUAL(has.avx512vl, __builtin_cpu_supports("avx512vl") != 0);
  CHECK_EQUAL(has.avx512_vnni, __builtin_cpu_supports("avx512vnni") != 0);
}
#endif

TEST(chances_are_close_to_those_of_the_library) {
  for (float x = -20.0f; x <= 20.0f; x += 0.0137f) {
    CHECK(std::abs(exponential(x) - std::exp(x)) <= 4e-7f * std::exp(x));
    CHECK(std::abs(win_chance(x) - 1.0f / (1.0f + std::exp(-x))) <= 2e-7f);
  }
  CHECK_EQUAL(exponential(0.0f), 1.0f);
  CHECK_EQUAL(win_chance(0.0f), 0.5f);
  CHECK_EQUAL(exponential(-std::numeric_limits<float>::infinity()), 0.0f);
}

TEST(chances_are_these_bits_on_every_machine) {
  CHECK_EQUAL(std::bit_cast<std::uint32_t>(win_chance(0.7f)), 1059786330u);
  CHECK_EQUAL(std::bit_cast<std::uint32_t>(exponential(-3.3f)), 1024922318u);
}

TEST(a_softmax_leaves_out_what_is_no_move) {
  std::vector<float> logits = {1.0f, -std::numeric_limits<float>::infinity(), 1.0f, 1.0f - std::log(2.0f)};
  softmax(logits);
  CHECK_EQUAL(logits[1], 0.0f);
  CHECK(std::abs(logits[0] - 0.4f) < 1e-6f && std::abs(logits[3] - 0.2f) < 1e-6f);
}

}  // namespace
