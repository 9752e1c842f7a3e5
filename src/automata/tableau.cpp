// SPDX-License-Identifier: Apache-2.0
#include "automata/tableau.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "automata/letters.hpp"

namespace lariat::automata {
namespace {

class Tableau {
 public:
  Tableau(Workshop& workshop, ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms)
      : workshop_(workshop), labels_(workshop.labels), store_(store), primes_(workshop.labels) {
    for (std::uint32_t i = 0; i < atoms.size(); ++i) atoms_.emplace(atoms[i], i);
  }

  Tgba run(ltl::Formula f) {
    Tgba result;
    result.initial = state(f);
    for (StateId s = 0; s < functions_.size(); ++s) {
      workshop_.check_states(s + 1);
      std::vector<Transition> transitions;
      for (const Rest& rest : split_by_letters(labels_, functions_[s], workshop_.atoms))
        for (const MonotonePrimes::Prime& prime : primes_.of(rest.function)) {
          if ((++work_ & 0xfff) == 0) stop_at_limit(workshop_.limits);
          const auto [target, promises] = successor(prime);
          if (target != no_state) transitions.push_back({target, rest.letters, promises});
        }
      merge_transitions(workshop_, transitions);
      result.post.push_back(std::move(transitions));
    }
    result.sets = sets_;
    for (auto& transitions : result.post)
      for (Transition& t : transitions) t.marks = all_sets(sets_) & ~t.marks;
    return result;
  }

 private:
  // A function as seen from outside, or below a G.
  struct Functions {
    LabelId once = unknown;
    LabelId again = unknown;
  };
  static constexpr LabelId unknown = ~LabelId{0};

  // The state of a formula; none if its function is `never`.
  StateId state(ltl::Formula f) {
    const auto [at, is_new] = state_of_formula_.emplace(f, no_state);
    if (!is_new) return at->second;
    const LabelId r = function(f);
    if (r == Labels::never && !functions_.empty()) return no_state;
    const StateId s = state_of_function_.emplace(r, static_cast<StateId>(functions_.size())).first->second;
    if (s == functions_.size()) functions_.push_back(r);
    return state_of_formula_[f] = s;
  }

  // Where a set of Next and promise variables leads, and what it promises.
  std::pair<StateId, Marks> successor(const MonotonePrimes::Prime& prime) {
    Marks promises = 0;
    conjuncts_.clear();
    for (const std::uint32_t variable : prime) {
      const Variable& v = variables_[variable - workshop_.atoms];
      if (v.is_promise)
        promises |= Marks{1} << v.set;
      else
        conjuncts_.push_back(v.formula);
    }
    return {state(store_.conjunction(conjuncts_)), promises};
  }

  LabelId next(ltl::Formula f) {
    if (f == store_.truth()) return Labels::always;
    if (f == store_.falsity()) return Labels::never;
    return variable(next_, f, false);
  }
  LabelId promise(ltl::Formula f) { return variable(promises_, f, true); }

  LabelId variable(std::unordered_map<ltl::Formula, LabelId>& map, ltl::Formula f, bool is_promise) {
    const auto found = map.find(f);
    if (found != map.end()) return found->second;
    if (is_promise && sets_ == max_sets) throw Stopped{"the automaton needs more than 64 acceptance sets"};
    const LabelId v = labels_.atom(workshop_.atoms + static_cast<std::uint32_t>(variables_.size()));
    variables_.push_back({f, is_promise, is_promise ? sets_++ : 0});
    map.emplace(f, v);
    return v;
  }

  // r(f), with an explicit stack.
  LabelId function(ltl::Formula f) {
    std::vector<std::pair<ltl::Formula, bool>> open = {{f, false}};
    while (!open.empty()) {
      const auto [g, again] = open.back();
      if (known(g, again) != unknown) {
        open.pop_back();
        continue;
      }
      bool ready = true;
      const bool below = operands_again(g, again);
      if (!store_.is(g, ltl::Op::next))
        for (const ltl::Formula h : store_.operands(g))
          if (known(h, below) == unknown) {
            open.emplace_back(h, below);
            ready = false;
          }
      if (!ready) continue;
      const LabelId r = compute(g, again, below);
      (again ? memo_[g].again : memo_[g].once) = r;
      open.pop_back();
    }
    return known(f, false);
  }

