#include "bindings/python_network.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace nb = nanobind;

namespace beeline {

namespace {

using Floats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

// Own stones, opposing stones, cells of the board and the last move on the board with its frame, whose cells above and
// below are own stones and left and right opposing ones, in the corners both.
void write_framed(const NetworkInput& input, float* planes) {
  const int height = input.rows + 2, width = input.cols + 2, size = height * width;
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < width; ++col) {
      const bool above_or_below = row == 0 || row == height - 1, beside = col == 0 || col == width - 1;
      float* const cell = planes + row * width + col;
      if (above_or_below || beside) {
        cell[0] = above_or_below, cell[size] = beside, cell[2 * size] = 0, cell[3 * size] = 0;
        continue;
      }
      const int at = (row - 1) * input.cols + col - 1;
      cell[0] = input.stones[at] == 1, cell[size] = input.stones[at] == 2;
      cell[2 * size] = 1, cell[3 * size] = at == input.last;
    }
}

// Own stones, opposing stones and the last move.
void write_plain(const NetworkInput& input, float* planes) {
  const int size = input.rows * input.cols;
  for (int at = 0; at < size; ++at) {
    planes[at] = input.stones[at] == 1;
    planes[size + at] = input.stones[at] == 2;
    planes[2 * size + at] = at == input.last;
  }
}

nb::object encoded(std::span<const NetworkInput> inputs, CallbackNetwork::Planes kind) {
  const bool framed = kind == CallbackNetwork::Planes::Framed;
  const auto frame = framed ? 2 : 0;
  const auto height = static_cast<std::size_t>(inputs.front().rows + frame);
  const auto width = static_cast<std::size_t>(inputs.front().cols + frame);
  const std::size_t planes = framed ? 4 : 3, each = planes * height * width;
  auto* const numbers = new float[inputs.size() * each];
  const nb::capsule owner(numbers, [](void* memory) noexcept { delete[] static_cast<float*>(memory); });
  for (std::size_t i = 0; i < inputs.size(); ++i)
    (framed ? write_framed : write_plain)(inputs[i], numbers + i * each);
  return nb::cast(nb::ndarray<nb::numpy, float>(numbers, {inputs.size(), planes, height, width}, owner));
}

// An answer of the function as float32 in C order, with as many rows as positions were asked about.
Floats rows_of(nb::handle answer, std::size_t count, const char* name) {
  const nb::object numbers =
      nb::module_::import_("numpy").attr("ascontiguousarray")(answer, nb::arg("dtype") = "float32");
  Floats array = nb::cast<Floats>(numbers);
  if (array.ndim() == 0 || array.shape(0) != count)
    throw nb::value_error(("the network must give one row of " + std::string(name) + " per position").c_str());
  return array;
}

}  // namespace

void CallbackNetwork::predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) {
  const nb::gil_scoped_acquire lock;
  const nb::object answer = function_(encoded(inputs, planes_));
  const nb::sequence answers = nb::cast<nb::sequence>(answer);
  const std::size_t parts = nb::len(answers);
  if (parts != 2 && parts != 3)
    throw nb::value_error("a network gives values and policy logits, and perhaps action values: two or three arrays");
  const std::size_t count = inputs.size(), cells = static_cast<std::size_t>(inputs.front().rows * inputs.front().cols);
  const Floats values = rows_of(answers[0], count, "values"), policy = rows_of(answers[1], count, "policy logits");
  const std::size_t moves = policy.size() / count;
  if (values.size() != count || moves < cells)
    throw nb::value_error("the network must give one value and at least one policy logit per point of the board");
  std::optional<Floats> action_values;
  if (parts == 3) action_values = rows_of(answers[2], count, "action values");
  if (action_values && action_values->size() != policy.size())
    throw nb::value_error("the network must give as many action values as policy logits");
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = [&](const Floats& array) {
      return std::vector<float>(array.data() + i * moves, array.data() + (i + 1) * moves);
    };
    predictions[i].value = std::clamp(values.data()[i], 0.0f, 1.0f);
    predictions[i].policy = row(policy);
    predictions[i].action_values = action_values ? row(*action_values) : std::vector<float>();
  }
}

int PythonEvaluator::add(const PythonTracker& game, std::span<const Move> moves, Random&) {
  if (computed_ > 0) rows_.clear(), computed_ = 0;
  Row row{game.copy(), {}, 0.5f, {}};
  for (const Move move : moves) row.moves.push_back(game.name_of(move));
  rows_.push_back(std::move(row));
  return static_cast<int>(rows_.size() - 1);
}

void PythonEvaluator::compute() {
  if (computed_ == rows_.size()) return;
  nb::list games;
  for (const Row& row : rows_) games.append(row.game);
  const nb::sequence answers = nb::cast<nb::sequence>(function_(games));
  if (nb::len(answers) != rows_.size()) throw nb::value_error("the network must give one answer per game");
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    const nb::sequence answer = nb::cast<nb::sequence>(nb::object(answers[i]));
    row.value = std::clamp(nb::cast<float>(nb::object(answer[0])), 0.0f, 1.0f);
    const nb::object priors = answer[1];
    for (const std::string& move : row.moves)
      row.priors.push_back(nb::cast<float>(priors.attr("get")(move, 0.0f)));
    const float all = std::accumulate(row.priors.begin(), row.priors.end(), 0.0f);
    for (float& prior : row.priors) prior = all > 0 ? prior / all : 1.0f / static_cast<float>(row.priors.size());
  }
  computed_ = rows_.size();
}

Evaluation PythonEvaluator::result(int row) {
  const Row& found = rows_[static_cast<std::size_t>(row)];
  return {found.value, found.priors, {}};
}

}  // namespace beeline
