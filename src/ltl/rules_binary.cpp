// SPDX-License-Identifier: Apache-2.0
// Basic rules for U, R, W and M. U and W are treated alike where they can be, and so are R and M, their duals.
#include <algorithm>

#include "ltl/rules.hpp"

namespace lariat::ltl {
namespace {

constexpr std::uint32_t untils = ops(Op::until, Op::weak_until);
constexpr std::uint32_t releases = ops(Op::release, Op::strong_release);

Formula factor_next(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  if (!c.store.is(a, Op::next) || !c.store.is(b, Op::next)) return f;
  return c.store.next(remake(c.store, f, c.store.left(a), c.store.left(b)));
}

// Without the operands of the n-ary left side for which the question holds.
template <class Question>
Formula drop_left(Context& c, Formula f, Op nary, Question question) {
  const Formula a = c.store.left(f);
  if (!c.store.is(a, nary)) return f;
  const auto [dropped, kept] = split(c.store.operands(a), question);
  return dropped.empty() ? f : remake(c.store, f, c.store.make(nary, kept), c.store.right(f));
}

bool opposite(const FormulaStore& store, Formula a, Formula b) {
  return (store.is(a, Op::negation) && store.left(a) == b) || (store.is(b, Op::negation) && store.left(b) == a);
}

Formula until_left_or(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::disjunction, [b](Formula x) { return x == b; });
}

Formula release_left_and(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::conjunction, [b](Formula x) { return x == b; });
}

Formula until_left_not(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::conjunction, [&](Formula x) { return opposite(c.store, x, b); });
}

Formula release_left_not(Context& c, Formula f) {
  const Formula b = c.store.right(f);
  return drop_left(c, f, Op::disjunction, [&](Formula x) { return opposite(c.store, x, b); });
}

// The n-ary formula b without the operands of a; b itself if it lacks one of them.
Formula without(Context& c, Formula b, Op nary, Formula a) {
  if (!c.store.is(b, nary)) return b;
  const auto wide = c.store.operands(b);
  const auto narrow = operands_as(c.store, nary, a);
  if (!std::includes(wide.begin(), wide.end(), narrow.begin(), narrow.end())) return b;
  std::vector<Formula> rest;
  std::set_difference(wide.begin(), wide.end(), narrow.begin(), narrow.end(), std::back_inserter(rest));
  return c.store.make(nary, rest);
}

Formula weak_until_right_and(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const Formula rest = without(c, b, Op::conjunction, a);
  return rest == b ? f : c.store.release(rest, a);
}

Formula release_right_or(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const Formula rest = without(c, b, Op::disjunction, a);
  if (rest == b) return f;
  return c.store.is(f, Op::release) ? c.store.weak_until(rest, a) : c.store.until(rest, a);
}

// a U (b | G a) and the like: the n-ary right side contains G a (or F a).
Formula until_right_globally(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const auto [found, rest] = split(operands_as(c.store, Op::disjunction, b),
                                   [&](Formula x) { return c.store.is(x, Op::globally) && c.store.left(x) == a; });
  return found.empty() ? f : c.store.weak_until(a, c.store.disjunction(rest));
}

Formula release_right_finally(Context& c, Formula f) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  const auto [found, rest] = split(operands_as(c.store, Op::conjunction, b),
                                   [&](Formula x) { return c.store.is(x, Op::finally) && c.store.left(x) == a; });
  return found.empty() ? f : c.store.strong_release(a, c.store.conjunction(rest));
}

// a U (b | (a U c)) and the like: `weak` and `strong` are the two operators of the family, and `absorbing` is the one that
// wins if either occurs.
Formula right_nested(Context& c, Formula f, Op nary, Op plain, Op absorbing) {
  const Formula a = c.store.left(f), b = c.store.right(f);
  if (!c.store.is(b, nary)) return f;
  bool found = false, absorbed = c.store.is(f, absorbing);
  std::vector<Formula> operands;
  for (const Formula x : c.store.operands(b)) {
    const bool nested = (c.store.is(x, plain) || c.store.is(x, absorbing)) && c.store.left(x) == a;
    found = found || nested;
    absorbed = absorbed || (nested && c.store.is(x, absorbing));
    operands.push_back(nested ? c.store.right(x) : x);
  }
  if (!found) return f;
  const Formula pair[] = {a, c.store.make(nary, operands)};
  return c.store.make(absorbed ? absorbing : plain, pair);
}

Formula until_right_until(Context& c, Formula f) { return right_nested(c, f, Op::disjunction, Op::until, Op::weak_until); }

Formula release_right_release(Context& c, Formula f) {
  return right_nested(c, f, Op::conjunction, Op::release, Op::strong_release);
}

constexpr RewriteLevel level = RewriteLevel::basic;
constexpr Rule rules[] = {
    {{"U-X", "X a U X b = X(a U b);  also R, W, M", level, false}, untils | releases, factor_next},
    {{"U-left-or", "(a | b) U b = a U b;  also W", level, false}, untils, until_left_or},
    {{"R-left-and", "(a & b) R b = a R b", level, false}, ops(Op::release), release_left_and},
    {{"U-left-not", "(a & !b) U b = a U b;  also W", level, false}, untils, until_left_not},
    {{"R-left-not", "(a | !b) R b = a R b;  also M", level, false}, releases, release_left_not},
    {{"W-right-and", "a W (a & b) = b R a", level, false}, ops(Op::weak_until), weak_until_right_and},
    {{"R-right-or", "a R (a | b) = b W a;  a M (a | b) = b U a", level, false}, releases, release_right_or},
    {{"U-right-G", "a U (b | G a) = a W b;  also W", level, false}, untils, until_right_globally},
    {{"R-right-F", "a R (b & F a) = a M b;  also M", level, false}, releases, release_right_finally},
    {{"U-right-U", "a U (b | (a U c)) = a U (b | c);  with W inside or outside: a W (b | c)", level, false},
     untils,
     until_right_until},
    {{"R-right-R", "a R (b & (a R c)) = a R (b & c);  with M inside or outside: a M (b & c)", level, false},
     releases,
     release_right_release},
};

}  // namespace

std::span<const Rule> basic_binary_rules() { return rules; }

}  // namespace lariat::ltl
