// SPDX-License-Identifier: Apache-2.0
// Systems that are no programs, from the interface to the verdict: random tables, against breadth-first search and emptiness
// written down here.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>

#include "lariat/automata/translate.hpp"
#include "lariat/check/system.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/product/reducible_product.hpp"
#include "lariat/walk/explore.hpp"
#include "support/random_system.hpp"

namespace lariat::system {
namespace {

using check::SystemGoal;
using check::Verdict;
using testing::Table;
using testing::TableSystem;

const std::vector<std::string> names = {"b", "c", "a"};  // in another order than formulas have them

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t systems = 60;
#else
constexpr std::uint64_t systems = 250;
#endif

// Distances from the initial states, by state; none: it cannot be reached.
std::vector<std::optional<std::size_t>> distances(const Table& table) {
  std::vector<std::optional<std::size_t>> distance(table.rows.size());
  std::vector<std::uint32_t> queue;
  for (const std::uint32_t s : table.initial) {
    distance[s] = 0;
    queue.push_back(s);
  }
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const std::uint32_t t : table.rows[queue[i]].targets)
      if (!distance[t]) {
        distance[t] = *distance[queue[i]] + 1;
        queue.push_back(t);
      }
  return distance;
}

TEST(OwnSystem, IsCountedAsByBreadthFirstSearch) {
  for (std::uint64_t seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    const Table table = Table::random(seed, seed % 10 == 0 ? 4000 : 40, 3);
    const auto distance = distances(table);
    std::uint64_t states = 0, transitions = 0, deadlocks = 0, stuck = 0, faults = 0, levels = 0;
    for (std::uint32_t s = 0; s < table.rows.size(); ++s) {
      if (!distance[s]) continue;
      const Table::Row& row = table.rows[s];
      ++states;
      transitions += row.targets.size();
      deadlocks += row.targets.empty() ? 1 : 0;
      stuck += row.targets.empty() && !row.may_end ? 1 : 0;
      for (const Flags flags : row.flags) faults += flags != no_flags ? 1 : 0;
      levels = std::max<std::uint64_t>(levels, *distance[s] + 1);
    }
    for (const store::StoreKind store : {store::StoreKind::exact, store::StoreKind::tree})
      for (const unsigned threads : {1U, 2U})
        for (const walk::SearchOrder order : {walk::SearchOrder::breadth_first, walk::SearchOrder::depth_first}) {
          if (order == walk::SearchOrder::depth_first && threads > 1) continue;
          TableSystem system(table, names);
          product::PlainProduct product(system, {.store = store, .threads = threads});
          const walk::Exploration e = walk::explore_states(product, {}, {.order = order});
          EXPECT_TRUE(e.complete);
          EXPECT_EQ(e.states, states);
          EXPECT_EQ(e.expanded, states);
          EXPECT_EQ(e.transitions, transitions);
          EXPECT_EQ(e.deadlocks, deadlocks);
          EXPECT_EQ(e.stuck, stuck);
          EXPECT_EQ(e.faults, faults);
          if (order == walk::SearchOrder::breadth_first) {
            EXPECT_EQ(e.levels, levels);
          }
        }
  }
}

// A table whose first copy waits, as soon as there is a second one, until that one has been asked for successors.
class WaitingSystem final : public System {
 public:
  struct Meeting {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_copied = false;
    bool copy_works = false;
    bool was_late = false;
  };

  WaitingSystem(const Table& table, Meeting& meeting, bool is_copy = false)
      : table_(table), system_(table, names), meeting_(meeting), is_copy_(is_copy) {}

