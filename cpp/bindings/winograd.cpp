// Convolutions for training. Python has checked shapes, and that the processor has a kernel for them.
#include "network/winograd.hpp"

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace beeline {

namespace {

using Activations = Array<const float, 4>;  // batch, rows, cols, channels
using Kernels = Array<const float, 4>;      // outputs, inputs, 3, 3

WinogradShape shape_of(const Activations& x, const Kernels& weights) {
  const auto side = [&](int dimension) { return static_cast<int>(x.shape(static_cast<std::size_t>(dimension))); };
  return {side(0), side(1), side(2), side(3), static_cast<int>(weights.shape(0))};
}

}  // namespace

void bind_winograd(nb::module_& module) {
  module.def("has_winograd", &has_winograd, "inputs"_a, "outputs"_a,
             "Whether this processor has a kernel for convolutions of 3×3 with so many channels.");
  module.def(
      "winograd",
      [](const Activations& x, const Kernels& weights, const Array<const float, 1>& bias, const Array<float, 4>& y) {
        winograd(winograd_kernels().front(), shape_of(x, weights), x.data(), weights.data(), bias.data(), y.data());
      },
      "x"_a, "weights"_a, "bias"_a, "y"_a, nb::call_guard<nb::gil_scoped_release>(),
      "y = conv(x, weights) + bias, with activations as [batch, rows, cols, channels].");
  module.def(
      "winograd_gradients",
      [](const Activations& x, const Kernels& weights, const Activations& gy, const Array<float, 4>& gx,
         const Array<float, 4>& gw) {
        winograd_gradients(winograd_kernels().front(), shape_of(x, weights), x.data(), weights.data(), gy.data(),
                           gx.data(), gw.data());
      },
      "x"_a, "weights"_a, "gy"_a, "gx"_a, "gw"_a, nb::call_guard<nb::gil_scoped_release>(),
      "The gradients of x and of the weights, from that of y.");
}

}  // namespace beeline
