// SPDX-License-Identifier: Apache-2.0
// Runs in the Informal Trace Format (ITF), for viewers of TLA+, Quint and Apalache.
#pragma once

#include <ostream>

#include "lariat/run/saved_run.hpp"

namespace lariat::run {

// Writes the states of the run as a trace; a cycle is its loop.
void write_itf(std::ostream& out, model::Interpreter& interpreter, const Run& run, const RunOrigin& origin);

}  // namespace lariat::run
