// SPDX-License-Identifier: Apache-2.0
// The factory functions of FormulaStore: what is simplified the moment a formula is built.
#include <algorithm>
#include <cassert>
#include <iterator>

#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

bool FormulaStore::complementary(Formula a, Formula b) const {
  return (is(a, Op::negation) && left(a) == b) || (is(b, Op::negation) && left(b) == a);
}

Formula FormulaStore::negation(Formula a) {
  switch (op(a)) {
    case Op::constant_false:
      return truth();
    case Op::constant_true:
      return falsity();
    case Op::negation:
      return left(a);
    case Op::exclusive_or:
      return equivalence(left(a), right(a));
    case Op::equivalence:
      return exclusive_or(left(a), right(a));
    default:
      return intern(Op::negation, a);
  }
}

Formula FormulaStore::nary(Op op, std::span<const Formula> operands) {
  const Formula neutral = constant(op == Op::conjunction);
  const Formula absorbing = constant(op != Op::conjunction);
  std::vector<Formula> flat;
  flat.reserve(operands.size());
  for (const Formula f : operands) {
    if (f == absorbing) return absorbing;
    if (f == neutral) continue;
    if (is(f, op)) {
      const auto inner = this->operands(f);
      flat.insert(flat.end(), inner.begin(), inner.end());
    } else {
      flat.push_back(f);
    }
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (const Formula f : flat)
    if (is(f, Op::negation) && std::binary_search(flat.begin(), flat.end(), left(f))) return absorbing;
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat.front();
  return intern(op, flat);
}

Formula FormulaStore::conjunction(std::span<const Formula> operands) { return nary(Op::conjunction, operands); }
Formula FormulaStore::disjunction(std::span<const Formula> operands) { return nary(Op::disjunction, operands); }

Formula FormulaStore::conjunction(Formula a, Formula b) {
  const Formula both[] = {a, b};
  return nary(Op::conjunction, both);
}

Formula FormulaStore::disjunction(Formula a, Formula b) {
  const Formula both[] = {a, b};
  return nary(Op::disjunction, both);
}

Formula FormulaStore::exclusive_or(Formula a, Formula b) {
  if (b < a) std::swap(a, b);  // constants come first
  if (a == b) return falsity();
  if (a == falsity()) return b;
  if (a == truth()) return negation(b);
  if (complementary(a, b)) return truth();
  return intern(Op::exclusive_or, a, b);
}

Formula FormulaStore::equivalence(Formula a, Formula b) {
  if (b < a) std::swap(a, b);
  if (a == b) return truth();
  if (a == falsity()) return negation(b);
  if (a == truth()) return b;
  if (complementary(a, b)) return falsity();
  return intern(Op::equivalence, a, b);
}

Formula FormulaStore::implication(Formula a, Formula b) {
  if (a == falsity() || b == truth() || a == b) return truth();
  if (a == truth() || complementary(a, b)) return b;
  if (b == falsity()) return negation(a);
  return intern(Op::implication, a, b);
}

Formula FormulaStore::next(Formula a) { return is_constant(a) ? a : intern(Op::next, a); }

Formula FormulaStore::finally(Formula a) { return is_constant(a) || is(a, Op::finally) ? a : intern(Op::finally, a); }

Formula FormulaStore::globally(Formula a) { return is_constant(a) || is(a, Op::globally) ? a : intern(Op::globally, a); }

Formula FormulaStore::until(Formula a, Formula b) {
  if (is_constant(b) || a == falsity() || a == b) return b;
  if (a == truth()) return finally(b);
  if (is(b, Op::conjunction)) {  // a U (a & c) = c M a
    const auto wide = operands(b);
    const auto narrow = is(a, Op::conjunction) ? operands(a) : std::span(&a, 1);
    if (std::includes(wide.begin(), wide.end(), narrow.begin(), narrow.end())) return strong_release(b, a);
  }
  return intern(Op::until, a, b);
}

Formula FormulaStore::strong_release(Formula a, Formula b) {
  if (a == truth() || b == falsity() || a == b) return b;
  if (a == falsity()) return a;
  if (b == truth()) return finally(a);
  const Formula both = conjunction(a, b);
  if (both == falsity() || both == b) return both;
  // The operands of a & b that are not in b; there is one, because both != b.
  const auto wide = operands(both);
  const auto narrow = is(b, Op::conjunction) ? operands(b) : std::span(&b, 1);
  std::vector<Formula> rest;
  std::set_difference(wide.begin(), wide.end(), narrow.begin(), narrow.end(), std::back_inserter(rest));
  return intern(Op::strong_release, conjunction(rest), b);
}

Formula FormulaStore::release(Formula a, Formula b) {
  if (is_constant(b) || a == truth() || a == b) return b;
  if (a == falsity()) return globally(b);
  return intern(Op::release, a, b);
}

Formula FormulaStore::weak_until(Formula a, Formula b) {
  if (a == truth() || b == truth()) return truth();
  if (a == falsity() || a == b) return b;
  if (b == falsity()) return globally(a);
  return intern(Op::weak_until, a, b);
}

Formula FormulaStore::make(Op op, std::span<const Formula> operands) {
  switch (op) {
    case Op::constant_false:
      return falsity();
    case Op::constant_true:
      return truth();
    case Op::atom:
      break;
    case Op::negation:
      return negation(operands[0]);
    case Op::conjunction:
      return conjunction(operands);
    case Op::disjunction:
      return disjunction(operands);
    case Op::exclusive_or:
      return exclusive_or(operands[0], operands[1]);
    case Op::implication:
      return implication(operands[0], operands[1]);
    case Op::equivalence:
      return equivalence(operands[0], operands[1]);
    case Op::next:
      return next(operands[0]);
    case Op::finally:
      return finally(operands[0]);
    case Op::globally:
      return globally(operands[0]);
    case Op::until:
      return until(operands[0], operands[1]);
    case Op::release:
      return release(operands[0], operands[1]);
    case Op::weak_until:
      return weak_until(operands[0], operands[1]);
    case Op::strong_release:
      return strong_release(operands[0], operands[1]);
  }
  assert(false && "an atom is made from its name");
  return falsity();
}

}  // namespace lariat::ltl
