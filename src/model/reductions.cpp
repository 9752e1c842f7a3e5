// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/reductions.hpp"

#include <algorithm>

#include "model/drop_unused.hpp"
#include "model/merge_statements.hpp"
#include "model/reset_dead.hpp"

namespace lariat::model {
namespace {

constexpr unsigned max_rounds = 10;  // of dropping: what is not stored need not be computed, and so on

// An observer that watches channels evaluates them in the state where a sequence of transitions begins, not where they happen.
bool watches_channels(const Program& program) {
  if (!program.observer) return false;
  const auto& transitions = program.process_types[program.observer->type].transitions;
  return std::any_of(transitions.begin(), transitions.end(), [](const Transition& t) { return t.communication != none; });
}

}  // namespace

ReducedProgram reduce_program(const Program& program, const PropertyView& view, const ReductionPasses& passes) {
  ReducedProgram reduced{.program = program};
  for (const ProcessType& type : program.process_types) reduced.sequences.emplace_back(type.transitions.size());
  if (watches_channels(program) || program.composition != Program::Composition::interleaved) return reduced;
  Program& result = reduced.program;
  const auto drop = [&] {
    bool changed = passes.unused && drop_unused(result, view);
    changed |= passes.dead_variables && drop_dead_stores(result, view);
    return changed;
  };
  reduced.is_changed |= drop();
  if (passes.merging) reduced.is_merged = merge_statements(result, view, reduced.sequences);
  reduced.is_changed |= reduced.is_merged;
  for (unsigned round = 0; round < max_rounds && drop(); ++round) reduced.is_changed = true;
  if (passes.dead_variables) reduced.is_changed |= reset_dead_variables(result, view);
  return reduced;
}

}  // namespace lariat::model
