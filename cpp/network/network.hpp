// Networks as searches ask them: positions in, predictions out, a batch at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace beeline {

// A position as its player to move sees it.
struct NetworkInput {
  int rows, cols;
  std::span<const std::uint8_t> stones;  // rows · cols: 0 empty, 1 own, 2 opposing
  int last = -1;                         // the point of the opponent's last move, or -1
};

// What a network says of a position, for its player to move and in its view.
struct Prediction {
  float value = 0.5f;                // the chance to win
  std::vector<float> policy;         // a logit per move: the points, then the pass where there is one; or nothing, of a
                                     // network that values positions alone
  std::vector<float> action_values;  // the chance to win after each move, or nothing
};

// Virtual, because a call takes a tenth of a millisecond or more.
class Network {
 public:
  virtual ~Network() = default;

  // All inputs of a call have one shape. Several threads may call at once.
  virtual void predict(std::span<const NetworkInput> inputs, std::span<Prediction> predictions) = 0;

  // Whether a position may be shown to it turned by 180 degrees, so that both ways are evaluated once.
  virtual bool turns() const { return true; }
};

}  // namespace beeline
