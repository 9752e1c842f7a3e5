// SPDX-License-Identifier: Apache-2.0
#include "ltl/normal_form.hpp"

#include "lariat/ltl/rewrite.hpp"

namespace lariat::ltl {
namespace {

Op dual(Op op) {
  switch (op) {
    case Op::constant_false:
      return Op::constant_true;
    case Op::constant_true:
      return Op::constant_false;
    case Op::conjunction:
      return Op::disjunction;
    case Op::disjunction:
      return Op::conjunction;
    case Op::exclusive_or:
      return Op::equivalence;
    case Op::equivalence:
      return Op::exclusive_or;
    case Op::finally:
      return Op::globally;
    case Op::globally:
      return Op::finally;
    case Op::until:
      return Op::release;
    case Op::release:
      return Op::until;
    case Op::weak_until:
      return Op::strong_release;
    case Op::strong_release:
      return Op::weak_until;
    default:
      return op;
  }
}

}  // namespace

NormalForms::Goal NormalForms::strip(Goal goal) const {
  if (store_.is(goal.f, Op::negation)) return {store_.left(goal.f), !goal.negated};  // there is no double negation
  return goal;
}

// The operator at the root of a stripped goal's normal form. Implications are disjunctions; ^ and <-> stay for look().
Op NormalForms::op_of(Goal goal) const {
  const Op op = store_.op(goal.f);
  if (op == Op::implication) return goal.negated ? Op::conjunction : Op::disjunction;
  return goal.negated ? dual(op) : op;
}

// Fills view_. Nested conjunctions (and disjunctions) are gathered here, so that a -> (b -> (c -> ...)) is flattened once and
// not at each level.
void NormalForms::look(Goal goal) {
  view_.op = op_of(goal);
  view_.operands.clear();
  const auto operands = store_.operands(goal.f);
  if (view_.op == Op::exclusive_or || view_.op == Op::equivalence) {
    for (const bool negated : {false, true})
      for (const Formula f : operands) view_.operands.push_back({f, negated});
  } else if (view_.op != Op::conjunction && view_.op != Op::disjunction) {
    for (const Formula f : operands) view_.operands.push_back({f, goal.negated});
  } else {
    gather_ = {goal};
    while (!gather_.empty()) {
      const Goal inner = strip(gather_.back());
      gather_.pop_back();
      if (op_of(inner) != view_.op) {
        view_.operands.push_back(inner);
      } else if (store_.is(inner.f, Op::implication)) {
        gather_.push_back({store_.right(inner.f), inner.negated});
        gather_.push_back({store_.left(inner.f), !inner.negated});
      } else {
        const auto inner_operands = store_.operands(inner.f);
        for (std::size_t i = inner_operands.size(); i-- > 0;) gather_.push_back({inner_operands[i], inner.negated});
      }
    }
  }
}

// From view_, all operands being known.
Formula NormalForms::build(Goal goal) {
  if (view_.op == Op::atom) return goal.negated ? store_.negation(goal.f) : goal.f;
  std::vector<Formula> operands;
  operands.reserve(view_.operands.size());
  for (const Goal operand : view_.operands) operands.push_back({slot(operand)});
  if (view_.op != Op::exclusive_or && view_.op != Op::equivalence) return store_.make(view_.op, operands);
  const Formula a = operands[0], b = operands[1], not_a = operands[2], not_b = operands[3];
  const bool differ = view_.op == Op::exclusive_or;
  const Formula first = store_.conjunction(a, differ ? not_b : b);
  const Formula second = store_.conjunction(not_a, differ ? b : not_b);
  return store_.disjunction(first, second);
}

Formula NormalForms::of(Formula f, bool negated) {
  std::vector<Goal> goals = {{f, negated}};
  while (!goals.empty()) {
    const Goal goal = goals.back();
    if (slot(goal) != unknown) {
      goals.pop_back();
      continue;
    }
    if (!goal.negated && store_.has(goal.f, is_nnf)) {
      slot(goal) = goal.f.id;
      goals.pop_back();
      continue;
    }
    const std::size_t before = goals.size();
    look(strip(goal));
    for (std::size_t i = view_.operands.size(); i-- > 0;)
      if (slot(view_.operands[i]) == unknown) goals.push_back(view_.operands[i]);
    if (goals.size() > before) continue;
    const Formula made = build(strip(goal));
    slot(goal) = made.id;
    goals.pop_back();
  }
  return {slot({f, negated})};
}

Formula negation_normal_form(FormulaStore& store, Formula f, bool negated) { return NormalForms(store).of(f, negated); }

}  // namespace lariat::ltl
