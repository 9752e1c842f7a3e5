// SPDX-License-Identifier: Apache-2.0
// Products that remember the graph of their system, against products that store each of their states as a whole: the same
// numbers, transitions and states, on random programs and formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "lariat/automata/translate.hpp"
#include "lariat/ltl/random.hpp"
#include "lariat/product/automaton_product.hpp"
#include "lariat/product/reducible_product.hpp"
#include "lariat/system/program_system.hpp"
#include "support/random_program.hpp"

namespace lariat::product {
namespace {

constexpr std::size_t most_states = 600;

// A random program with two atoms, and the automaton of a random formula over them.
struct Case {
  explicit Case(std::uint64_t seed) : program(model::RandomProgram(seed).make()) {
    for (const model::VariableId variable : {0, 1})
      atoms.push_back(program.read({.scope = model::Place::Scope::global, .variable = variable}));
    ltl::RandomSource random(seed);
    ltl::FormulaStore formulas;
    const ltl::Formula formula =
        ltl::random_formula(formulas, random, {.size = 4 + static_cast<unsigned>(seed % 6), .atoms = 2});
    automaton = *automata::translate(formulas, formula, {}).automaton;
    for (const std::string& atom : automaton.atoms) numbers.push_back(atom == "p0" ? 0 : 1);
  }

  model::Program program;
  std::vector<model::ExprId> atoms;
  automata::Automaton automaton;
  std::vector<unsigned> numbers;
};

// A product and what it needs.
class Side {
 public:
  Side(const Case& given, const ProductOptions& options)
      : system_(given.program, {}, nullptr, given.atoms),
        product_(system_, given.automaton, *automata::CubeLabels::make(given.automaton), given.numbers, options),
        space_(product_) {}

  ReducibleProduct& space() { return space_; }
  AutomatonProduct& product() { return product_; }
  // The transitions of a state; `stopped` says why there are no more.
  std::vector<Successor> post(StateId s, std::string& stopped) {
    std::vector<Successor> result;
    try {
      space_.post(s, result);
    } catch (const Stopped& reason) {
      stopped = reason.reason;
    }
    return result;
  }

 private:
  system::ProgramSystem system_;
  AutomatonProduct product_;
  ReducibleProduct space_;
};

// Goes through the states in the order of a depth-first search of some sort, and compares everything.
void compare(const Case& given, const ProductOptions& whole_options, const ProductOptions& options, std::size_t& compared) {
  Side whole(given, whole_options);
  Side graph(given, options);
  ASSERT_EQ(whole.space().initial(), graph.space().initial());
  std::vector<StateId> stack = whole.space().initial();
  std::vector<bool> seen(most_states * 50);
  while (!stack.empty() && whole.product().states() < most_states) {
    const StateId s = stack.back();
    stack.pop_back();
    if (seen[s]) continue;
    seen[s] = true;
    std::string stopped;
    std::string also_stopped;
    const std::vector<Successor> expected = whole.post(s, stopped);
    ASSERT_EQ(expected, graph.post(s, also_stopped));
    ASSERT_EQ(stopped, also_stopped);
    ASSERT_EQ(whole.product().states(), graph.product().states());
    ASSERT_EQ(whole.space().marks(s), graph.space().marks(s));
    ASSERT_TRUE(std::ranges::equal(system::State(whole.product().bytes(s).begin(), whole.product().bytes(s).end()),
                                   graph.product().bytes(s)));
    ASSERT_EQ(whole.product().property_state(s), graph.product().property_state(s));
    ASSERT_EQ(whole.product().undefined().has_value(), graph.product().undefined().has_value());
    if (!expected.empty() && stopped.empty()) {
      const std::size_t choice = s % expected.size();
      ASSERT_EQ(whole.space().describe(s, choice).actions, graph.space().describe(s, choice).actions);
    }
    ++compared;
    if (!stopped.empty()) return;
    for (const Successor& successor : expected) stack.push_back(successor.target);
  }
}

TEST(GraphProduct, IsTheProductOfWholeStates) {
  constexpr std::size_t chunk = std::size_t{1} << 20;  // bytes that the first record takes
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 120 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const Case given(seed);
    const DeadlockRuns deadlocks = seed % 2 == 0 ? DeadlockRuns::stutter : DeadlockRuns::ignore;
    const store::StoreKind store = seed % 3 == 0 ? store::StoreKind::tree : store::StoreKind::exact;
    const std::uint64_t max_states = seed % 5 == 0 ? 40 : 0;
    ProductOptions options{.deadlock_runs = deadlocks, .max_states = max_states, .store = store};
    ProductOptions whole = options;
    whole.graph_bytes = 0;
    compare(given, whole, options, compared);
    options.graph_bytes = 1;  // nothing is ever remembered
    compare(given, whole, options, compared);
    options.graph_bytes = chunk + 600;  // the graph is given up on the way
    compare(given, whole, options, compared);
  }
  EXPECT_GT(compared, 5000U);
}

}  // namespace
}  // namespace lariat::product
