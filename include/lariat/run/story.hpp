// SPDX-License-Identifier: Apache-2.0
// What a run has to do with a property: which of its atoms hold when, remarks on states, which steps matter, how it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lariat/run/run.hpp"

namespace lariat::run {

// The states of a run are counted from 0, the initial one: state i is the one after step i, counted from 1.
struct Story {
  struct Atom {
    std::string name = {};
    std::vector<bool> truths = {};  // by state
  };
  struct Remark {
    std::size_t state = 0;
    std::string text = {};
  };
  std::vector<Atom> atoms = {};          // of the property
  std::vector<Remark> remarks = {};      // in the order of the states
  std::vector<bool> matters = {};        // by step: false if the property would be violated without it; empty: all steps do
  std::vector<std::string> ending = {};  // lines that follow the run: who waits for what, who is starved
};

using NamedExpressions = std::span<const std::pair<std::string, model::ExprId>>;

// In which states of the run the expressions hold.
std::vector<Story::Atom> atoms_along(model::Interpreter& interpreter, const Run& run, NamedExpressions atoms);

// By step: true if it influences the values of the atoms at the end of the run, through what it writes and others read: a
// backward slice. A step that is not in it may still be needed for the run to be one. All steps of a cycle matter.
std::vector<bool> steps_that_matter(const model::Interpreter& interpreter, const Run& run, NamedExpressions atoms);

// What a process that cannot move waits for.
struct Waiting {
  std::uint32_t process = 0;
  std::string name = {};
  std::string where = {};                 // its location, `file:line` or a name
  std::vector<std::string> reasons = {};  // a line for each statement that could come next; none: it has come to its end
};

// The processes of s in their order.
std::vector<Waiting> waiting_processes(model::Interpreter& interpreter, model::StateView s);

// A table for people of the processes that wait in s, and what each of them waits for.
std::vector<std::string> waiting_lines(model::Interpreter& interpreter, model::StateView s);

// How a run of which no property is known ends: who waits for what if nobody can move, or who is starved by its cycle.
Story story_of_end(model::Interpreter& interpreter, const Run& run);

// A line for each process that takes no step in the run's cycle although it has not ended: always, sometimes or never able to.
std::vector<std::string> starved_lines(model::Interpreter& interpreter, const Run& run);

}  // namespace lariat::run