  Layout layout() const override { return system_.layout(); }
  std::vector<State> initial() override { return system_.initial(); }
  void successors(std::span<const Bytes> states, Batch& out, Request request) override {
    {
      std::unique_lock lock(meeting_.mutex);
      if (is_copy_) {
        meeting_.copy_works = true;
        meeting_.changed.notify_all();
      } else if (meeting_.is_copied && !meeting_.was_late) {
        meeting_.was_late = !meeting_.changed.wait_for(lock, std::chrono::minutes(1), [&] { return meeting_.copy_works; });
      }
    }
    system_.successors(states, out, request);
  }
  std::vector<std::string> atoms() const override { return system_.atoms(); }
  void valuations(std::span<const Bytes> states, std::span<Valuation> out) override { system_.valuations(states, out); }
  bool may_end(Bytes s) override { return system_.may_end(s); }
  std::unique_ptr<System> clone() const override {
    const std::lock_guard lock(meeting_.mutex);
    meeting_.is_copied = true;
    return std::make_unique<WaitingSystem>(table_, meeting_, true);
  }

 private:
  const Table& table_;
  TableSystem system_;
  Meeting& meeting_;
  bool is_copy_;
};

TEST(OwnSystem, IsExpandedByTwoThreads) {
  const Table table = Table::random(10, 4000, 3);
  for (const store::StoreKind store : {store::StoreKind::exact, store::StoreKind::tree}) {
    WaitingSystem::Meeting meeting;
    WaitingSystem system(table, meeting);
    product::PlainProduct product(system, {.store = store, .threads = 2});
    const walk::Exploration e = walk::explore_states(product, {}, {});
    EXPECT_TRUE(e.complete);
    EXPECT_TRUE(meeting.copy_works) << "the second thread expanded nothing";
    EXPECT_GT(e.queue.size(), e.level_ends.size()) << "two threads should both have met states on some level";
  }
}

TEST(OwnSystem, ReachesTheGoalsThatBreadthFirstSearchReachesByAsShortRuns) {
  std::size_t violated = 0;
  std::size_t holding = 0;
  const std::array goals = {SystemGoal{.kind = SystemGoal::Kind::deadlock}, SystemGoal{.kind = SystemGoal::Kind::fault},
                            SystemGoal{.kind = SystemGoal::Kind::invariant, .atom = "a"},
                            SystemGoal{.kind = SystemGoal::Kind::reach, .atom = "c"}};
  for (std::uint64_t seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Table table = Table::random(seed, 30, 3);
    for (std::uint32_t s = 0; s < table.rows.size(); ++s)  // goals are rarer then, and farther away
      if (s % 9 != seed % 9) table.rows[s].atoms = 4;
    const auto distance = distances(table);
    std::array<std::optional<std::size_t>, 4> nearest;
    const auto meet = [&](std::size_t goal, std::size_t length) {
      if (!nearest[goal] || length < *nearest[goal]) nearest[goal] = length;
    };
    for (std::uint32_t s = 0; s < table.rows.size(); ++s) {
      if (!distance[s]) continue;
      const Table::Row& row = table.rows[s];
      if (row.targets.empty() && !row.may_end) meet(0, *distance[s]);
      for (const Flags flags : row.flags)
        if (flags != no_flags) meet(1, *distance[s] + 1);
      if ((row.atoms & 4) == 0) meet(2, *distance[s]);
      if ((row.atoms & 2) != 0) meet(3, *distance[s]);
    }
    for (const unsigned threads : {1U, 2U})
      for (const store::StoreKind store : {store::StoreKind::exact, store::StoreKind::tree}) {
        TableSystem system(table, names);
        const auto found = check::check_states(system, goals, {.product = {.store = store, .threads = threads}});
        ASSERT_TRUE(found);
        for (std::size_t i = 0; i < goals.size(); ++i) {
          const check::Finding& finding = (*found)[i];
          ASSERT_EQ(finding.verdict, nearest[i] ? Verdict::violated : Verdict::holds) << i;
          (nearest[i] ? violated : holding) += 1;
          if (!nearest[i]) continue;
          ASSERT_TRUE(finding.run);
          EXPECT_EQ(finding.run->steps.size(), *nearest[i]) << i;
        }
      }
  }
  EXPECT_GT(violated, systems);
  EXPECT_GT(holding, systems / 10);
}

// Whether a run of the table is accepted by an automaton with accepting states: some accepting pair can be reached, and reached
// again from itself. Runs that end repeat their last state, or are none.
bool accepts_a_run(const Table& table, const automata::Automaton& automaton, bool stutters) {
  using Pair = std::pair<std::uint32_t, StateId>;
  const auto valuation = [&](std::uint32_t s) {
    std::vector<bool> values;
    for (const std::string& atom : automaton.atoms)
      values.push_back((table.rows[s].atoms >> (std::find(names.begin(), names.end(), atom) - names.begin()) & 1) != 0);
    return values;
  };
  const auto following = [&](const Pair& pair) {
    std::vector<std::uint32_t> targets = table.rows[pair.first].targets;
    if (targets.empty() && stutters) targets = {pair.first};
    std::vector<Pair> result;
    const std::uint32_t end = automaton.graph.first_edge(pair.second + 1);
    for (std::uint32_t edge = automaton.graph.first_edge(pair.second); edge < end; ++edge)
      if (automaton.labels.holds(automaton.edge_labels[edge], valuation(pair.first)))
        for (const std::uint32_t t : targets) result.emplace_back(t, automaton.graph.edge_target(edge));
    return result;
  };
  const auto closure = [&](std::vector<Pair> queue) {
    std::set<Pair> seen(queue.begin(), queue.end());
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Pair& next : following(queue[i]))
        if (seen.insert(next).second) queue.push_back(next);
    return seen;
  };
  std::vector<Pair> initial;
  for (const std::uint32_t s : table.initial)
    for (const StateId q : automaton.graph.initial()) initial.emplace_back(s, q);
  for (const Pair& pair : closure(initial))
    if (automaton.graph.state_marks(pair.second) == 1 && closure(following(pair)).contains(pair)) return true;
  return false;
}

