// Networks written in Python on the native search: one call per batch.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python_tracker.hpp"
#include "network/network.hpp"
#include "search/evaluator.hpp"

namespace beeline {

// A function from planes, float32[batch, planes, height, width], to values[batch], policy logits[batch, moves] and, if
// it has them, action values[batch, moves]. One that sees triples (network/triples.hpp), of square boards of Hex, gives
// values alone and is asked about positions the way they are.
class CallbackNetwork final : public Network {
 public:
  enum class Planes : std::uint8_t { Framed, Plain, Triples };

  CallbackNetwork(nanobind::object function, Planes planes) : function_(std::move(function)), planes_(planes) {}
  ~CallbackNetwork() override {
    const nanobind::gil_scoped_acquire lock;
    function_.reset();
  }

  void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) override;
  bool turns() const override { return planes_ != Planes::Triples; }

 private:
  nanobind::object function_;
  Planes planes_;
};

// The evaluator of games written in Python: a function from a list of games to a list of pairs, the value of a game to
// its player to move and the prior of each move by name.
class PythonEvaluator {
 public:
  PythonEvaluator(nanobind::object function, int batch) : function_(std::move(function)), batch_(batch) {}

  int capacity() const { return batch_; }
  int add(const PythonTracker& game, std::span<const Move> moves, Random&);
  void compute();
  Evaluation result(int row);

 private:
  struct Row {
    nanobind::object game;
    std::vector<std::string> moves;
    float value = 0.5f;
    std::vector<float> priors;

    void read(const nanobind::object& answer);
  };

  nanobind::object function_;
  int batch_;
  std::vector<Row> rows_;
  std::size_t computed_ = 0;  // rows that were asked about, the first ones
};

}  // namespace beeline
