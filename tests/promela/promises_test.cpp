// SPDX-License-Identifier: Apache-2.0
// xr and xs: promises to be the only receiver or sender, which others may break. Spin's verifier says so when it reduces.
#include <gtest/gtest.h>

#include <set>

#include "lariat/model/interpreter.hpp"
#include "lariat/native/code_text.hpp"
#include "lariat/promela/lower.hpp"
#include "support.hpp"

namespace lariat::promela {
namespace {

const std::string q = "chan q = [2] of { byte }; byte y;\n";

const struct {
  std::string text;
  bool broken;
} cases[] = {
    {q + "active proctype A() { xs q; q!1; q!2 } active proctype B() { xr q; byte x; q?x; q?x }", false},
    {q + "active proctype A() { xs q; q!1; q!2 } active proctype B() { q!3 }", true},
    {q + "active proctype A() { xr q; byte x; q?x } active proctype B() { byte x; q!1; q?x }", true},
    {q + "active proctype A() { xr q; byte x; q?x } active proctype B() { byte x; q!1; q?<x> }", true},
    // Where it stands does not matter.
    {q + "active proctype A() { y = 1; y = 2; xs q; q!1 } active proctype B() { q!2 }", true},
    {q + "active proctype A() { xs q; q!1 } active proctype B() { y > 0; q!2 }", false},
    {q + "active proctype A() { xs q; q!1 } active proctype B() { atomic { y = 1; y = 2; q!3 } }", true},
    {q + "active proctype A() { xs q; q!1 } active proctype B() { d_step { y = 1; q!3; y = 2 } }", true},
    {q + "active [2] proctype A() { xs q; q!1 }", true},
    // The other way to use the channel is another thing.
    {q + "active proctype A() { xs q; q!1; q!2 } active [2] proctype B() { byte x; q?x }", false},
    {"proctype P(chan c) { xr c; byte x; c?x } proctype R(chan c; chan d) { byte x; c!1; if :: c?x :: d?x fi }\n"
     "init { chan c = [1] of { byte }; chan d = [1] of { byte }; atomic { run P(c); run R(c, d) } }",
     true},
    {"proctype P(chan c) { xr c; byte x; c?x } proctype R(chan d) { byte x; d!1; d?x }\n"
     "init { chan c = [1] of { byte }; chan d = [1] of { byte }; atomic { run P(c); run R(d) } }",
     false},
};

PromelaProgram program_of(const std::string& text) {
  auto program = read_promela(text, "m.pml");
  EXPECT_TRUE(program) << text << (program ? "" : text_of(program.errors()));
  return *std::move(program);
}

struct Explored {
  std::size_t states = 0;
  bool broken = false;
};

Explored explore(const model::Program& program, bool promises) {
  model::Interpreter interpreter(program, {.promises = promises});
  Explored result;
  std::set<model::State> known = {interpreter.initial()};
  std::vector<model::State> queue(known.begin(), known.end());
  model::Successors successors;
  while (!queue.empty()) {
    const model::State s = std::move(queue.back());
    queue.pop_back();
    ++result.states;
    interpreter.successors(s, successors);
    for (std::size_t i = 0; i < successors.size(); ++i) {
      const model::Fault& fault = successors.fault(i);
      result.broken |= fault.kind == model::Fault::Kind::broken_promise;
      const auto bytes = successors.state(i);
      if (model::State t(bytes.begin(), bytes.end()); known.insert(t).second) queue.push_back(std::move(t));
    }
  }
  return result;
}

TEST(Promises, AreKeptOrBroken) {
  for (const auto& c : cases) {
    const PromelaProgram program = program_of(c.text);
    EXPECT_EQ(model::find_defect(program.program()).value_or(""), "");
    EXPECT_EQ(explore(program.program(), true).broken, c.broken) << c.text;
    EXPECT_FALSE(explore(program.program(), false).broken) << c.text;
  }
}

TEST(Promises, SpinSaysTheSame) {
  if (!has_spin() || !has_program("gcc --version")) GTEST_SKIP() << "spin or gcc is not installed: scripts/setup installs them";
  const Folder folder;
  for (const auto& c : cases) {
    ASSERT_EQ(run_spin(folder, "-a", c.text).status, 0) << c.text;
    const Outcome verified = run_in(folder, "gcc -w -o pan pan.c && ./pan");
    ASSERT_NE(verified.output.find("errors: "), std::string::npos) << c.text << verified.output;
    EXPECT_EQ(verified.output.find("partial order reduction invalid") != std::string::npos, c.broken)
        << c.text << verified.output;
  }
}

// Spin refuses these channels. Here a meeting breaks the promise of a third.
TEST(Promises, AlsoWithoutABuffer) {
  const std::string meet = "chan c = [0] of { byte };\n active proctype A() { c!1; c!1 } active proctype B() { c?1 }\n";
  EXPECT_TRUE(explore(program_of(meet + "active proctype C() { xr c; c?1 }").program(), true).broken);
  EXPECT_TRUE(explore(program_of(meet + "active proctype C() { xs c; c!1 }").program(), true).broken);
  EXPECT_FALSE(
      explore(program_of(meet + "active proctype C() { chan y = [1] of { byte }; xs y; y!1 }").program(), true).broken);
}

// Nothing goes another way than without them; where they do not count, the program can be compiled.
TEST(Promises, ChangeNothing) {
  const PromelaProgram with = program_of(q + "active proctype A() { xs q; q!1; q!2 } active proctype B() { byte x; q?x; q!3 }");
  const PromelaProgram without = program_of(q + "active proctype A() { q!1; q!2 } active proctype B() { byte x; q?x; q!3 }");
  EXPECT_TRUE(explore(with.program(), true).broken);
  EXPECT_EQ(explore(with.program(), true).states, explore(without.program(), false).states);
  // It cannot be done, hence is not; Spin tells of it before it tries.
  const PromelaProgram waits = program_of(q + "active proctype A() { xr q; q?1 } active proctype B() { q?1 }");
  EXPECT_FALSE(explore(waits.program(), true).broken);
  EXPECT_EQ(native::code_text(with.program(), {}, {}).refusal, "");
  EXPECT_NE(native::code_text(with.program(), {.promises = true}, {}).refusal, "");
  EXPECT_EQ(native::code_text(without.program(), {.promises = true}, {}).refusal, "");
}

}  // namespace
}  // namespace lariat::promela
