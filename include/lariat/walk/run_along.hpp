// SPDX-License-Identifier: Apache-2.0
// From transitions of a product to a run of its system.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "lariat/product/reducible_product.hpp"
#include "lariat/run/run.hpp"
#include "lariat/space/lasso.hpp"

namespace lariat::walk {

// A transition of a state, counted in the order of post.
struct Choice {
  StateId state = 0;
  std::uint32_t transition = 0;
};

// A step of a product as a step of a run.
run::RunStep run_step(product::ProductStep step);

// The run that begins in a state and goes on by these transitions, each of which must start where the one before ended. `eras`:
// what the numbers of the first state and of the i-th choice mean (StateStore::recall), if that is not always the same.
run::Run run_along(product::ReducibleProduct& product, StateId first, std::span<const Choice> choices,
                   std::span<const std::uint64_t> eras = {});
// The run of a lasso, with its cycle.
run::Run run_along(product::ReducibleProduct& product, const Lasso& lasso);

}  // namespace lariat::walk
