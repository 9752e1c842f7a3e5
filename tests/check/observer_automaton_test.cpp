// SPDX-License-Identifier: Apache-2.0
// Observers as automata: claims for random formulas, by lariat and by Spin, mean what the formulas mean.
#include "lariat/check/observer_automaton.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>

#include "lariat/automata/compare.hpp"
#include "lariat/automata/hoa.hpp"
#include "lariat/automata/never.hpp"
#include "lariat/automata/stutter.hpp"
#include "lariat/automata/stutter_closed.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"
#include "lariat/promela/lower.hpp"

namespace lariat::check {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int rounds = 100;
#else
constexpr int rounds = 1000;
#endif

constexpr const char* system =
    "bool p0, p1, p2; byte x; byte a[3]; chan c = [2] of { byte };\nactive proctype P() { x = x + 1 }\n";

promela::PromelaProgram program_with(const std::string& claim) {
  auto program = promela::read_promela(system + claim, "model.pml");
  EXPECT_TRUE(program) << claim << (program ? "" : to_string(program.errors().front()));
  return *std::move(program);
}

ObserverAutomaton of_claim(const std::string& claim) {
  promela::PromelaProgram program = program_with(claim);
  return observer_automaton(program.program());
}

void expect_language(FormulaStore& store, Formula f, const ObserverAutomaton& observer, const std::string& what) {
  ASSERT_TRUE(observer) << what << observer.reason;
  const Comparison same = check_translation(store, f, *observer.automaton, {.words = 50});
  ASSERT_EQ(same.answer, Answer::yes) << what << to_hoa(*observer.automaton);
}

TEST(ObserverAutomaton, ClaimsForFormulas) {
  RandomSource random(31);
  int closed = 0;
  for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
    FormulaStore store;
    const Formula f = random_formula(store, random, {.size = 3 + static_cast<unsigned>(random.below(10)), .atoms = 3});
    const Translation translation = translate(store, f, {.type = AutomatonType::ba});
    ASSERT_TRUE(translation);
    const ObserverAutomaton observer = of_claim(to_never(*translation.automaton));
    expect_language(store, f, observer, to_string(store, f) + ", round " + std::to_string(i) + "\n");
    ASSERT_EQ(is_stutter_closed(*translation.automaton), is_stutter_closed(*observer.automaton)) << to_string(store, f);
    closed += is_stutter_closed(*observer.automaton) ? 1 : 0;
  }
  EXPECT_GT(closed, rounds / 2);
}

std::string output(const std::string& command) {
  FILE* const pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  const int status = ::pclose(pipe);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "";
}

TEST(ObserverAutomaton, ClaimsOfSpin) {
  if (output("spin -V").empty()) GTEST_SKIP() << "spin is not installed: scripts/setup installs it";
  RandomSource random(32);
  int compared = 0, closed = 0, invariant = 0, closable = 0;
  for (int i = 0; i < rounds / 5 && !HasFatalFailure(); ++i) {
    FormulaStore store;
    const Formula f =
        random_formula(store, random, {.size = 3 + static_cast<unsigned>(random.below(6)), .atoms = 3, .next = false});
    const std::string text = to_string(store, f, Notation::spin);
    const bool has_weak_until = text.find('W') != std::string::npos;  // which Spin takes for a name
    const std::string claim = has_weak_until ? "" : output("timeout 1 spin -f '" + text + "'");
    if (claim.empty()) continue;
    ++compared;
    const ObserverAutomaton observer = of_claim(claim);
    expect_language(store, f, observer, text + ", round " + std::to_string(i) + "\n" + claim);
    if (HasFatalFailure()) return;
    closed += is_stutter_closed(*observer.automaton) ? 1 : 0;
    const Answer answer = is_stutter_invariant(*observer.automaton);
    EXPECT_NE(answer, Answer::no) << text;
    invariant += answer == Answer::yes ? 1 : 0;
    closable += close_under_stuttering(*observer.automaton) ? 1 : 0;
  }
  EXPECT_GT(compared, rounds / 10);
  // Most of them can be used with partial-order reduction as they are, and all others in another form.
  EXPECT_GT(closed * 10, compared * 7);
  EXPECT_GT(invariant * 100, compared * 98);
  EXPECT_EQ(closable, compared);
}

TEST(ObserverAutomaton, GuardsAreTakenApart) {
  const ObserverAutomaton observer =
      of_claim("never { do :: x > 3 && p0 :: !(x <= 3) :: !(p0 != 0) || 3 < x :: a[1] == 2 :: else od }");
  ASSERT_TRUE(observer) << observer.reason;
  EXPECT_EQ(observer.atoms.size(), 3U) << to_hoa(*observer.automaton);
  // What may go wrong stays whole.
  const ObserverAutomaton whole = of_claim("never { do :: !(a[x] == 2 && p0) :: a[x] == 2 && p0 :: p0 od }");
  ASSERT_TRUE(whole) << whole.reason;
  EXPECT_EQ(whole.atoms.size(), 3U) << to_hoa(*whole.automaton);
}

TEST(ObserverAutomaton, ElseIsWhatIsLeft) {
  FormulaStore store;
  const ObserverAutomaton observer = of_claim("never { do :: p0 :: p1 :: else -> break od; accept: do :: p2 od }");
  ASSERT_TRUE(observer);
  const Formula waiting = store.disjunction(store.atom("p0"), store.atom("p1"));
  const Formula f =
      store.until(waiting, store.conjunction(store.negation(waiting), store.next(store.globally(store.atom("p2")))));
  expect_language(store, f, observer, "");
}

TEST(ObserverAutomaton, SaysWhyThereIsNone) {
  EXPECT_EQ(of_claim("never { do :: p0 -> x = 1 od }").reason, "the observer changes something");
  promela::PromelaProgram many = program_with("never { do :: x == 1 :: x == 2 :: x == 3 od }");
  EXPECT_EQ(observer_automaton(many.program(), {.max_atoms = 2}).reason,
            "the observer's guards have more than 2 different parts");
  auto model = dve::read_dve(
      "channel c; process P { state q; init q; trans q -> q { sync c!; }; }\n"
      "process L { state q; init q; accept q; trans q -> q { sync c?; }; }\nsystem async property L;",
      "model.dve");
  ASSERT_TRUE(model) << to_string(model.errors().front());
  EXPECT_EQ(observer_automaton(*model).reason, "the observer watches communications");
}

TEST(ObserverAutomaton, PropertyProcesses) {
  auto model = dve::read_dve(
      "byte p0; byte p1; process P { state q; init q; trans q -> q { effect p0 = 1 - p0; }; }\n"
      "process L { state q, r; init q; accept r; trans q -> q {}, q -> r { guard p0 == 1 and p1 == 0; },\n"
      "r -> r { guard p1 == 0; }; }\nsystem async property L;",
      "model.dve");
  ASSERT_TRUE(model) << to_string(model.errors().front());
  const ObserverAutomaton observer = observer_automaton(*model);
  ASSERT_TRUE(observer) << observer.reason;
  EXPECT_EQ(observer.atoms.size(), 2U);
  EXPECT_TRUE(is_stutter_closed(*observer.automaton)) << to_hoa(*observer.automaton);
}

}  // namespace
}  // namespace lariat::check
