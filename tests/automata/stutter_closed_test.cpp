// SPDX-License-Identifier: Apache-2.0
// Stutter-closed automata: the definition letter by letter, and the languages of what is made of random formulas and automata.
#include "lariat/automata/stutter_closed.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <tuple>

#include "automata/closure.hpp"
#include "lariat/automata/accepts.hpp"
#include "lariat/automata/compare.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/random.hpp"
#include "lariat/automata/stutter.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/random.hpp"

namespace lariat::automata {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr int rounds = 200;
#else
constexpr int rounds = 1000;
#endif

// A transition under one letter.
struct Edge {
  StateId source, target;
  std::uint64_t letter;
  Marks marks;
};

std::vector<Edge> all_edges(const Automaton& a) {
  std::vector<Edge> result;
  for (StateId s = 0; s < a.graph.states(); ++s)
    for (std::uint32_t i = 0; i < a.graph.targets(s).size(); ++i)
      for (std::uint64_t letter = 0; letter < std::uint64_t{1} << a.atoms.size(); ++letter) {
        std::vector<bool> valuation;
        for (std::size_t k = 0; k < a.atoms.size(); ++k) valuation.push_back((letter >> k & 1) != 0);
        const std::uint32_t edge = a.graph.first_edge(s) + i;
        if (a.labels.holds(a.edge_labels[edge], valuation))
          result.push_back({s, a.graph.targets(s)[i], letter, a.graph.edge_marks(edge) | a.graph.state_marks(s)});
      }
  return result;
}

// (loop) and (shortcut), read out.
bool is_closed_by_definition(const std::vector<Edge>& edges) {
  const auto exists = [&](StateId p, std::uint64_t letter, StateId r, Marks marks) {
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& e) {
      return e.source == p && e.letter == letter && e.target == r && (marks & ~e.marks) == 0;
    });
  };
  for (const Edge& e : edges) {
    if (!exists(e.target, e.letter, e.target, 0)) return false;
    for (const Edge& f : edges)
      if (f.source == e.target && f.letter == e.letter && !exists(e.source, e.letter, f.target, e.marks | f.marks))
        return false;
  }
  return true;
}

// The states that `from` leads to, itself included, over edges that `usable` says.
template <class Usable>
std::set<StateId> reached(const std::vector<Edge>& edges, StateId from, Usable usable) {
  std::set<StateId> result = {from};
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& e : edges)
      if (usable(e) && result.contains(e.source)) changed |= result.insert(e.target).second;
  }
  return result;
}

// The automaton with states of equal edges merged; of two edges that differ only in marks, the one with fewer marks does not
// count.
std::vector<Edge> without_doubles(const std::vector<Edge>& edges, std::size_t states) {
  using Signature = std::set<std::tuple<std::uint64_t, StateId, Marks>>;
  std::vector<StateId> part(states, 0);
  std::vector<Signature> signatures;
  for (std::size_t round = 0; round <= states; ++round) {
    signatures.assign(states, {});
    for (const Edge& e : edges)
      if (std::none_of(edges.begin(), edges.end(), [&](const Edge& f) {
            return f.source == e.source && f.letter == e.letter && f.target == e.target && f.marks != e.marks &&
                   (e.marks & ~f.marks) == 0;
          }))
        signatures[e.source].emplace(e.letter, part[e.target], e.marks);
    std::map<Signature, StateId> number;
    for (StateId s = 0; s < states; ++s) part[s] = number.emplace(signatures[s], number.size()).first->second;
  }
  std::vector<Edge> result;
  for (const Edge& e : edges) result.push_back({part[e.source], part[e.target], e.letter, e.marks});
  return result;
}

// Only edges of accepting runs, and each with all marks that every cycle through it has.
std::vector<Edge> as_runs_see_them(const Automaton& a) {
  const std::vector<Edge> edges = all_edges(a);
  const auto any = [](const Edge&) { return true; };
  // A state from which an accepting run begins: it leads to a component that has all marks on edges inside.
  const auto useful = [&](StateId s) {
    for (const StateId t : reached(edges, s, any)) {
      Marks seen = 0;
      bool has_cycle = false;
      for (const Edge& e : edges)
        if (reached(edges, t, any).contains(e.source) && reached(edges, e.target, any).contains(t)) {
          seen |= e.marks;
          has_cycle = true;
        }
      if (has_cycle && seen == all_sets(a.graph.sets())) return true;
    }
    return false;
  };
  std::set<StateId> kept;
  for (const StateId s : a.graph.initial())
    for (const StateId t : reached(edges, s, any))
      if (useful(t)) kept.insert(t);
  std::vector<Edge> result;
  for (const Edge& e : edges)
    if (kept.contains(e.source) && kept.contains(e.target)) result.push_back(e);
  const std::vector<Edge> before = result;
  for (Edge& e : result)
    for (unsigned set = 0; set < a.graph.sets(); ++set)
      if (!reached(before, e.target, [&](const Edge& f) { return (f.marks >> set & 1) == 0; }).contains(e.source))
        e.marks |= Marks{1} << set;
  return without_doubles(result, a.graph.states());
}

Automaton translated(ltl::FormulaStore& store, ltl::Formula f, AutomatonType type) {
  Translation translation = translate(store, f, {.type = type});
  EXPECT_TRUE(translation) << to_string(store, f);
  return *std::move(translation.automaton);
}

Automaton read(const std::string& hoa) {
  std::istringstream in(hoa);
  auto automaton = HoaReader(in, "given").next();
  EXPECT_TRUE(automaton && *automaton) << hoa;
  return **std::move(automaton);
}

