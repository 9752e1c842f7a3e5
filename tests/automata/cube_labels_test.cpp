// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/cube_labels.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lariat/automata/translate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

TEST(CubeLabels, HoldWhereTheLabelsDo) {
  ltl::RandomSource random(8);
  for (int round = 0; round < 300; ++round) {
    ltl::FormulaStore store;
    const Automaton a = *translate(store, ltl::random_formula(store, random, {.size = 14, .atoms = 4})).automaton;
    const auto cubes = CubeLabels::make(a);
    ASSERT_TRUE(cubes);
    for (std::uint32_t edge = 0; edge < a.graph.edges(); ++edge)
      for (std::uint64_t letter = 0; letter < 16; ++letter) {
        std::vector<bool> valuation;
        for (std::size_t i = 0; i < a.atoms.size(); ++i) valuation.push_back((letter >> i & 1) != 0);
        ASSERT_EQ(cubes->holds(edge, letter), a.labels.holds(a.edge_labels[edge], valuation));
      }
  }
}

TEST(CubeLabels, RefusesTooManyAtoms) {
  ltl::FormulaStore store;
  std::string many = "a0";
  for (int i = 1; i < 65; ++i) many += " & a" + std::to_string(i);
  auto parsed = ltl::parse_formula(store, many);
  const Automaton a = *translate(store, parsed->formula).automaton;
  EXPECT_FALSE(CubeLabels::make(a));
}

}  // namespace
}  // namespace lariat::automata
