// SPDX-License-Identifier: Apache-2.0
// Ways to write a formula. Which one has the smallest automaton is hard to tell from the formula, and cheap to find out.
#pragma once

#include <vector>

#include "lariat/ltl/formula.hpp"
#include "lariat/ltl/rewrite.hpp"
#include "lariat/space/counting.hpp"

namespace lariat::automata {

class Forms {
 public:
  Forms(ltl::FormulaStore& store, const Limits& limits)
      : store_(store), limits_(limits), growing_(store), shrinking_(store, {.growing = false}) {}

  // Formulas equivalent to f in negation normal form, at least one, none twice. With `containment`, parts that others imply
  // have been dropped by asking small automata. Throws Stopped at a limit.
  std::vector<ltl::Formula> of(ltl::Formula f, bool containment);

  // Simplifies f by rules that do not let it grow.
  ltl::Formula simplified(ltl::Formula f) { return shrinking_.simplify(f); }

 private:
  ltl::Formula first_chance(ltl::Formula f);
  ltl::Formula delay_choice(ltl::Formula f);

  ltl::FormulaStore& store_;
  const Limits limits_;
  ltl::Simplifier growing_;
  ltl::Simplifier shrinking_;
};

}  // namespace lariat::automata
