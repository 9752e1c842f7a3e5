// SPDX-License-Identifier: Apache-2.0
// The cycle provisos by name: which states a reduced search expands, so that no transition is put off for ever.
//   E. Renault, F. Kordon, D. Poitrenaud, A. Duret-Lutz. Heuristics for checking liveness properties with partial order
//   reductions. ATVA 2016. Names are the paper's, composed of these words:
//
//     [Dead|Highlink] [Cond|Colored|Weighted|Deepest] (Source|Dest) [Known|Unknown] [Scan]
//
// None expands nothing, Full everything. Terminal is for reachability only. Rank decides by the state alone, for any search and
// any number of threads; see location_rank.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lariat/base/result.hpp"
#include "lariat/space/reducible.hpp"

namespace lariat::reduce {

struct Proviso {
  enum class Expands : std::uint8_t {
    nothing,     // None
    everything,  // Full
    terminal,    // a state of each component that no transition leaves
    rank,        // a state of whose reduced set a transition does not raise the rank: a search need not do anything for it
    source,      // the source of a dangerous transition, at once
    destination  // its destination, when that is left
  };
  enum class Danger : std::uint8_t {
    always,    // a transition to the stack is dangerous
    cond,      // like always, but not if one of its ends is expanded anyway
    colored,   // colours of states record whether they may lead to a cycle without an expanded state
    weighted,  // like colored, and not if a state between its ends is expanded
    deepest    // like weighted, and only the deepest destination of a state is expanded
  };
  enum class Components : std::uint8_t {
    unused,
    dead,      // states of complete components are not dangerous
    highlinks  // like dead, and other states know a state of the stack that is on all their cycles
  };

  Expands expands = Expands::nothing;
  Danger danger = Danger::always;
  Components components = Components::unused;
  bool ordered = false;  // Known: looks at known successors first; Unknown: at unknown ones
  bool scan = false;     // an expanded state changes the colours of those below on the stack

  bool needs_components() const { return components != Components::unused; }
  bool has_colours() const { return danger >= Danger::colored; }
  bool has_depths() const { return danger >= Danger::weighted; }
  friend bool operator==(const Proviso&, const Proviso&) = default;
};

// The name, as in the paper.
std::string to_string(const Proviso& proviso);

// The proviso of that name; case does not matter. For a composition without a meaning the diagnostic says why, and names the
// nearest one with a meaning.
Result<Proviso> parse_proviso(std::string_view name);

// A proviso with its name and description.
struct ProvisoInfo {
  Proviso proviso;
  std::string name;
  std::string summary;  // one line: what is expanded
  unsigned bits = 0;    // bits of memory per state
};
ProvisoInfo info(const Proviso& proviso);

// All provisos with a meaning: None, Full, Terminal and Rank first, then those of the paper.
std::span<const Proviso> all_provisos();

// The default proviso of a search. By the paper's conclusion, CondDest for nested and plain searches and
// HighlinkWeightedSourceKnown for SCC-based searches; None if only deadlocks are looked for; Terminal for safety. Searches by
// several threads have Rank instead.
Proviso default_proviso(SearchKind kind);

// The proviso without the prefix that needs components.
Proviso without_components(Proviso proviso);

}  // namespace lariat::reduce
