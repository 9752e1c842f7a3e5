// SPDX-License-Identifier: Apache-2.0
// --checkpoint and --resume: where a walk is saved, and what it is a walk of.
#pragma once

#include <optional>
#include <string_view>

#include "cli/options.hpp"
#include "lariat/model/program.hpp"

namespace lariat::cli {

// What the options ask for, with the key of this model: its sources, the options that decide what it means, the properties, and
// the version of lariat. A walk that goes on is saved where it was before, unless the options name another folder. Nothing if
// they ask for neither. Throws BadInput if there is no walk that can go on.
std::optional<walk::CheckpointOptions> checkpoint_of(const Options& options, std::string_view command,
                                                     const model::Program& program);

}  // namespace lariat::cli
