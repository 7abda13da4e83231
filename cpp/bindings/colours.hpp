// Colours as Python writes them: 1 Black, 2 White.
#pragma once

#include <stdexcept>
#include <string>

#include "rules/types.hpp"

namespace beeline {

// Throws std::invalid_argument for all other numbers.
inline Colour colour_of(int number) {
  if (number != 1 && number != 2)
    throw std::invalid_argument("a colour is 1 (Black) or 2 (White), not " + std::to_string(number));
  return static_cast<Colour>(number);
}

}  // namespace beeline
