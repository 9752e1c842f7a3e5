// SPDX-License-Identifier: Apache-2.0
// Reduction on the fly loses runs with automata that guess, even if their language is stutter-invariant: the state in which the
// guess would be right need not be one that the proviso expands. S. Siegel. What's wrong with on-the-fly partial order
// reduction. CAV 2019. This test has such an automaton and a run that is lost with it, and shows that the run is found if the
// automaton is stutter-closed.
#include <gtest/gtest.h>

#include "lariat/automata/stutter.hpp"
#include "lariat/automata/stutter_closed.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/product/automaton_product.hpp"
#include "lariat/reduce/reduction.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::reduce {
namespace {

// F p, by an automaton that guesses from the start whether p will come after an even or an odd number of steps: it reads !p
// alternating between its states 0 and 1, which are both initial, and p in state 0 only.
automata::Automaton guess() {
  automata::Automaton automaton;
  automaton.atoms = {"p"};
  const automata::LabelId p = automaton.labels.atom(0);
  const automata::LabelId not_p = automaton.labels.negate(p);
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.add_initial(1);
  builder.add_edge(0, 1);
  builder.add_edge(0, 2);
  builder.add_edge(1, 0);
  builder.add_edge(2, 2, 1);
  automaton.graph = std::move(builder).build();
  automaton.edge_labels = {not_p, p, not_p, automata::Labels::always};
  return automaton;
}

// One process loops, the other makes p true: they are independent.
constexpr std::string_view model =
    "process Round { state a; init a; trans a -> a {}; }\n"
    "process Once { state b, c; init b; trans b -> c {}; }\n"
    "system async;\n";

bool has_run(const automata::Automaton& automaton, reduce::Method method, const std::string& proviso) {
  auto program = dve::read_dve(model, "model.dve");
  const std::vector<model::ExprId> atoms = {*dve::read_expression(*program, "Once.c", "p")};
  system::ProgramSystem system(*program, {}, nullptr, atoms);
  product::ProductOptions options;
  options.reduction = method;
  options.observed.expressions = atoms;
  auto labels = automata::CubeLabels::make(automaton);
  product::AutomatonProduct product(system, automaton, *labels, options);
  product::ReducibleProduct space(product);
  const auto reduction = reduce::make_reduction({.proviso = *parse_proviso(proviso)});
  if (method != reduce::Method::none) space.set_reduction(reduction.get());
  AnyGeneralised any(space);
  return search::check_emptiness(any, {.algorithm = search::Algorithm::ascc})->verdict == search::Emptiness::nonempty;
}

TEST(Guessing, AnAutomatonThatGuessesLosesARunUnlessItIsClosed) {
  const automata::Automaton open = guess();
  EXPECT_EQ(automata::is_stutter_invariant(open), automata::Answer::yes);
  EXPECT_FALSE(automata::is_stutter_closed(open));
  EXPECT_TRUE(has_run(open, reduce::Method::none, "None"));
  EXPECT_FALSE(has_run(open, reduce::Method::stubborn, "CondDest")) << "if this run is found, the example shows nothing";

  const auto closed = automata::close_under_stuttering(open);
  ASSERT_TRUE(closed);
  EXPECT_TRUE(automata::is_stutter_closed(*closed));
  for (const reduce::Proviso& proviso : reduce::all_provisos()) {
    if (proviso.expands != reduce::Proviso::Expands::source && proviso.expands != reduce::Proviso::Expands::destination)
      continue;
    for (const reduce::Method method : {reduce::Method::ample, reduce::Method::stubborn, reduce::Method::closure})
      EXPECT_TRUE(has_run(*closed, method, to_string(proviso))) << to_string(proviso);
  }
}

}  // namespace
}  // namespace lariat::reduce
