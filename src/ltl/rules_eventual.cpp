// SPDX-License-Identifier: Apache-2.0
// Rules that use eventual and universal formulas. In the statements e is eventual, u universal, q both: the truth of q is the
// same at all positions of a word.
#include "ltl/rules.hpp"

namespace lariat::ltl {
namespace {

constexpr std::uint32_t is_stable = is_eventual | is_universal;

Formula next_stable(Context& c, Formula f) { return c.store.has(c.store.left(f), is_stable) ? c.store.left(f) : f; }
Formula finally_eventual(Context& c, Formula f) { return c.store.has(c.store.left(f), is_eventual) ? c.store.left(f) : f; }
Formula globally_universal(Context& c, Formula f) { return c.store.has(c.store.left(f), is_universal) ? c.store.left(f) : f; }
Formula until_eventual(Context& c, Formula f) { return c.store.has(c.store.right(f), is_eventual) ? c.store.right(f) : f; }
Formula release_universal(Context& c, Formula f) { return c.store.has(c.store.right(f), is_universal) ? c.store.right(f) : f; }

Formula strong_release_left_eventual(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  return c.store.has(a, is_eventual) ? c.store.conjunction(a, b) : f;
}

Formula weak_until_left_universal(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  return c.store.has(a, is_universal) ? c.store.disjunction(a, b) : f;
}

Formula weak_until_eventual(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  return c.store.has(b, is_eventual) ? c.store.disjunction(c.store.globally(a), b) : f;
}

Formula strong_release_universal(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  return c.store.has(b, is_universal) ? c.store.conjunction(c.store.finally(a), b) : f;
}

// The next two repeat an operand. It must be small, or nested applications would make an exponentially large tree.
constexpr std::uint64_t max_repeated = 16;

Formula until_left_universal(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  if (c.store.size(b) > max_repeated) return f;
  return c.store.has(a, is_universal) ? c.store.disjunction(b, c.store.conjunction(a, c.store.finally(b))) : f;
}

Formula release_left_eventual(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  if (c.store.size(b) > max_repeated) return f;
  return c.store.has(a, is_eventual) ? c.store.conjunction(b, c.store.disjunction(a, c.store.globally(b))) : f;
}

// Takes the operands with a property out of an n-ary operand (the right one of two, or the left one): op(a & q) = op(a) & q.
Formula lift(Context& c, Formula f, Op nary, std::uint32_t property, bool from_left = false) {
  const bool binary = c.store.operands(f).size() == 2;
  const Formula inner = binary && !from_left ? c.store.right(f) : c.store.left(f);
  if (!c.store.is(inner, nary)) return f;
  auto [lifted, kept] = split(c.store.operands(inner), [&](Formula x) { return c.store.has(x, property); });
  if (lifted.empty() || kept.empty()) return f;  // if all have it, the whole has it: other rules
  const Formula rest = c.store.make(nary, kept);
  if (!binary)
    lifted.push_back(c.store.make(c.store.op(f), std::span(&rest, 1)));
  else if (from_left)
    lifted.push_back(remake(c.store, f, rest, c.store.right(f)));
  else
    lifted.push_back(remake(c.store, f, c.store.left(f), rest));
  return c.store.make(nary, lifted);
}

Formula lift_and_stable(Context& c, Formula f) { return lift(c, f, Op::conjunction, is_stable); }
Formula lift_or_stable(Context& c, Formula f) { return lift(c, f, Op::disjunction, is_stable); }
Formula lift_or_eventual(Context& c, Formula f) { return lift(c, f, Op::disjunction, is_eventual); }
Formula lift_and_universal(Context& c, Formula f) { return lift(c, f, Op::conjunction, is_universal); }
Formula lift_left_and_stable(Context& c, Formula f) { return lift(c, f, Op::conjunction, is_stable, true); }
Formula lift_left_or_stable(Context& c, Formula f) { return lift(c, f, Op::disjunction, is_stable, true); }

// G(a & e) = G a & G e, F(a | u) = F a | F u: applies the operator to the operands with the property one by one.
Formula distribute(Context& c, Formula f, Op nary, std::uint32_t property) {
  if (!c.store.is(c.store.left(f), nary)) return f;
  const auto [parts, kept] = split(c.store.operands(c.store.left(f)), [&](Formula x) { return c.store.has(x, property); });
  if (parts.empty()) return f;
  std::vector<Formula> result;
  for (const Formula x : parts) result.push_back(c.store.make(c.store.op(f), std::span(&x, 1)));
  const Formula rest = c.store.make(nary, kept);
  result.push_back(c.store.make(c.store.op(f), std::span(&rest, 1)));
  return c.store.make(nary, result);
}

Formula globally_and_eventual(Context& c, Formula f) { return distribute(c, f, Op::conjunction, is_eventual); }
Formula finally_or_universal(Context& c, Formula f) { return distribute(c, f, Op::disjunction, is_universal); }

// G(e1 | e2) = G e1 | G e2: one of them holds at infinitely many positions, hence everywhere. All operands must be eventual.
Formula distribute_all(Context& c, Formula f, Op nary, std::uint32_t property) {
  return c.store.has(c.store.left(f), property) ? distribute(c, f, nary, property) : f;
}

Formula globally_or_eventual(Context& c, Formula f) { return distribute_all(c, f, Op::disjunction, is_eventual); }
Formula finally_and_universal(Context& c, Formula f) { return distribute_all(c, f, Op::conjunction, is_universal); }

// G F and F G of an n-ary formula: its eventual operands are wanted infinitely often, its universal ones from some point on.
Formula split_infinitely_often(Context& c, Formula f, Op outer, Op inner, Op nary) {
  FormulaStore& s = c.store;
  if (!s.is(f, outer) || !s.is(s.left(f), inner) || !s.is(s.left(s.left(f)), nary)) return f;
  std::vector<Formula> result, kept;
  for (const Formula x : s.operands(s.left(s.left(f)))) {
    if (s.has(x, is_eventual))
      result.push_back(s.globally(x));
    else if (s.has(x, is_universal))
      result.push_back(s.finally(x));
    else
      kept.push_back(x);
  }
  if (result.empty()) return f;
  const Formula rest = s.make(nary, kept);
  result.push_back(outer == Op::globally ? s.globally(s.finally(rest)) : s.finally(s.globally(rest)));
  return s.make(nary, result);
}

Formula globally_finally_and(Context& c, Formula f) {
  return split_infinitely_often(c, f, Op::globally, Op::finally, Op::conjunction);
}
Formula globally_finally_or(Context& c, Formula f) {
  return split_infinitely_often(c, f, Op::globally, Op::finally, Op::disjunction);
}
Formula finally_globally_and(Context& c, Formula f) {
  return split_infinitely_often(c, f, Op::finally, Op::globally, Op::conjunction);
}
Formula finally_globally_or(Context& c, Formula f) {
  return split_infinitely_often(c, f, Op::finally, Op::globally, Op::disjunction);
}

constexpr RewriteLevel level = RewriteLevel::eventual;
constexpr std::uint32_t next = ops(Op::next), finally = ops(Op::finally), globally = ops(Op::globally);
constexpr std::uint32_t until = ops(Op::until), release = ops(Op::release);
constexpr std::uint32_t weak = ops(Op::weak_until), strong = ops(Op::strong_release);
constexpr Rule rules[] = {
    {{"X-stable", "X q = q", level, false}, next, next_stable},
    {{"F-eventual", "F e = e", level, false}, finally, finally_eventual},
    {{"G-universal", "G u = u", level, false}, globally, globally_universal},
    {{"U-eventual", "a U e = e", level, false}, until, until_eventual},
    {{"R-universal", "a R u = u", level, false}, release, release_universal},
    {{"M-left-eventual", "e M a = e & a", level, false}, strong, strong_release_left_eventual},
    {{"W-left-universal", "u W a = u | a", level, false}, weak, weak_until_left_universal},
    {{"lift-and", "F(a & q) = F a & q;  X(a & q) = X a & q;  a U (b & q) = (a U b) & q", level, false},
     next | finally | until,
     lift_and_stable},
    {{"lift-or", "G(a | q) = G a | q;  X(a | q) = X a | q;  a R (b | q) = (a R b) | q", level, false},
     next | globally | release,
     lift_or_stable},
    {{"lift-or-eventual", "F(a | e) = F a | e;  a U (b | e) = (a U b) | e;  also W", level, false},
     finally | until | weak,
     lift_or_eventual},
    {{"lift-and-universal", "G(a & u) = G a & u;  a R (b & u) = (a R b) & u;  also M", level, false},
     globally | release | strong,
     lift_and_universal},
    {{"M-lift-left", "(a & q) M b = (a M b) & q", level, false}, strong, lift_left_and_stable},
    {{"W-lift-left", "(a | q) W b = (a W b) | q", level, false}, weak, lift_left_or_stable},
    {{"W-eventual", "a W e = G a | e", level, true}, weak, weak_until_eventual},
    {{"M-universal", "a M u = F a & u", level, true}, strong, strong_release_universal},
    {{"U-left-universal", "u U a = a | (u & F a) for small a", level, true}, until, until_left_universal},
    {{"R-left-eventual", "e R a = a & (e | G a) for small a", level, true}, release, release_left_eventual},
    {{"GF-and", "G F(a & e) = G F a & G e;  G F(a & u) = G F a & F u", level, true}, globally, globally_finally_and},
    {{"GF-or", "G F(a | e) = G F a | G e;  G F(a | u) = G F a | F u", level, true}, globally, globally_finally_or},
    {{"FG-and", "F G(a & e) = F G a & G e;  F G(a & u) = F G a & F u", level, true}, finally, finally_globally_and},
    {{"FG-or", "F G(a | e) = F G a | G e;  F G(a | u) = F G a | F u", level, true}, finally, finally_globally_or},
    {{"G-and-eventual", "G(a & e) = G a & G e", level, true}, globally, globally_and_eventual},
    {{"F-or-universal", "F(a | u) = F a | F u", level, true}, finally, finally_or_universal},
    {{"G-or-eventual", "G(e | e') = G e | G e'", level, true}, globally, globally_or_eventual},
    {{"F-and-universal", "F(u & u') = F u & F u'", level, true}, finally, finally_and_universal},
};

}  // namespace

std::span<const Rule> eventual_rules() { return rules; }

}  // namespace lariat::ltl
