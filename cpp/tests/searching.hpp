// What the tests of the search share: settings, limits, and looks at a report.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>

#include "check.hpp"
#include "hex_referee.hpp"
#include "search/searches.hpp"

inline SearchSettings settings_with(int threads = 1, std::int32_t expand = 1, std::size_t memory = 64 << 20) {
  SearchSettings settings;
  settings.selection = {.exploration = 0.7f, .first_play = 1e6f};
  settings.threads = threads;
  settings.expand = expand;
  settings.memory = memory;
  return settings;
}

inline SearchSettings with_amaf(SearchSettings settings, float amaf, float rave) {
  settings.update = Update::Amaf;
  settings.selection.amaf = amaf;
  settings.selection.rave = rave;
  return settings;
}

inline Limits up_to(std::int64_t simulations) {
  Limits limits;
  limits.simulations = simulations;
  return limits;
}

// What a search knows already.
template <class Search, class G>
SearchReport look(Search& search, const G& game) {
  Limits limits;
  limits.interrupted = [] { return true; };
  return search.run(game, limits);
}

inline std::int64_t total_visits(const SearchReport& report) {
  return std::accumulate(report.moves.begin(), report.moves.end(), std::int64_t{0},
                         [](std::int64_t sum, const MoveReport& move) { return sum + move.visits; });
}

inline const MoveReport& report_of(const SearchReport& report, Move move) {
  return *std::find_if(report.moves.begin(), report.moves.end(), [&](const auto& entry) { return entry.move == move; });
}

// Every legal move once, and numbers that make sense.
template <class G>
void check_sane(const SearchReport& report, const G& game) {
  std::set<Move> moves;
  for (const MoveReport& entry : report.moves) {
    CHECK(moves.insert(entry.move).second);
    CHECK(game.legal(entry.move));
    CHECK(entry.value >= 0 && entry.value <= 1 && entry.amaf_value >= 0 && entry.amaf_value <= 1);
    CHECK(entry.visits >= 0);
  }
  int legal = 0;
  for (Move move = 0; move < game.move_count(); ++move) legal += game.legal(move);
  CHECK_EQUAL(static_cast<int>(moves.size()), legal);
  if (!report.variation.empty()) CHECK_EQUAL(report.variation.front(), report.moves.front().move);
}

// All that a report says but the time, as text.
inline std::string summary(const SearchReport& report) {
  std::string text = std::to_string(report.simulations) + " in " + std::to_string(report.children) + ':';
  for (const MoveReport& move : report.moves)
    text += ' ' + std::to_string(move.move) + '=' + std::to_string(move.visits) + '/' + std::to_string(move.value) +
            '/' + std::to_string(move.amaf_visits) + '/' + std::to_string(move.amaf_value);
  for (const Move move : report.variation) text += ' ' + std::to_string(move);
  return text;
}