// A random run of the table, as a word over the atoms of the formula; none if the attempt gets too long.
std::optional<ltl::LassoWord> random_word(const Table& table, std::mt19937_64& random, const std::vector<std::size_t>& atoms) {
  std::vector<std::uint32_t> path = {table.initial[random() % table.initial.size()]};
  std::map<std::uint32_t, std::size_t> last;
  const std::size_t length = 5 + random() % 30;
  while (path.size() < 500) {
    const std::uint32_t s = path.back();
    const auto known = last.find(s);
    const auto& targets = table.rows[s].targets;
    if (known != last.end() && (path.size() > length || targets.empty())) {
      ltl::LassoWord word;
      for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        std::uint64_t letter = 0;
        for (std::size_t k = 0; k < atoms.size(); ++k) letter |= (table.rows[path[i]].atoms >> atoms[k] & 1) << k;
        (i < known->second ? word.stem : word.cycle).push_back(letter);
      }
      return word;
    }
    last[s] = path.size() - 1;
    path.push_back(targets.empty() ? s : targets[random() % targets.size()]);
  }
  return std::nullopt;
}

TEST(OwnSystem, SatisfiesTheFormulasThatExplicitEmptinessSays) {
  std::size_t violated = 0;
  std::size_t holding = 0;
  const std::array<std::string_view, 10> formulas = {
      "<> a",        "[] (a || b)",        "[] <> a", "<> [] b",       "[] (a -> <> b)",
      "a U (b U c)", "[] <> a -> [] <> b", "X X c",   "<> (a && X b)", "[] (c -> (a R b))"};
  for (std::uint64_t seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    const Table table = Table::random(seed * 31, 2 + static_cast<std::uint32_t>(seed % 12), 3);
    const std::string_view formula = formulas[seed % formulas.size()];
    ltl::FormulaStore store;
    const auto parsed = ltl::parse_formula(store, formula);
    ASSERT_TRUE(parsed);
    const auto negation = automata::translate(store, store.negation(parsed->formula), {.type = automata::AutomatonType::ba});
    ASSERT_TRUE(negation);
    for (const bool stutters : {true, false}) {
      const bool is_violated = accepts_a_run(table, *negation.automaton, stutters);
      (is_violated ? violated : holding) += 1;
      std::optional<std::size_t> shortest;
      for (const store::StoreKind kind : {store::StoreKind::exact, store::StoreKind::tree})
        for (const bool minimizes : {true, false})
          for (const search::Algorithm algorithm :
               {search::Algorithm::automatic, search::Algorithm::ascc, search::Algorithm::se}) {
            if (minimizes && algorithm != search::Algorithm::automatic) continue;
            TableSystem system(table, names);
            check::ModelCheckOptions options{.algorithm = algorithm};
            options.product.store = kind;
            options.product.deadlock_runs = stutters ? product::DeadlockRuns::stutter : product::DeadlockRuns::ignore;
            if (minimizes) options.minimize = automata::Minimization::min_bfs;
            const auto found = check::check_formula(system, formula, options);
            ASSERT_TRUE(found);
            ASSERT_EQ(found->verdict, is_violated ? Verdict::violated : Verdict::holds) << formula;
            if (!is_violated) continue;
            ASSERT_TRUE(found->run);
            ASSERT_NE(found->run->cycle.has_value(), found->is_bad_prefix);
            if (minimizes && !shortest) shortest = found->run->steps.size();
            if (minimizes) {
              EXPECT_EQ(found->run->steps.size(), *shortest);
            }
          }
      if (is_violated || !stutters) continue;
      const auto atoms = ltl::atom_list(store, parsed->formula);
      std::vector<std::size_t> positions;
      for (const ltl::Formula atom : *atoms)
        positions.push_back(static_cast<std::size_t>(std::find(names.begin(), names.end(), store.name(atom)) - names.begin()));
      std::mt19937_64 random(seed);
      for (int i = 0; i < 20; ++i)
        if (const auto word = random_word(table, random, positions)) {
          EXPECT_TRUE(ltl::evaluate(store, parsed->formula, *atoms, *word)) << formula;
        }
    }
  }
  EXPECT_GT(violated, systems / 3);
  EXPECT_GT(holding, systems / 20);
}

