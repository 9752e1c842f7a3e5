// SPDX-License-Identifier: Apache-2.0
// From a run of a reduced program (model/reductions.hpp) to the run of the original that it stands for: with all statements of
// the model as it was written, and with the values that the reduction had dropped.
#pragma once

#include <optional>

#include "lariat/model/reductions.hpp"
#include "lariat/run/run.hpp"

namespace lariat::run {

struct OriginalRun {
  Run run;
  // Each step of the reduced run is one step here, and the states of the automaton are the same; otherwise there are none.
  bool is_step_by_step = true;
};

// Follows the run in the original program. The steps are those that the interpreter of the original makes with the transitions
// that the run names, in their order for each process; local transitions that were merged with a rendezvous come behind it.
// With `ends_at_fault`, the run ends with the step that has the fault of the last step of the reduced run. A cycle is repeated
// until the original's state closes it. Nothing if the original has no such run, which is an error of the reduction.
std::optional<OriginalRun> original_run(model::Interpreter& original, const model::ReducedProgram& reduced, const Run& run,
                                        bool ends_at_fault);

}  // namespace lariat::run
