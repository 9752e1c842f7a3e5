// SPDX-License-Identifier: Apache-2.0
// The program but for its main function: finds the command, lets it read its options, runs it, and turns what went wrong into a
// message and an exit code.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace lariat::cluster {
class Transport;
}

namespace lariat::cli {

// Runs the command that the arguments name. `cluster`: the processes that run it together with this one, if there are any.
Exit run_program(std::vector<std::string> arguments, cluster::Transport* cluster = nullptr);

}  // namespace lariat::cli
