// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "lariat/automata/io/hoa.hpp"

namespace lariat::automata {
namespace {

Automaton read_one(const std::string& text) {
  std::istringstream in(text);
  HoaReader reader(in, "test.hoa");
  auto result = reader.next();
  if (!result) throw std::runtime_error(to_string(result.errors()[0]));
  if (!*result) throw std::runtime_error("no automaton");
  Automaton automaton = std::move(**result);
  const auto end = reader.next();
  EXPECT_TRUE(end && !*end) << "something is left";
  return automaton;
}

std::string label(const Automaton& a, std::uint32_t edge) { return a.labels.to_hoa(a.edge_labels[edge]); }

std::vector<StateId> targets(const Automaton& a, StateId s) { return {a.graph.targets(s).begin(), a.graph.targets(s).end()}; }

TEST(HoaReader, ReadsExplicitLabelsAndMarksOnEdges) {
  const Automaton a = read_one(R"(HOA: v1
name: "GFp & GFq"
States: 2
Start: 1
acc-name: generalized-Buchi 2
Acceptance: 2 (Inf(0) & Inf(1))
AP: 2 "p" "q"
properties: trans-labels explicit-labels trans-acc
tool: "a tool" "1.0"
--BODY--
State: 0
 [!0&!1] 0
 [0 & !1 | f] 1 {0}
State: 1 "all of it"
 [t] 0 {0 1}
--END--
)");
  EXPECT_EQ(a.name, "GFp & GFq");
  EXPECT_EQ(a.atoms, (std::vector<std::string>{"p", "q"}));
  ASSERT_EQ(a.graph.states(), 2U);
  ASSERT_EQ(a.graph.edges(), 3U);
  EXPECT_EQ(a.graph.sets(), 2U);
  EXPECT_EQ(a.graph.initial().size(), 1U);
  EXPECT_EQ(a.graph.initial()[0], 1U);
  EXPECT_EQ(targets(a, 0), (std::vector<StateId>{0, 1}));
  EXPECT_EQ(a.graph.edge_marks(0), 0b00U);
  EXPECT_EQ(a.graph.edge_marks(1), 0b01U);
  EXPECT_EQ(a.graph.edge_marks(2), 0b11U);
  EXPECT_EQ(label(a, 0), "!0&!1");
  EXPECT_EQ(label(a, 1), "0&!1");
  EXPECT_EQ(label(a, 2), "t");
  EXPECT_EQ(a.state_names, (std::map<StateId, std::string>{{1, "all of it"}}));
  EXPECT_FALSE(a.graph.state_based());
}

TEST(HoaReader, ReadsStateLabelsAndMarksOnStates) {
  const Automaton a = read_one(R"(HOA: v1 Start: 0 Start: 1 Acceptance: 1 Inf(0) AP: 1 "a" States: 2
--BODY-- State: [0] 0 "yes" {0} 0 1 State: [!0] 1 0 1 {0} --END--)");
  EXPECT_EQ(a.graph.initial().size(), 2U);
  EXPECT_EQ(a.graph.state_marks(0), 1U);
  EXPECT_EQ(a.graph.state_marks(1), 0U);
  EXPECT_EQ(a.graph.edge_marks(3), 1U);
  EXPECT_EQ(label(a, 0), "0");
  EXPECT_EQ(label(a, 1), "0");
  EXPECT_EQ(label(a, 3), "!0");
}

TEST(HoaReader, ReadsImplicitLabelsInTheOrderOfTheLetters) {
  const Automaton a = read_one(R"(HOA: v1
AP: 2 "a" "b"
Acceptance: 0 t
Start: 0
--BODY--
State: 0 0 1 2 3
State: 1 1 1 1 1
State: 2 /* no edges */
State: 3 [t] 3
--END--)");
  ASSERT_EQ(a.graph.edges(), 9U);
  EXPECT_EQ(label(a, 0), "!0&!1");
  EXPECT_EQ(label(a, 1), "0&!1");
  EXPECT_EQ(label(a, 2), "!0&1");
  EXPECT_EQ(label(a, 3), "0&1");
  EXPECT_EQ(a.edge_labels[5], a.edge_labels[1]);
  EXPECT_TRUE(targets(a, 2).empty());
  EXPECT_EQ(a.graph.sets(), 0U);
}

TEST(HoaReader, WithoutAtomsTheOneImplicitLabelIsTrue) {
  EXPECT_EQ(label(read_one("HOA: v1 Acceptance: 0 t --BODY-- State: 0 0 --END--"), 0), "t");
}

TEST(HoaReader, ReadsAliases) {
  const Automaton a = read_one(R"(HOA: v1
Alias: @a 0
Alias: @bc 1 & 2
Alias: @x-1_ !(@a | @bc)
AP: 3 "a" "b" "c" Acceptance: 1 Inf(0) States: 1 Start: 0
--BODY-- State: 0 [@a & !@bc] 0 [@x-1_] 0 --END--)");
  EXPECT_EQ(label(a, 0), "0&!1 | 0&!2");
  EXPECT_EQ(label(a, 1), "!0&!1 | !0&!2");
}

TEST(HoaReader, BindsOperatorsAsTheFormatSays) {
  const std::string text = R"(HOA: v1 AP: 3 "a" "b" "c" Acceptance: 0 t --BODY-- State: 0
[!0&1|2] 0 [0|1&2] 0 [(0|1)&2] 0 [!(0|1)] 0 [!!0] 0 [!(!(0))&!f] 0 [0&(1|(2))|f] 0 --END--)";
  const Automaton a = read_one(text);
  const auto expected =
      std::vector<std::function<bool(bool, bool, bool)>>{[](bool x, bool y, bool z) { return (!x && y) || z; },
                                                         [](bool x, bool y, bool z) { return x || (y && z); },
                                                         [](bool x, bool y, bool z) { return (x || y) && z; },
                                                         [](bool x, bool y, bool) { return !(x || y); },
                                                         [](bool x, bool, bool) { return x; },
                                                         [](bool x, bool, bool) { return x; },
                                                         [](bool x, bool y, bool z) { return x && (y || z); }};
  ASSERT_EQ(a.graph.edges(), expected.size());
  for (std::uint32_t e = 0; e < expected.size(); ++e)
    for (unsigned v = 0; v < 8; ++v) {
      const bool x = (v & 1U) != 0, y = (v & 2U) != 0, z = (v & 4U) != 0;
      EXPECT_EQ(a.labels.holds(a.edge_labels[e], {x, y, z}), expected[e](x, y, z)) << "edge " << e << ", valuation " << v;
    }
}

TEST(HoaReader, DropsEdgesThatNoLetterTakes) {
  const Automaton a = read_one(R"(HOA: v1 AP: 1 "a" Acceptance: 1 Inf(0)
--BODY-- State: 0 [f] 1 {0} [0&!0] 0 [0] 1 State: [f] 1 0 1 --END--)");
  EXPECT_EQ(a.graph.edges(), 1U);
  EXPECT_EQ(label(a, 0), "0");
  EXPECT_TRUE(a.graph.state_based());
}

TEST(HoaReader, ReadsStatesInAnyOrder) {
  const Automaton a = read_one(R"(HOA: v1 AP: 1 "a" Acceptance: 1 Inf(0)
--BODY-- State: 2 [0] 0 State: 0 [t] 1 {0} [!0] 2 State: 1 "one" {0} [!0] 1 --END--)");
  EXPECT_EQ(targets(a, 0), (std::vector<StateId>{1, 2}));
  EXPECT_EQ(label(a, 0), "t");
  EXPECT_EQ(label(a, 1), "!0");
  EXPECT_EQ(label(a, 2), "!0");
  EXPECT_EQ(label(a, 3), "0");
  EXPECT_EQ(a.graph.edge_marks(0), 1U);
  EXPECT_EQ(a.graph.state_marks(1), 1U);
}

TEST(HoaReader, NumbersTheSetsThatMatterDensely) {
  const Automaton a = read_one(R"(HOA: v1 Acceptance: 4000000000 (Inf(3999999999)) & t & ((Inf(2) & Inf(7)) & Inf(2))
--BODY-- State: 0 {0 1 2} [t] 0 {7} [t] 0 {3999999999 7 8} --END--)");
  EXPECT_EQ(a.graph.sets(), 3U);
  EXPECT_EQ(a.graph.state_marks(0), 0b001U);
  EXPECT_EQ(a.graph.edge_marks(0), 0b010U);
  EXPECT_EQ(a.graph.edge_marks(1), 0b110U);
}

TEST(HoaReader, ReadsConstantAcceptance) {
  const Automaton none = read_one("HOA: v1 Acceptance: 2 Inf(0) & f --BODY-- State: 0 {0} [t] 0 {1} --END--");
  EXPECT_TRUE(none.rejects_all);
  EXPECT_EQ(none.graph.sets(), 1U);
  EXPECT_EQ(none.graph.state_marks(0), 0U);
  EXPECT_TRUE(none.graph.state_based());
  const Automaton all = read_one("HOA: v1 Acceptance: 1 (t&t) --BODY-- State: 0 {0} [t] 0 {0} --END--");
  EXPECT_FALSE(all.rejects_all);
  EXPECT_EQ(all.graph.sets(), 0U);
  EXPECT_EQ(all.graph.edge_marks(0), 0U);
}

TEST(HoaReader, AcceptsSixtyFourSets) {
  std::string condition = "Inf(0)";
  for (int i = 1; i < 64; ++i) condition += std::string("&Inf(") + std::to_string(i) + ")";
  const Automaton a = read_one("HOA: v1 Acceptance: 64 " + condition + " --BODY-- State: 0 {63} --END--");
  EXPECT_EQ(a.graph.sets(), 64U);
  EXPECT_EQ(a.graph.state_marks(0), Marks{1} << 63);
}

TEST(HoaReader, ReadsCommentsAndStrings) {
  const Automaton a = read_one(
      "/*/**/ /* nested */ \" */HOA:/**/v1/* x */name:\"a\\\"b\\\\c\\n\nnew line /* no comment */\""
      "AP:/*,*/1\"\"Acceptance:0(t)--BODY--State:0[/* */0/**/]0--END--/* tail */");
  EXPECT_EQ(a.name, "a\"b\\cn\\x0anew line /* no comment */");
  EXPECT_EQ(a.atoms, std::vector<std::string>{""});
  EXPECT_EQ(label(a, 0), "0");
}

TEST(HoaReader, IgnoresHeadersThatDoNotMatter) {
  const Automaton a = read_one(R"(HOA: v1 foo: t 99999999999999999999 "x" bar foo: _x: t: f: owner: "me"
properties: some-thing properties: Other acc-name: parity min even 3 Acceptance: 0 t --BODY-- --END--)");
  EXPECT_EQ(a.graph.states(), 0U);
  EXPECT_TRUE(a.graph.initial().empty());
}

TEST(HoaReader, ReadsTheEmptyAutomaton) {
  EXPECT_EQ(read_one("HOA: v1\nStates: 0\nAcceptance: 0 t\n--BODY--\n--END--\n").graph.states(), 0U);
}

TEST(HoaReader, ReadsDeepAndLongLabels) {
  const std::string open(100000, '('), close(100000, ')');
  std::string flat = "[0";
  for (int i = 1; i < 100000; ++i)
    flat += std::string("|") + std::to_string(i % 50) + std::string("&!") + std::to_string(i % 49);
  std::string wide = "[0";
  std::string names = "\"0\"";
  for (int i = 1; i < 100000; ++i) {
    wide += std::string(i % 2 == 0 ? "|" : "|!") + std::to_string(i);
    names += std::string(" \"") + std::to_string(i) + "\"";
  }
  const Automaton a =
      read_one("HOA: v1 AP: 100000 " + names + " Acceptance: 1 " + open + "Inf(0)" + close + " --BODY-- State: 0 [" + open +
               "!" + open + "7" + close + close + "] 0 " + flat + "] 0 " + wide + "] 0 --END--");
  ASSERT_EQ(a.graph.edges(), 3U);
  EXPECT_EQ(label(a, 0), "!7");
  std::vector<bool> only_odd(100000);
  for (std::size_t i = 1; i < only_odd.size(); i += 2) only_odd[i] = true;
  EXPECT_FALSE(a.labels.holds(a.edge_labels[2], only_odd));
  only_odd[99999] = false;
  EXPECT_TRUE(a.labels.holds(a.edge_labels[2], only_odd));
}

// Every automaton that docs/hoa.md shows can be read.
TEST(HoaReader, ReadsTheDocumentedExamples) {
  std::ifstream page(LARIAT_SOURCE_DIR "/docs/hoa.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  std::size_t found = 0;
  const std::string fence = "```\n";
  for (std::size_t at = text.find(fence + "HOA:"); at != std::string::npos; at = text.find(fence + "HOA:", at + 1), ++found)
    read_one(text.substr(at + fence.size(), text.find(fence, at + 1) - at - fence.size()));
  EXPECT_GT(found, 0U);
}

constexpr const char* tiny = "HOA: v1 Acceptance: 0 t --BODY-- --END--";

TEST(HoaReader, ReadsOneAutomatonAfterTheOther) {
  std::istringstream in(
      std::string(tiny) + "HOA: v1 States: 3 --ABORT-- " + tiny + "\n" + tiny +
      " HOA: v1 Acceptance: 1 Inf(--ABORT--HOA: v1 AP: 1 \"a\" Acceptance: 0 t --BODY-- State: 0 [0&--ABORT--");
  HoaReader reader(in, "test.hoa");
  std::size_t count = 0;
  std::size_t warnings = 0;
  while (true) {
    const auto result = reader.next();
    ASSERT_TRUE(result) << to_string(result.errors()[0]);
    warnings += reader.warnings().size();
    if (!*result) break;
    ++count;
  }
  EXPECT_EQ(count, 3U);
  EXPECT_EQ(warnings, 3U);
}

TEST(HoaReader, AnEmptyFileHoldsNothing) {
  for (const char* text : {"", " \n\t\r ", "/* nothing */"}) {
    std::istringstream in(text);
    HoaReader reader(in, "test.hoa");
    const auto result = reader.next();
    EXPECT_TRUE(result && !*result) << text;
  }
}

TEST(HoaReader, DoesNotWaitForMoreThanTheAutomaton) {
  std::string given = tiny;
  bool asked_again = false;
  HoaReader reader(
      [&](char* data, std::size_t size) {
        asked_again = asked_again || given.empty();
        const std::size_t count = std::min(given.size(), size);
        given.copy(data, count);
        given.erase(0, count);
        return count;
      },
      "pipe");
  const auto first = reader.next();
  EXPECT_TRUE(first && *first);
  EXPECT_FALSE(asked_again);
  given = std::string("\n") + tiny;
  const auto second = reader.next();
  EXPECT_TRUE(second && *second);
  EXPECT_FALSE(asked_again);
}

// A pipe that stays open: a reader that waits for more text than it needs would never return.
TEST(HoaReader, AnswersWhilePipesStayOpen) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text = std::string(tiny) + "\nHOA: v1 States: 1 Start: 7";
  ASSERT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  HoaReader reader(input_from_descriptor(ends[0]), "pipe");
  const auto first = reader.next();
  EXPECT_TRUE(first && *first);
  close(ends[1]);
  EXPECT_FALSE(reader.next());
  close(ends[0]);
}

// Reading does not depend on the pieces in which the text arrives.
TEST(HoaReader, DoesNotDependOnHowTheTextArrives) {
  std::string text = "HOA: v1 name: \"" + std::string(70000, 'n') + "\" AP: 1 \"a\" Acceptance: 1 Inf(0) --BODY-- ";
  for (int i = 0; i < 9000; ++i)
    text +=
        std::string("State: ") + std::to_string(i) + std::string(" \"x\\\"\" {0} [0 /* c */ & t] ") + std::to_string(i) + "\n";
  text += "--END-- HOA: v1 Acceptance: 0 t --BODY-- State: 0 [ @undefined ] 0\nrest of the text --END--";
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U, 65535U, 1000000U}) {
    SCOPED_TRACE(piece);
    std::size_t at = 0;
    HoaReader reader(
        [&](char* data, std::size_t size) {
          const std::size_t count = text.copy(data, std::min(size, piece), at);
          at += count;
          return count;
        },
        "pieces");
    const auto first = reader.next();
    ASSERT_TRUE(first) << to_string(first.errors()[0]);
    EXPECT_EQ((*first)->name.size(), 70000U);
    EXPECT_EQ((*first)->graph.edges(), 9000U);
    EXPECT_EQ((*first)->state_names.at(8999), "x\"");
    const auto second = reader.next();
    ASSERT_FALSE(second);
    EXPECT_EQ(second.errors()[0].line, 9001U);
    EXPECT_EQ(second.errors()[0].column, text.find('@') - text.rfind('\n', text.find('@')));
    EXPECT_EQ(second.errors()[0].message, "the alias `@undefined` is not defined");
  }
}

}  // namespace
}  // namespace lariat::automata
