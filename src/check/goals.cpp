// SPDX-License-Identifier: Apache-2.0
#include "check/goals.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "check/auto_reduction.hpp"
#include "check/program_reduction.hpp"
#include "check/reduction.hpp"
#include "check/safety.hpp"
#include "check/shorten.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::check {
namespace {

// Makes the expressions of goals atoms of the system, as many as it can have: compiled code evaluates atoms.
std::vector<walk::Goal> as_atoms(std::vector<walk::Goal> goals, std::vector<model::ExprId>& atoms) {
  for (walk::Goal& goal : goals) {
    const bool is_expression = goal.kind == walk::Goal::Kind::condition || goal.kind == walk::Goal::Kind::violation;
    if (!is_expression || goal.atom || atoms.size() == system::max_atoms) continue;
    goal.atom = static_cast<unsigned>(atoms.size());
    atoms.push_back(std::exchange(goal.expression, model::none));
  }
  return goals;
}

// One walk with these options, in which `automatic` means nothing.
Result<std::vector<Finding>> walk_once(const model::Program& program, const std::vector<walk::Goal>& goals,
                                       const ModelCheckOptions& options, const model::Program* original,
                                       const model::ReducedProgram* reduced_program) {
  ModelCheckOptions inner = options;
  model::Coverage coverage(original == nullptr ? program : *original, reduced_program);
  inner.product.coverage = &coverage;
  walk::ExploreOptions explore_options{
      .order = options.order, .limits = options.limits, .stop_when_found = !options.coverage, .checkpoint = options.checkpoint};
  std::vector<std::string> notes;
  if (options.reduction.method != reduce::Method::none) {
    if (const auto obstacle = find_obstacle(program, options)) {
      notes.push_back(off_note(*obstacle));
    } else {
      Result<WalkReduction> reduction = walk_reduction(goals, options);
      if (!reduction) return reduction.errors();
      explore_options.reduction = reduction->options;
      inner.product = reduced(inner.product, options, std::move(reduction->observed));
      inner.interpretation.promises = program.has_promises();  // they are made for reductions
    }
  }
  std::vector<model::ExprId> atoms;
  const std::vector<walk::Goal> goals_by_atom = as_atoms(goals, atoms);
  system::ProgramSystem system(program, inner.interpretation, options.engine, atoms);
  system.interpreter().obey(options.limits);
  std::vector<Finding> results = find_goals(system, goals_by_atom, explore_options, inner);
  for (Finding& result : results) {
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
    result.interpretation = inner.interpretation;
  }
  return results;
}

// Replaces a run that a reduced walk has found by a shortest one of the program, if there is one within the budget.
void shorten_reduced(const model::Program& program, const walk::Goal& goal, const ModelCheckOptions& options,
                     Finding& finding) {
  if (!finding.run) return;
  ModelCheckOptions inner = without_reduction(options);
  inner.limits = shortening_limits(options);
  inner.product.gauge = nullptr;
  inner.product.max_states = options.shorten->max_states;
  Result<std::vector<Finding>> shortest = walk_once(program, {goal}, inner, nullptr, nullptr);
  if (!shortest || !shortest->front().run) return;
  finding.run = std::move(shortest->front().run);
  finding.fault = shortest->front().fault;
  finding.shortest = shortest->front().shortest;
}

// Where statements were merged, a shortest run of the reduced program need not be a shortest one of the original. Looks for
// that as well, if it cannot be far.
void shorten(const model::Program& program, const std::vector<walk::Goal>& goals, const ModelCheckOptions& options,
             std::vector<Finding>& findings) {
  const bool always_reduces = options.reduction.method != reduce::Method::none && !options.reduction.automatic;
  if (options.order != walk::SearchOrder::breadth_first || options.approximate || options.coverage || always_reduces) return;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    finding.shortest = false;
    if (!finding.run || finding.statistics.states > few_states) continue;
    ModelCheckOptions inner = without_reduction(options);
    inner.checkpoint = nullptr;
    if (inner.product.max_states == 0 || inner.product.max_states > 4 * few_states) inner.product.max_states = 4 * few_states;
    auto again = walk(program, {goals[i]}, inner);
    if (!again || !again->front().run) continue;
    finding.run = std::move(again->front().run);
    finding.fault = again->front().fault;
    finding.shortest = again->front().shortest;
  }
}

}  // namespace

Result<std::vector<Finding>> walk(const model::Program& program, const std::vector<walk::Goal>& goals,
                                  const ModelCheckOptions& options, const model::Program* original,
                                  const model::ReducedProgram* reduced_program) {
  AutoReduction reduction(program, options, options.order == walk::SearchOrder::breadth_first);
  Result<std::vector<Finding>> found = walk_once(program, goals, reduction.options(), original, reduced_program);
  if (reduction.is_last() || !found || std::none_of(found->begin(), found->end(), has_more_states)) return found;
  const Result<WalkReduction> walk_reduced = walk_reduction(goals, options);
  reduction.decide(program, walk_reduced ? std::optional(walk_reduced->observed) : std::nullopt, walk_share);
  ModelCheckOptions chosen = reduction.options();
  // Breadth first, a reduction that keeps more than deadlocks would leave out little.
  if (reduction.is_chosen() &&
      std::any_of(goals.begin(), goals.end(), [](const walk::Goal& g) { return g.kind != walk::Goal::Kind::deadlock; }))
    chosen.order = walk::SearchOrder::depth_first;
  found = walk_once(program, goals, chosen, original, reduced_program);
  if (reduction.is_chosen() && found && options.shorten)
    for (std::size_t i = 0; i < goals.size(); ++i) shorten_reduced(program, goals[i], options, (*found)[i]);
  return found;
}

Result<std::vector<Finding>> check_safety(const model::Program& program, std::span<const Requirement> requirements,
                                          const ModelCheckOptions& options) {
  std::vector<walk::Goal> goals;
  for (const Requirement& requirement : requirements) {
    assert(is_found_by_walk(requirement.kind));
    goals.push_back({.kind = requirement.kind == Requirement::Kind::deadlock    ? walk::Goal::Kind::deadlock
                             : requirement.kind == Requirement::Kind::assertion ? walk::Goal::Kind::fault
                             : requirement.kind == Requirement::Kind::invariant ? walk::Goal::Kind::violation
                                                                                : walk::Goal::Kind::condition,
                     .expression = requirement.expression});
  }
  ModelCheckOptions inner = options;
  inner.reduced_programs = nullptr;
  const model::ReducedProgram* const reduced = reduce(program, view_of(requirements), options);
  if (reduced == nullptr) return walk(program, goals, inner);
  Result<std::vector<Finding>> findings = walk(reduced->program, goals, inner, &program, reduced);
  if (!findings) return findings;
  for (std::size_t i = 0; i < requirements.size(); ++i)
    if ((*findings)[i].run && !restore_run(program, *reduced, requirements[i], (*findings)[i])) {
      inner.checkpoint = nullptr;  // of another program
      return walk(program, goals, inner);
    }
  if (reduced->is_merged) shorten(program, goals, inner, *findings);
  return findings;
}

}  // namespace lariat::check
