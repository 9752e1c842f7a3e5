// SPDX-License-Identifier: Apache-2.0
// lariat compare --provisos: a model reduced with all cycle provisos, each with many orders of transitions.
#pragma once

#include <ostream>

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace lariat::cli {

// Reduces the model `options.path` and prints the table, or the object. The time limit is for all runs together.
Exit compare_provisos(const Options& options, std::ostream& out);

}  // namespace lariat::cli
