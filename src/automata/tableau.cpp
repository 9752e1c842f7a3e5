// SPDX-License-Identifier: Apache-2.0
#include "automata/tableau.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "automata/terms.hpp"

namespace lariat::automata {
namespace {

class Tableau {
 public:
  Tableau(Context& context, ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms)
      : context_(context), labels_(context.labels), store_(store), sums_(context) {
    for (std::uint32_t i = 0; i < atoms.size(); ++i) atoms_.emplace(atoms[i], i);
  }

  Tgba run(ltl::Formula f) {
    Tgba result;
    result.initial = state(f);
    for (StateId s = 0; s < functions_.size(); ++s) {
      context_.check_states(s + 1);
      std::vector<Transition> transitions;
      const std::span<const Term> terms = sums_.terms(functions_[s]);
      context_.tick(terms.size());
      for (const Term& term : terms) {
        const auto [target, promises] = successor(term.set);
        if (target != no_state) transitions.push_back({target, term.letters, promises});
      }
      merge_transitions(context_, transitions);
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
    SumId once = unknown;
    SumId again = unknown;
  };
  static constexpr SumId unknown = ~SumId{0};

  // The state of a formula; none if its function is `never`.
  StateId state(ltl::Formula f) {
    const auto [at, is_new] = state_of_formula_.emplace(f, no_state);
    if (!is_new) return at->second;
    const SumId r = function(f);
    if (r == SumStore::never && !functions_.empty()) return no_state;
    const StateId s = state_of_function_.emplace(r, static_cast<StateId>(functions_.size())).first->second;
    if (s == functions_.size()) functions_.push_back(r);
    return state_of_formula_[f] = s;
  }

  // The state that a set of Next and promise variables leads to, and the sets of its promises.
  std::pair<StateId, Marks> successor(SetId set) {
    const auto known = successors_.find(set);
    if (known != successors_.end()) return known->second;
    Marks promises = 0;
    conjuncts_.clear();
    for (const std::uint32_t variable : sums_.variables(set)) {
      const Variable& v = variables_[variable];
      if (v.is_promise)
        promises |= Marks{1} << v.set;
      else
        conjuncts_.push_back(v.formula);
    }
    return successors_[set] = {state(store_.conjunction(conjuncts_)), promises};
  }

  SumId next(ltl::Formula f) {
    if (f == store_.truth()) return SumStore::always;
    if (f == store_.falsity()) return SumStore::never;
    return variable(next_, f, false);
  }
  SumId promise(ltl::Formula f) { return variable(promises_, f, true); }

  SumId variable(std::unordered_map<ltl::Formula, SumId>& map, ltl::Formula f, bool is_promise) {
    const auto found = map.find(f);
    if (found != map.end()) return found->second;
    if (is_promise && sets_ == max_sets) throw Stopped{"the automaton needs more than 64 acceptance sets"};
    const SumId v = sums_.variable(static_cast<std::uint32_t>(variables_.size()));
    variables_.push_back({f, is_promise, is_promise ? sets_++ : 0});
    map.emplace(f, v);
    return v;
  }

  // r(f), with an explicit stack.
  SumId function(ltl::Formula f) {
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
      const SumId r = compute(g, again, below);
      (again ? memo_[g].again : memo_[g].once) = r;
      open.pop_back();
    }
    return known(f, false);
  }

  SumId known(ltl::Formula f, bool again) const {
    const auto found = memo_.find(f);
    if (found == memo_.end()) return unknown;
    return again ? found->second.again : found->second.once;
  }

  // True iff r' is taken of the operands.
  bool operands_again(ltl::Formula f, bool again) const {
    return store_.is(f, ltl::Op::globally) || (again && store_.is(f, ltl::Op::conjunction));
  }

  SumId compute(ltl::Formula f, bool again, bool below) {
    const auto operand = [&](std::size_t i) { return known(store_.operands(f)[i], below); };
    // The obligation to satisfy f from the next moment on; below a G it is repeated anyway.
    const auto later = [&] { return again ? SumStore::always : next(f); };
    switch (store_.op(f)) {
      case ltl::Op::constant_false:
        return SumStore::never;
      case ltl::Op::constant_true:
        return SumStore::always;
      case ltl::Op::atom:
        return sums_.letters(labels_.atom(atoms_.at(f)));
      case ltl::Op::negation:
        return sums_.letters(labels_.negate(letters(operand(0))));
      case ltl::Op::conjunction:
      case ltl::Op::disjunction: {
        std::vector<SumId> parts;
        for (const ltl::Formula g : store_.operands(f)) parts.push_back(known(g, below));
        return store_.is(f, ltl::Op::conjunction) ? sums_.conjoin(parts) : sums_.disjoin(parts);
      }
      case ltl::Op::next:
        return next(store_.left(f));
      case ltl::Op::finally:
        return sums_.disjoin(operand(0), wait_for(store_.left(f), later()));
      case ltl::Op::globally:
        return sums_.conjoin(operand(0), later());
      case ltl::Op::until:
        return sums_.disjoin(operand(1), sums_.conjoin(operand(0), wait_for(store_.right(f), later())));
      case ltl::Op::weak_until:
        return sums_.disjoin(operand(1), sums_.conjoin(operand(0), later()));
      case ltl::Op::release:
        return sums_.conjoin(operand(1), sums_.disjoin(operand(0), later()));
      case ltl::Op::strong_release:
        return sums_.conjoin(operand(1), sums_.disjoin(operand(0), wait_for(store_.left(f), later())));
      default:
        break;
    }
    assert(false && "not in negation normal form");
    return SumStore::never;
  }

  // The letters of a Boolean formula's function.
  LabelId letters(SumId a) const { return a == SumStore::never ? Labels::never : sums_.terms(a)[0].letters; }

  // The promise of the goal g. While b & e is waited for, where e is eventual and b Boolean, b is false: b & e later means e
  // now.
  SumId wait_for(ltl::Formula g, SumId later) {
    const SumId result = sums_.conjoin(promise(g), later);
    if (!store_.is(g, ltl::Op::conjunction)) return result;
    std::vector<ltl::Formula> boolean;
    for (const ltl::Formula h : store_.operands(g))
      if (store_.has(h, ltl::is_boolean))
        boolean.push_back(h);
      else if (!store_.has(h, ltl::is_eventual))
        return result;
    if (boolean.empty() || boolean.size() == store_.operands(g).size()) return result;
    return sums_.restrict(result, labels_.negate(letters(function(store_.conjunction(boolean)))));
  }

  struct Variable {
    ltl::Formula formula;
    bool is_promise;
    unsigned set;
  };

  Context& context_;
  Labels& labels_;
  ltl::FormulaStore& store_;
  SumStore sums_;
  std::unordered_map<ltl::Formula, std::uint32_t> atoms_;
  std::unordered_map<ltl::Formula, Functions> memo_;
  std::unordered_map<ltl::Formula, SumId> next_;
  std::unordered_map<ltl::Formula, SumId> promises_;
  std::vector<Variable> variables_;
  unsigned sets_ = 0;
  std::unordered_map<ltl::Formula, StateId> state_of_formula_;
  std::unordered_map<SumId, StateId> state_of_function_;
  std::unordered_map<SetId, std::pair<StateId, Marks>> successors_;
  std::vector<SumId> functions_;  // by state
  std::vector<ltl::Formula> conjuncts_;
};

}  // namespace

Tgba tableau(Context& context, ltl::FormulaStore& store, ltl::Formula f, const std::vector<ltl::Formula>& atoms) {
  return Tableau(context, store, atoms).run(f);
}

}  // namespace lariat::automata
