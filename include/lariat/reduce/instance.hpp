// SPDX-License-Identifier: Apache-2.0
// One process of a program, as far as it is known before the program runs: what each of its steps reads and writes, the
// conditions under which it is enabled, and which locations can be reached from which.
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

// True if both test the same variable and no value satisfies both.
bool contradict(const Range& a, const Range& b);

// A condition that must hold for a transition to be enabled.
struct Condition {
  model::ExprId expression = model::none;  // none: everything that is not an explicit expression
  std::vector<model::Access> reads = {};
  std::optional<Range> range = {};  // equivalent to the whole condition
  // The process that must be (or not be) within a set of locations, if that is the whole condition.
  std::optional<model::Access> place = {};
  bool inside = true;
  // A channel with a buffer that exists from the start and must have a message, or room for one, if that is the whole
  // condition; 0: it is another condition.
  model::Value channel = 0;
  bool wants_message = false;

  // True if it takes no interpreter to evaluate it.
  bool is_simple() const { return range.has_value() || channel != 0; }
};

// The value that a transition assigns to a variable, if it is known.
struct Assignment {
  model::Access cell;
  bool relative = false;  // the value is added to the old one
  model::Value value = 0;
};

// An assignment of a known value to a variable of the program, or to one element, that the step accesses in no other way: it
// adds a number or assigns one, and may have ranges as conditions. So the value has no influence on anything else that the step
// does, and on whether it fails.
struct Update {
  model::Access cell;
  bool relative = false;
  model::Value value = 0;
  bool stays_inside = false;  // what is stored is what was computed: it neither wraps around nor is too large or small
  std::vector<Range> conditions = {};
};

// A transition, and whatever follows it in the same step.
struct Step {
  enum class Meeting : std::uint8_t { none, sends, receives };

  model::AccessSets sets;
  std::vector<Condition> conditions;    // the last one is everything that is not explicit
  std::vector<Assignment> assignments;  // each is the only one to its variable in the whole step
  std::vector<Update> updates;
  std::vector<model::ProcessTypeId> starts;
  Meeting meeting = Meeting::none;  // rendezvous with another process, on a channel without a buffer
  bool buffers = false;             // the channel may have a buffer as well
  bool alone = false;               // it may go wrong by itself, without anybody to meet: there may be no channel
  model::Value channel = 0;         // number of the channel; 0: any
  bool ends = false;                // the process ends
  bool waits = false;               // it is a timeout: enabled only if no other step is
};

// Reachability between the locations of a process type, over any number of transitions; each location reaches itself.
class Reachability {
 public:
  explicit Reachability(const model::ProcessType& type);
  bool leads(model::LocationId from, model::LocationId to) const { return rows_[from][to]; }

 private:
  std::vector<std::vector<bool>> rows_;
};

// A variable with one element, of the program or of the process itself, by whose values steps are told apart: 0 to `most`, and
// all others together.
struct SplitVariable {
  bool is_global = false;
  model::VariableId variable = 0;
  model::Value most = 0;
};

// A transition where variables have certain values, so that `a[i]` is one element. That they have these values are conditions
// of the step, the first ones.
struct Case {
  model::TransitionId transition = 0;
  std::uint32_t values = 0;  // so many of the conditions
  Step step;
};

struct Instance {
  model::ProcessTypeId type = model::none;
  std::uint32_t process = model::none;    // its number, or model::future_process
  std::vector<model::Value> frozen;       // the values of its variables that never change
  std::vector<Step> steps;                // by transition
  std::vector<Case> cases;                // of each transition, one after the other; without those that never begin a step
  std::vector<std::uint32_t> first_case;  // by transition, and the number of cases
};

// Facts about a program that all its instances share.
struct ProgramFacts {
  ProgramFacts(const model::Program& program, const model::InterpreterOptions& options, const model::Interpreter& interpreter);

  const model::Program& program;
  model::InterpreterOptions options;
  model::FrozenVariables frozen;
  std::vector<std::vector<model::Value>> globals;               // the elements of those that never change
  std::vector<std::vector<model::VariableId>> frozen_locals;    // by process type
  std::vector<Reachability> reachability;                       // by process type
  std::vector<std::vector<bool>> passed;                        // by process type and location: no state has a process there
  std::vector<std::vector<std::vector<SplitVariable>>> splits;  // by process type and transition
};

// The process with that number and those frozen values (in the order of facts.frozen_locals); nothing is known of a process
// that does not exist yet.
Instance make_instance(const ProgramFacts& facts, model::ProcessTypeId type, std::uint32_t process,
                       std::vector<model::Value> frozen);

}  // namespace lariat::reduce