  LabelId known(ltl::Formula f, bool again) const {
    const auto found = memo_.find(f);
    if (found == memo_.end()) return unknown;
    return again ? found->second.again : found->second.once;
  }

  // Whether r' is taken of the operands.
  bool operands_again(ltl::Formula f, bool again) const {
    return store_.is(f, ltl::Op::globally) || (again && store_.is(f, ltl::Op::conjunction));
  }

  LabelId compute(ltl::Formula f, bool again, bool below) {
    Labels& l = labels_;
    const auto operand = [&](std::size_t i) { return known(store_.operands(f)[i], below); };
    // What makes f wait for another moment; below a G it will be asked again without being told.
    const auto later = [&] { return again ? Labels::always : next(f); };
    switch (store_.op(f)) {
      case ltl::Op::constant_false:
        return Labels::never;
      case ltl::Op::constant_true:
        return Labels::always;
      case ltl::Op::atom:
        return l.atom(atoms_.at(f));
      case ltl::Op::negation:
        return l.negate(operand(0));
      case ltl::Op::conjunction:
      case ltl::Op::disjunction: {
        std::vector<LabelId> parts;
        for (const ltl::Formula g : store_.operands(f)) parts.push_back(known(g, below));
        return store_.is(f, ltl::Op::conjunction) ? l.conjoin_all(parts) : l.disjoin_all(parts);
      }
      case ltl::Op::next:
        return next(store_.left(f));
      case ltl::Op::finally:
        return l.disjoin(operand(0), wait_for(store_.left(f), later()));
      case ltl::Op::globally:
        return l.conjoin(operand(0), later());
      case ltl::Op::until:
        return l.disjoin(operand(1), l.conjoin(operand(0), wait_for(store_.right(f), later())));
      case ltl::Op::weak_until:
        return l.disjoin(operand(1), l.conjoin(operand(0), later()));
      case ltl::Op::release:
        return l.conjoin(operand(1), l.disjoin(operand(0), later()));
      case ltl::Op::strong_release:
        return l.conjoin(operand(1), l.disjoin(operand(0), wait_for(store_.left(f), later())));
      default:
        break;
    }
    assert(false && "not in negation normal form");
    return Labels::never;
  }

  // The promise of the goal g. While b & e is waited for, where e is eventual and b Boolean, b is false: b & e later means e
  // now.
  LabelId wait_for(ltl::Formula g, LabelId later) {
    LabelId result = labels_.conjoin(promise(g), later);
    if (!store_.is(g, ltl::Op::conjunction)) return result;
    std::vector<ltl::Formula> boolean;
    for (const ltl::Formula h : store_.operands(g))
      if (store_.has(h, ltl::is_boolean))
        boolean.push_back(h);
      else if (!store_.has(h, ltl::is_eventual))
        return result;
    if (boolean.empty() || boolean.size() == store_.operands(g).size()) return result;
    return labels_.subtract(result, function(store_.conjunction(boolean)));
  }

  struct Variable {
    ltl::Formula formula;
    bool is_promise;
    unsigned set;
  };

  Workshop& workshop_;
  Labels& labels_;
  ltl::FormulaStore& store_;
  MonotonePrimes primes_;
  std::unordered_map<ltl::Formula, std::uint32_t> atoms_;
  std::unordered_map<ltl::Formula, Functions> memo_;
  std::unordered_map<ltl::Formula, LabelId> next_;
  std::unordered_map<ltl::Formula, LabelId> promises_;
  std::vector<Variable> variables_;  // those after the atoms
  unsigned sets_ = 0;
  std::unordered_map<ltl::Formula, StateId> state_of_formula_;
  std::unordered_map<LabelId, StateId> state_of_function_;
  std::vector<LabelId> functions_;  // by state
  std::vector<ltl::Formula> conjuncts_;
  std::uint64_t work_ = 0;  // transitions before merging
};

}  // namespace

Tgba tableau(Workshop& workshop, ltl::FormulaStore& store, ltl::Formula f, const std::vector<ltl::Formula>& atoms) {
  return Tableau(workshop, store, atoms).run(f);
}

}  // namespace lariat::automata
