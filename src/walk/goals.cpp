// SPDX-License-Identifier: Apache-2.0
#include "lariat/walk/goals.hpp"

#include <algorithm>
#include <stdexcept>

#include "lariat/system/program_system.hpp"

namespace lariat::walk {

GoalEvaluator::GoalEvaluator(system::System& system, const std::vector<Goal>& goals)
    : system_(system), program_(system.as_program()), goals_(goals), hidden_(system.layout().hidden) {
  const std::size_t atoms = system.atoms().size();
  for (const Goal& goal : goals) {
    looks_at_states_ |= goal.kind == Goal::Kind::fault ? program_ != nullptr && program_->interpreter().has_assertions()
                                                       : goal.kind != Goal::Kind::deadlock;
    if (goal.kind != Goal::Kind::condition && goal.kind != Goal::Kind::violation) continue;
    if (goal.atom ? *goal.atom >= atoms : program_ == nullptr)
      throw std::invalid_argument("a goal is neither an atom of the system nor an expression of its program");
  }
}

std::optional<model::Fault> GoalEvaluator::find(const Goal& goal, system::Bytes s) {
  if (goal.kind == Goal::Kind::fault) return program_ == nullptr ? std::nullopt : program_->interpreter().failed_assertion(s);
  if (goal.kind == Goal::Kind::state) {
    const auto hidden = static_cast<std::ptrdiff_t>(hidden_);
    const bool is_equal = std::equal(s.begin() + hidden, s.end(), goal.state.begin() + hidden, goal.state.end());
    return is_equal ? std::optional(model::Fault{}) : std::nullopt;
  }
  const bool wanted = goal.kind == Goal::Kind::condition;
  if (!goal.atom) {
    const model::Evaluation evaluation = program_->interpreter().evaluate(goal.expression, s);
    if (evaluation.fault || (evaluation.value != 0) == wanted) return evaluation.fault;
    return std::nullopt;
  }
  if (!has_valuation_) system_.valuations({&s, 1}, {&valuation_, 1});
  has_valuation_ = true;
  if ((valuation_.undefined >> *goal.atom & 1) != 0)
    return program_ == nullptr ? model::Fault{.kind = model::Fault::Kind::reported} : program_->atom_fault(*goal.atom, s);
  if (((valuation_.holds >> *goal.atom & 1) != 0) == wanted) return model::Fault{};
  return std::nullopt;
}

model::Fault GoalEvaluator::initial_fault() {
  model::Fault fault;
  if (program_ != nullptr) program_->interpreter().initial(&fault);
  return fault;
}

}  // namespace lariat::walk
