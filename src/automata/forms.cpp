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
ltl::Formula rewrite_all(ltl::FormulaStore& store, ltl::Formula f, Change change) {
  std::unordered_map<ltl::Formula, ltl::Formula> done;
  for (const ltl::Formula g : store.subformulas(f)) {
    std::vector<ltl::Formula> operands;
    for (const ltl::Formula h : store.operands(g)) operands.push_back(done.at(h));
    done[g] = change(operands.empty() ? g : store.make(store.op(g), operands));
  }
  return done.at(f);
}

}  // namespace

std::vector<ltl::Formula> Forms::of(ltl::Formula f, bool containment) {
  std::vector<ltl::Formula> result;
  const auto add = [&](ltl::Formula g) {
    if (std::ranges::find(result, g) == result.end()) result.push_back(g);
  };
  ltl::Formula simple = simplified(f);
  if (containment) {
    const ltl::Formula contained = ContainmentSimplifier(store_, shrinking_, limits_).simplify(simple);
    if (contained != simple) simple = simplified(contained);
  }
  add(simple);
  add(growing_.simplify(simple));
  // NOLINTBEGIN(modernize-loop-convert): the vector grows
  for (std::size_t i = 0, n = result.size(); i < n; ++i) add(simplified(first_chance(result[i])));
  for (std::size_t i = 0, n = result.size(); i < n; ++i) add(delay_choice(result[i]));
  // NOLINTEND(modernize-loop-convert)
  return result;
}

// F(b & e) = !b U (b & e) for Boolean b and eventual e, everywhere in f: the first b is as good as any.
ltl::Formula Forms::first_chance(ltl::Formula f) {
  return rewrite_all(store_, f, [&](ltl::Formula g) {
    if (!store_.is(g, ltl::Op::finally) || !store_.is(store_.left(g), ltl::Op::conjunction)) return g;
    std::vector<ltl::Formula> boolean, rest;
    for (const ltl::Formula h : store_.operands(store_.left(g))) (store_.has(h, ltl::is_boolean) ? boolean : rest).push_back(h);
    if (boolean.empty() || rest.empty()) return g;
    if (!std::ranges::all_of(rest, [&](ltl::Formula h) { return store_.has(h, ltl::is_eventual); })) return g;
    return store_.until(ltl::negation_normal_form(store_, store_.conjunction(boolean), true), store_.left(g));
  });
}

// F u | q = F(u | q) for universal u and q that is eventual too, everywhere in f: what happens infinitely often or not may be
// chosen later.
ltl::Formula Forms::delay_choice(ltl::Formula f) {
  return rewrite_all(store_, f, [&](ltl::Formula g) {
    if (!store_.is(g, ltl::Op::disjunction)) return g;
    std::vector<ltl::Formula> universal, stable, rest;
    for (const ltl::Formula h : store_.operands(g)) {
      if (store_.is(h, ltl::Op::finally) && store_.has(store_.left(h), ltl::is_universal))
        universal.push_back(store_.left(h));
      else
        (store_.has(h, ltl::is_universal | ltl::is_eventual) ? stable : rest).push_back(h);
    }
    if (universal.empty() || stable.empty()) return g;
    universal.insert(universal.end(), stable.begin(), stable.end());
    rest.push_back(store_.finally(store_.disjunction(universal)));
    return store_.disjunction(rest);
  });
}

}  // namespace lariat::automata
