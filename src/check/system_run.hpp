// SPDX-License-Identifier: Apache-2.0
// Runs of systems that are no programs, for which there is no interpreter to replay them.
#pragma once

#include <optional>
#include <string>

#include "lariat/run/run.hpp"
#include "lariat/system/system.hpp"

namespace lariat::check {

// What is wrong with a run, in a sentence without a full stop: it must begin in an initial state, each step must lead to a
// successor, or stay where there is none, and the last state must be the one in which the cycle begins. Nothing of the run is
// believed: the system is asked for the successors of each state again.
std::optional<std::string> find_flaw(system::System& system, const run::Run& run);

}  // namespace lariat::check
