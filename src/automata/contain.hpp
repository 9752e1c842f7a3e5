// SPDX-License-Identifier: Apache-2.0
// Simplifies a formula where one part of it implies another though the syntax does not show it: small automata do.
//   H. Tauriainen. On translating linear temporal logic into alternating and nondeterministic automata. 2003, §5.4 (language
//   containment checks).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "automata/tgba.hpp"
#include "lariat/ltl/formula.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::automata {

class ContainmentSimplifier {
 public:
  ContainmentSimplifier(ltl::FormulaStore& store, ltl::Simplifier& simplifier, const Limits& limits)
      : store_(store), simplifier_(simplifier), limits_(limits) {
    renew_context();
  }

  // For one formula. An equivalent formula in negation normal form, as f must be. Operands of & that another implies and
  // operands of | that imply another are dropped; a U b, a W b, a R b, a M b become b, or an F or G, where they are equivalent
  // to it.
  ltl::Formula simplify(ltl::Formula f);

 private:
  // Formulas with more nodes, and automata with more states, are not looked at.
  static constexpr std::uint64_t max_size = 40;
  static constexpr std::size_t max_states = 100;
  static constexpr std::size_t max_nodes = std::size_t{1} << 16;
  static constexpr std::uint64_t max_steps = 100'000;

  bool implies(ltl::Formula a, ltl::Formula b);
  ltl::Formula negated(ltl::Formula f) { return ltl::negation_normal_form(store_, f, true); }
  ltl::Formula step(ltl::Formula f);
  ltl::Formula nary(ltl::Formula f);

  void renew_context();

  ltl::FormulaStore& store_;
  ltl::Simplifier& simplifier_;
  const Limits limits_;
  Context context_;  // separate, so that its labels do not slow down the translation
  std::vector<ltl::Formula> atoms_;
  std::unordered_map<std::uint64_t, bool> known_;  // by the pair of numbers
};

}  // namespace lariat::automata
