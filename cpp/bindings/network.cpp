// The integer network. Python has checked boards, stones and shapes of tensors.
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "network/canonical_view.hpp"
#include "network/integer_network.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

template <class T>
using Tensor = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

using Tensors = nb::typed<nb::dict, std::string, nb::object>;

NamedTensors named_tensors(const Tensors& tensors) {
  NamedTensors named;
  for (const auto& [key, value] : static_cast<const nb::dict&>(tensors)) {
    const std::string name = nb::cast<std::string>(key);
    if (Tensor<std::int8_t> bytes; nb::try_cast(value, bytes, false)) named.bytes[name] = {bytes.data(), bytes.size()};
    else if (Tensor<float> numbers; nb::try_cast(value, numbers, false))
      named.numbers[name] = {numbers.data(), numbers.size()};
    else throw nb::type_error(("the tensor " + name + " is neither of int8 nor of float32, in C order").c_str());
  }
  return named;
}

using FloatArray = nb::ndarray<nb::numpy, float>;

// Numbers whose memory Python takes over.
struct Floats {
  explicit Floats(std::size_t size) : numbers(std::make_unique<float[]>(size)), size(size) {}

  FloatArray to_python(std::initializer_list<std::size_t> shape) {
    float* const data = numbers.release();
    const nb::capsule owner(data, [](void* memory) noexcept { delete[] static_cast<float*>(memory); });
    return FloatArray(data, shape, owner);
  }

  std::unique_ptr<float[]> numbers;
  std::size_t size;
};

NetworkScratch& scratch_of_thread() {
  thread_local NetworkScratch scratch;
  return scratch;
}

std::tuple<float, FloatArray, FloatArray> evaluate(const IntegerNetwork& network, int rows, int cols,
                                                   const Array<const std::uint8_t, 1>& stones, int last) {
  const std::size_t cells = stones.shape(0);
  Floats policy(cells), action_values(cells);
  NetworkOutput output{0.0f, {policy.numbers.get(), cells}, {action_values.numbers.get(), cells}};
  {
    const nb::gil_scoped_release unlock;
    network.evaluate({rows, cols, {stones.data(), cells}, last}, scratch_of_thread(), output);
  }
  return std::make_tuple(output.value, policy.to_python({cells}), action_values.to_python({cells}));
}

std::tuple<FloatArray, FloatArray, FloatArray> evaluate_many(const IntegerNetwork& network, int rows, int cols,
                                                             const Array<const std::uint8_t, 2>& stones,
                                                             const Array<const std::int32_t, 1>& last) {
  const std::size_t count = stones.shape(0), cells = stones.shape(1);
  Floats values(count), policies(count * cells), action_values(count * cells);
  {
    const nb::gil_scoped_release unlock;
    for (std::size_t i = 0; i < count; ++i) {
      NetworkOutput output{
          0.0f, {policies.numbers.get() + i * cells, cells}, {action_values.numbers.get() + i * cells, cells}};
      network.evaluate({rows, cols, {stones.data() + i * cells, cells}, last.data()[i]}, scratch_of_thread(), output);
      values.numbers[i] = output.value;
    }
  }
  return std::make_tuple(values.to_python({count}), policies.to_python({count, cells}),
                         action_values.to_python({count, cells}));
}

std::tuple<int, int, int> canonical_view(const HexBoard& board, const Array<std::uint8_t, 1>& stones) {
  const CanonicalView view(board);
  const NetworkInput input = view.input();
  std::copy(input.stones.begin(), input.stones.end(), stones.data());
  return {input.rows, input.cols, input.last};
}

}  // namespace

void bind_network(nb::module_& module) {
  nb::class_<IntegerNetwork, Network>(module, "IntegerNetwork")
      .def(
          "__init__",
          [](IntegerNetwork* self, const Tensors& tensors, int channels, int blocks, std::vector<int> pooling,
             int hidden, const std::string& kernel) {
            new (self) IntegerNetwork({channels, blocks, std::move(pooling), hidden}, named_tensors(tensors), kernel);
          },
          "tensors"_a, nb::kw_only(), "channels"_a, "blocks"_a, "pooling"_a, "hidden"_a, "kernel"_a = "")
      .def_prop_ro("kernel", [](const IntegerNetwork& network) { return std::string(network.kernel()); })
      .def("evaluate", &evaluate, "rows"_a, "cols"_a, "stones"_a, "last"_a = -1,
           "Logits of the value, of each move and of each action value, in the view of the player to move.")
      .def("evaluate_many", &evaluate_many, "rows"_a, "cols"_a, "stones"_a, "last"_a,
           "The same for an array of positions: uint8[count, cells] and int32[count].");
  module.def(
      "network_kernels",
      [] {
        std::vector<std::string> names;
        for (const Kernel& kernel : kernels()) names.emplace_back(kernel.name);
        return names;
      },
      "The kernels that this processor runs, the fastest first.");
  module.def("canonical_view", &canonical_view, "board"_a, "stones"_a,
             "Writes what the player to move sees, 0 empty, 1 own, 2 opposing.\n\n"
             "Tells rows, columns and the cell of the last move, or -1.");
}

}  // namespace beeline
