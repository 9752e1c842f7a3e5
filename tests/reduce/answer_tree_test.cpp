// SPDX-License-Identifier: Apache-2.0
#include "reduce/answer_tree.hpp"

#include <gtest/gtest.h>

#include <random>

#include "lariat/promela/lower.hpp"
#include "lariat/reduce/reducer.hpp"

namespace lariat::reduce {
namespace {

// A computation that evaluates conditions one after the other, each time one that depends on the values before.
AnswerTree::Answer compute(const std::string& key, unsigned state, std::vector<AnswerTree::Value>& values) {
  std::uint32_t seen = static_cast<unsigned char>(key[0]);
  for (int i = 0; i < 4 && seen % 3 != 0; ++i) {
    const ConditionTable::Id condition = seen % 8;
    const bool is_false = (state >> condition & 1) == 0;
    values.push_back({.condition = condition, .is_false = is_false});
    seen = seen * 5 + (is_false ? 1 : 2);
  }
  AnswerTree::Answer answer;
  for (std::uint32_t bits = seen % 16; bits != 0; bits /= 2) answer.push_back(bits % 2 != 0);
  return answer;
}

TEST(AnswerTree, FindsWhatWasAddedForTheSameKeyAndValues) {
  AnswerTree tree;
  std::mt19937 random(1);
  std::size_t found = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string key(1 + random() % 3, 'k');
    for (char& c : key) c = static_cast<char>(random() % 16 + 1);
    const unsigned state = random() % 256;
    std::vector<AnswerTree::Value> values;
    const AnswerTree::Answer expected = compute(key, state, values);
    const auto* const known = tree.find(key, [&](ConditionTable::Id condition) { return (state >> condition & 1) == 0; });
    if (known != nullptr) {
      ASSERT_EQ(*known, expected) << "run " << i;
      ++found;
    } else {
      tree.add(key, values, expected);
    }
  }
  EXPECT_GT(found, 1000U);
  EXPECT_GT(tree.size(), 4000U);
  tree.clear();
  EXPECT_EQ(tree.find("k", [](ConditionTable::Id) { return false; }), nullptr);
}

// A set that is remembered is the one that would be computed.
TEST(AnswerTree, RememberedSetsOfAModelAreThoseOfAFreshReducer) {
  const auto read = promela::read_promela(
      "byte x, y; chan c = [2] of { byte };\n"
      "active [2] proctype P() { byte i; do :: x < 2 && y != 1 -> x++ :: x > 0 -> x--; i = 1 - i :: c!i od }\n"
      "active proctype Q() { byte j; do :: c?j; y = j :: x == 1 -> y = 2 od }\n",
      "model.pml");
  ASSERT_TRUE(read);
  model::Interpreter interpreter(read->program());
  Reducer reducer(interpreter, Method::stubborn, {});
  std::vector<model::State> states = {interpreter.initial()};
  std::size_t reduced = 0;
  model::Successors successors;
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const model::State s = states.back();
    interpreter.successors(s, successors);
    std::vector<bool> remembered;
    std::vector<bool> fresh;
    const bool reduces = reducer.reduce(s, successors, remembered);
    ASSERT_EQ(Reducer(interpreter, Method::stubborn, {}).reduce(s, successors, fresh), reduces) << "step " << i;
    if (reduces) {
      ASSERT_EQ(remembered, fresh) << "step " << i;
      ++reduced;
    }
    if (successors.size() == 0) break;
    const model::StateView next = successors.state(random() % successors.size());
    states.assign(1, model::State(next.begin(), next.end()));
  }
  EXPECT_GT(reduced, 30U);
}

}  // namespace
}  // namespace lariat::reduce
