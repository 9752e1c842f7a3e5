// SPDX-License-Identifier: Apache-2.0
// lariat compare on a model: all algorithms on the same property, side by side.
#pragma once

#include <ostream>

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace lariat::cli {

// Compares the algorithms on each property of the model `options.path`.
Exit compare_model(const Options& options, std::ostream& out);

}  // namespace lariat::cli
