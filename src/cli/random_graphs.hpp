// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "cli/command.hpp"

namespace lariat::cli {

// lariat bench random-graphs: the table of the paper, ours and published.
Exit run_random_graphs(const Options& options, std::ostream& out);

}  // namespace lariat::cli
