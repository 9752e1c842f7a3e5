// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace lariat::ltl {
namespace {

// Solves v(i) = now(i) or (hold(i) and v(next(i))): the least solution if `start` is false, the greatest if it is true.
// Going backwards from `start`, the first round settles what the cycle's first position is worth: a least solution that is
// true there has a witness within one round, a greatest one that is false there has its refutation. The second round then
// starts from the right value.
template <class Now, class Hold>
void fix_point(const LassoWord& word, std::uint8_t* v, bool start, Now now, Hold hold) {
  bool after = start;
  const auto settle = [&](std::size_t i) {
    after = now(i) || (hold(i) && after);
    v[i] = after ? 1 : 0;
  };
  for (int round = 0; round < 2; ++round)
    for (std::size_t i = word.positions(); i-- > word.stem.size();) settle(i);
  for (std::size_t i = word.stem.size(); i-- > 0;) settle(i);
}

}  // namespace

Result<std::vector<Formula>> atom_list(const FormulaStore& store, Formula f) {
  std::vector<Formula> atoms = store.atoms(f);
  if (atoms.size() <= max_atoms) return atoms;
  Diagnostic error;
  error.message = fmt::format("the formula has {} atoms; at most {} are possible", atoms.size(), max_atoms);
  return error;
}

Evaluator::Evaluator(const FormulaStore& store, Formula f, std::span<const Formula> atoms) {
  const std::vector<Formula> order = store.subformulas(f);
  std::unordered_map<Formula, std::uint32_t> number;
  number.reserve(order.size());
  for (const Formula g : order) {
    Subformula subformula{store.op(g), static_cast<std::uint32_t>(operands_.size()), 0, -1};
    for (const Formula h : store.operands(g)) operands_.push_back(number.at(h));
    subformula.count = static_cast<std::uint32_t>(operands_.size() - subformula.first);
    const auto place = std::find(atoms.begin(), atoms.end(), g);
    if (subformula.op == Op::atom && place != atoms.end()) subformula.bit = static_cast<std::int32_t>(place - atoms.begin());
    assert(subformula.bit < static_cast<std::int32_t>(max_atoms));
    number.emplace(g, static_cast<std::uint32_t>(subformulas_.size()));
    subformulas_.push_back(subformula);
  }
}

void Evaluator::run(const LassoWord& word) {
  assert(!word.cycle.empty());
  const std::size_t n = word.positions();
  values_.assign(subformulas_.size() * n, 0);
  const auto always = [](std::size_t) { return true; };
  const auto never = [](std::size_t) { return false; };
  for (std::size_t s = 0; s < subformulas_.size(); ++s) {
    const Subformula& subformula = subformulas_[s];
    std::uint8_t* const v = values_.data() + s * n;
    const auto operand = [&](std::uint32_t k) { return values_.data() + operands_[subformula.first + k] * n; };
    const auto each = [&](auto value) {
      for (std::size_t i = 0; i < n; ++i) v[i] = value(i);
    };
    // Not read if the operator has no such operand.
    const std::uint8_t* const a = subformula.count > 0 ? operand(0) : v;
    const std::uint8_t* const b = subformula.count > 1 ? operand(1) : v;
    const auto at_a = [a](std::size_t i) { return a[i] != 0; };
    const auto at_b = [b](std::size_t i) { return b[i] != 0; };
    const auto at_both = [a, b](std::size_t i) { return a[i] != 0 && b[i] != 0; };
    switch (subformula.op) {
      case Op::constant_false:
        break;
      case Op::constant_true:
        each(always);
        break;
      case Op::atom:
        each([&](std::size_t i) { return subformula.bit >= 0 && ((word.letter(i) >> subformula.bit) & 1) != 0; });
        break;
      case Op::negation:
        each([&](std::size_t i) { return !a[i]; });
        break;
      case Op::conjunction:
        each(always);
        for (std::uint32_t k = 0; k < subformula.count; ++k) each([&](std::size_t i) { return v[i] && operand(k)[i]; });
        break;
      case Op::disjunction:
        for (std::uint32_t k = 0; k < subformula.count; ++k) each([&](std::size_t i) { return v[i] || operand(k)[i]; });
        break;
      case Op::exclusive_or:
        each([&](std::size_t i) { return a[i] != b[i]; });
        break;
      case Op::implication:
        each([&](std::size_t i) { return !a[i] || b[i]; });
        break;
      case Op::equivalence:
        each([&](std::size_t i) { return a[i] == b[i]; });
        break;
      case Op::next:
        each([&](std::size_t i) { return a[word.next(i)]; });
        break;
      case Op::finally:
        fix_point(word, v, false, at_a, always);
        break;  // F a = a | X F a, least
      case Op::globally:
        fix_point(word, v, true, never, at_a);
        break;  // G a = a & X G a, greatest
      case Op::until:
        fix_point(word, v, false, at_b, at_a);
        break;  // a U b = b | a & X(a U b), least
      case Op::weak_until:
        fix_point(word, v, true, at_b, at_a);
        break;  // a W b, greatest
      case Op::release:
        fix_point(word, v, true, at_both, at_b);
        break;  // a R b = a & b | b & X(a R b), greatest
      case Op::strong_release:
        fix_point(word, v, false, at_both, at_b);
        break;  // a M b, least
    }
  }
}

bool Evaluator::holds(const LassoWord& word) {
  run(word);
  return values_[(subformulas_.size() - 1) * word.positions()] != 0;
}

std::vector<bool> Evaluator::truths(const LassoWord& word) {
  run(word);
  const auto first = values_.end() - static_cast<std::ptrdiff_t>(word.positions());
  return {first, values_.end()};
}

bool evaluate(const FormulaStore& store, Formula f, std::span<const Formula> atoms, const LassoWord& word) {
  return Evaluator(store, f, atoms).holds(word);
}

}  // namespace lariat::ltl
