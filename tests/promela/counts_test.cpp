// SPDX-License-Identifier: Apache-2.0
// Small models have as many states and transitions as Spin's verifier counts, when it is told to leave nothing out:
// spin -a -o1 -o2 -o3, -DNOREDUCE, pan -c0. The figures of counts.txt are Spin's. It counts one transition more, the arrival in
// the initial state.
#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>

#include "lariat/model/interpreter.hpp"
#include "lariat/promela/lower.hpp"
#include "promela/support.hpp"

namespace lariat::promela {
namespace {

struct Counts {
  std::size_t states = 0;
  std::size_t transitions = 1;
};

// Breadth first, the plain way. A claim moves along: it reads a state, then the system steps.
Counts count(const model::Program& program) {
  model::Interpreter interpreter(program);
  Counts counts;
  std::set<model::State> known;
  std::deque<model::State> queue;
  model::Successors steps;
  const auto reach = [&](const model::State& state) {
    // Hidden variables come first, and do not count.
    if (known.emplace(state.begin() + interpreter.layout().hidden_bytes(), state.end()).second) queue.push_back(state);
  };
  const auto arrive = [&](const model::State& state) {
    ++counts.transitions;
    reach(state);
  };
  reach(interpreter.initial());
  while (!queue.empty() && known.size() < 10'000) {
    const model::State state = queue.front();
    queue.pop_front();
    interpreter.successors(state, steps);
    std::vector<model::TransitionId> moves;
    if (program.observer) interpreter.observer_moves(state, moves);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const model::State next(steps.state(i).begin(), steps.state(i).end());
      if (!program.observer) arrive(next);
      for (const model::TransitionId move : moves) {
        model::State both;
        interpreter.move_observer(move, next, both);
        arrive(both);
      }
    }
  }
  counts.states = known.size();
  return counts;
}

TEST(PromelaCounts, AreThoseOfSpin) {
  std::size_t tested = 0;
  for (const std::string& text : snippets("counts.txt")) {
    const std::size_t mark = text.find("!!! ");
    ASSERT_NE(mark, text.npos) << text;
    const std::string expected = text.substr(mark + 4);
    auto read = promela::read_promela(text.substr(0, mark), "m.pml");
    ASSERT_TRUE(read) << text << text_of(read.errors());
    const Counts counts = count(read->program());
    EXPECT_EQ(counts.states, std::stoul(expected)) << text;
    // Spin counts the moves of claims in its own way.
    if (!read->program().observer) {
      EXPECT_EQ(counts.transitions, std::stoul(expected.substr(expected.find('/') + 1))) << text;
    }
    ++tested;
  }
  EXPECT_GE(tested, 33U);
}

TEST(PromelaCounts, InnerEscapesMayGoFirst) {
  const std::string text =
      "byte x,y; active proctype A() { { { x=1; x=2 } unless { x==1 -> y=1 } } unless { x==1 -> y=2 }; y>0 }";
  auto read = promela::read_promela(text, "m.pml", {}, {.inner_escapes_first = true});
  ASSERT_TRUE(read);
  const Counts counts = count(read->program());
  EXPECT_EQ(counts.states, 7U);
  EXPECT_EQ(counts.transitions, 7U);
}

}  // namespace
}  // namespace lariat::promela
