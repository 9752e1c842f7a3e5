// SPDX-License-Identifier: Apache-2.0
// Rewriting formulas into equivalent ones: negation normal form, and simplification by a table of rules.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

// The negation normal form of f, or of !f if `negated`: literals, & | X F G U R W M. Linear in the number of subformulas.
Formula negation_normal_form(FormulaStore& store, Formula f, bool negated = false);

enum class RewriteLevel : std::uint8_t {
  basic,        // looks at the shape of a formula only
  eventual,     // uses that a subformula is eventual or universal
  implication,  // uses that one subformula implies another, as far as their syntax shows
};

// A rule, for lists and tests. e is eventual, u universal, q both.
struct RewriteRule {
  std::string_view name;
  std::string_view statement;
  RewriteLevel level;
  bool grows;  // the result may have more nodes; it is easier to translate all the same
};

// All rules, in the order in which they are tried.
std::span<const RewriteRule> rewrite_rules();

struct SimplifyOptions {
  RewriteLevel level = RewriteLevel::implication;  // use the rules up to this level
  bool growing = true;                             // use the rules that grow
  std::size_t max_subformulas = 4000;              // formulas with more subformulas are only put in negation normal form
  std::size_t max_steps = 100000;                  // rule applications for one formula; then what is reached is returned
};

// Simplifies formulas of one store. Remembers what it did, so one Simplifier should serve many formulas.
class Simplifier {
 public:
  explicit Simplifier(FormulaStore& store, SimplifyOptions options = {});
  ~Simplifier();
  Simplifier(Simplifier&&) noexcept;
  Simplifier& operator=(Simplifier&&) noexcept;

  // An equivalent formula in negation normal form to which no rule applies (unless a limit was reached). Without rules that
  // grow it has at most as many nodes as the negation normal form of f.
  Formula simplify(Formula f);

  // The result of one rule, by its number in rewrite_rules(), at the root of f; f itself where the rule does not apply. f must
  // be in negation normal form.
  Formula apply(std::size_t rule, Formula f);

  // True iff the syntax shows that every word that satisfies a satisfies b. Both must be in negation normal form. No answer but
  // "no" can be wrong.
  bool implies(Formula a, Formula b);

  // How often each rule was applied by simplify, by its number.
  const std::vector<std::uint64_t>& applications() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lariat::ltl
