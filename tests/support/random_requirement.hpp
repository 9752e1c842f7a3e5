// SPDX-License-Identifier: Apache-2.0
// Formulas about random programs.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "lariat/check/check.hpp"
#include "lariat/ltl/parse.hpp"

namespace lariat::testing {

// A formula over two atoms, the values of global variables.
inline check::Requirement requirement_for(model::Program& program, ltl::FormulaStore& formulas, std::uint64_t seed) {
  constexpr std::array texts = {"G a",   "F a",         "G F a",          "F G a",         "G (a -> F b)",
                                "a U b", "F (a & X b)", "G F a -> G F b", "F G (a | X b)", "G F a & G F b"};
  const auto atom = [&](std::uint32_t variable, int bound) {
    return program.binary(model::Op::less, program.read({.scope = model::Place::Scope::global, .variable = variable}),
                          program.constant(bound));
  };
  const std::uint32_t last = static_cast<std::uint32_t>(program.globals.size()) - 1;
  const auto parsed = ltl::parse_formula(formulas, texts[seed % texts.size()]);
  EXPECT_TRUE(parsed);
  return {.kind = check::Requirement::Kind::ltl,
          .name = "",
          .text = texts[seed % texts.size()],
          .formula = parsed->formula,
          .atoms = {{"a", atom(0, 1)}, {"b", atom(last, 2)}}};
}

}  // namespace lariat::testing
