#include "bindings/python_network.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "network/triples.hpp"

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

// The triples of a square board of Hex, whose encoder has the player to move join left and right.
void write_triples(const NetworkInput& input, float* planes) {
  const int side = input.rows;
  Position position;
  for (int at = 0; at < side * side; ++at) {
    if (input.stones[static_cast<std::size_t>(at)] == 0) continue;
    HexRows& stones = input.stones[static_cast<std::size_t>(at)] == 1 ? position.white : position.black;
    stones[static_cast<std::size_t>(at % side + 1)] |= 2u << at / side;
  }
  TriplePlanes(side).encode(position, planes);
}

// How an encoder lays its planes out.
struct Layout {
  std::size_t planes;
  int frame;  // rows and columns more than the board has
  void (*write)(const NetworkInput&, float*);
};

Layout layout_of(CallbackNetwork::Planes kind) {
  switch (kind) {
    case CallbackNetwork::Planes::Framed: return {4, 2, write_framed};
    case CallbackNetwork::Planes::Plain: return {3, 0, write_plain};
    default: return {TriplePlanes::kPlanes, 1, write_triples};
  }
}

nb::object encoded(std::span<const NetworkInput> inputs, CallbackNetwork::Planes kind) {
  const auto [planes, frame, write] = layout_of(kind);
  if (kind == CallbackNetwork::Planes::Triples && inputs.front().rows != inputs.front().cols)
    throw nb::value_error("a network of triples plays on square boards");
  const auto height = static_cast<std::size_t>(inputs.front().rows + frame);
  const auto width = static_cast<std::size_t>(inputs.front().cols + frame);
  const std::size_t each = planes * height * width;
  auto* const numbers = new float[inputs.size() * each];
  const nb::capsule owner(numbers, [](void* memory) noexcept { delete[] static_cast<float*>(memory); });
  for (std::size_t i = 0; i < inputs.size(); ++i) write(inputs[i], numbers + i * each);
  return nb::cast(nb::ndarray<nb::numpy, float>(numbers, {inputs.size(), planes, height, width}, owner));
}

float number_of(nb::handle number) { return static_cast<float>(nb::cast<double>(nb::float_(number))); }

// What a network must give of a game on a board, said where it gives something else.
[[noreturn]] void refuse(const std::string& fault) {
  throw nb::value_error(("a network gives values and policy logits, and perhaps action values: " + fault).c_str());
}

std::string shape_of(const Floats& array) {
  std::string text;
  for (std::size_t i = 0; i < array.ndim(); ++i) text += (i > 0 ? " x " : "") + std::to_string(array.shape(i));
  return text.empty() ? "one number" : text + " numbers";
}

// An answer of the function as float32 in C order, with as many rows as positions were asked about.
Floats rows_of(nb::handle answer, std::size_t count, const char* name) {
  const nb::object numbers =
      nb::module_::import_("numpy").attr("ascontiguousarray")(answer, nb::arg("dtype") = "float32");
  Floats array = nb::cast<Floats>(numbers);
  if (array.ndim() == 0 || array.shape(0) != count)
    refuse("of " + std::to_string(count) + " positions it gave " + shape_of(array) + " as " + name);
  return array;
}

// One value per position.
void read_values(const nb::object& answer, std::span<Prediction> predictions) {
  const Floats values = rows_of(answer, predictions.size(), "values");
  if (values.size() != predictions.size()) refuse("one value per position, not " + shape_of(values));
  for (std::size_t i = 0; i < predictions.size(); ++i) predictions[i] = {values.data()[i], {}, {}};
}

// Values, policy logits and perhaps action values.
void read_all(const nb::object& answer, const NetworkInput& first, std::span<Prediction> predictions) {
  if (!nb::isinstance<nb::tuple>(answer) && !nb::isinstance<nb::list>(answer))
    refuse("a tuple of two or three arrays, not " + nb::cast<std::string>(nb::str(answer.type().attr("__name__"))));
  const nb::sequence answers = nb::borrow<nb::sequence>(answer);
  const std::size_t parts = nb::len(answers);
  if (parts != 2 && parts != 3) refuse("two or three arrays, not " + std::to_string(parts));
  const std::size_t count = predictions.size(), cells = first.stones.size();
  const Floats values = rows_of(answers[0], count, "values"), policy = rows_of(answers[1], count, "policy logits");
  const std::size_t moves = policy.size() / count;
  if (values.size() != count) refuse("one value per position, not " + shape_of(values));
  if (moves < cells)
    refuse("at least " + std::to_string(cells) + " logits per position, one per point, not " + std::to_string(moves));
  std::optional<Floats> action_values;
  if (parts == 3) action_values = rows_of(answers[2], count, "action values");
  if (action_values && action_values->size() != policy.size())
    refuse("as many action values as policy logits, " + shape_of(policy) + ", not " + shape_of(*action_values));
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = [&](const Floats& array) {
      return std::vector<float>(array.data() + i * moves, array.data() + (i + 1) * moves);
    };
    predictions[i].value = values.data()[i];
    predictions[i].policy = row(policy);
    predictions[i].action_values = action_values ? row(*action_values) : std::vector<float>();
  }
}

}  // namespace

void CallbackNetwork::predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) {
  const nb::gil_scoped_acquire lock;
  const nb::object answer = function_(encoded(inputs, planes_));
  if (planes_ == Planes::Triples) read_values(answer, predictions);
  else read_all(answer, inputs.front(), predictions);
}

int PythonEvaluator::add(const PythonTracker& game, std::span<const Move> moves, Random&) {
  if (computed_ == rows_.size()) rows_.clear(), computed_ = 0;
  Row row{game.copy(), {}, 0.5f, {}};
  for (const Move move : moves) row.moves.push_back(game.name_of(move));
  rows_.push_back(std::move(row));
  return static_cast<int>(rows_.size() - 1);
}

void PythonEvaluator::compute() {
  nb::list games;
  for (std::size_t i = computed_; i < rows_.size(); ++i) games.append(rows_[i].game);
  const std::size_t first = std::exchange(computed_, rows_.size()), count = rows_.size() - first;
  if (count == 0) return;
  const nb::object answers = function_(games);
  if (!PySequence_Check(answers.ptr()) || nb::len(answers) != count)
    throw nb::value_error("a network of a game written in Python gives a list with one pair per game");
  for (std::size_t i = 0; i < count; ++i) rows_[first + i].read(nb::object(answers[i]));
}

// Priors that are missing are 0; if all of them are, no move is likelier than another.
void PythonEvaluator::Row::read(const nb::object& answer) {
  if (!PySequence_Check(answer.ptr()) || nb::len(answer) != 2 || !nb::hasattr(answer[1], "get"))
    throw nb::value_error(
        "what a network says of a game is a pair: its value to the player to move, and a dictionary "
        "of priors by move");
  value = number_of(answer[0]);
  if (!(value >= 0 && value <= 1)) throw nb::value_error("the value of a game is a number from 0 to 1");
  float all = 0;
  for (const std::string& move : moves) {
    priors.push_back(number_of(answer[1].attr("get")(move, 0.0f)));
    if (!(priors.back() >= 0 && priors.back() < std::numeric_limits<float>::infinity()))
      throw nb::value_error(("the prior of a move is a number, 0 or more; not so that of " + move).c_str());
    all += priors.back();
  }
  for (float& prior : priors) prior = all > 0 ? prior / all : 1.0f / static_cast<float>(priors.size());
}

Evaluation PythonEvaluator::result(int row) {
  const Row& found = rows_[static_cast<std::size_t>(row)];
  return {found.value, found.priors, {}};
}

}  // namespace beeline
