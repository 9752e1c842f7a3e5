// SPDX-License-Identifier: Apache-2.0
// Reductions of a program before it is searched: a smaller program about which a property says the same.
// docs/program-reductions.md tells what each pass does and why the verdicts stay; the headers of the passes (src/model/) hold
// the arguments in full.
//
//   const model::ReducedProgram reduced = model::reduce_program(program, {.expressions = atoms});
//   // search reduced.program; follow the transitions of a run in `program` by reduced.sequences
//
// Numbers stay what they were: process types, locations, transitions, variables, places and expressions of the original have
// the same numbers in the reduced program, whose states have the same layout. A run of the reduced program therefore names
// transitions of the original.
#pragma once

#include <cstddef>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::model {

// What is looked at while the program runs, apart from the program itself.
struct PropertyView {
  std::vector<ExprId> expressions = {};  // are evaluated in states
  bool accepting = false;                // tells locations that are accepting from others
  // Notices how often a state is repeated, or who makes how many steps: the next operator, fairness, a process that moves with
  // every step. Statements are then not merged.
  bool counts_steps = false;
};

struct ReductionPasses {
  bool unused = true;          // src/model/drop_unused.hpp
  bool merging = true;         // src/model/merge_statements.hpp
  bool dead_variables = true;  // src/model/reset_dead.hpp
};

// By process type and transition: the transitions of the original that it stands for, in their order; empty: itself alone.
using Sequences = std::vector<std::vector<std::vector<TransitionId>>>;

struct ReducedProgram {
  Program program;
  bool is_changed = false;  // false: the program is as it was
  bool is_merged = false;   // some transition does what several did
  Sequences sequences = {};
};

// Expressions that properties add to the original afterwards must not be evaluated in states of the reduced program, unless
// `view` names them.
ReducedProgram reduce_program(const Program& program, const PropertyView& view, const ReductionPasses& passes = {});

}  // namespace lariat::model
