// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/cvwy-gen.hpp"

#include <gtest/gtest.h>

#include "support/search_claims.hpp"

namespace lariat::search {
namespace {

using testing::expect_generalised_agreement;
using testing::expect_generalised_post_bound;
using testing::expect_states_counted;

TEST(CvwyGen, AgreesWithBruteForce) { expect_generalised_agreement<CvwyGenSearch>(); }

TEST(CvwyGen, CallsPostAtMostTwicePerStateAndSet) {
  expect_generalised_post_bound<CvwyGenSearch>([](unsigned sets) { return 2 * sets; }, 1);
}

TEST(CvwyGen, CountsTheStatesItVisits) { expect_states_counted<CvwyGenSearch, GeneralisedView>(); }

}  // namespace
}  // namespace lariat::search
