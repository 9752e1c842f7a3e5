// SPDX-License-Identifier: Apache-2.0
// Basic rules for & and |: merging operands, folding expansions, and using what one operand says in the others.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ltl/rules.hpp"

namespace lariat::ltl {
namespace {

// A replacement for a subformula, and the operand that allows it.
struct Replacement {
  Formula value;
  Formula source;
};
using Replacements = std::unordered_map<Formula, Replacement>;

bool contains(std::span<const Formula> sorted, Formula f) { return std::binary_search(sorted.begin(), sorted.end(), f); }

// Merges the operands that `inner` recognises (it gives the formula to merge, or nothing): rest & wrap(x1 & x2 & ...).
template <class Inner, class Wrap>
Formula merge_unary(Context& c, Formula f, Inner inner, Wrap wrap) {
  const Op nary = c.store.op(f);
  std::vector<Formula> merged, rest;
  for (const Formula x : c.store.operands(f)) {
    if (const auto y = inner(x))
      merged.push_back(*y);
    else
      rest.push_back(x);
  }
  if (merged.size() < 2) return f;
  rest.push_back(wrap(c.store.make(nary, merged)));
  return c.store.make(nary, rest);
}

Formula merge_next(Context& c, Formula f) {
  return merge_unary(
      c, f, [&](Formula x) { return c.store.is(x, Op::next) ? std::optional(c.store.left(x)) : std::nullopt; },
      [&](Formula x) { return c.store.next(x); });
}

// G F a is left alone: one acceptance set each is better than what G(F a & F b) would become. So is F G a under |.
Formula merge_globally(Context& c, Formula f) {
  return merge_unary(
      c, f,
      [&](Formula x) {
        const bool take = c.store.is(x, Op::globally) && !c.store.has(c.store.left(x), is_eventual);
        return take ? std::optional(c.store.left(x)) : std::nullopt;
      },
      [&](Formula x) { return c.store.globally(x); });
}

Formula merge_finally(Context& c, Formula f) {
  return merge_unary(
      c, f,
      [&](Formula x) {
        const bool take = c.store.is(x, Op::finally) && !c.store.has(c.store.left(x), is_universal);
        return take ? std::optional(c.store.left(x)) : std::nullopt;
      },
      [&](Formula x) { return c.store.finally(x); });
}

std::optional<Formula> below(const FormulaStore& store, Formula f, Op outer, Op inner) {
  if (!store.is(f, outer) || !store.is(store.left(f), inner)) return std::nullopt;
  return store.left(store.left(f));
}

Formula merge_finally_globally(Context& c, Formula f) {
  return merge_unary(
      c, f, [&](Formula x) { return below(c.store, x, Op::finally, Op::globally); },
      [&](Formula x) { return c.store.finally(c.store.globally(x)); });
}

Formula merge_globally_finally(Context& c, Formula f) {
  return merge_unary(
      c, f, [&](Formula x) { return below(c.store, x, Op::globally, Op::finally); },
      [&](Formula x) { return c.store.globally(c.store.finally(x)); });
}

// Merges operands of two related operators that agree on one side, by applying the n-ary operator to the other side. The
// result has the operator `absorbing` if one of the merged ones has it.
Formula merge_binary(Context& c, Formula f, Op plain, Op absorbing, bool same_left) {
  const Op nary = c.store.op(f);
  struct Group {
    std::vector<Formula> others;
    bool absorbed = false;
  };
  std::vector<std::pair<Formula, Group>> groups;  // in order of appearance, so that results do not depend on hashing
  std::unordered_map<Formula, std::size_t> place;
  std::vector<Formula> result;
  bool found = false;
  for (const Formula x : c.store.operands(f)) {
    if (!c.store.is(x, plain) && !c.store.is(x, absorbing)) {
      result.push_back(x);
      continue;
    }
    const Formula same = same_left ? c.store.left(x) : c.store.right(x);
    const auto [at, fresh] = place.try_emplace(same, groups.size());
    if (fresh) groups.push_back({same, {}});
    Group& group = groups[at->second].second;
    group.others.push_back(same_left ? c.store.right(x) : c.store.left(x));
    group.absorbed = group.absorbed || c.store.is(x, absorbing);
    found = found || !fresh;
  }
  if (!found) return f;
  for (const auto& [same, group] : groups) {
    const Formula other = c.store.make(nary, group.others);
    const Formula pair[] = {same_left ? same : other, same_left ? other : same};
    result.push_back(c.store.make(group.absorbed ? absorbing : plain, pair));
  }
  return c.store.make(nary, result);
}

Formula and_until(Context& c, Formula f) { return merge_binary(c, f, Op::weak_until, Op::until, false); }
Formula or_until(Context& c, Formula f) { return merge_binary(c, f, Op::until, Op::weak_until, true); }
Formula and_release(Context& c, Formula f) { return merge_binary(c, f, Op::release, Op::strong_release, true); }
Formula or_release(Context& c, Formula f) { return merge_binary(c, f, Op::strong_release, Op::release, false); }

// With F b (or G b) among the operands, an operator becomes its strong (or weak) variant and F b (G b) goes.
Formula strengthen(Context& c, Formula f, Op from, Op to, Op unary, bool about_left) {
  const auto operands = c.store.operands(f);
  for (const Formula x : operands) {
    if (!c.store.is(x, from)) continue;
    const Formula about = about_left ? c.store.left(x) : c.store.right(x);
    const Formula witness = c.store.make(unary, std::span(&about, 1));
    if (!contains(operands, witness)) continue;
    std::vector<Formula> rest = split(operands, [&](Formula y) { return y == x || y == witness; }).second;
    const Formula pair[] = {c.store.left(x), c.store.right(x)};
    rest.push_back(c.store.make(to, pair));
    return c.store.make(c.store.op(f), rest);
  }
  return f;
}

Formula and_finally_weak_until(Context& c, Formula f) {
  return strengthen(c, f, Op::weak_until, Op::until, Op::finally, false);
}
Formula and_finally_release(Context& c, Formula f) {
  return strengthen(c, f, Op::release, Op::strong_release, Op::finally, true);
}
Formula or_globally_until(Context& c, Formula f) { return strengthen(c, f, Op::until, Op::weak_until, Op::globally, true); }
Formula or_globally_strong_release(Context& c, Formula f) {
  return strengthen(c, f, Op::strong_release, Op::release, Op::globally, false);
}

// b | (a & X(a U b)) and its relatives: an operand x of f that is X z, or the dual n-ary operator applied to X z and the left
// side of z; the right side of z is among the operands of f.
Formula fold(Context& c, Formula f, Op unary, Op first, Op second) {
  const Op nary = c.store.op(f);
  const Op dual = nary == Op::conjunction ? Op::disjunction : Op::conjunction;
  const auto operands = c.store.operands(f);
  for (const Formula x : operands) {
    for (const Formula y : operands_as(c.store, dual, x)) {
      if (!c.store.is(y, Op::next)) continue;
      const Formula z = c.store.left(y);
      Formula now{};
      if (c.store.is(z, unary) && x == y) {
        now = c.store.left(z);
      } else if ((c.store.is(z, first) || c.store.is(z, second)) && x != y) {
        const auto rest = split(c.store.operands(x), [y](Formula w) { return w == y; }).second;
        if (c.store.make(dual, rest) != c.store.left(z)) continue;
        now = c.store.right(z);
      } else {
        continue;
      }
      const auto needed = operands_as(c.store, nary, now);
      if (!std::includes(operands.begin(), operands.end(), needed.begin(), needed.end())) continue;
      std::vector<Formula> rest = split(operands, [&](Formula w) { return w == x || contains(needed, w); }).second;
      rest.push_back(z);
      return c.store.make(nary, rest);
    }
  }
  return f;
}

Formula or_fold(Context& c, Formula f) { return fold(c, f, Op::finally, Op::until, Op::weak_until); }
Formula and_fold(Context& c, Formula f) { return fold(c, f, Op::globally, Op::release, Op::strong_release); }

// f, a part of the operand `whole`, with subformulas replaced as other operands say. Below temporal operators only if
// `everywhere`.
Formula replace(Context& c, Formula f, const Replacements& replacements, Formula whole, bool everywhere) {
  std::unordered_map<Formula, Formula> done;
  std::vector<Formula> pending = {f};
  const auto enters = [&](Formula g) {
    return !c.store.is_literal(g) && (everywhere || c.store.is(g, Op::conjunction) || c.store.is(g, Op::disjunction));
  };
  std::vector<Formula> operands;
  while (!pending.empty()) {
    const Formula g = pending.back();
    if (done.contains(g)) {
      pending.pop_back();
      continue;
    }
    const auto replacement = replacements.find(g);
    const bool replaced = replacement != replacements.end() && replacement->second.source != whole;
    if (replaced || !enters(g)) {
      done[g] = replaced ? replacement->second.value : g;
      pending.pop_back();
      continue;
    }
    const std::size_t before = pending.size();
    operands.clear();
    for (const Formula h : c.store.operands(g)) {
      if (const auto found = done.find(h); found != done.end())
        operands.push_back(found->second);
      else
        pending.push_back(h);
    }
    if (pending.size() > before) continue;
    done[g] = c.store.make(c.store.op(g), operands);
    pending.pop_back();
  }
  return done[f];
}

void learn(Context& c, Replacements& replacements, Formula fact, bool value, Formula source) {
  replacements.try_emplace(fact, Replacement{c.store.constant(value), source});
  replacements.try_emplace(c.negated(fact), Replacement{c.store.constant(!value), source});
}

// Within a conjunction each operand may be taken as true inside another, as far as that speaks of the present. One operand
// changes at a time, so that two cannot justify each other.
Formula propagate_now(Context& c, Formula f) {
  const bool value = c.store.is(f, Op::conjunction);
  const Op dual = value ? Op::disjunction : Op::conjunction;
  const auto operands = c.store.operands(f);
  if (std::ranges::none_of(operands, [&](Formula x) { return c.store.is(x, dual); })) return f;
  Replacements replacements;
  for (const Formula x : operands) learn(c, replacements, x, value, x);
  for (const Formula x : operands) {
    if (!c.store.is(x, dual)) continue;
    std::vector<Formula> inner;
    for (const Formula y : c.store.operands(x)) inner.push_back(replace(c, y, replacements, x, false));
    const Formula simpler = c.store.make(dual, inner);
    if (simpler == x) continue;
    std::vector<Formula> result(operands.begin(), operands.end());
    std::ranges::replace(result, x, simpler);
    return c.store.make(c.store.op(f), result);
  }
  return f;
}

// Within a conjunction with G a, a may be taken as true everywhere in the other operands; dually with F a in a disjunction.
Formula propagate_always(Context& c, Formula f) {
  const bool value = c.store.is(f, Op::conjunction);
  const Op unary = value ? Op::globally : Op::finally;
  for (const Formula source : c.store.operands(f)) {
    if (!c.store.is(source, unary)) continue;
    Replacements replacements;
    const Formula fact = c.store.left(source);
    for (const Formula x : operands_as(c.store, c.store.op(f), fact)) learn(c, replacements, x, value, source);
    std::vector<Formula> result;
    bool changed = false;
    for (const Formula x : c.store.operands(f)) {
      result.push_back(x == source ? x : replace(c, x, replacements, x, true));
      changed = changed || result.back() != x;
    }
    if (changed) return c.store.make(c.store.op(f), result);
  }
  return f;
}

// (a & b) | (a & c) = a & (b | c), where all operands share a.
Formula factor(Context& c, Formula f) {
  const Op nary = c.store.op(f);
  const Op dual = nary == Op::conjunction ? Op::disjunction : Op::conjunction;
  const auto operands = c.store.operands(f);
  const auto first = operands_as(c.store, dual, operands[0]);
  std::vector<Formula> common(first.begin(), first.end());
  for (const Formula& x : operands) {
    const auto others = operands_as(c.store, dual, x);
    std::erase_if(common, [&](Formula y) { return !contains(others, y); });
    if (common.empty()) return f;
  }
  std::vector<Formula> rests;
  for (const Formula& x : operands)
    rests.push_back(
        c.store.make(dual, split(operands_as(c.store, dual, x), [&](Formula y) { return contains(common, y); }).second));
  common.push_back(c.store.make(nary, rests));
  return c.store.make(dual, common);
}

constexpr RewriteLevel level = RewriteLevel::basic;
constexpr std::uint32_t conjunctions = ops(Op::conjunction), disjunctions = ops(Op::disjunction);
constexpr Rule rules[] = {
    {{"or-fold", "a | X F a = F a;  b | (a & X(a U b)) = a U b;  also W", level, false}, disjunctions, or_fold},
    {{"and-fold", "a & X G a = G a;  b & (a | X(a R b)) = a R b;  also M", level, false}, conjunctions, and_fold},
    {{"and-now", "a & (b | !a) = a & b;  a | (b & !a) = a | b;  and deeper in the present", level, false},
     conjunctions | disjunctions,
     propagate_now},
    {{"and-always", "G a & f(a) = G a & f(true);  F a | f(a) = F a | f(false)", level, false},
     conjunctions | disjunctions,
     propagate_always},
    {{"and-X", "X a & X b = X(a & b);  X a | X b = X(a | b)", level, false}, conjunctions | disjunctions, merge_next},
    {{"and-G", "G a & G b = G(a & b) unless a or b is eventual", level, false}, conjunctions, merge_globally},
    {{"or-F", "F a | F b = F(a | b) unless a or b is universal", level, false}, disjunctions, merge_finally},
    {{"and-FG", "F G a & F G b = F G(a & b)", level, false}, conjunctions, merge_finally_globally},
    {{"or-GF", "G F a | G F b = G F(a | b)", level, false}, disjunctions, merge_globally_finally},
    {{"and-U", "(a U b) & (c U b) = (a & c) U b;  with W: U if there is a U", level, false}, conjunctions, and_until},
    {{"or-U", "(a U b) | (a U c) = a U (b | c);  with W: W if there is a W", level, false}, disjunctions, or_until},
    {{"and-R", "(a R b) & (a R c) = a R (b & c);  with M: M if there is an M", level, false}, conjunctions, and_release},
    {{"or-R", "(a R b) | (c R b) = (a | c) R b;  with M: R if there is an R", level, false}, disjunctions, or_release},
    {{"and-F-W", "F b & (a W b) = a U b", level, false}, conjunctions, and_finally_weak_until},
    {{"and-F-R", "F a & (a R b) = a M b", level, false}, conjunctions, and_finally_release},
    {{"or-G-U", "G a | (a U b) = a W b", level, false}, disjunctions, or_globally_until},
    {{"or-G-M", "G b | (a M b) = a R b", level, false}, disjunctions, or_globally_strong_release},
    {{"and-factor", "(a & b) | (a & c) = a & (b | c);  (a | b) & (a | c) = a | (b & c)", level, false},
     conjunctions | disjunctions,
     factor},
};

}  // namespace

std::span<const Rule> basic_nary_rules() { return rules; }

}  // namespace lariat::ltl
