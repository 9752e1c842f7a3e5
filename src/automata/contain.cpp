// SPDX-License-Identifier: Apache-2.0
#include "automata/contain.hpp"

#include <algorithm>

#include "automata/components.hpp"
#include "automata/product.hpp"
#include "automata/tableau.hpp"

namespace lariat::automata {

void ContainmentSimplifier::renew_context() {
  context_.labels = Labels(max_nodes);
  context_.limits = limits_;
  context_.max_states = max_states;
}

// a & !b has no word.
bool ContainmentSimplifier::implies(ltl::Formula a, ltl::Formula b) {
  if (simplifier_.implies(a, b)) return true;
  if (store_.has(a, ltl::is_boolean) && store_.has(b, ltl::is_boolean)) return false;
  const auto [at, is_new] = known_.emplace((std::uint64_t{a.id} << 32) | b.id, false);
  if (!is_new) return at->second;
  bool result = false;
  try {
    context_.max_steps = context_.steps() + max_steps;
    result = is_empty(tableau(context_, store_, store_.conjunction(a, negated(b)), atoms_));
  } catch (const Stopped&) {
    stop_at_limit(limits_);
  } catch (const Labels::TooLarge&) {
    renew_context();
  }
  return known_[(std::uint64_t{a.id} << 32) | b.id] = result;
}

ltl::Formula ContainmentSimplifier::nary(ltl::Formula f) {
  const bool conjunction = store_.is(f, ltl::Op::conjunction);
  std::vector<ltl::Formula> operands(store_.operands(f).begin(), store_.operands(f).end());
  for (std::size_t i = 0; i < operands.size(); ++i)
    for (std::size_t j = 0; j < operands.size(); ++j) {
      if (i == j || store_.size(operands[i]) + store_.size(operands[j]) > max_size) continue;
      const ltl::Formula a = operands[i];
      const ltl::Formula b = operands[j];
      if (i < j && (conjunction ? implies(a, negated(b)) : implies(negated(a), b))) return store_.constant(!conjunction);
      if (!implies(a, b)) continue;
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(conjunction ? j : i));
      i = static_cast<std::size_t>(-1);  // start again
      break;
    }
  return conjunction ? store_.conjunction(operands) : store_.disjunction(operands);
}

// One rule at the root; f itself where none applies.
ltl::Formula ContainmentSimplifier::step(ltl::Formula f) {
  if (store_.is(f, ltl::Op::conjunction) || store_.is(f, ltl::Op::disjunction)) return nary(f);
  if (store_.size(f) > max_size) return f;
  switch (store_.op(f)) {
    case ltl::Op::until:
    case ltl::Op::weak_until: {
      const ltl::Formula b = store_.right(f);
      if (implies(f, b)) return b;
      const ltl::Formula sometime = store_.finally(b);
      if (store_.is(f, ltl::Op::until)) return implies(sometime, f) ? sometime : f;
      const ltl::Formula always = store_.globally(store_.left(f));
      return implies(store_.truth(), f) ? store_.truth() : implies(f, always) ? always : f;
    }
    case ltl::Op::release:
    case ltl::Op::strong_release: {
      const ltl::Formula b = store_.right(f);
      if (implies(b, f)) return b;
      const ltl::Formula always = store_.globally(b);
      if (store_.is(f, ltl::Op::release)) return implies(f, always) ? always : f;
      const ltl::Formula sometime = store_.finally(store_.left(f));
      return implies(f, store_.falsity()) ? store_.falsity() : implies(sometime, f) ? sometime : f;
    }
    case ltl::Op::finally:
      return implies(f, store_.left(f)) ? store_.left(f) : f;
    case ltl::Op::globally:
      return implies(store_.left(f), f) ? store_.left(f) : f;
    default:
      return f;
  }
}

ltl::Formula ContainmentSimplifier::simplify(ltl::Formula f) {
  atoms_ = store_.atoms(f);
  context_.atoms = static_cast<std::uint32_t>(atoms_.size());
  std::unordered_map<ltl::Formula, ltl::Formula> done;
  for (const ltl::Formula g : store_.subformulas(f)) {
    std::vector<ltl::Formula> operands;
    for (const ltl::Formula h : store_.operands(g)) operands.push_back(done.at(h));
    const bool leaf = operands.empty() || store_.has(g, ltl::is_boolean);
    done[g] = leaf ? g : step(store_.make(store_.op(g), operands));
  }
  return done.at(f);
}

}  // namespace lariat::automata
