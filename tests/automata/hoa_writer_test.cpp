// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "automata/same_automaton.hpp"
#include "lariat/automata/hoa.hpp"

namespace lariat::automata {
namespace {

automata::Automaton read_one(const std::string& text) {
  std::istringstream in(text);
  automata::HoaReader reader(in, "test.hoa");
  auto result = reader.next();
  if (!result) throw std::runtime_error(to_string(result.errors()[0]));
  return std::move(result->value());
}

TEST(HoaWriter, WritesStateBasedAutomata) {
  EXPECT_EQ(automata::to_hoa(read_one(R"(HOA: v1 name: "a \"b\" \\" AP: 2 "p" "q\"" Acceptance: 1 Inf(0) Start: 1 Start: 0
--BODY-- State: [0|1] 1 "one\\" {0} 0 State: 0 [0] 0 [1] 1 --END--)")),
            R"(HOA: v1
name: "a \"b\" \\"
States: 2
Start: 1
Start: 0
AP: 2 "p" "q\""
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels state-acc
tool: "lariat"
--BODY--
State: 0
[0] 0
[1] 1
State: 1 "one\\" {0}
[0 | 1] 0
--END--
)");
}

TEST(HoaWriter, WritesTransitionBasedAutomata) {
  EXPECT_EQ(automata::to_hoa(read_one(R"(HOA: v1 AP: 1 "p" Acceptance: 3 Inf(0)&Inf(1)&Inf(2) Start: 0
--BODY-- State: 0 [0] 0 {0 2} [!0] 0 --END--)")),
            R"(HOA: v1
States: 1
Start: 0
AP: 1 "p"
acc-name: generalized-Buchi 3
Acceptance: 3 Inf(0)&Inf(1)&Inf(2)
properties: trans-labels explicit-labels trans-acc deterministic
tool: "lariat"
--BODY--
State: 0
[0] 0 {0 2}
[!0] 0
--END--
)");
}

TEST(HoaWriter, WritesConstantAcceptance) {
  EXPECT_NE(automata::to_hoa(read_one("HOA: v1 Acceptance: 0 t --BODY-- --END--")).find("acc-name: all\nAcceptance: 0 t\n"),
            std::string::npos);
  EXPECT_NE(automata::to_hoa(read_one("HOA: v1 Acceptance: 1 f --BODY-- State: 0 {0} --END--"))
                .find("acc-name: none\nAcceptance: 0 f\n"),
            std::string::npos);
}

TEST(HoaWriter, ClaimsNeitherKindOfAcceptanceWhenBothAreUsed) {
  const std::string text =
      automata::to_hoa(read_one("HOA: v1 Acceptance: 1 Inf(0) --BODY-- State: 0 {0} [t] 1 State: 1 [t] 0 {0} --END--"));
  EXPECT_EQ(text.find("-acc"), std::string::npos);
}

TEST(HoaWriter, ClaimsDeterminismOnlyWhereItHolds) {
  const auto claimed = [](const std::string& rest) {
    const std::string text = automata::to_hoa(read_one("HOA: v1 AP: 2 \"a\" \"b\" Acceptance: 0 t " + rest));
    return text.find(" deterministic") != std::string::npos;
  };
  EXPECT_TRUE(claimed("--BODY-- --END--"));
  EXPECT_TRUE(claimed("Start: 0 --BODY-- State: 0 [0&1] 0 [0&!1] 0 [!0] 0 --END--"));
  EXPECT_TRUE(claimed("Start: 0 --BODY-- State: 0 0 0 0 0 --END--"));
  EXPECT_FALSE(claimed("Start: 0 --BODY-- State: 0 [0] 0 [1] 0 --END--"));
  EXPECT_FALSE(claimed("Start: 0 --BODY-- State: 0 [0] 0 [0] 0 --END--"));
  EXPECT_FALSE(claimed("Start: 0 Start: 1 --BODY-- State: 0 State: 1 --END--"));
}

// The parity of 60 atoms as a sum of products would have 2^59 of them.
TEST(HoaWriter, WritesComplexLabelsByWayOfAliases) {
  std::string atoms, aliases = "Alias: @0 0\n";
  for (int i = 0; i < 60; ++i) atoms += std::string(" \"p") + std::to_string(i) + '"';
  for (int i = 1; i < 60; ++i) {
    const std::string n = std::to_string(i), last = std::to_string(i - 1);
    aliases += std::string("Alias: @") + n + " " + n + "&!@" + last + " | !" + n + "&@" + last + "\n";
  }
  const automata::Automaton a = read_one("HOA: v1 AP: 60" + atoms + "\n" + aliases +
                                         "Acceptance: 0 t --BODY-- State: 0 [@59] 0 [!@59] 0 [0] 0 [@7&!59] 0 --END--");
  const std::string text = automata::to_hoa(a);
  EXPECT_LT(text.size(), 20000U);
  EXPECT_NE(text.find("\n[0] 0\n"), std::string::npos);
  EXPECT_EQ(difference(a, read_one(text)), "");
}

}  // namespace
}  // namespace lariat::automata
