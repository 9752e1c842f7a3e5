// SPDX-License-Identifier: Apache-2.0
#include "native/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <random>
#include <unordered_set>

namespace lariat::native {
namespace {

constexpr std::size_t breadth_first_states = 128;
constexpr unsigned walks = 4;
constexpr unsigned walk_length = 64;
constexpr std::chrono::milliseconds enough_time(30);  // for models whose steps take long

}  // namespace

std::optional<std::string> difference(const model::Successors& expected, const model::Successors& found) {
  if (expected.size() != found.size()) return fmt::format("{} successors instead of {}", found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto a = expected.state(i);
    const auto b = found.state(i);
    if (!std::equal(a.begin(), a.end(), b.begin(), b.end())) return fmt::format("successor {} is another state", i);
    const auto by = expected.actions(i);
    const auto also_by = found.actions(i);
    if (!std::equal(by.begin(), by.end(), also_by.begin(), also_by.end()))
      return fmt::format("successor {} comes about by other transitions", i);
    if (expected.fault(i).kind != found.fault(i).kind) return fmt::format("successor {} has another fault", i);
  }
  return std::nullopt;
}

Comparison::Comparison(const model::Program& program, const model::InterpreterOptions& options,
                       std::span<const model::ExprId> atoms)
    : program_(program),
      atoms_(atoms.begin(), atoms.end()),
      interpreter_(program, options),
      runtime_(program, interpreter_.layout()) {}

std::optional<std::string> Comparison::difference_in(model::StateView state, const Code& code) {
  interpreter_.successors(state, expected_);
  found_.clear();
  std::uint32_t end = 0;
  if (runtime_.append_successors(code, {&state, 1}, found_, {&end, 1}, false).states == 1)
    if (auto problem = difference(expected_, found_)) return problem;
  if (code.valuation != nullptr) {
    std::uint64_t bits = 0;
    if (runtime_.valuation(code, state, bits) && bits != interpreter_.valuation(atoms_, state))
      return "an atom has another value";
  }
  if (code.observe != nullptr && program_.observer) {
    interpreter_.observer_moves(state, moves_);
    if (runtime_.observer_moves(code, state, found_moves_) && moves_ != found_moves_)
      return "the observer may do something else";
  }
  return std::nullopt;
}

std::optional<std::string> Comparison::difference_in_sample(const Code& code) {
  std::unordered_set<std::string> known;
  std::deque<model::State> queue;
  const auto reach = [&](model::StateView state) {
    if (known.size() < breadth_first_states && known.emplace(state.begin(), state.end()).second)
      queue.emplace_back(state.begin(), state.end());
  };
  reach(interpreter_.initial());
  model::State moved;
  const auto end = std::chrono::steady_clock::now() + enough_time;
  const auto is_late = [&] { return std::chrono::steady_clock::now() > end; };
  for (; !queue.empty() && !is_late(); queue.pop_front()) {
    const model::State& state = queue.front();
    if (auto problem = difference_in(state, code)) return problem;
    for (std::size_t i = 0; i < expected_.size(); ++i) reach(expected_.state(i));
    if (!program_.observer) continue;
    interpreter_.observer_moves(state, moves_);
    for (const model::TransitionId move : moves_) {
      interpreter_.move_observer(move, state, moved);
      reach(moved);
    }
  }
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same walks in each run
  for (unsigned walk = 0; walk < walks; ++walk) {
    model::State state = interpreter_.initial();
    for (unsigned step = 0; step < walk_length && !is_late(); ++step) {
      if (auto problem = difference_in(state, code)) return problem;
      if (expected_.size() == 0) break;
      const auto next = expected_.state(random() % expected_.size());
      state.assign(next.begin(), next.end());
    }
  }
  return std::nullopt;
}

}  // namespace lariat::native
