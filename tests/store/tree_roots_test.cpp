// SPDX-License-Identifier: Apache-2.0
// Sets of roots, in narrow and in wide slots, against a set.
#include "store/tree_roots.hpp"

#include <gtest/gtest.h>

#include <new>
#include <random>
#include <set>
#include <tuple>

namespace lariat::store {
namespace {

std::tuple<unsigned, unsigned, unsigned, unsigned> all_of(const Root& root) {
  return {root.left, root.right, root.middle, root.shape};
}

Root random_root(const RootLayout& layout, std::mt19937_64& random) {
  return {.left = static_cast<std::uint32_t>(random() & low_bits(layout.left)),
          .right = static_cast<std::uint32_t>(random() & low_bits(layout.right)),
          .middle = static_cast<std::uint32_t>(random() & low_bits(layout.middle)),
          .shape = static_cast<std::uint32_t>(random() & low_bits(layout.shape))};
}

TEST(RootLayout, PacksAndUnpacks) {
  std::mt19937_64 random(1);
  for (const RootLayout layout :
       {RootLayout{.left = 1, .right = 1}, RootLayout{.left = 20, .right = 12, .middle = 3, .shape = 4},
        RootLayout{.left = 32, .right = 31}, RootLayout{.left = 30, .right = 1, .shape = 32}})
    for (int i = 0; i < 1000; ++i) {
      const Root root = random_root(layout, random);
      ASSERT_TRUE(layout.fits(root));
      ASSERT_LE(layout.pack(root), low_bits(layout.bits()));
      ASSERT_EQ(layout.unpack(layout.pack(root)), root);
    }
}

TEST(RootLayout, WidensWhatItHas) {
  RootLayout layout{.left = 3, .right = 5};
  layout.widen(5);
  EXPECT_EQ(layout.bits(), 13U);
  EXPECT_EQ(layout.middle, 0U);
  EXPECT_GT(layout.right, 5U);
  layout.widen(100);
  EXPECT_EQ(layout.bits(), 64U);
}

TEST(RootSet, HoldsWhatASetHolds) {
  struct Case {
    RootLayout least;
    bool is_narrow;
  };
  for (const Case& test : {Case{{.left = 1, .right = 1}, true}, Case{{.left = 12, .right = 14, .middle = 8}, true},
                           Case{{.left = 10, .right = 10, .shape = 5}, true}, Case{{.left = 25, .right = 25}, false},
                           Case{{.left = 20, .right = 17, .middle = 16, .shape = 3}, false}}) {
    EXPECT_EQ(RootSet::is_narrow(test.least, 0), test.is_narrow);
    std::atomic<bool> growth_wanted = false;
    RootSet roots(test.least, 0, true, growth_wanted);
    std::set<std::tuple<unsigned, unsigned, unsigned, unsigned>> expected;
    std::mt19937_64 random(2);
    for (int i = 0; i < 30'000; ++i) {
      const Root root = random_root(test.least, random);
      ASSERT_TRUE(roots.layout().fits(root));
      SetOutcome outcome{};
      const auto insert = [&] {
        return roots.with_numbers(
            [&](auto& set) { return set.insert(set.find(roots.layout().pack(root)), [] { return true; }); });
      };
      while (outcome = insert(), outcome == SetOutcome::full) {
        std::vector<RebuildBarrier::Job> jobs;
        roots.add_jobs(jobs, 2);
        for (const RebuildBarrier::Job& job : jobs) job();
      }
      ASSERT_EQ(outcome == SetOutcome::added, expected.insert(all_of(root)).second);
    }
    EXPECT_EQ(roots.size(), expected.size());
    std::set<std::tuple<unsigned, unsigned, unsigned, unsigned>> held;
    roots.for_each(1, [&](const Root& root) { held.insert(all_of(root)); });
    EXPECT_EQ(held, expected);
  }
}

TEST(RootSet, RefusesLayoutsThatAreTooWide) {
  std::atomic<bool> growth_wanted = false;
  EXPECT_THROW(RootSet({.left = 30, .right = 30}, 0, true, growth_wanted), std::bad_alloc);
}

}  // namespace
}  // namespace lariat::store
