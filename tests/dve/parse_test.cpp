// SPDX-License-Identifier: Apache-2.0
#include "dve/parse.hpp"

#include <gtest/gtest.h>

#include "render.hpp"

namespace lariat::dve {
namespace {

dve::Model parsed(const std::string& text) {
  auto result = dve::parse(text, "test.dve");
  if (result) return std::move(*result);
  std::string all;
  for (const Diagnostic& error : result.errors()) all += to_string(error);
  ADD_FAILURE() << all;
  return {};
}

std::string in_process(const std::string& statements) {
  return "channel c; process P { byte x; state a, b; init a; " + statements + " } system async;";
}

TEST(Parse, Declarations) {
  const dve::Model model = parsed(
      "const byte k = 3; const int m = -2, t[2] = {1, 2};\n"
      "byte x, y = 2, z[4], w[k] = {1, k + 1};\n"
      "int i$2 = 1, j#;\n"
      "channel a, b; channel {byte} c[0]; channel {byte, int} d[3], e[1];\n"
      "process P { state s; init s; } system async;");
  ASSERT_EQ(model.variables.size(), 9U);
  EXPECT_TRUE(model.variables[0].constant);
  EXPECT_EQ(model.variables[1].type, dve::Type::integer);
  EXPECT_TRUE(model.variables[2].constant);
  EXPECT_TRUE(model.variables[2].braces);
  EXPECT_FALSE(model.variables[3].initialised);
  EXPECT_EQ(model.variables[6].name.text, "w");
  ASSERT_EQ(model.variables[6].initial.size(), 2U);
  EXPECT_EQ(render(model.expressions, model.variables[6].initial[1]), "(k + 1)");
  EXPECT_EQ(model.variables[7].name.text, "i$2");
  EXPECT_EQ(model.variables[8].name.text, "j#");
  ASSERT_EQ(model.channels.size(), 5U);
  EXPECT_FALSE(model.channels[0].typed);
  EXPECT_TRUE(model.channels[2].typed);
  EXPECT_EQ(model.channels[3].types, (std::vector<dve::Type>{dve::Type::byte, dve::Type::integer}));
  EXPECT_EQ(model.channels[4].types.size(), 2U);
  EXPECT_NE(model.channels[3].capacity, dve::none);
}

TEST(Parse, StatementsOfAProcess) {
  const dve::Model model = parsed(in_process("commit b; accept a, b; assert a: x == 1, b x > 2; trans a -> b {};"));
  const dve::Process& process = model.processes[0];
  EXPECT_EQ(process.committed.size(), 1U);
  EXPECT_EQ(process.acceptance.kind, dve::Acceptance::Kind::buchi);
  ASSERT_EQ(process.acceptance.sets.size(), 1U);
  EXPECT_EQ(process.acceptance.sets[0].size(), 2U);
  ASSERT_EQ(process.assertions.size(), 2U);
  EXPECT_EQ(render(model.expressions, process.assertions[1].condition), "(x > 2)");
}

TEST(Parse, EveryKindOfAcceptance) {
  using Kind = dve::Acceptance::Kind;
  const auto acceptance = [](const std::string& text) { return parsed(in_process(text)).processes[0].acceptance; };
  EXPECT_EQ(acceptance("accept buchi a;").kind, Kind::buchi);
  const dve::Acceptance sets = acceptance("accept genbuchi (a, b), (), (b);");
  EXPECT_EQ(sets.kind, Kind::generalised_buchi);
  ASSERT_EQ(sets.sets.size(), 3U);
  EXPECT_EQ(sets.sets[0].size(), 2U);
  EXPECT_TRUE(sets.sets[1].empty());
  EXPECT_EQ(acceptance("accept muller (a), (a, b);").kind, Kind::muller);
  const dve::Acceptance pairs = acceptance("accept rabin (a; b), (; a, b);");
  EXPECT_EQ(pairs.kind, Kind::rabin);
  ASSERT_EQ(pairs.sets.size(), 4U);
  EXPECT_TRUE(pairs.sets[2].empty());
  EXPECT_EQ(pairs.sets[3].size(), 2U);
  EXPECT_EQ(acceptance("accept streett (a; );").kind, Kind::streett);
}

TEST(Parse, TransitionsKeepTheirText) {
  const std::string text =
      "process P { byte x; state a, b; init a; trans\n  a -> b { guard x == 1; /* why */ },\n-> a {}; } system async;";
  const dve::Model model = parsed(text);
  const auto& transitions = model.processes[0].transitions;
  ASSERT_EQ(transitions.size(), 2U);
  EXPECT_EQ(model.source->text(transitions[0].extent), "a -> b { guard x == 1; /* why */ }");
  EXPECT_EQ(model.source->text(transitions[1].extent), "-> a {}");
  EXPECT_TRUE(transitions[1].repeats_source);
  EXPECT_EQ(transitions[1].from.text, "a");
  const auto position = model.source->position(transitions[0].extent.begin);
  EXPECT_EQ(position.line, 2U);
  EXPECT_EQ(position.column, 3U);
}

TEST(Parse, Synchronisation) {
  const dve::Model model =
      parsed(in_process("trans a -> b { sync c!; }, -> b { sync c?x; }, -> b { sync c!x + 1; }, -> b { sync c!{x, 2}; }, "
                        "-> b { sync c?{x}; }, -> b { guard x; sync c!-1; effect x = 1, x = x + 1; };"));
  const auto& transitions = model.processes[0].transitions;
  ASSERT_EQ(transitions.size(), 6U);
  EXPECT_TRUE(transitions[0].sync->send);
  EXPECT_TRUE(transitions[0].sync->values.empty());
  EXPECT_FALSE(transitions[1].sync->send);
  EXPECT_EQ(render(model.expressions, transitions[2].sync->values[0]), "(x + 1)");
  EXPECT_EQ(transitions[3].sync->values.size(), 2U);
  EXPECT_EQ(transitions[4].sync->values.size(), 1U);
  EXPECT_EQ(render(model.expressions, transitions[5].sync->values[0]), "(- 1)");
  EXPECT_EQ(transitions[5].effects.size(), 2U);
}

TEST(Parse, SystemLine) {
  EXPECT_FALSE(parsed("process P { state s; init s; } system async;").synchronous);
  EXPECT_TRUE(parsed("process P { state s; init s; } system sync;").synchronous);
  const dve::Model model = parsed("process P { state s; init s; } process Q { state s; init s; } system async property Q;");
  ASSERT_TRUE(model.property);
  EXPECT_EQ(model.property->text, "Q");
}

TEST(Parse, CommentsAndBlanks) {
  const dve::Model model = parsed(
      "//forloop(x,0,decr(N),`async_channel(read_`'x)\r\n/* // `' ** { */\tbyte x; // {\n"
      "process P { state s; init s; trans ; } \\ \n system async;\n//')");
  EXPECT_EQ(model.variables.size(), 1U);
}

TEST(Parse, WhatLaterVersionsOfTheLanguageLeaveOut) {
  EXPECT_EQ(parsed(in_process("trans a -> b {} b -> a {}")).processes[0].transitions.size(), 2U);
  EXPECT_EQ(parsed(in_process("trans a -> b { effect x = 1; guard x == 0; };")).processes[0].transitions.size(), 1U);
}

}  // namespace
}  // namespace lariat::dve
