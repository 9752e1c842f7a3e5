// SPDX-License-Identifier: Apache-2.0
// One process of a program, as far as it can be known before the program runs: what each of its steps touches, what has to hold
// for it to be possible, and where the process can get to from each of its locations.
//
// Expressions over the process' own number and over variables that never change have a value here, so that `flag[_pid]` is one
// element of an array, and a channel that was passed as a parameter is one channel.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "lariat/model/access.hpp"

namespace lariat::reduce {

// A test of one variable, or of one element: its value lies within low to high, and is not the hole.
struct Range {
  model::Access cell;
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  std::optional<std::int64_t> hole = {};

  bool contains(std::int64_t value) const { return low <= value && value <= high && value != hole; }
};

// True if no value of the one variable that both test satisfies both.
bool contradict(const Range& a, const Range& b);

// Something that has to hold for a transition to be possible.
struct Condition {
  model::ExprId expression = model::none;  // none: all that has no expression of its own
  std::vector<model::Access> reads = {};
  std::optional<Range> range = {};  // the whole of it
  // The process that has to be (or not be) within a set of locations, if that is all there is to it.
  std::optional<model::Access> place = {};
  bool inside = true;
};

// What a transition makes of a variable, where that is known.
struct Assignment {
  model::Access cell;
  bool relative = false;  // the value is added to what the variable held
  model::Value value = 0;
};

// A transition, and whatever follows it in the same step.
struct Step {
  enum class Meeting : std::uint8_t { none, sends, receives };

  model::AccessSets sets;
  std::vector<Condition> conditions;    // the last is what has no expression of its own
  std::vector<Assignment> assignments;  // each the only one to its variable in the whole step
  std::vector<model::ProcessTypeId> starts;
  Meeting meeting = Meeting::none;  // with another process, on a channel without a buffer
  bool buffers = false;             // the channel may have a buffer as well
  model::Value channel = 0;         // on which; 0: any
  bool ends = false;                // the process is gone afterwards
  bool waits = false;               // for nobody else to have a step
};

// Which locations of a process type lead to which, over any number of transitions; each leads to itself.
class Reachability {
 public:
  explicit Reachability(const model::ProcessType& type);
  bool leads(model::LocationId from, model::LocationId to) const { return rows_[from][to]; }

 private:
  std::vector<std::vector<bool>> rows_;
};

struct Instance {
  model::ProcessTypeId type = model::none;
  std::uint32_t process = model::none;  // its number, or model::future_process
  std::vector<model::Value> frozen;     // the values of its variables that never change
  std::vector<Step> steps;              // by transition
};

// What all instances of a program have in common.
struct ProgramFacts {
  ProgramFacts(const model::Program& program, const model::InterpreterOptions& options, const model::Interpreter& interpreter);

  const model::Program& program;
  model::InterpreterOptions options;
  model::FrozenVariables frozen;
  std::vector<std::vector<model::Value>> globals;             // the elements of those that never change
  std::vector<std::vector<model::VariableId>> frozen_locals;  // by process type
  std::vector<Reachability> reachability;                     // by process type
};

// The process with that number and those frozen values (in the order of facts.frozen_locals); of one that does not exist yet,
// nothing is known.
Instance make_instance(const ProgramFacts& facts, model::ProcessTypeId type, std::uint32_t process,
                       std::vector<model::Value> frozen);

}  // namespace lariat::reduce