// Runs to bad states by breadth-first search through pairs of a state and what the formula still asks for, written down here
// for formulas of which that is little.
TEST(OwnSystem, HasShortRunsByDefault) {
  struct Property {
    std::string_view formula;
    int (*next)(int phase, std::uint64_t atoms);  // of the phases 0, ..; -1: whatever follows, the formula is violated
  };
  constexpr std::uint64_t b = 1, c = 2, a = 4;
  const std::array<Property, 4> properties = {
      Property{"[] (a || b)", [](int, std::uint64_t v) { return (v & (a | b)) != 0 ? 0 : -1; }},
      Property{"[] (a -> X b)",
               [](int phase, std::uint64_t v) { return phase == 1 && (v & b) == 0 ? -1
                                                       : (v & a) != 0             ? 1
                                                                                  : 0; }},
      Property{"c W a", [](int phase, std::uint64_t v) { return phase == 1 || (v & a) != 0 ? 1
                                                                : (v & c) != 0             ? 0
                                                                                           : -1; }},
      Property{"[] (a -> X [] !c)", [](int phase, std::uint64_t v) {
                 return phase == 1 ? ((v & c) != 0 ? -1 : 1) : (v & a) != 0 ? 1 : 0;
               }}};
  std::size_t bad = 0, longer = 0, lassos = 0;
  for (std::uint64_t seed = 1; seed <= systems; ++seed) {
    SCOPED_TRACE(seed);
    Table table = Table::random(seed * 17, 30, 3);
    for (std::uint32_t s = 0; s < table.rows.size(); ++s)  // bad states are rarer then, and farther away
      if (s % 5 != seed % 5) table.rows[s].atoms = seed % 2 == 0 ? b | c : b | a;
    const Property& property = properties[seed % properties.size()];
    SCOPED_TRACE(property.formula);
    using Pair = std::pair<std::uint32_t, int>;
    std::optional<std::size_t> nearest;
    std::vector<Pair> level;
    for (const std::uint32_t s : table.initial) level.emplace_back(s, 0);
    std::set<Pair> seen(level.begin(), level.end());
    for (std::size_t depth = 0; !level.empty() && !nearest; ++depth) {
      std::vector<Pair> next;
      for (const auto& [s, phase] : level) {
        const int now = property.next(phase, table.rows[s].atoms);
        if (now < 0) nearest = depth;
        std::vector<std::uint32_t> targets = table.rows[s].targets;
        if (targets.empty()) targets = {s};  // the last state stays
        for (const std::uint32_t t : targets)
          if (now >= 0 && seen.emplace(t, now).second) next.emplace_back(t, now);
      }
      level = std::move(next);
    }
    TableSystem system(table, names);
    const auto found = check::check_formula(system, property.formula);
    const auto first = check::check_formula(system, property.formula, {});
    ASSERT_TRUE(found && first);
    ASSERT_EQ(found->verdict, nearest ? Verdict::violated : Verdict::holds);
    if (!nearest) continue;
    ++bad;
    EXPECT_TRUE(found->is_bad_prefix && found->shortest && !found->run->cycle);
    EXPECT_EQ(found->run->steps.size(), *nearest);
    EXPECT_TRUE(first->is_bad_prefix);
    longer += first->run->steps.size() > *nearest ? 1 : 0;

    const auto lasso = check::check_formula(system, "[] <> (a && c)");
    const auto best = check::check_formula(system, "[] <> (a && c)", {.minimize = automata::Minimization::min_bfs});
    ASSERT_TRUE(lasso && best);
    ASSERT_EQ(lasso->verdict, best->verdict);
    if (!lasso->run) continue;
    ++lassos;
    ASSERT_TRUE(lasso->run->cycle && best->run->cycle);
    EXPECT_EQ(lasso->run->steps.size(), best->run->steps.size());
  }
  EXPECT_GT(bad, systems / 4);
  EXPECT_GT(longer, 0U);
  EXPECT_GT(lassos, systems / 10);
}

