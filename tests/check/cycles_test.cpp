// SPDX-License-Identifier: Apache-2.0
// Cycles of random programs, with and without fairness, by every search and by brute force: all states, their strongly
// connected components, and the definitions.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "lariat/check/check.hpp"
#include "support/random_program.hpp"

namespace lariat::check {
namespace {

using model::Interpreter;
using model::Program;
using model::State;

struct Edge {
  std::size_t target = 0;
  std::set<std::uint32_t> movers = {};
};

// The whole state graph of a program. With `stutter`, a state without successors repeats.
struct Everything {
  std::vector<State> states;
  std::vector<std::vector<Edge>> edges;
  std::vector<std::set<std::uint32_t>> enabled;

  Everything(Interpreter& interpreter, bool stutter) {
    std::map<std::string, std::size_t> numbers;  // a vector as the key makes the compiler worry
    const auto number = [&](model::StateView s) {
      const auto [entry, is_new] = numbers.try_emplace(std::string(s.begin(), s.end()), states.size());
      if (is_new) states.emplace_back(s.begin(), s.end());
      return entry->second;
    };
    number(interpreter.initial());
    model::Successors successors;
    for (std::size_t s = 0; s < states.size() && !too_large(); ++s) {
      crowded = interpreter.process_count(states[s]) > 8;
      interpreter.successors(State(states[s]), successors);
      edges.emplace_back();
      enabled.emplace_back();
      for (std::size_t i = 0; i < successors.size(); ++i) {
        Edge edge{.target = number(successors.state(i))};
        for (const model::Action& action : successors.actions(i)) edge.movers.insert(action.process);
        const bool all = !interpreter.program().receiver_takes_over;
        for (const model::Action& action : successors.actions(i).first(all ? successors.actions(i).size() : 1))
          enabled.back().insert(action.process);
        edges.back().push_back(edge);
      }
      if (successors.size() == 0 && stutter) edges.back().push_back({.target = s});
    }
  }
  bool crowded = false;  // too many processes: the copies for fairness take too long
  bool too_large() const { return crowded || states.size() >= limit; }

