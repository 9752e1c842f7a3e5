// SPDX-License-Identifier: Apache-2.0
// The interpreter says whether the sets are large enough: on random programs, in random states.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "support/cells.hpp"
#include "support/random_program.hpp"

namespace lariat::model {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t programs = 60;
#else
constexpr std::uint64_t programs = 1000;
#endif

// A step, with the sets of the transition that begins it and of the one that it meets.
struct Step {
  model::State result;
  std::vector<model::Action> actions;
  model::Fault::Kind fault = model::Fault::Kind::none;
  model::AccessSets sets = {};

  bool fails() const { return fault != model::Fault::Kind::none && fault != model::Fault::Kind::assertion; }
  bool reads(const model::Access& cell) const { return any(sets.guard_reads, cell) || any(sets.reads, cell); }
  bool writes(const model::Access& cell) const { return any(sets.writes, cell); }

 private:
  static bool any(const std::vector<model::Access>& accesses, const model::Access& cell) {
    return std::any_of(accesses.begin(), accesses.end(),
                       [&](const model::Access& access) { return model::may_overlap(access, cell); });
  }
};

bool disturbs(const Step& t, const Step& u) {
  for (const auto* accesses : {&u.sets.guard_reads, &u.sets.reads, &u.sets.writes})
    for (const model::Access& access : *accesses)
      for (const model::Access& write : t.sets.writes)
        if (model::may_disturb(write, access)) return true;
  return false;
}

class Trial {
 public:
  explicit Trial(std::uint64_t seed)
      : random_(seed),
        program_(RandomProgram(seed).make()),
        options_{.lossy = seed % 5 == 0},
        interpreter_(program_, options_) {}

  void run() {
    ASSERT_FALSE(model::find_defect(program_)) << *find_defect(program_);
    model::State s = interpreter_.initial();
    for (unsigned i = 0; i < 15 && !interpreter_.is_error(s) && !testing::Test::HasFailure(); ++i) {
      test(s);
      model::State other = s;
      const Cells places = cells(interpreter_, s);
      for (const auto& [access, cell] : places)
        if (random_() % 2 == 0) scramble(program_, interpreter_.layout(), access, cell, other, random_);
      test(other);
      const std::vector<Step> next = steps(s);
      if (next.empty()) return;
      s = next[random_() % next.size()].result;
    }
  }

  std::size_t unread = 0;     // cells that could be scrambled with no effect on a step
  std::size_t compared = 0;   // pairs of a step and a cell
  std::size_t exchanged = 0;  // pairs of steps that do not disturb each other

 private:
  std::vector<Step> steps(const model::State& s) {
    std::vector<Step> found;
    interpreter_.successors(s, successors_);
    for (std::size_t i = 0; i < successors_.size(); ++i) {
      Step step{.result = model::State(successors_.state(i).begin(), successors_.state(i).end()),
                .actions = {successors_.actions(i).begin(), successors_.actions(i).end()},
                .fault = successors_.fault(i).kind};
      for (std::size_t a = 0; a < step.actions.size() && a < 2; ++a) {
        const model::Action& action = step.actions[a];
        if (a == 1 && action.process == step.actions[0].process) break;
        const model::AccessSets& sets = sets_of(action);
        const auto append = [](std::vector<model::Access>& to, const std::vector<model::Access>& from) {
          to.insert(to.end(), from.begin(), from.end());
        };
        append(step.sets.guard_reads, sets.guard_reads);
        append(step.sets.reads, sets.reads);
        append(step.sets.writes, sets.writes);
      }
      found.push_back(std::move(step));
    }
    return found;
  }

  const model::AccessSets& sets_of(const model::Action& action) {
    const auto [known, is_new] = sets_.try_emplace({action.process, action.type, action.transition});
    if (is_new)
      known->second = model::bound_to(model::step_accesses(program_, action.type, action.transition, options_), action.process);
    return known->second;
  }

  void test(const model::State& s) {
    const Cells before = cells(interpreter_, s);
    const std::vector<Step> found = steps(s);
    for (const Step& step : found)
      if (!step.fails()) test_writes(s, before, step);
    for (const auto& [access, cell] : before) {
      model::State changed = s;
      scramble(program_, interpreter_.layout(), access, cell, changed, random_);
      if (changed == s) continue;
      const std::vector<Step> others = steps(changed);
      test_reads(access, cell, s, found, changed, others);
      test_reads(access, cell, changed, others, s, found);
    }
    for (const Step& t : found)
      for (const Step& u : found) test_exchange(s, t, u);
  }

