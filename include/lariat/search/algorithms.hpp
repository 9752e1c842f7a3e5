// SPDX-License-Identifier: Apache-2.0
// The emptiness checks: their names and what each can do. The table itself is in searches.hpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lariat/space/reducible.hpp"

namespace lariat::search {

enum class Algorithm {
  automatic,
  cvwy,
  hpy,
  gmz,
  se,
  and_,
  sd,
  reach,
  tarjan,
  gv,
  c99,
  ascc,
  cvwy_gen,
  tau,
  cndfs,
  ufscc,
  cdfs,
  owcty,
  map,
  owcty_map
};

// What is known of the cycles of a space (S. Schwoon, J. Esparza, TACAS 2005, §5.1). Each value implies the ones before it.
enum class Strength {
  general,   // nothing is known
  weak,      // within a strongly connected component all states are accepting, or none is
  terminal,  // and an accepting state has a successor, and accepting successors only
};

std::string_view to_string(Strength strength);

struct AlgorithmInfo {
  Algorithm algorithm = Algorithm::automatic;
  std::string_view name = {};          // the same on the command line, of the header, in the documentation and of the test
  bool generalised = false;            // supports several acceptance sets, and sets on transitions, without degeneralisation
  Strength needs = Strength::general;  // the strength that the space must have
  SearchKind kind = {};                // decides which provisos keep its answers
  std::string_view no_reduction = {};  // why it does not go with partial-order reduction; empty if it does
  bool searches_by_set = false;        // searches again for each acceptance set
  std::string_view summary = {};       // one line
  std::string_view shares = {};        // what its threads share; empty if it runs in one thread
};

// All checks, in the order of the table that `lariat compare` prints. `auto` is not among them.
std::span<const AlgorithmInfo> algorithms();

// The entry of an algorithm; `automatic` has one too.
const AlgorithmInfo& info(Algorithm algorithm);

// The algorithm of that name, including `auto`; nothing if there is none.
std::optional<Algorithm> find_algorithm(std::string_view name);

// Which algorithm runs where `wanted` was asked for: that one, and for `automatic` the one that suits the space. The only place
// where that is decided. One thread takes reach for terminal spaces, sd for weak ones, ascc otherwise (S. Schwoon, J. Esparza,
// §5.3; A. Gaiser, S. Schwoon, MEMICS 2009, §5); several take cdfs for terminal and weak spaces, ufscc otherwise.
Algorithm decide(Algorithm wanted, Strength strength, bool is_parallel = false);

// The algorithm for several threads that is closest to this one; itself if it is one.
Algorithm parallel_form(Algorithm algorithm);

}  // namespace lariat::search
