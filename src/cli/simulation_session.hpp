// SPDX-License-Identifier: Apache-2.0
// A simulation in which somebody chooses the steps.
#pragma once

#include <ostream>
#include <string>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "lariat/run/run_text.hpp"
#include "lariat/run/simulation.hpp"

namespace lariat::cli {

struct SessionOptions {
  std::string model;  // the name of its file
  run::RunTextOptions text;
};

// Shows the choices, reads a command from the standard input, obeys, and so on until the user or the input ends. In a script, a
// command that cannot be obeyed makes the exit code bad_input; somebody who sits there can try again. Throws Interrupted.
Exit run_session(run::Simulation& simulation, const SessionOptions& options, std::ostream& out);

}  // namespace lariat::cli
