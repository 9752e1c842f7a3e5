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
  Forms(FormulaStore& store, const Limits& limits)
      : store_(store), limits_(limits), growing_(store), shrinking_(store, {.growing = false}) {}

  // Formulas equivalent to f in negation normal form, at least one, none twice. With `containment`, parts that others imply
  // have been dropped by asking small automata. Throws Stopped at a limit.
  std::vector<Formula> of(Formula f, bool containment);

  // Just simplified by rules that do not let it grow.
  Formula simplified(Formula f) { return shrinking_.simplify(f); }

 private:
  Formula first_chance(Formula f);
  Formula delay_choice(Formula f);

  FormulaStore& store_;
  const Limits limits_;
  Simplifier growing_;
  Simplifier shrinking_;
};

}  // namespace lariat::automata