  static constexpr std::size_t limit = 300;
};

// True if there is a cycle within the states that are `allowed`, with a `wanted` one, which is weakly fair if `fair`. A cycle
// through all states and transitions of a component satisfies all of this if any cycle of the component does.
bool has_cycle(const Everything& all, const std::function<bool(std::size_t)>& allowed,
               const std::function<bool(std::size_t)>& wanted, bool fair) {
  const std::size_t n = all.states.size();
  const auto reach = [&](std::size_t from, bool backwards, const std::vector<std::vector<std::size_t>>& reversed) {
    std::vector<bool> seen(n, false);
    std::vector<std::size_t> stack = {from};
    seen[from] = true;
    while (!stack.empty()) {
      const std::size_t s = stack.back();
      stack.pop_back();
      const auto visit = [&](std::size_t t) {
        if (allowed(t) && !seen[t]) {
          seen[t] = true;
          stack.push_back(t);
        }
      };
      if (backwards)
        for (const std::size_t t : reversed[s]) visit(t);
      else
        for (const Edge& edge : all.edges[s]) visit(edge.target);
    }
    return seen;
  };
  std::vector<std::vector<std::size_t>> reversed(n);
  for (std::size_t s = 0; s < n; ++s)
    for (const Edge& edge : all.edges[s]) reversed[edge.target].push_back(s);
  std::vector<bool> done(n, false);
  for (std::size_t s = 0; s < n; ++s) {
    if (done[s] || !allowed(s)) continue;
    const std::vector<bool> forward = reach(s, false, reversed);
    const std::vector<bool> backward = reach(s, true, reversed);
    bool has_edge = false;
    bool has_wanted = false;
    std::set<std::uint32_t> waiting;
    std::set<std::uint32_t> moving;
    bool first = true;
    for (std::size_t t = 0; t < n; ++t) {
      if (!forward[t] || !backward[t]) continue;
      done[t] = true;
      has_wanted |= wanted(t);
      if (first) waiting = all.enabled[t];
      first = false;
      std::erase_if(waiting, [&](std::uint32_t p) { return !all.enabled[t].contains(p); });
      for (const Edge& edge : all.edges[t])
        if (forward[edge.target] && backward[edge.target]) {
          has_edge = true;
          moving.insert(edge.movers.begin(), edge.movers.end());
        }
    }
    std::erase_if(waiting, [&](std::uint32_t p) { return moving.contains(p); });
    if (has_edge && has_wanted && (!fair || waiting.empty())) return true;
  }
  return false;
}

TEST(Cycles, AreThoseOfBruteForce) {
  std::size_t found = 0;
  std::size_t unfair = 0;
  std::size_t asked = 0;
#ifdef LARIAT_SLOW_BUILD
  constexpr std::uint64_t programs = 300;
#else
  constexpr std::uint64_t programs = 1500;
#endif
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    Program program = model::RandomProgram(seed).make();
    std::mt19937_64 random(seed);
    for (model::ProcessType& type : program.process_types)
      for (model::Location& location : type.locations) location.accepting = random() % 5 == 0 ? 1 : 0;
    Interpreter interpreter(program);
    const Everything stuttering(interpreter, true);
    const Everything ending(interpreter, false);
    if (stuttering.too_large()) continue;
    ++asked;
    const auto accepting = [&](std::size_t s) {
      return interpreter.is_somewhere(stuttering.states[s], [](const model::Location& l) { return l.accepting != 0; });
    };
    const auto nonprogress = [&](std::size_t s) {
      return !interpreter.is_somewhere(ending.states[s], [](const model::Location& l) { return l.progress; });
    };
    const auto any = [](std::size_t) { return true; };
    ltl::FormulaStore formulas;
    const check::Requirement progress = check::progress_requirement(program, formulas);
    bool before = false;
    for (const bool fair : {false, true}) {
      const check::Verdict acceptance =
          has_cycle(stuttering, any, accepting, fair) ? check::Verdict::violated : check::Verdict::holds;
      const check::Verdict stagnation =
          has_cycle(ending, nonprogress, any, fair) ? check::Verdict::violated : check::Verdict::holds;
      found += acceptance == check::Verdict::violated;
      unfair += fair && before && acceptance == check::Verdict::holds;
      before = acceptance == check::Verdict::violated;
      std::vector<check::ModelCheckOptions> ways;
      for (const search::AlgorithmInfo& about : search::algorithms())
        if (about.needs == search::Strength::general) ways.push_back({.algorithm = about.algorithm, .fair = fair});
      ways.push_back({.fair = fair});
      ways.push_back({.minimize = automata::Minimization::min_bfs, .fair = fair});
      for (const check::ModelCheckOptions& options : ways) {
        const auto by = options.minimize ? "min-bfs" : info(options.algorithm).name;
        const auto accepted = check::check_infinite(program, formulas, {.kind = check::Requirement::Kind::acceptance}, options);
        ASSERT_TRUE(accepted);
        ASSERT_EQ(accepted->verdict, acceptance) << "acceptance, seed " << seed << " by " << by << (fair ? ", fair" : "");
        const auto stagnated = check::check_infinite(program, formulas, progress, options);
        ASSERT_TRUE(stagnated);
        ASSERT_EQ(stagnated->verdict, stagnation) << "progress, seed " << seed << " by " << by << (fair ? ", fair" : "");
      }
    }
  }
  EXPECT_GT(asked, programs / 3);
  EXPECT_GT(found, programs / 15);
  EXPECT_GT(unfair, programs / 150) << "fairness should matter now and then";
}

// More processes than acceptance sets: the search uses copies of the states instead.
TEST(Cycles, FairnessAmongManyProcesses) {
  Program program{.name = "many", .language = "promela"};
  program.receiver_takes_over = true;
  program.globals = {{.name = "x", .type = model::byte_type}};
  const model::ExprId one = program.constant(1);
  const model::ExprId zero = program.constant(0);
  const model::PlaceId x = program.add(model::Place{.variable = 0});
  const auto loop = [&](const char* name, model::ExprId value) {
    model::ProcessType type{.name = name};
    type.locations.push_back({.name = "only", .out = {0}});
    type.transitions.push_back({.source = 0, .target = 0, .effects = {{.place = x, .value = value}}});
    program.process_types.push_back(type);
  };
  loop("sets", one);
  loop("clears", zero);
  for (unsigned i = 0; i < 100; ++i) program.processes.push_back({.name = "P", .type = i == 99 ? 0U : 1U});
  ltl::FormulaStore formulas;
  const check::Requirement requirement{.kind = check::Requirement::Kind::ltl,
                                       .name = "x",
                                       .text = "G F x",
                                       .formula = formulas.globally(formulas.finally(formulas.atom("x"))),
                                       .atoms = {{"x", program.read({.variable = 0})}}};
  for (const search::AlgorithmInfo& about : search::algorithms()) {
    if (about.needs != search::Strength::general) continue;
    const auto free = check::check_infinite(program, formulas, requirement, {.algorithm = about.algorithm});
    ASSERT_TRUE(free);
    EXPECT_EQ(free->verdict, check::Verdict::violated) << about.name;
    const auto fair = check::check_infinite(program, formulas, requirement, {.algorithm = about.algorithm, .fair = true});
    ASSERT_TRUE(fair);
    EXPECT_EQ(fair->verdict, check::Verdict::holds) << about.name;
  }
}

}  // namespace
}  // namespace lariat::check
