// SPDX-License-Identifier: Apache-2.0
// Rules that use syntactic implication. Those for R and M are the duals of those for U and W.
#include <algorithm>

#include "ltl/rules.hpp"

namespace lariat::ltl {
namespace {

// Comparing all pairs is quadratic; wider formulas are left alone.
constexpr std::size_t max_width = 64;

// a & b = a where a implies b, and the dual.
Formula drop_implied(Context& c, Formula f) {
  const auto operands = c.store.operands(f);
  if (operands.size() > max_width) return f;
  const bool conjunction = c.store.is(f, Op::conjunction);
  std::vector<Formula> kept(operands.begin(), operands.end());
  for (std::size_t i = 0; i < kept.size();) {
    const bool redundant = std::ranges::any_of(
        kept, [&](Formula x) { return x != kept[i] && (conjunction ? c.implies(x, kept[i]) : c.implies(kept[i], x)); });
    if (redundant)
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  return c.store.make(c.store.op(f), kept);
}

Formula and_contradiction(Context& c, Formula f) {
  const auto operands = c.store.operands(f);
  if (operands.size() > max_width) return f;
  for (const Formula a : operands)
    for (const Formula b : operands)
      if (a != b && c.excludes(a, b)) return c.store.falsity();
  return f;
}

Formula or_tautology(Context& c, Formula f) {
  const auto operands = c.store.operands(f);
  if (operands.size() > max_width) return f;
  for (const Formula a : operands)
    for (const Formula b : operands)
      if (a != b && c.covers(a, b)) return c.store.truth();
  return f;
}

// a & (b | c) = a & b where a excludes c, and the dual.
Formula drop_excluded(Context& c, Formula f) {
  const auto operands = c.store.operands(f);
  if (operands.size() > max_width) return f;
  const bool conjunction = c.store.is(f, Op::conjunction);
  const Op dual = conjunction ? Op::disjunction : Op::conjunction;
  for (const Formula x : operands) {
    if (!c.store.is(x, dual) || c.store.operands(x).size() > max_width) continue;
    const auto [dropped, kept] = split(c.store.operands(x), [&](Formula y) {
      return std::ranges::any_of(operands,
                                 [&](Formula a) { return a != x && (conjunction ? c.excludes(a, y) : c.covers(a, y)); });
    });
    if (dropped.empty()) continue;
    std::vector<Formula> result(operands.begin(), operands.end());
    std::ranges::replace(result, x, c.store.make(dual, kept));
    return c.store.make(c.store.op(f), result);
  }
  return f;
}

Formula until_implied(Context& c, Formula f) { return c.implies(c.store.left(f), c.store.right(f)) ? c.store.right(f) : f; }

Formula release_implied(Context& c, Formula f) { return c.implies(c.store.right(f), c.store.left(f)) ? c.store.right(f) : f; }

Formula until_covered(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  if (!c.covers(a, b)) return f;
  return c.store.is(f, Op::until) ? c.store.finally(b) : c.store.truth();
}

Formula release_excluded(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  if (!c.excludes(a, b)) return f;
  return c.store.is(f, Op::release) ? c.store.globally(b) : c.store.falsity();
}

// a U (b U c) = b U c if a implies b, and relatives. Not a W (b U c): there a may go on forever.
Formula until_absorbed(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const bool fits = c.store.is(b, Op::weak_until) || (c.store.is(b, Op::until) && c.store.is(f, Op::until));
  return fits && c.implies(a, c.store.left(b)) ? b : f;
}

Formula release_absorbed(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const bool fits = c.store.is(b, Op::strong_release) || (c.store.is(b, Op::release) && c.store.is(f, Op::release));
  return fits && c.implies(c.store.left(b), a) ? b : f;
}

// a U (b U c) = a U c if b implies a, and relatives. Not a U (b W c): there b may go on forever.
Formula until_skips(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const bool fits = c.store.is(b, Op::until) || (c.store.is(b, Op::weak_until) && c.store.is(f, Op::weak_until));
  return fits && c.implies(c.store.left(b), a) ? remake(c.store, f, a, c.store.right(b)) : f;
}

Formula release_skips(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const bool fits = c.store.is(b, Op::release) || (c.store.is(b, Op::strong_release) && c.store.is(f, Op::strong_release));
  return fits && c.implies(a, c.store.left(b)) ? remake(c.store, f, a, c.store.right(b)) : f;
}

bool is_until(const FormulaStore& store, Formula f) { return store.is(f, Op::until) || store.is(f, Op::weak_until); }
bool is_release(const FormulaStore& store, Formula f) { return store.is(f, Op::release) || store.is(f, Op::strong_release); }

// (a U b) U c = b U c if a implies c: before c happens there is no a, so a U b means b.
Formula until_left_until(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  return is_until(c.store, a) && c.implies(c.store.left(a), b) ? remake(c.store, f, c.store.right(a), b) : f;
}

Formula release_left_release(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  return is_release(c.store, a) && c.implies(b, c.store.left(a)) ? remake(c.store, f, c.store.right(a), b) : f;
}

// (a U b) U c = (a U b) | c if b implies c. Not (a W b) U c: b, hence c, may never happen.
Formula until_left_reaches(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const bool fits = c.store.is(a, Op::until) || (c.store.is(a, Op::weak_until) && c.store.is(f, Op::weak_until));
  return fits && c.implies(c.store.right(a), b) ? c.store.disjunction(a, b) : f;
}

Formula release_left_reaches(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const bool fits = c.store.is(a, Op::release) || (c.store.is(a, Op::strong_release) && c.store.is(f, Op::strong_release));
  return fits && c.implies(b, c.store.right(a)) ? c.store.conjunction(a, b) : f;
}

// Leaves out operands of an n-ary left side.
template <class Question>
Formula drop_left(Context& c, Formula f, Op nary, Question question) {
  const Formula a = c.store.left(f);
  if (!c.store.is(a, nary)) return f;
  const auto [dropped, kept] = split(c.store.operands(a), question);
  return dropped.empty() ? f : remake(c.store, f, c.store.make(nary, kept), c.store.right(f));
}

Formula until_left_or(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::disjunction, [&](Formula x) { return c.implies(x, b); });
}

Formula release_left_and(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::conjunction, [&](Formula x) { return c.implies(b, x); });
}

Formula until_left_and(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::conjunction, [&](Formula x) { return c.covers(x, b); });
}

