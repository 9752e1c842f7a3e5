// SPDX-License-Identifier: Apache-2.0
// Reduction and nested searches: the published example of a missed cycle, and which searches refuse a reduction.
#include "lariat/reduce/reduction.hpp"

#include <gtest/gtest.h>

#include <array>

#include "lariat/search/check.hpp"
#include "lariat/search/min-dfs.hpp"
#include "lariat/search/nonprogress.hpp"
#include "reduced_system.hpp"
#include "support/reducible_searches.hpp"

namespace lariat::reduce {
namespace {

using testing::ReducedSystem;
using testing::ReducedView;
using testing::reducible_searches;

// G. Holzmann, D. Peled, M. Yannakakis, SPIN 1996, Fig. 3. The successors of s1 are s2 and s3; s4 is left out, although it is
// one. A second search that chose successors by its own stack would find s3 there, take s4, and miss the cycle through s2.
ReducedSystem figure3() {
  GraphBuilder builder(1);
  builder.add_initial(0);
  builder.mark_state(1, 1);
  builder.add_edge(0, 1);  // e1: s1 -> s2, which is accepting
  builder.add_edge(0, 2);  // e4: s1 -> s3
  builder.add_edge(0, 3);  // e5: s1 -> s4
  builder.add_edge(1, 2);  // e2
  builder.add_edge(2, 0);  // e3
  builder.add_edge(3, 3);
  return {std::move(builder).build(), {{0b011, 0b100}, {1}, {1}, {1}}};
}

template <class Test>
void for_all(Test test) {
  for (const reduce::Proviso& proviso : reduce::all_provisos())
    for (const auto& row : reduce::nested_pors) {
      const reduce::NestedPor nested = row.value;
      const reduce::ReductionOptions options{proviso, nested};
      if (proviso.expands == reduce::Proviso::Expands::nothing || proviso.expands == reduce::Proviso::Expands::terminal ||
          proviso.expands == reduce::Proviso::Expands::rank || nested == reduce::NestedPor::naive || find_refusal(options))
        continue;
      for (const search::Algorithm algorithm : reducible_searches()) {
        SCOPED_TRACE(to_string(proviso) + ", " + std::string(to_string(nested)) + ", " + std::string(info(algorithm).name));
        test(options, algorithm);
      }
    }
}

TEST(NestedSearch, FindsTheCycleOfFigure3) {
  const ReducedSystem system = figure3();
  unsigned refused = 0;
  for_all([&](const reduce::ReductionOptions& options, search::Algorithm algorithm) {
    const auto reduction = reduce::make_reduction(options);
    ReducedView<BuchiView> space(system, reduction.get());
    const Result<search::CheckResult> result = search::check_emptiness(space, {.algorithm = algorithm});
    if (!result) {
      EXPECT_TRUE(options.proviso.needs_components() && kind(algorithm) == SearchKind::nested);
      ++refused;
      return;
    }
    EXPECT_EQ(result->verdict, search::Emptiness::nonempty);
    if (reduction) {
      EXPECT_GT(result->statistics.partial, 0U);
    }
  });
  EXPECT_GT(refused, 0U);
}

TEST(Searches, ThatDoNotGoWithAReductionRefuse) {
  const ReducedSystem system = figure3();
  const auto reduction = reduce::make_reduction({*parse_proviso("CondDest")});
  ReducedView<BuchiView> space(system, reduction.get());
  for (const search::Algorithm algorithm : {search::Algorithm::cvwy, search::Algorithm::cvwy_gen})
    EXPECT_FALSE(search::check_emptiness(space, {.algorithm = algorithm}));
  search::Statistics statistics;
  EXPECT_THROW(search::NonprogressSearch(space, statistics), std::invalid_argument);
  EXPECT_THROW(search::CvwySearch(space, statistics), std::invalid_argument);
  const search::MinimizeOptions options;
  search::BestLasso best(options);
  EXPECT_THROW(search::MinDfsSearch(space, statistics, best), std::invalid_argument);
  // Without a reduction they do not.
  ReducedView<BuchiView> whole(system, nullptr);
  EXPECT_TRUE(search::check_emptiness(whole, {.algorithm = search::Algorithm::cvwy}));
}

// A reducible space without a reduction is searched in full.
TEST(Searches, WithoutAReductionSeeEverything) {
  const ReducedSystem system = figure3();
  ReducedView<BuchiView> reducible(system, nullptr);
  BuchiView plain(system.graph);
  for (const search::Algorithm algorithm : reducible_searches()) {
    const Result<search::CheckResult> a = search::check_emptiness(reducible, {.algorithm = algorithm});
    const Result<search::CheckResult> b = search::check_emptiness(plain, {.algorithm = algorithm});
    EXPECT_EQ(a->lasso, b->lasso);
    EXPECT_EQ(a->statistics.transitions, b->statistics.transitions);
    EXPECT_EQ(a->statistics.partial, 0U);
  }
}

}  // namespace
}  // namespace lariat::reduce