  // Everything that the step changed is in its write set.
  void test_writes(const model::State& s, const Cells& before, const Step& step) {
    const Cells after = cells(interpreter_, step.result);
    for (const auto& [access, cell] : before) {
      const auto same = after.find(access);
      const bool changed = same != after.end() && bytes_of(s, cell) != bytes_of(step.result, same->second);
      EXPECT_TRUE(!changed || step.writes(access)) << text(step) << " changes " << text(access);
    }
    const auto is_in = [](const Cells& where) { return [&where](const auto& entry) { return where.contains(entry.first); }; };
    const bool same_cells =
        std::all_of(before.begin(), before.end(), is_in(after)) && std::all_of(after.begin(), after.end(), is_in(before));
    EXPECT_TRUE(same_cells || step.writes({.kind = model::Access::Kind::table})) << text(step);
  }

  // The steps from s that do not read the cell are steps from a state that differs there, and do the same.
  void test_reads(const model::Access& cell, const Cell& cell_place, const model::State& s, const std::vector<Step>& found,
                  const model::State& other, const std::vector<Step>& others) {
    for (const Step& step : found) {
      ++compared;
      if (step.reads(cell)) continue;
      ++unread;
      const auto same = std::find_if(others.begin(), others.end(),
                                     [&](const Step& o) { return o.actions == step.actions && o.fault == step.fault; });
      if (same == others.end()) {
        ADD_FAILURE() << text(step) << " depends on " << text(cell);
        continue;
      }
      if (step.fails()) continue;
      // The cell itself may be different; all else is equal, in states of the same length at the same place.
      ASSERT_EQ(step.result.size(), same->result.size()) << text(step);
      for (const auto& [access, place] : cells(interpreter_, step.result)) {
        const auto result = bytes_of(step.result, place);
        const auto other_result = bytes_of(same->result, place);
        const bool untouched =
            access == cell && result == bytes_of(s, cell_place) && other_result == bytes_of(other, cell_place);
        EXPECT_TRUE(untouched || result == other_result)
            << text(step) << " does something else to " << text(access) << " because of " << text(cell);
      }
    }
  }

  // Two steps that do not disturb each other lead to the same state in either order.
  void test_exchange(const model::State& s, const Step& t, const Step& u) {
    if (t.fails() || u.fails() || disturbs(t, u) || disturbs(u, t)) return;
    ++exchanged;
    const auto then = [&](const Step& first, const Step& second) -> State {
      const std::vector<Step> next = steps(first.result);
      const auto same =
          std::find_if(next.begin(), next.end(), [&](const Step& n) { return n.actions == second.actions && !n.fails(); });
      if (same != next.end()) return same->result;
      ADD_FAILURE() << text(first) << " disables " << text(second);
      return s;
    };
    EXPECT_EQ(then(t, u), then(u, t)) << text(t) << " and " << text(u);
  }

  static std::string text(const Step& step) {
    std::string text = "step";
    for (const model::Action& action : step.actions)
      text += " " + std::to_string(action.process) + "." + std::to_string(action.transition);
    return text;
  }

  static std::string text(const model::Access& access) {
    return "kind " + std::to_string(static_cast<int>(access.kind)) + " process " +
           std::to_string(static_cast<int>(access.process)) + " variable " + std::to_string(static_cast<int>(access.variable)) +
           "[" + std::to_string(access.first) + "] channel " + std::to_string(access.channel);
  }

  std::mt19937_64 random_;
  model::Program program_;
  model::InterpreterOptions options_;
  model::Interpreter interpreter_;
  model::Successors successors_;
  std::map<std::tuple<std::uint32_t, model::ProcessTypeId, model::TransitionId>, model::AccessSets> sets_;
};

TEST(AccessRandom, TheInterpreterTouchesNothingElse) {
  std::size_t unread = 0;
  std::size_t compared = 0;
  std::size_t exchanged = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Trial trial(seed);
    trial.run();
    if (HasFailure()) return;
    unread += trial.unread;
    compared += trial.compared;
    exchanged += trial.exchanged;
  }
  // Sets that name everything would pass as well, and be of no use.
  EXPECT_GT(unread, compared / 3) << unread << " of " << compared;
  EXPECT_GT(exchanged, programs);
}

}  // namespace
}  // namespace lariat::model
