// SPDX-License-Identifier: Apache-2.0
// Runs across ranks: the way to a state is found again by expanding level after level once more, on all ranks at once; no rank
// remembers where a state came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cluster/own_states.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/run/run.hpp"

namespace lariat::cluster {

// Collective: states of the product from an initial one to `target`, which all ranks know and which was met on that level; each
// follows the one before. As many as the level says, plus 1.
std::vector<system::State> way_to(Transport& transport, product::Product& product, OwnStates& own, system::State target,
                                  std::size_t level);

// The run of the system along states of the product that follow each other; with the transition `last` of the last one behind
// it, if there is one. Throws std::logic_error if they do not follow each other.
run::Run run_through(product::Product& product, const std::vector<system::State>& states,
                     std::optional<std::uint32_t> last = std::nullopt);

// The same with a cycle: the state with the number `stem` is the last one again. Where several transitions lead from a state of
// the cycle to the next, those are taken that meet all acceptance sets, in several rounds if need be.
run::Run run_around(product::Product& product, std::vector<system::State> states, std::size_t stem);

}  // namespace lariat::cluster
