// SPDX-License-Identifier: Apache-2.0
// What can be chosen about a product.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "lariat/base/named.hpp"
#include "lariat/model/coverage.hpp"
#include "lariat/reduce/method.hpp"
#include "lariat/space/counting.hpp"
#include "lariat/store/state_store.hpp"

namespace lariat::product {

// What becomes of a run that ends.
enum class DeadlockRuns {
  stutter,  // it repeats its last state for ever
  ignore    // it is no run
};

inline constexpr std::array deadlock_runs = {
    Named{DeadlockRuns::stutter, "stutter", "a run that ends repeats its last state for ever"},
    Named{DeadlockRuns::ignore, "ignore", "a run that ends does not count"},
};
static_assert(lists_all(deadlock_runs, DeadlockRuns::ignore));

// Which runs count, and how the product tells. Everything but `none` needs the processes of a program.
enum class Fairness {
  none,   // all
  sets,   // fair ones: an acceptance set for each process. Throws TooManyProcesses where the sets do not suffice.
  copies  // fair ones: copies of the states, and one acceptance set
};

struct TooManyProcesses {};

struct ProductOptions {
  Fairness fairness = Fairness::none;
  DeadlockRuns deadlock_runs = DeadlockRuns::stutter;
  std::optional<std::uint64_t> order = {};  // puts successors into another order, always the same one for a seed
  std::uint64_t max_states = 0;             // 0: no limit; otherwise post throws Stopped when there would be more
  Gauge* gauge = nullptr;                   // is told how many states there are
  model::Coverage* coverage = nullptr;      // is told of every step of a program
  store::StoreKind store = store::StoreKind::exact;
  store::Numbering numbering = store::Numbering::all;  // `fresh` is for walks that do not come back to a state
  StateId ids = 0;                                     // see StateStore; for tests
  // Bytes in which the successors of system states may be remembered; none: a quarter of the memory that there is. 0: nothing
  // is remembered.
  std::optional<std::size_t> graph_bytes = {};
  unsigned threads = 1;         // that may explore a PlainProduct together (Product::clone)
  unsigned search_threads = 1;  // that may search any other product together (Product::clone)
  // Partial-order reduction: how, and what of the program is looked at (ReducibleProduct). Needs a program, and does not go
  // together with fairness.
  reduce::Method reduction = reduce::Method::none;
  reduce::Observed observed = {};
};

}  // namespace lariat::product
