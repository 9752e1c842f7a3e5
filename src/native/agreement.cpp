// SPDX-License-Identifier: Apache-2.0
#include "lariat/native/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <unordered_set>

#include "native/comparison.hpp"

namespace lariat::native {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Agreement compare_with_interpreter(const model::Program& program, const model::InterpreterOptions& options,
                                   std::span<const model::ExprId> atoms, const EngineOptions& engine_options,
                                   std::uint64_t max_states) {
  Agreement result;
  EngineOptions unchecked = engine_options;
  unchecked.checks_code = false;
  Engine engine(unchecked);
  {
    model::Interpreter plain(program, options);
    model::Interpreter fast(program, options);
    engine.accelerate(fast, atoms);
    if (!engine.report().native) {
      result.obstacle = engine.report().obstacle;
      return result;
    }
    model::Successors expected;
    model::Successors found;
    std::vector<model::TransitionId> moves;
    std::vector<model::TransitionId> fast_moves;
    std::unordered_set<std::string> known;
    std::deque<model::State> queue;
    const auto reach = [&](model::StateView state) {
      if (known.size() >= max_states) return false;
      if (known.emplace(state.begin(), state.end()).second) queue.emplace_back(state.begin(), state.end());
      return true;
    };
    reach(plain.initial());
    result.complete = true;
    while (!queue.empty() && !result.difference) {
      const model::State state = std::move(queue.front());
      queue.pop_front();
      const auto begin = Clock::now();
      plain.successors(state, expected);
      const auto middle = Clock::now();
      fast.successors(state, found);
      const auto end = Clock::now();
      result.interpreter_seconds += std::chrono::duration<double>(middle - begin).count();
      result.native_seconds += std::chrono::duration<double>(end - middle).count();
      ++result.states;
      result.difference = difference(expected, found);
      if (plain.valuation(atoms, state) != fast.valuation(atoms, state)) result.difference = "an atom has another value";
      if (program.observer) {
        plain.observer_moves(state, moves);
        fast.observer_moves(state, fast_moves);
        if (moves != fast_moves) result.difference = "the observer may do something else";
        model::State moved;
        for (const model::TransitionId move : moves) {
          plain.move_observer(move, state, moved);
          result.complete &= reach(moved);
        }
      }
      for (std::size_t i = 0; i < expected.size(); ++i) result.complete &= reach(expected.state(i));
    }
  }
  result.given_up = engine.report().given_up;
  return result;
}

}  // namespace lariat::native
