// SPDX-License-Identifier: Apache-2.0
// Helpers for the rules of the simplifier. A rule is a function that looks at the root of a formula in negation normal
// form whose operands are simplified; it returns an equivalent formula, or the same one where it has nothing to say.
//
// Sources of the rules: Somenzi, Bloem. Efficient Büchi automata from LTL formulae. CAV 2000 (implication);
// Etessami, Holzmann. Optimizing Büchi automata. CONCUR 2000 (eventual, universal); Babiak, Křetínský, Řehák, Strejček. LTL to
// Büchi automata translation: fast and more deterministic. TACAS 2012 (F G and G F); Duret-Lutz, LTL translation improvements
// in Spot 1.0, 2014. Some are consequences of duality or were found while testing.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "lariat/ltl/rewrite.hpp"
#include "ltl/normal_form.hpp"

namespace lariat::ltl {

class Context {
 public:
  explicit Context(FormulaStore& s) : store(s), normal_forms_(s) {}

  // True only if the syntax shows that a implies b, that a excludes b, or that a | b always holds.
  bool implies(Formula a, Formula b) { return implies(a, b, 0); }
  bool excludes(Formula a, Formula b) { return implies(a, negated(b)); }
  bool covers(Formula a, Formula b) { return implies(negated(a), b); }
  // The negation of a, in normal form.
  Formula negated(Formula a) { return normal_forms_.of(a, true); }
  Formula normal_form(Formula a) { return normal_forms_.of(a, false); }

  FormulaStore& store;

 private:
  // Rather than to recurse deeper, the answer is no.
  static constexpr int max_depth = 60;
  static constexpr std::size_t max_known = std::size_t{1} << 20;

  bool implies(Formula a, Formula b, int depth);
  bool prove(Formula a, Formula b, int depth);
  bool prove_from(Formula a, Formula b, int depth);
  bool prove_to(Formula a, Formula b, int depth);
  bool prove_pair(Formula a, Formula b, int depth);

  NormalForms normal_forms_;
  std::unordered_map<std::uint64_t, bool> known_;  // by the pair of numbers
};

struct Rule {
  RewriteRule about;
  std::uint32_t ops;  // bit i: may apply to formulas with operator i
  Formula (*apply)(Context&, Formula);
};

constexpr std::uint32_t ops(auto... op) { return ((1U << static_cast<unsigned>(op)) | ...); }

std::span<const Rule> basic_unary_rules();
std::span<const Rule> basic_binary_rules();
std::span<const Rule> basic_nary_rules();
std::span<const Rule> eventual_rules();
std::span<const Rule> implication_rules();

// The operands of an application of `op`, or f alone.
inline std::span<const Formula> operands_as(const FormulaStore& store, Op op, const Formula& f) {
  return store.is(f, op) ? store.operands(f) : std::span(&f, 1);
}

// The operands of f split by a question: those for which it holds, and the others.
template <class Question>
std::pair<std::vector<Formula>, std::vector<Formula>> split(std::span<const Formula> operands, Question question) {
  std::pair<std::vector<Formula>, std::vector<Formula>> parts;
  for (const Formula f : operands) (question(f) ? parts.first : parts.second).push_back(f);
  return parts;
}

// The operator of a formula applied to other operands.
inline Formula remake(FormulaStore& store, Formula f, Formula left, Formula right) {
  const Formula operands[] = {left, right};
  return store.make(store.op(f), operands);
}

}  // namespace lariat::ltl
