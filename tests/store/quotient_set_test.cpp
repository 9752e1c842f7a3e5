// SPDX-License-Identifier: Apache-2.0
// The quotiented set against a std::set, and by several threads.
#include "store/quotient_set.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace lariat::store {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::size_t scale = 10;
#else
constexpr std::size_t scale = 1;
#endif

template <class T>
class QuotientSets : public testing::Test {};
using Words = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(QuotientSets, Words);

TYPED_TEST(QuotientSets, ScrambleIsABijection) {
  for (const unsigned bits : {10U, 11U, 24U, 37U, 56U}) {
    const Scrambler scrambler(bits);
    std::mt19937_64 random(bits);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t x = random() & low_bits(bits);
      ASSERT_EQ(scrambler.restore(scrambler.scramble(x)), x) << bits << " bits";
      ASSERT_LE(scrambler.scramble(x), low_bits(bits));
    }
  }
}

// Numbers in a row, multiples, random ones: as many as there are, until most of those of few bits are in.
TYPED_TEST(QuotientSets, HoldsWhatASetHolds) {
  using Set = QuotientSet<TypeParam>;
  for (const unsigned bits : {12U, 16U, 19U, 24U, 33U, 36U})
    for (const std::uint64_t stride : {0U, 1U, 4096U}) {
      SCOPED_TRACE(bits);
      SCOPED_TRACE(stride);
      std::atomic<bool> growth_wanted = false;
      ASSERT_TRUE(Set::fits(bits, 0));
      Set set(bits, 0, true, growth_wanted);
      std::set<std::uint64_t> expected;
      std::mt19937_64 random(bits + stride);
      const std::size_t count = std::min<std::uint64_t>(60'000 / scale, 2 * low_bits(bits));
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t number = (stride == 0 ? random() : i * stride) & low_bits(bits);
        SetOutcome outcome{};
        while (outcome = set.insert(set.find(number), [] { return true; }), outcome == SetOutcome::full)
          for (const unsigned shard : set.crowded(1)) set.grow(shard);
        ASSERT_EQ(outcome == SetOutcome::added, expected.insert(number).second) << "number " << i;
        if (growth_wanted.exchange(false))
          for (const unsigned shard : set.crowded(1)) set.grow(shard);
      }
      EXPECT_EQ(set.size(), expected.size());
      std::set<std::uint64_t> held;
      set.for_each(1, [&](std::uint64_t number) { held.insert(number); });
      EXPECT_EQ(held, expected);
      std::size_t some = 0;
      set.for_each(7, [&](std::uint64_t) { ++some; });
      EXPECT_EQ(some, (expected.size() + 6) / 7);
    }
}

TYPED_TEST(QuotientSets, AddsNothingThatIsRefused) {
  using Set = QuotientSet<TypeParam>;
  std::atomic<bool> growth_wanted = false;
  Set set(20, 1000, true, growth_wanted);
  EXPECT_EQ(set.insert(set.find(5), [] { return false; }), SetOutcome::full);
  EXPECT_EQ(set.size(), 0U);
  EXPECT_EQ(set.insert(set.find(5), [] { return true; }), SetOutcome::added);
  EXPECT_EQ(set.insert(set.find(5), [] { return false; }), SetOutcome::found);
}

TEST(QuotientSet, SaysWhichWidthsFit) {
  EXPECT_TRUE(QuotientSet<std::uint32_t>::fits(38, 0));
  EXPECT_FALSE(QuotientSet<std::uint32_t>::fits(50, 0));
  EXPECT_TRUE(QuotientSet<std::uint32_t>::fits(44, 10'000'000));
  EXPECT_TRUE(QuotientSet<std::uint64_t>::fits(56, 0));
  EXPECT_FALSE(QuotientSet<std::uint64_t>::fits(57, 0));
}

// Full tables take little more than a slot for a number.
TEST(QuotientSet, TakesLittleMemory) {
  std::atomic<bool> growth_wanted = false;
  QuotientSet<std::uint32_t> set(36, 0, true, growth_wanted);
  for (std::uint64_t i = 0; i < 1'000'000 / scale; ++i) {
    set.insert(set.find(i * 1001), [] { return true; });
    if (growth_wanted.exchange(false))
      for (const unsigned shard : set.crowded(1)) set.grow(shard);
    if (i > 200'000 && i % 1000 == 0) {
      ASSERT_LE(static_cast<double>(set.bytes()), 5.5 * static_cast<double>(i)) << i;
    }
  }
}

// Threads that insert the same numbers at the same time: each is added once.
TEST(QuotientSet, EachNumberIsAddedOnce) {
  constexpr int rounds = 300 / scale;
  constexpr std::size_t numbers = 2048;
  for (int round = 0; round < rounds; ++round) {
    std::atomic<bool> growth_wanted = false;
    QuotientSet<std::uint32_t> set(30, 0, false, growth_wanted);
    std::atomic<std::size_t> added = 0;
    std::atomic<unsigned> ready = 0;
    const auto work = [&] {
      ++ready;
      while (ready < 2) {
      }
      for (std::size_t i = 0; i < numbers; ++i)
        if (set.insert(set.find(i * 7919 + static_cast<std::size_t>(round)), [] { return true; }) == SetOutcome::added) ++added;
    };
    std::thread other(work);
    work();
    other.join();
    ASSERT_EQ(added, numbers) << "round " << round;
    ASSERT_EQ(set.size(), numbers) << "round " << round;
  }
}

}  // namespace
}  // namespace lariat::store
