// SPDX-License-Identifier: Apache-2.0
// The properties of reduced sets, checked step by step on random programs. From a state, whatever steps outside of its set are
// taken, each step of the set stays enabled, commutes with every single step on the way, and changes no label if it is
// invisible. Weak stubborn sets guarantee only the ends of these squares: T. Neele, A. Valmari, T. Willemse. The inconsistent
// labelling problem of stutter-preserving partial-order reduction. FoSSaCS 2020.
//
// LARIAT_SYSTEMS sets the number of programs, for long campaigns; LARIAT_SEED sets the first seed.
#include "lariat/reduce/reducer.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <set>

#include "lariat/dve/read.hpp"
#include "lariat/promela/lower.hpp"
#include "reduce/random_programs.hpp"

namespace lariat::reduce {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t usual_programs = 12;
#else
constexpr std::uint64_t usual_programs = 250;
#endif
constexpr std::size_t most_states = 60;    // of a program that are examined
constexpr std::size_t most_outside = 120;  // reached from one of them

using model::Action;
using model::State;

struct TakenStep {
  std::vector<Action> actions;
  State state;
};

class Trial {
 public:
  Trial(const model::Program& program, std::vector<model::ExprId> atoms, reduce::Method method)
      : interpreter_(program), atoms_(std::move(atoms)), reducer_(interpreter_, method, {.expressions = atoms_}) {}

  void run() {
    std::set<State> known = {interpreter_.initial()};
    std::deque<State> todo(known.begin(), known.end());
    while (!todo.empty() && !testing::Test::HasFailure()) {
      const State s = todo.front();
      todo.pop_front();
      look_at(s);
      for (const TakenStep& step : steps(s))
        if (known.size() < most_states && known.insert(step.state).second) todo.push_back(step.state);
    }
  }

  std::size_t reduced = 0;
  std::size_t squares = 0;

 private:
  std::vector<TakenStep> steps(const State& s, bool* goes_wrong = nullptr) {
    model::Successors successors;
    interpreter_.successors(s, successors);
    if (goes_wrong != nullptr) *goes_wrong = successors.has_faults();
    std::vector<TakenStep> result;
    for (std::size_t i = 0; i < successors.size(); ++i)
      result.push_back({.actions = {successors.actions(i).begin(), successors.actions(i).end()},
                        .state = {successors.state(i).begin(), successors.state(i).end()}});
    return result;
  }

  static const TakenStep* find(const std::vector<TakenStep>& steps, const std::vector<Action>& actions) {
    for (const TakenStep& step : steps)
      if (step.actions == actions) return &step;
    return nullptr;
  }

  static std::vector<Action> beginning(const std::vector<Action>& actions) {
    const bool meets = actions.size() > 1 && actions[1].process != actions[0].process;
    return {actions.begin(), actions.begin() + (meets ? 2 : 1)};
  }

  void look_at(const State& s) {
    model::Successors successors;
    interpreter_.successors(s, successors);
    std::vector<bool> selected;
    if (!reducer_.reduce(s, successors, selected)) return;
    ++reduced;
    look_at_candidates(s, successors, selected);
    // The set, by the first transition of each step, or the two of a rendezvous: what begins with one of these is in T.
    std::vector<std::vector<Action>> begins;
    std::vector<TakenStep> chosen;
    bool sees = false;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if (!selected[i]) continue;
      begins.push_back(beginning({successors.actions(i).begin(), successors.actions(i).end()}));
      chosen.push_back({.actions = {successors.actions(i).begin(), successors.actions(i).end()},
                        .state = {successors.state(i).begin(), successors.state(i).end()}});
      sees |= label(s) != label(chosen.back().state);
    }
    ASSERT_FALSE(chosen.empty());
    const auto is_outside = [&](const TakenStep& step) {
      return std::find(begins.begin(), begins.end(), beginning(step.actions)) == begins.end();
    };
    std::set<State> known = {s};
    std::deque<State> todo = {s};
    while (!todo.empty()) {
      const State r = todo.front();
      todo.pop_front();
      bool goes_wrong = false;
      const std::vector<TakenStep> here = steps(r, &goes_wrong);
      if (goes_wrong) continue;
      for (const TakenStep& t : chosen) {
        const TakenStep* const again = find(here, t.actions);
        ASSERT_NE(again, nullptr) << "a step of the set became impossible";
        if (!sees) {
          ASSERT_EQ(label(r), label(again->state)) << "a step that should not be seen";
        }
        const std::vector<TakenStep> after = steps(again->state);
        for (const TakenStep& a : here) {
          if (!is_outside(a)) continue;
          const TakenStep* const exchanged = find(after, a.actions);
          ASSERT_NE(exchanged, nullptr) << "a step of the set made another one impossible";
          const std::vector<TakenStep> beyond = steps(a.state);
          const TakenStep* const last = find(beyond, t.actions);
          ASSERT_NE(last, nullptr) << "a step outside of the set made one of the set impossible";
          ASSERT_EQ(exchanged->state, last->state) << "two steps do not commute";
          ++squares;
        }
      }
      for (const TakenStep& a : here)
        if (is_outside(a) && known.size() < most_outside && known.insert(a.state).second) todo.push_back(a.state);
    }
  }

  // The candidates: the reduced set first, none twice, and all steps last.
  void look_at_candidates(const State& s, const model::Successors& successors, const std::vector<bool>& first) {
    std::set<std::vector<bool>> known;
    std::vector<bool> selected;
    std::size_t k = 0;
    for (; reducer_.candidate(s, successors, k, selected); ++k) {
      if (k == 0) {
        ASSERT_EQ(selected, first);
      }
      ASSERT_TRUE(known.insert(selected).second) << "a candidate comes twice";
    }
    ASSERT_GE(k, 2U);
    ASSERT_TRUE(known.contains(std::vector<bool>(successors.size(), true)));
  }

  std::uint64_t label(const State& s) { return interpreter_.valuation(atoms_, s); }

  model::Interpreter interpreter_;
  std::vector<model::ExprId> atoms_;
  reduce::Reducer reducer_;
};

std::uint64_t setting(const char* name, std::uint64_t usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

TEST(StubbornSets, KeepWhatTheyPromise) {
  const std::uint64_t first = setting("LARIAT_SEED", 1);
  const std::uint64_t programs = setting("LARIAT_SYSTEMS", usual_programs);
  std::size_t reduced = 0;
  std::size_t squares = 0;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    RandomText random(seed);
    const bool is_promela = seed % 2 == 0;
    const std::string text = is_promela ? random.promela() : random.dve();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto examine = [&](const model::Program& program, const std::vector<model::ExprId>& atoms) {
      for (const reduce::Method method : {reduce::Method::ample, reduce::Method::stubborn, reduce::Method::closure}) {
        Trial trial(program, atoms, method);
        trial.run();
        reduced += trial.reduced;
        squares += trial.squares;
      }
    };
    std::vector<model::ExprId> atoms;
    if (is_promela) {
      auto read = promela::read_promela(text, "random.pml");
      ASSERT_TRUE(read);
      for (const std::string& atom : random.atoms()) atoms.push_back(*read->read_expression(atom, "atom"));
      examine(read->program(), atoms);
    } else {
      auto read = dve::read_dve(text, "random.dve");
      ASSERT_TRUE(read);
      for (const std::string& atom : random.atoms()) atoms.push_back(*dve::read_expression(*read, atom, "atom"));
      examine(*read, atoms);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(reduced, programs);
  EXPECT_GT(squares, reduced);
}

}  // namespace
}  // namespace lariat::reduce
