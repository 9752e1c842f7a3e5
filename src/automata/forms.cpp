// SPDX-License-Identifier: Apache-2.0
#include "automata/forms.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "automata/contain.hpp"

namespace lariat::automata {
namespace {

// f with each subformula, operands first, replaced by what `change` makes of it.
template <class Change>
Formula rewrite_all(FormulaStore& store, Formula f, Change change) {
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : store.subformulas(f)) {
    std::vector<Formula> operands;
    for (const Formula h : store.operands(g)) operands.push_back(done.at(h));
    done[g] = change(operands.empty() ? g : store.make(store.op(g), operands));
  }
  return done.at(f);
}

}  // namespace

std::vector<Formula> Forms::of(Formula f, bool containment) {
  std::vector<Formula> result;
  const auto add = [&](Formula g) {
    if (std::ranges::find(result, g) == result.end()) result.push_back(g);
  };
  Formula simple = simplified(f);
  if (containment) {
    const Formula contained = ContainmentSimplifier(store_, shrinking_, limits_).simplify(simple);
    if (contained != simple) simple = simplified(contained);
  }
  add(simple);
  add(growing_.simplify(simple));
  for (std::size_t i = 0, n = result.size(); i < n; ++i) add(simplified(first_chance(result[i])));
  for (std::size_t i = 0, n = result.size(); i < n; ++i) add(delay_choice(result[i]));
  return result;
}

// F(b & e) = !b U (b & e) for Boolean b and eventual e, everywhere in f: the first b is as good as any.
Formula Forms::first_chance(Formula f) {
  return rewrite_all(store_, f, [&](Formula g) {
    if (!store_.is(g, Op::finally) || !store_.is(store_.left(g), Op::conjunction)) return g;
    std::vector<Formula> boolean, rest;
    for (const Formula h : store_.operands(store_.left(g))) (store_.has(h, is_boolean) ? boolean : rest).push_back(h);
    if (boolean.empty() || rest.empty()) return g;
    if (!std::ranges::all_of(rest, [&](Formula h) { return store_.has(h, is_eventual); })) return g;
    return store_.until(negation_normal_form(store_, store_.conjunction(boolean), true), store_.left(g));
  });
}

// F u | q = F(u | q) for universal u and q that is eventual too, everywhere in f: what happens infinitely often or not may be
// chosen later.
Formula Forms::delay_choice(Formula f) {
  return rewrite_all(store_, f, [&](Formula g) {
    if (!store_.is(g, Op::disjunction)) return g;
    std::vector<Formula> universal, stable, rest;
    for (const Formula h : store_.operands(g)) {
      if (store_.is(h, Op::finally) && store_.has(store_.left(h), is_universal))
        universal.push_back(store_.left(h));
      else
        (store_.has(h, is_universal | is_eventual) ? stable : rest).push_back(h);
    }
    if (universal.empty() || stable.empty()) return g;
    universal.insert(universal.end(), stable.begin(), stable.end());
    rest.push_back(store_.finally(store_.disjunction(universal)));
    return store_.disjunction(rest);
  });
}

}  // namespace lariat::automata
