// SPDX-License-Identifier: Apache-2.0
// How often each statement of a program is executed in its whole state space.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lariat/check/check.hpp"

namespace lariat::check {

// A statement of a process type. Each transition of the state space that executes it counts once, whatever number of runs lead
// there.
struct StatementCount {
  model::ProcessTypeId type = model::none;
  model::Source source = {};
  std::string text = {};
  std::uint64_t executions = 0;
  bool is_reached = false;  // some process can be where the statement is; if it is never executed, its guard is never true
};

struct Executions {
  std::vector<StatementCount> statements = {};  // by place in the source
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  bool complete = false;    // the whole state space was seen; otherwise:
  std::string reason = {};  // why not
};

// Explores all states of the program as it is written: neither reduced nor approximate, by one thread. Of the options, the
// engine, the store, the interpretation and the limits count. Statements of observers are left out.
Executions count_executions(const model::Program& program, const ModelCheckOptions& options);

}  // namespace lariat::check
