// SPDX-License-Identifier: Apache-2.0
// Runs the searches of a swarm.
#pragma once

#include <atomic>
#include <functional>

#include "lariat/product/product.hpp"
#include "lariat/walk/approximate.hpp"
#include "walk/state_sample.hpp"

namespace lariat::walk {

// What a member is given.
struct SwarmTask {
  product::Product& product;  // its own, in its order
  Limits limits;
  ApproximateOptions approximate;
};

// What a member did.
struct SwarmOutcome {
  std::uint64_t states = 0;
  bool found = false;      // something that nobody had found before
  bool all_found = false;  // there is nothing left to look for
  bool finished = false;
};

// Calls `search` for each member, as many at the same time as the options say, until all have been called, something was
// found that ends the search, or a limit is reached. `search` is called by several threads at once. Products are clones of the
// given one; if it cannot be cloned, one thread runs members with the given product and its order.
SwarmReport run_swarm(product::Product& product, const Limits& limits, const ApproximateOptions& approximate,
                      const std::function<SwarmOutcome(const SwarmTask&)>& search);

}  // namespace lariat::walk