Formula release_left_or(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::disjunction, [&](Formula x) { return c.excludes(x, b); });
}

constexpr RewriteLevel level = RewriteLevel::implication;
constexpr std::uint32_t conjunctions = ops(Op::conjunction), disjunctions = ops(Op::disjunction);
constexpr std::uint32_t untils = ops(Op::until, Op::weak_until), releases = ops(Op::release, Op::strong_release);
constexpr Rule rules[] = {
    {{"and-implied", "a & b = a if a => b;  a | b = b if a => b", level, false}, conjunctions | disjunctions, drop_implied},
    {{"and-contradiction", "a & b = false if a => !b", level, false}, conjunctions, and_contradiction},
    {{"or-tautology", "a | b = true if !a => b", level, false}, disjunctions, or_tautology},
    {{"and-excluded", "a & (b | c) = a & b if a => !c;  a | (b & c) = a | b if !a => c", level, false},
     conjunctions | disjunctions,
     drop_excluded},
    {{"U-implied", "a U b = b if a => b;  also W", level, false}, untils, until_implied},
    {{"R-implied", "a R b = b if b => a;  also M", level, false}, releases, release_implied},
    {{"U-covered", "a U b = F b if !a => b;  a W b = true", level, false}, untils, until_covered},
    {{"R-excluded", "a R b = G b if a => !b;  a M b = false", level, false}, releases, release_excluded},
    {{"U-absorbed", "a U (b U c) = b U c if a => b;  also U of W, W of W", level, false}, untils, until_absorbed},
    {{"R-absorbed", "a R (b R c) = b R c if b => a;  also R of M, M of M", level, false}, releases, release_absorbed},
    {{"U-skips", "a U (b U c) = a U c if b => a;  also W of U, W of W", level, false}, untils, until_skips},
    {{"R-skips", "a R (b R c) = a R c if a => b;  also M of R, M of M", level, false}, releases, release_skips},
    {{"U-left-U", "(a U b) U c = b U c if a => c;  also W, inside or outside", level, false}, untils, until_left_until},
    {{"R-left-R", "(a R b) R c = b R c if c => a;  also M, inside or outside", level, false}, releases, release_left_release},
    {{"U-left-reaches", "(a U b) U c = (a U b) | c if b => c;  also W of U, W of W", level, false}, untils, until_left_reaches},
    {{"R-left-reaches", "(a R b) R c = (a R b) & c if c => b;  also M of R, M of M", level, false},
     releases,
     release_left_reaches},
    {{"U-left-or-implied", "(a | b) U c = b U c if a => c;  also W", level, false}, untils, until_left_or},
    {{"R-left-and-implied", "(a & b) R c = b R c if c => a;  also M", level, false}, releases, release_left_and},
    {{"U-left-and-covered", "(a & b) U c = b U c if !a => c;  also W", level, false}, untils, until_left_and},
    {{"R-left-or-excluded", "(a | b) R c = b R c if a => !c;  also M", level, false}, releases, release_left_or},
};

}  // namespace

std::span<const Rule> implication_rules() { return rules; }

}  // namespace lariat::ltl
