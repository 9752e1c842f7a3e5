// SPDX-License-Identifier: Apache-2.0
// All states of a program: how many there are, what a reduction leaves of them, and their strongly connected components.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lariat/check/check.hpp"
#include "lariat/search/census.hpp"
#include "lariat/walk/approximate.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::check {

struct ExplorationOptions {
  std::optional<walk::SearchOrder> order =
      {};  // none: breadth first; with a reduction depth first, since provisos need a stack
  product::ProductOptions product = {};
  model::Engine* engine = nullptr;       // compiles the program
  model::Engine* full_engine = nullptr;  // compiles it for the full search, so that both take the same time to compile
  std::optional<walk::ApproximateOptions> approximate = {};
  ReductionChoice reduction = {};
  bool full = true;                                     // with a reduction: explore everything, too
  bool components = false;                              // count the components
  const walk::CheckpointOptions* checkpoint = nullptr;  // of an exact walk breadth first without a reduction
  Limits limits = {};
  model::InterpreterOptions interpretation = {};
  cluster::Transport* cluster = nullptr;  // as in ModelCheckOptions
};

struct ModelExploration {
  walk::Exploration found = {};
  bool has_fault = false;                                 // a step goes wrong
  std::optional<walk::Approximation> approximation = {};  // of an approximate search
  std::optional<walk::Exploration> full = {};             // without the reduction
  std::string proviso = {};                               // of the reduction
  std::optional<search::Census> components = {};
  std::string components_reason = {};  // why they are not known
  std::uint64_t state_bytes = 0;       // of one state
  std::uint64_t store_bytes = 0;       // all that grows with the number of states
  std::string store = {};              // the kind of it
  std::size_t threads = 1;
  std::vector<cluster::RankFigures> ranks = {};  // of an exploration by several processes
};

// Explores the program. A diagnostic if it cannot be reduced, or not by that proviso in that order. A limit that is reached, or
// memory that is exhausted, is an exploration that is not complete; never an exception.
Result<ModelExploration> explore_model(const model::Program& program, const ExplorationOptions& options);

}  // namespace lariat::check
