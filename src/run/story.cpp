// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/story.hpp"

#include <algorithm>
#include <map>

#include "lariat/model/access.hpp"

namespace lariat::run {
namespace {

using model::Access;
using model::AccessSets;
using model::Interpreter;

// The access sets of transitions, each computed once.
class StepAccesses {
 public:
  explicit StepAccesses(const Interpreter& interpreter) : interpreter_(interpreter) {}

  AccessSets of(const model::Action& action) {
    const auto [place, is_new] = known_.try_emplace({action.type, action.transition});
    if (is_new) place->second = model::accesses(interpreter_.program(), action.type, action.transition, interpreter_.options());
    return model::bound_to(place->second, action.process);
  }

 private:
  const Interpreter& interpreter_;
  std::map<std::pair<model::ProcessTypeId, model::TransitionId>, AccessSets> known_;
};

// True if the write gives a new value to all that the access names.
bool replaces(const Access& write, const Access& access) {
  if (write.kind != access.kind) return false;
  switch (write.kind) {
    case Access::Kind::global:
      return write.variable == access.variable && write.first == write.last && access.first == access.last &&
             write.first == access.first;
    case Access::Kind::local:
      return write.process == access.process && write.process != model::none && write.variable == access.variable &&
             write.first == write.last && access.first == access.last && write.first == access.first;
    case Access::Kind::location:
      return write.process == access.process && write.process != model::none;
    default:
      return false;
  }
}

}  // namespace

std::vector<Story::Atom> atoms_along(Interpreter& interpreter, const Run& run, NamedExpressions atoms) {
  std::vector<Story::Atom> result;
  for (const auto& [name, expression] : atoms) result.push_back({.name = name});
  for (std::size_t i = 0; i <= run.steps.size(); ++i)
    for (std::size_t k = 0; k < result.size(); ++k) {
      const model::Evaluation value = interpreter.evaluate(atoms[k].second, run.before(i));
      result[k].truths.push_back(value.fault || value.value != 0);
    }
  return result;
}

std::vector<bool> steps_that_matter(const Interpreter& interpreter, const Run& run, NamedExpressions atoms) {
  std::vector<bool> matters(run.steps.size(), true);
  std::vector<Access> needed;
  const auto need = [&](const std::vector<Access>& accesses) {
    for (const Access& access : accesses)
      if (std::find(needed.begin(), needed.end(), access) == needed.end()) needed.push_back(access);
  };
  for (const auto& [name, expression] : atoms) {
    const AccessSets sets = model::accesses(interpreter.program(), expression);
    need(sets.guard_reads);
    need(sets.reads);
  }
  StepAccesses accesses(interpreter);
  for (std::size_t i = run.steps.size(); i-- > 0;) {
    std::vector<AccessSets> sets;
    for (const model::Action& action : run.steps[i].actions)
      if (action.process != model::observer_number) sets.push_back(accesses.of(action));
    if (!run.cycle || i < *run.cycle)
      matters[i] = std::ranges::any_of(sets, [&](const AccessSets& one) {
        return std::ranges::any_of(one.writes, [&](const Access& write) {
          return std::ranges::any_of(needed, [&](const Access& access) { return model::may_overlap(write, access); });
        });
      });
    if (!matters[i]) continue;
    for (const AccessSets& one : sets)
      for (const Access& write : one.writes) std::erase_if(needed, [&](const Access& a) { return replaces(write, a); });
    for (const AccessSets& one : sets) {
      need(one.guard_reads);
      need(one.reads);
      for (const Access& write : one.writes)  // the process must have come to where it is
        if (write.kind == Access::Kind::location) {
          Access location = write;
          location.from = location.to = model::none;
          need({location});
        }
    }
  }
  return matters;
}

}  // namespace lariat::run
