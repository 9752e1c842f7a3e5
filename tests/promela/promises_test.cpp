// SPDX-License-Identifier: Apache-2.0
// xr and xs: promises to be the only receiver or sender, which others may break. Spin's verifier says so when it reduces.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "lariat/check/check.hpp"
#include "lariat/ltl/random.hpp"
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

promela::PromelaProgram program_of(const std::string& text) {
  auto program = promela::read_promela(text, "m.pml");
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
    const promela::PromelaProgram program = program_of(c.text);
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
  const promela::PromelaProgram with =
      program_of(q + "active proctype A() { xs q; q!1; q!2 } active proctype B() { byte x; q?x; q!3 }");
  const promela::PromelaProgram without =
      program_of(q + "active proctype A() { q!1; q!2 } active proctype B() { byte x; q?x; q!3 }");
  EXPECT_TRUE(explore(with.program(), true).broken);
  EXPECT_EQ(explore(with.program(), true).states, explore(without.program(), false).states);
  // It cannot be done, hence is not; Spin tells of it before it tries.
  const promela::PromelaProgram waits = program_of(q + "active proctype A() { xr q; q?1 } active proctype B() { q?1 }");
  EXPECT_FALSE(explore(waits.program(), true).broken);
  EXPECT_EQ(native::code_text(with.program(), {}, {}).refusal, "");
  EXPECT_NE(native::code_text(with.program(), {.promises = true}, {}).refusal, "");
  EXPECT_EQ(native::code_text(without.program(), {.promises = true}, {}).refusal, "");
}

// Processes that send, receive and end, and promise not always what they keep.
std::string random_model(ltl::RandomSource& random) {
  std::string text = "chan c0 = [1] of { byte }; chan c1 = [2] of { byte }; byte y;\n";
  bool promised[2][2] = {};  // Spin takes only one process of each
  for (char name = 'A'; name < 'D'; ++name) {
    text += std::string(random.below(3) == 0 ? "active [2] " : "active ") + "proctype " + name + "() { byte x;";
    for (int c = 0; c < 2; ++c)
      for (int receives = 0; receives < 2; ++receives)
        if (random.below(4) == 0 && !std::exchange(promised[c][receives], true))
          text += std::string(receives != 0 ? " xr c" : " xs c") + std::to_string(c) + ";";
    const auto statement = [&]() -> std::string {
      const std::string c = "c" + std::to_string(random.below(2));
      switch (random.below(5)) {
        case 0:
          return c + "!" + std::to_string(random.below(2));
        case 1:
          return c + "?x";
        case 2:
          return "y = " + std::to_string(random.below(2));
        case 3:
          return "y == " + std::to_string(random.below(2));
        default:
          return "x++";
      }
    };
    for (std::uint64_t i = 0, n = 1 + random.below(3); i < n; ++i)
      text += random.below(3) == 0 ? " if :: " + statement() + " :: " + statement() + " fi;" : " " + statement() + ";";
    text += " skip }\n";
  }
  return text;
}

TEST(Promises, ReductionsKeepWhatIsBroken) {
  ltl::RandomSource random(77);
  int broken = 0;
#ifdef LARIAT_SLOW_BUILD
  const int models = 50;
#else
  const int models = 500;
#endif
  for (int i = 0; i < models; ++i) {
    const std::string text = random_model(random);
    promela::PromelaProgram program = program_of(text);
    const bool expected = explore(program.program(), true).broken;
    broken += expected ? 1 : 0;
    const check::Requirement errors{.kind = check::Requirement::Kind::assertion, .name = "errors", .text = "errors"};
    for (const reduce::Method method : {reduce::Method::ample, reduce::Method::stubborn})
      for (const auto order : {walk::SearchOrder::breadth_first, walk::SearchOrder::depth_first}) {
        const auto found =
            check::check_safety(program.program(), {&errors, 1}, {.order = order, .reduction = {.method = method}});
        ASSERT_TRUE(found) << text;
        ASSERT_EQ(found->at(0).verdict == check::Verdict::violated, expected) << "seed 77, number " << i << "\n" << text;
      }
  }
  EXPECT_GT(broken, models / 5);
  EXPECT_LT(broken, models * 4 / 5);
}

}  // namespace
}  // namespace lariat::promela
