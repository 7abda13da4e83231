// Ranges of parameters, checked where they are taken in.
#pragma once

#include <sstream>
#include <stdexcept>

namespace beeline {

// Throws std::invalid_argument that says what was wrong unless the value, which may be any number, lies in the range.
inline void require_within(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;
  std::ostringstream text;
  text.precision(12);
  text << name << " must be from " << least << " to " << most << ", not " << value;
  throw std::invalid_argument(text.str());
}

}  // namespace beeline
