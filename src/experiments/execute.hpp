// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "experiments/results_file.hpp"
#include "experiments/task.hpp"

namespace lariat::experiments {

struct Execution {
  bool interrupted = false;
  std::optional<Diagnostic> problem = {};  // why results cannot be written
};

// Runs the tasks that the file does not have, `jobs` of them at the same time, and adds their rows as they end. A run that the
// file has counts if its command, its version and the hash of its model are those of the task; otherwise it is run again, and
// so is a run of another program that failed.
// Interrupted, it ends the runs that have begun, which leave no rows.
Execution execute(const std::vector<Task>& tasks, const Request& request, ResultsFile& file, Standing& standing);

}  // namespace lariat::experiments
