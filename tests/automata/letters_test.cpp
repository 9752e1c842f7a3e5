// SPDX-License-Identifier: Apache-2.0
#include "automata/letters.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "automata/random_tgba.hpp"

namespace lariat::automata {
namespace {

// Two atoms, and two further variables below them.
TEST(Letters, SplitAFunctionByWhatRemains) {
  ltl::RandomSource random(62);
  for (int round = 0; round < 2000; ++round) {
    Context context;
    Labels& labels = context.labels;
    // For each letter a monotone function of the variables 2 and 3.
    const LabelId x = labels.atom(atoms);
    const LabelId y = labels.atom(atoms + 1);
    const LabelId rests[] = {Labels::never, x, y, labels.conjoin(x, y), labels.disjoin(x, y), Labels::always};
    LabelId function = Labels::never;
    std::vector<LabelId> of_letter;
    for (unsigned letter = 0; letter < 4; ++letter) {
      LabelId cube = Labels::always;
      for (std::uint32_t a = 0; a < atoms; ++a)
        cube = labels.conjoin(cube, (letter >> a & 1) != 0 ? labels.atom(a) : labels.negate(labels.atom(a)));
      of_letter.push_back(rests[random.below(6)]);
      function = labels.disjoin(function, labels.conjoin(cube, of_letter.back()));
    }
    std::set<LabelId> seen;
    LabelId all = Labels::never;
    for (const Rest& rest : split_by_letters(labels, function, atoms)) {
      EXPECT_TRUE(seen.insert(rest.function).second);
      EXPECT_NE(rest.function, Labels::never);
      EXPECT_EQ(labels.conjoin(all, rest.letters), Labels::never);
      all = labels.disjoin(all, rest.letters);
      for (unsigned letter = 0; letter < 4; ++letter) {
        const bool holds = labels.holds(rest.letters, {(letter & 1) != 0, (letter & 2) != 0});
        EXPECT_EQ(holds, of_letter[letter] == rest.function) << "round " << round;
      }
    }
    EXPECT_EQ(seen.size(), std::set<LabelId>(of_letter.begin(), of_letter.end()).size() -
                               (std::ranges::find(of_letter, Labels::never) != of_letter.end() ? 1 : 0));
  }
}

}  // namespace
}  // namespace lariat::automata
