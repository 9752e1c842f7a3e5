// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "automata/same_automaton.hpp"
#include "lariat/automata/io/hoa.hpp"

namespace lariat::automata {
namespace {

Automaton read_one(const std::string& text) {
  std::istringstream in(text);
  HoaReader reader(in, "test.hoa");
  auto result = reader.next();
  if (!result) throw std::runtime_error(to_string(result.errors()[0]));
  return std::move(result->value());
}

TEST(HoaWriter, WritesStateBasedAutomata) {
  EXPECT_EQ(to_hoa(read_one(R"(HOA: v1 name: "a \"b\" \\" AP: 2 "p" "q\"" Acceptance: 1 Inf(0) Start: 1 Start: 0
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
  EXPECT_EQ(to_hoa(read_one(R"(HOA: v1 AP: 1 "p" Acceptance: 3 Inf(0)&Inf(1)&Inf(2) Start: 0
--BODY-- State: 0 [0] 0 {0 2} [!0] 0 --END--)")),
            R"(HOA: v1
States: 1
Start: 0
AP: 1 "p"
acc-name: generalized-Buchi 3
Acceptance: 3 Inf(0)&Inf(1)&Inf(2)
properties: trans-labels explicit-labels trans-acc deterministic unambiguous complete inherently-weak
tool: "lariat"
--BODY--
State: 0
[0] 0 {0 2}
[!0] 0
--END--
)");
}

TEST(HoaWriter, WritesConstantAcceptance) {
  EXPECT_NE(to_hoa(read_one("HOA: v1 Acceptance: 0 t --BODY-- --END--")).find("acc-name: all\nAcceptance: 0 t\n"),
            std::string::npos);
  EXPECT_NE(to_hoa(read_one("HOA: v1 Acceptance: 1 f --BODY-- State: 0 {0} --END--")).find("acc-name: none\nAcceptance: 0 f\n"),
            std::string::npos);
}

TEST(HoaWriter, ClaimsNeitherKindOfAcceptanceWhenBothAreUsed) {
  const std::string text =
      to_hoa(read_one("HOA: v1 Acceptance: 1 Inf(0) --BODY-- State: 0 {0} [t] 1 State: 1 [t] 0 {0} --END--"));
  EXPECT_EQ(text.find("-acc"), std::string::npos);
}

TEST(HoaWriter, ClaimsDeterminismOnlyWhereItHolds) {
  const auto claimed = [](const std::string& rest) {
    const std::string text = to_hoa(read_one("HOA: v1 AP: 2 \"a\" \"b\" Acceptance: 0 t " + rest));
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
  const Automaton a = read_one("HOA: v1 AP: 60" + atoms + "\n" + aliases +
                               "Acceptance: 0 t --BODY-- State: 0 [@59] 0 [!@59] 0 [0] 0 [@7&!59] 0 --END--");
  const std::string text = to_hoa(a);
  EXPECT_LT(text.size(), 20000U);
  EXPECT_NE(text.find("\n[0] 0\n"), std::string::npos);
  EXPECT_EQ(difference(a, read_one(text)), "");
}

// A name, an atom and a state that would clear the screen, and one byte that is no UTF-8.
TEST(HoaWriter, WritesNoControlCharacters) {
  const std::string text =
      "HOA: v1 name: \"\x1b[2J\\\"n\\\n\" AP: 2 \"\x1b[1m\" \"p\xff\xc3\xa9\" Acceptance: 0 t Start: 0 "
      "--BODY-- State: 0 \"\x9b\" [0&!1] 0 --END--";
  const Automaton first = read_one(text);
  const std::string written = to_hoa(first);
  for (const char c : written) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << written;
  EXPECT_NE(written.find("name: \"\\\\x1b[2J\\\"n\\\\x0a\"\n"), std::string::npos) << written;
  EXPECT_NE(written.find("AP: 2 \"\\\\x1b[1m\" \"p\\\\xff\xc3\xa9\"\n"), std::string::npos) << written;
  EXPECT_NE(written.find("State: 0 \"\\\\x9b\""), std::string::npos) << written;
  const Automaton again = read_one(written);
  EXPECT_EQ(again.name, first.name);
  EXPECT_EQ(again.atoms, first.atoms);
  EXPECT_EQ(again.state_names, first.state_names);
  EXPECT_EQ(to_hoa(again), written);
  // One that did not come from a file.
  Automaton made = again;
  made.name = "\x1b[2J\n";
  EXPECT_EQ(to_hoa(made).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace lariat::automata
