// What a tree search is told.
//
// Every parameter has the name of the players' option. The defaults of players are in one place, which is not here
// (src/beeline/search/settings.py): a parameter that is not told is off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/gumbel.hpp"
#include "search/limits.hpp"
#include "search/prior_model.hpp"
#include "search/selection.hpp"

namespace beeline {

// Whom a simulation credits: the moves of its path alone, or all moves as first as well (AMAF).
enum class Update : std::uint8_t { Path, Amaf };

struct SearchSettings {
  Selection selection;
  Update update = Update::Path;
  std::int32_t expand = 0;  // visits of a child before its own children are added
  // Visits of a position before knowledge is asked about its moves; 0 is never. It is asked about the root before the
  // search.
  std::int32_t knowledge = 0;
  PriorModel prior;
  // Whether a result that is certain is proven, and what follows from it further up. Knowledge needs it.
  bool proofs = true;
  // Whether points of the real position that no longer matter are left out of simulations.
  bool fill = false;
  // Gumbel selection at the root, for few simulations by a network and one thread.
  std::optional<GumbelSettings> gumbel;
  int threads = 1;
  std::size_t memory = 0;  // bytes for the tree, at least a little; once spent it stops growing

  // Throws std::invalid_argument that names the first parameter out of its range.
  void check() const;
};

}  // namespace beeline