TEST(OwnSystem, IsRefusedWhatNeedsAProgram) {
  const Table table = Table::random(1, 5, 3);
  TableSystem system(table, names);
  const auto message = [](const auto& result) { return result ? std::string() : result.errors().front().message; };
  EXPECT_EQ(message(check::check_formula(system, "<> a", {.fair = true})),
            "fairness needs the processes of a program, and this system has none");
  EXPECT_EQ(message(check::check_formula(system, "<> a", {.reduction = {.method = reduce::Method::stubborn}})),
            "partial-order reduction needs the transitions of a program, and this system has none");
  EXPECT_EQ(message(check::check_states(system, {}, {.coverage = true})),
            "coverage needs the statements of a program, and this system has none");
  EXPECT_EQ(message(check::check_formula(system, "<> d")), "the system has no atom 'd'");
  product::PlainProduct product(system, {.reduction = reduce::Method::ample});
  EXPECT_THROW(product::ReducibleProduct{product}, std::invalid_argument);
}

// Counts up to 9; the first byte is hidden, and counts all steps.
class HiddenClock final : public System {
 public:
  Layout layout() const override { return {.length = 2, .hidden = 1}; }
  std::vector<State> initial() override { return {{0, 0}}; }
  void successors(std::span<const Bytes> states, Batch& out, Request /*request*/) override {
    out.clear();
    for (const Bytes s : states) {
      out.add(State{static_cast<std::uint8_t>(s[0] + 1), static_cast<std::uint8_t>((s[1] + 1) % 10)});
      out.end_state();
    }
  }
};

TEST(OwnSystem, DoesNotCompareHiddenBytes) {
  for (const store::StoreKind store : {store::StoreKind::exact, store::StoreKind::tree}) {
    HiddenClock system;
    product::PlainProduct product(system, {.store = store});
    EXPECT_EQ(walk::explore_states(product, {}, {}).states, 10U);
  }
  EXPECT_EQ(HiddenClock().describe(State{1, 0xab}), "01ab");
}

}  // namespace
}  // namespace lariat::system
