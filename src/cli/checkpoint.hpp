// SPDX-License-Identifier: Apache-2.0
// --checkpoint and --resume: where a walk is saved, and what it is a walk of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"
#include "lariat/model/program.hpp"

namespace lariat::cli {

// A part of the work of a command, and the file in which it is saved.
struct SavedWork {
  std::string name = "walk";
  bool is_walk = true;  // else a search for an infinite run, of several processes
};

// What the options ask for, with the key of this model: its sources, the options that decide what it means, the properties, and
// the version of lariat. Work that goes on is saved where it was before, unless the options name another folder. Nothing if
// they ask for neither. Of several parts, those go on that have been saved. Throws BadInput if none has, or one cannot go on.
// Collective if there are several processes.
std::vector<walk::CheckpointOptions> checkpoints_of(const Options& options, std::string_view command,
                                                    const model::Program& program, const std::vector<SavedWork>& work);

}  // namespace lariat::cli
