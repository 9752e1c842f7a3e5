// SPDX-License-Identifier: Apache-2.0
// Observers as automata: claims for random formulas, by lariat and by Spin, mean what the formulas mean.
#include "lariat/product/observer_automaton.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <set>
#include <string>

#include "lariat/automata/compare.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/io/never.hpp"
#include "lariat/automata/stutter.hpp"
#include "lariat/automata/stutter_closed.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"
#include "lariat/model/interpreter.hpp"
#include "lariat/promela/lower.hpp"

namespace lariat::product {
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

product::ObserverAutomaton of_claim(const std::string& claim) {
  promela::PromelaProgram program = program_with(claim);
  return product::observer_automaton(program.program());
}

void expect_language(ltl::FormulaStore& store, ltl::Formula f, const product::ObserverAutomaton& observer,
                     const std::string& what) {
  ASSERT_TRUE(observer) << what << observer.reason;
  const automata::Comparison same = automata::check_translation(store, f, *observer.automaton, {.words = 50});
  ASSERT_EQ(same.answer, automata::Answer::yes) << what << automata::to_hoa(*observer.automaton);
}

TEST(ObserverAutomaton, ClaimsForFormulas) {
  ltl::RandomSource random(31);
  int closed = 0;
  for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
    ltl::FormulaStore store;
    const ltl::Formula f =
        ltl::random_formula(store, random, {.size = 3 + static_cast<unsigned>(random.below(10)), .atoms = 3});
    const automata::Translation translation = automata::translate(store, f, {.type = automata::AutomatonType::ba});
    ASSERT_TRUE(translation);
    const product::ObserverAutomaton observer = of_claim(automata::to_never(*translation.automaton));
    expect_language(store, f, observer, to_string(store, f) + ", round " + std::to_string(i) + "\n");
    ASSERT_EQ(automata::is_stutter_closed(*translation.automaton), automata::is_stutter_closed(*observer.automaton))
        << to_string(store, f);
    closed += automata::is_stutter_closed(*observer.automaton) ? 1 : 0;
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
  ltl::RandomSource random(32);
  int compared = 0, closed = 0, invariant = 0, closable = 0;
  for (int i = 0; i < rounds / 5 && !HasFatalFailure(); ++i) {
    ltl::FormulaStore store;
    const ltl::Formula f =
        ltl::random_formula(store, random, {.size = 3 + static_cast<unsigned>(random.below(6)), .atoms = 3, .next = false});
    const std::string text = to_string(store, f, ltl::Notation::spin);
    const bool has_weak_until = text.find('W') != std::string::npos;  // which Spin takes for a name
    const std::string claim = has_weak_until ? "" : output("timeout 1 spin -f '" + text + "'");
    if (claim.empty()) continue;
    ++compared;
    const product::ObserverAutomaton observer = of_claim(claim);
    expect_language(store, f, observer, text + ", round " + std::to_string(i) + "\n" + claim);
    if (HasFatalFailure()) return;
    closed += automata::is_stutter_closed(*observer.automaton) ? 1 : 0;
    const automata::Answer answer = automata::is_stutter_invariant(*observer.automaton);
    EXPECT_NE(answer, automata::Answer::no) << text;
    invariant += answer == automata::Answer::yes ? 1 : 0;
    closable += automata::close_under_stuttering(*observer.automaton) ? 1 : 0;
  }
  EXPECT_GT(compared, rounds / 10);
  // Most of them can be used with partial-order reduction as they are, and all others in another form.
  EXPECT_GT(closed * 10, compared * 7);
  EXPECT_GT(invariant * 100, compared * 98);
  EXPECT_EQ(closable, compared);
}

TEST(ObserverAutomaton, GuardsAreTakenApart) {
  const product::ObserverAutomaton observer =
      of_claim("never { do :: x > 3 && p0 :: !(x <= 3) :: !(p0 != 0) || 3 < x :: a[1] == 2 :: else od }");
  ASSERT_TRUE(observer) << observer.reason;
  EXPECT_EQ(observer.atoms.size(), 3U) << automata::to_hoa(*observer.automaton);
  // A condition that may cause a run-time error is not split.
  const product::ObserverAutomaton whole = of_claim("never { do :: !(a[x] == 2 && p0) :: a[x] == 2 && p0 :: p0 od }");
  ASSERT_TRUE(whole) << whole.reason;
  EXPECT_EQ(whole.atoms.size(), 3U) << automata::to_hoa(*whole.automaton);
}

TEST(ObserverAutomaton, ElseIsWhatIsLeft) {
  ltl::FormulaStore store;
  const product::ObserverAutomaton observer = of_claim("never { do :: p0 :: p1 :: else -> break od; accept: do :: p2 od }");
  ASSERT_TRUE(observer);
  const ltl::Formula waiting = store.disjunction(store.atom("p0"), store.atom("p1"));
  const ltl::Formula f =
      store.until(waiting, store.conjunction(store.negation(waiting), store.next(store.globally(store.atom("p2")))));
  expect_language(store, f, observer, "");
}

TEST(ObserverAutomaton, SaysWhyThereIsNone) {
  EXPECT_EQ(of_claim("never { do :: p0 -> x = 1 od }").reason, "the observer changes something");
  promela::PromelaProgram many = program_with("never { do :: x == 1 :: x == 2 :: x == 3 od }");
  EXPECT_EQ(product::observer_automaton(many.program(), {.max_atoms = 2}).reason,
            "the observer's guards have more than 2 different parts");
  auto model = dve::read_dve(
      "channel c; process P { state q; init q; trans q -> q { sync c!; }; }\n"
      "process L { state q; init q; accept q; trans q -> q { sync c?; }; }\nsystem async property L;",
      "model.dve");
  ASSERT_TRUE(model) << to_string(model.errors().front());
  EXPECT_EQ(product::observer_automaton(*model).reason, "the observer watches communications");
}

// A guard that may cause a run-time error, or can be written in many ways.
std::string random_guard(ltl::RandomSource& random, int depth) {
  const auto number = [&] { return std::to_string(random.below(4)); };
  if (depth == 0 || random.below(4) == 0) {
    switch (random.below(8)) {
      case 0:
        return "p" + std::to_string(random.below(2));
      case 1:
        return "a[x] == " + number();
      case 2:
        return "(" + number() + " / (x - 2)) > 0";
      case 3:
        return "a[1] != 0";
      case 4:
        return "P@here";
      default: {
        static constexpr const char* comparisons[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
        const std::string sign = comparisons[random.below(6)];
        return random.below(2) == 0 ? "x" + sign + number() : number() + sign + "x";
      }
    }
  }
  const std::string left = random_guard(random, depth - 1);
  switch (random.below(4)) {
    case 0:
      return "!(" + left + ")";
    case 1:
      return "(" + left + " -> " + random_guard(random, depth - 1) + " : " + random_guard(random, depth - 1) + ")";
    default:
      return "(" + left + (random.below(2) == 0 ? ") && (" : ") || (") + random_guard(random, depth - 1) + ")";
  }
}

std::string random_claim(ltl::RandomSource& random) {
  std::string claim = "never {\n";
  for (int l = 0; l < 3; ++l) {
    claim += (l == 1 ? "accept_" : "S") + std::to_string(l) + ": if\n";
    for (std::uint64_t i = 0, n = 1 + random.below(3); i < n; ++i) {
      const bool is_else = i > 0 && i + 1 == n && random.below(2) == 0;
      const std::uint64_t to = random.below(4);
      claim += ":: " + (is_else ? "else" : "(" + random_guard(random, 2) + ")") + " -> ";
      claim += to == 3 ? "goto done\n" : "goto " + std::string(to == 1 ? "accept_" : "S") + std::to_string(to) + "\n";
    }
    claim += "fi;\n";
  }
  return claim + "done: skip }\n";
}

// In every state that can be reached, the automaton moves as the observer does.
TEST(ObserverAutomaton, MovesAsTheObserver) {
  ltl::RandomSource random(33);
  std::size_t compared = 0;
  for (int round = 0; round < rounds / 4 && !HasFatalFailure(); ++round) {
    const std::string claim = random_claim(random);
    auto read = promela::read_promela(
        "bool p0, p1; byte x; byte a[3];\nactive proctype P() { do :: x < 4 -> x++ :: p0 = !p0 :: p1 = !p1; here: x = 0 "
        ":: x < 3 -> a[x] = x od }\n" +
            claim,
        "model.pml");
    ASSERT_TRUE(read) << claim << to_string(read.errors().front());
    const model::Program& program = read->program();
    const product::ObserverAutomaton observer = product::observer_automaton(program);
    ASSERT_TRUE(observer) << claim << observer.reason;
    const automata::Automaton& automaton = *observer.automaton;
    const model::ProcessType& type = program.process_types[program.observer->type];
    model::Interpreter interpreter(program);
    std::set<model::State> known = {interpreter.initial()};
    std::vector<model::State> queue(known.begin(), known.end());
    std::vector<model::TransitionId> moves;
    model::Successors steps;
    while (!queue.empty() && known.size() < 300) {
      const model::State s = std::move(queue.back());
      queue.pop_back();
      const model::LocationId location = interpreter.observer_location(s);
      interpreter.observer_moves(s, moves);
      std::vector<bool> letter;
      for (const model::ExprId atom : observer.atoms) letter.push_back(interpreter.valuation({&atom, 1}, s) != 0);
      std::multiset<StateId> expected;
      std::multiset<StateId> found;
      for (const model::TransitionId id : moves) expected.insert(type.transitions[id].target);
      for (std::uint32_t i = 0; i < automaton.graph.targets(location).size(); ++i)
        if (automaton.labels.holds(automaton.edge_labels[automaton.graph.first_edge(location) + i], letter))
          found.insert(automaton.graph.targets(location)[i]);
      ASSERT_EQ(found, expected) << "round " << round << ", location " << location << "\n"
                                 << claim << automata::to_hoa(automaton);
      ++compared;
      interpreter.successors(s, steps);
      for (std::size_t i = 0; i < steps.size(); ++i)
        for (const model::TransitionId id : moves) {
          model::State next;
          const model::State after(steps.state(i).begin(), steps.state(i).end());
          interpreter.move_observer(id, after, next);
          if (known.insert(next).second) queue.push_back(std::move(next));
        }
    }
  }
  EXPECT_GT(compared, static_cast<std::size_t>(rounds));
}

TEST(ObserverAutomaton, PropertyProcesses) {
  auto model = dve::read_dve(
      "byte p0; byte p1; process P { state q; init q; trans q -> q { effect p0 = 1 - p0; }; }\n"
      "process L { state q, r; init q; accept r; trans q -> q {}, q -> r { guard p0 == 1 and p1 == 0; },\n"
      "r -> r { guard p1 == 0; }; }\nsystem async property L;",
      "model.dve");
  ASSERT_TRUE(model) << to_string(model.errors().front());
  const product::ObserverAutomaton observer = product::observer_automaton(*model);
  ASSERT_TRUE(observer) << observer.reason;
  EXPECT_EQ(observer.atoms.size(), 2U);
  EXPECT_TRUE(automata::is_stutter_closed(*observer.automaton)) << automata::to_hoa(*observer.automaton);
}

}  // namespace
}  // namespace lariat::product
