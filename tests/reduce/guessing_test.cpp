// SPDX-License-Identifier: Apache-2.0
// Reduction on the fly goes wrong with automata that guess, although their languages do not mind stuttering: the state in which
// a guess turns out to be wrong need not be the one that the proviso expands. S. Siegel. What's wrong with on-the-fly partial
// order reduction. CAV 2019. Here are such automata, runs that are lost with them, and that none is lost once they are closed.
#include <gtest/gtest.h>

#include "lariat/automata/stutter_closed.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/reduce/reduction.hpp"
#include "reduce/random_programs.hpp"

namespace lariat::reduce {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t programs = 200;
#else
constexpr std::uint64_t programs = 1500;
#endif

// The same language, but a run has to guess from the start at which steps, the even or the odd ones, it will be accepting again
// and again: two copies of each state, of which each step leads to the other, and marks in one of them only.
Automaton guessing(const Automaton& automaton) {
  const auto copies = static_cast<StateId>(automaton.graph.states());
  GraphBuilder builder(automaton.graph.sets());
  Automaton result;
  result.atoms = automaton.atoms;
  result.labels = automaton.labels;
  builder.ensure_states(2 * automaton.graph.states());
  for (const StateId s : automaton.graph.initial())
    for (const StateId copy : {s, s + copies}) builder.add_initial(copy);
  std::vector<LabelId> labels;
  for (const StateId copy : {StateId{0}, copies})
    for (StateId s = 0; s < copies; ++s)
      for (std::uint32_t edge = automaton.graph.first_edge(s); edge < automaton.graph.first_edge(s + 1); ++edge) {
        const Marks marks = automaton.graph.edge_marks(edge) | automaton.graph.state_marks(s);
        builder.add_edge(s + copy, automaton.graph.edge_target(edge) + (copies - copy), copy == 0 ? marks : 0);
        labels.push_back(automaton.edge_labels[edge]);
      }
  std::vector<std::uint32_t> order;
  result.graph = std::move(builder).build(&order);
  for (const std::uint32_t edge : order) result.edge_labels.push_back(labels[edge]);
  return result;
}

bool is_empty(const model::Program& program, const Automaton& automaton, const std::vector<model::ExprId>& atoms,
              Method method) {
  model::Interpreter interpreter(program);
  check::ProductOptions options;
  options.reduction = method;
  options.observed.expressions = atoms;
  auto labels = CubeLabels::make(automaton);
  check::AutomatonProduct product(interpreter, automaton, *labels, atoms, options);
  const auto reduction = make_reduction({.proviso = *parse_proviso("CondDest")});
  if (method != Method::none) product.set_reduction(reduction.get());
  return check::check_emptiness(product, {.algorithm = Algorithm::ascc})->verdict == Emptiness::empty;
}

TEST(Guessing, AutomataLoseRunsUnlessTheyAreClosed) {
  std::size_t lost = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    RandomText random(seed);
    const std::string text = random.dve();
    auto program = dve::read_dve(text, "random.dve");
    ASSERT_TRUE(program);
    FormulaStore formulas;
    const auto parsed = parse_formula(formulas, random.formula(2), {});
    ASSERT_TRUE(parsed);
    const Translation translation = translate(formulas, parsed->formula, {.type = AutomatonType::tgba});
    ASSERT_TRUE(translation);
    if (translation.automaton->graph.sets() > 1) continue;
    const Automaton guess = guessing(*translation.automaton);
    std::vector<model::ExprId> atoms;
    for (const std::string& atom : guess.atoms)
      atoms.push_back(*dve::read_expression(*program, random.atoms()[atom == "p" ? 0 : 1], "atom"));
    const bool full = is_empty(*program, guess, atoms, Method::none);
    ASSERT_EQ(is_empty(*program, *translation.automaton, atoms, Method::none), full) << "the same language";
    const bool open = is_empty(*program, guess, atoms, Method::stubborn);
    EXPECT_TRUE(open || !full) << "a reduction adds no runs";
    lost += open != full ? 1 : 0;
    const auto closed = close_under_stuttering(guess);
    ASSERT_TRUE(closed);
    ASSERT_EQ(is_empty(*program, *closed, atoms, Method::stubborn), full) << "seed " << seed << "\n" << text;
  }
  RecordProperty("lost", static_cast<int>(lost));
  EXPECT_GT(lost, 0U) << "nothing to be afraid of?";
}

}  // namespace
}  // namespace lariat::reduce
