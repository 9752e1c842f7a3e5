// SPDX-License-Identifier: Apache-2.0
// The emptiness checks by name, and what each can do. The table itself is in searches.hpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lariat/space/reducible.hpp"

namespace lariat::search {

enum class Algorithm { automatic, cvwy, hpy, gmz, se, and_, sd, reach, tarjan, gv, c99, ascc, cvwy_gen, tau };

// What is known of the cycles of a space (S. Schwoon, J. Esparza, TACAS 2005, §5.1). Each is also what stands before it.
enum class Strength {
  general,   // nothing
  weak,      // within a strongly connected component all states are accepting, or none is
  terminal,  // and an accepting state has a successor, and accepting successors only
};

std::string_view to_string(Strength strength);

struct AlgorithmInfo {
  Algorithm algorithm = Algorithm::automatic;
  std::string_view name = {};          // on the command line, of its file, and in the documentation
  bool generalised = false;            // takes several acceptance sets, and sets on transitions, as they are
  Strength needs = Strength::general;  // what it relies on
  SearchKind kind = {};                // which provisos go with it
  std::string_view no_reduction = {};  // why it does not go with partial-order reduction; empty if it does
  bool searches_by_set = false;        // searches again for each acceptance set
  std::string_view summary = {};       // one line
};

// All checks, in the order of the table that `lariat compare` prints. `auto` is not among them.
std::span<const AlgorithmInfo> algorithms();

// The entry of one. `automatic` has one too.
const AlgorithmInfo& info(Algorithm algorithm);

// By name, `auto` included.
std::optional<Algorithm> find_algorithm(std::string_view name);

// What `auto` stands for: reach for terminal spaces, sd for weak ones, ascc otherwise (S. Schwoon, J. Esparza, §5.3; A. Gaiser,
// S. Schwoon, MEMICS 2009, §5).
Algorithm choose(Strength strength);

}  // namespace lariat::search