TEST(StutterClosed, ClosureOfFormulas) {
  ltl::RandomSource random(2019);
  struct {
    int automata = 0, closed = 0, failed = 0;
    std::size_t states = 0, edges = 0, closed_states = 0, closed_edges = 0, helped_states = 0, helped_edges = 0;
  } counts[2];
  for (int i = 0; i < rounds; ++i) {
    ltl::FormulaStore store;
    const unsigned size = 3 + static_cast<unsigned>(random.below(13));
    const ltl::Formula f = ltl::random_formula(store, random, {.size = size, .atoms = 3, .next = false});
    const Automaton negation = translated(store, store.negation(f), AutomatonType::tgba);
    for (const AutomatonType type : {AutomatonType::tgba, AutomatonType::ba}) {
      auto& count = counts[type == AutomatonType::ba ? 1 : 0];
      const Automaton a = translated(store, f, type);
      const std::string what = to_string(store, f) + " number " + std::to_string(i) + "\n" + to_hoa(a);
      ++count.automata;
      if (is_stutter_closed(a)) {
        ++count.closed;
        ASSERT_TRUE(is_closed_by_definition(as_runs_see_them(a))) << what;
        continue;
      }
      count.states += a.graph.states();
      count.edges += a.graph.edges();
      for (const bool helped : {false, true}) {
        const auto closed = close_under_stuttering(a, {.complement = helped ? &negation : nullptr});
        if (!closed) {
          ++count.failed;
          continue;
        }
        (helped ? count.helped_states : count.closed_states) += closed->graph.states();
        (helped ? count.helped_edges : count.closed_edges) += closed->graph.edges();
        const std::string both = what + to_hoa(*closed);
        EXPECT_TRUE(is_stutter_closed(*closed)) << both;
        EXPECT_TRUE(is_closed_by_definition(all_edges(*closed))) << both;
        const Comparison same = check_translation(store, f, *closed, {.words = 50, .seed = random.bits()});
        ASSERT_EQ(same.answer, Answer::yes) << both;
        for (int k = 0; k < 3; ++k)  // some words of the automaton, as random formulas have them
          if (const auto word = common_word(a, translated(store, ltl::random_formula(store, random, {.size = 6, .atoms = 3}),
                                                          AutomatonType::tgba))
                                    .word) {
            ASSERT_TRUE(accepts(*closed, *word)) << both;
          }
      }
    }
  }
  for (const auto& count : counts) {
    EXPECT_EQ(count.failed, 0);
    // Most automata are closed as they come, and the closure of the others is hardly larger; otherwise something got lost.
    EXPECT_GT(count.closed * 10, count.automata * 8);
    EXPECT_LT(count.closed_states * 10, count.states * 12);
    EXPECT_LT(count.helped_states * 20, count.states * 21);
    EXPECT_GT(count.states, 0U);
  }
}

// Few letters and states, so that some are closed by chance.
Automaton some_automaton(ltl::RandomSource& random) {
  return random_automaton({.states = 1 + random.below(4),
                           .initial = 1,
                           .degree = 2.5,
                           .accepting = 0.5,
                           .sets = static_cast<unsigned>(random.below(3)),
                           .on_transitions = random.below(2) == 0,
                           .atoms = 1 + static_cast<unsigned>(random.below(2)),
                           .seed = random.bits()});
}

TEST(StutterClosed, IsWhatTheDefinitionSays) {
  ltl::RandomSource random(11);
  int closed = 0;
  for (int i = 0; i < 2 * rounds; ++i) {
    const Automaton a = some_automaton(random);
    const bool expected = is_closed_by_definition(as_runs_see_them(a));
    ASSERT_EQ(is_stutter_closed(a), expected) << "number " << i << "\n" << to_hoa(a);
    closed += expected && !all_edges(a).empty() ? 1 : 0;
  }
  EXPECT_GT(closed, rounds / 20);
}

// Infinitely often a, and infinitely often not a. If the mark of a state counts when it is left, 0 -a-> 1 -a-> 1 has no
// shortcut in the first; if it counts when the state is entered, 1 -!a-> 0 -!a-> 0 ... has one in both: one way is enough.
TEST(StutterClosed, MarksOfStatesCountOnTheWayIn) {
  const char* const bodies[] = {
      "States: 2\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 1\n[!0] 0\nState: 1 {0}\n[0] 1\n"
      "[!0] 0\n--END--\n",
      "States: 2\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 {0}\n[0] 1\n[!0] 0\nState: 1\n[0] 1\n"
      "[!0] 0\n--END--\n"};
  for (const char* body : bodies) {
    EXPECT_TRUE(is_stutter_closed(read(std::string("HOA: v1\n") + body))) << body;
  }
}

TEST(StutterClosed, StopsAtLimits) {
  // Again and again a, and again and again not a. State 2 has no loop for the letter that leads to it.
  const Automaton chain = read(
      "HOA: v1\nStates: 3\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 0\n[!0] 1\n"
      "State: 1\n[!0] 1\n[0] 2\nState: 2 {0}\n[0] 0\n[!0] 1\n--END--\n");
  EXPECT_FALSE(is_stutter_closed(chain));
  EXPECT_TRUE(close_under_stuttering(chain));
  EXPECT_FALSE(close_under_stuttering(chain, {.max_states = 2}));
  EXPECT_FALSE(close_under_stuttering(chain, {.max_edges = 6}));
  EXPECT_FALSE(close_under_stuttering(chain, {.limits = {.deadline = std::chrono::steady_clock::now()}}));
}

}  // namespace
}  // namespace lariat::automata
