// SPDX-License-Identifier: Apache-2.0
// Basic rules for X, F and G.
#include "ltl/rules.hpp"

namespace lariat::ltl {
namespace {

// F a, G a: the operand's operator decides.
Formula swap_next(Context& c, Formula f) {
  const Formula a = c.store.left(f);
  if (!c.store.is(a, Op::next)) return f;
  const Formula inner = c.store.left(a);
  return c.store.next(c.store.make(c.store.op(f), std::span(&inner, 1)));
}

Formula finally_until(Context& c, Formula f) {
  const Formula a = c.store.left(f);
  return c.store.is(a, Op::until) ? c.store.finally(c.store.right(a)) : f;
}

Formula finally_strong_release(Context& c, Formula f) {
  const Formula a = c.store.left(f);
  return c.store.is(a, Op::strong_release) ? c.store.finally(c.store.conjunction(c.store.left(a), c.store.right(a))) : f;
}

Formula globally_release(Context& c, Formula f) {
  const Formula a = c.store.left(f);
  return c.store.is(a, Op::release) ? c.store.globally(c.store.right(a)) : f;
}

Formula globally_weak_until(Context& c, Formula f) {
  const Formula a = c.store.left(f);
  return c.store.is(a, Op::weak_until) ? c.store.globally(c.store.disjunction(c.store.left(a), c.store.right(a))) : f;
}

// F(a | F b | ...) with `nary` |, G(a & G b & ...) with `nary` &: strips `stripped` from the operands of the n-ary operator.
Formula strip_operands(Context& c, Formula a, Op nary, Op stripped) {
  if (!c.store.is(a, nary)) return a;
  std::vector<Formula> operands;
  for (const Formula x : c.store.operands(a)) operands.push_back(c.store.is(x, stripped) ? c.store.left(x) : x);
  return c.store.make(nary, operands);
}

Formula finally_or_finally(Context& c, Formula f) {
  return c.store.finally(strip_operands(c, c.store.left(f), Op::disjunction, Op::finally));
}

Formula globally_and_globally(Context& c, Formula f) {
  return c.store.globally(strip_operands(c, c.store.left(f), Op::conjunction, Op::globally));
}

Formula finally_globally_next(Context& c, Formula f) {
  const Formula a = c.store.left(f);
  if (!c.store.is(a, Op::globally)) return f;
  return c.store.finally(c.store.globally(strip_operands(c, c.store.left(a), Op::conjunction, Op::next)));
}

Formula globally_finally_next(Context& c, Formula f) {
  const Formula a = c.store.left(f);
  if (!c.store.is(a, Op::finally)) return f;
  return c.store.globally(c.store.finally(strip_operands(c, c.store.left(a), Op::disjunction, Op::next)));
}

constexpr RewriteLevel level = RewriteLevel::basic;
constexpr Rule rules[] = {
    {{"F-X", "F X a = X F a;  G X a = X G a", level, false}, ops(Op::finally, Op::globally), swap_next},
    {{"F-U", "F(a U b) = F b", level, false}, ops(Op::finally), finally_until},
    {{"F-M", "F(a M b) = F(a & b)", level, false}, ops(Op::finally), finally_strong_release},
    {{"G-R", "G(a R b) = G b", level, false}, ops(Op::globally), globally_release},
    {{"G-W", "G(a W b) = G(a | b)", level, false}, ops(Op::globally), globally_weak_until},
    {{"F-or-F", "F(a | F b) = F(a | b)", level, false}, ops(Op::finally), finally_or_finally},
    {{"G-and-G", "G(a & G b) = G(a & b)", level, false}, ops(Op::globally), globally_and_globally},
    {{"FG-and-X", "F G(a & X b) = F G(a & b)", level, false}, ops(Op::finally), finally_globally_next},
    {{"GF-or-X", "G F(a | X b) = G F(a | b)", level, false}, ops(Op::globally), globally_finally_next},
};

}  // namespace

std::span<const Rule> basic_unary_rules() { return rules; }

}  // namespace lariat::ltl
