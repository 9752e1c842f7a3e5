// SPDX-License-Identifier: Apache-2.0
// Threads that insert the same things at the same time: each is added once. With a tag of 0, which free slots have as well.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "store/index.hpp"

namespace lariat::store {
namespace {

TEST(IndexRace, EachThingIsAddedOnce) {
#ifdef LARIAT_SLOW_BUILD
  constexpr int rounds = 300;
#else
  constexpr int rounds = 3000;
#endif
  constexpr unsigned threads = 2;
  constexpr std::size_t things = 256;
  for (int round = 0; round < rounds; ++round) {
    std::mt19937_64 random(static_cast<std::uint64_t>(round));
    std::vector<std::uint64_t> hashes(things);
    for (std::uint64_t& hash : hashes) hash = random() << 32;
    std::atomic<bool> alarm = false;
    store::Index index(4, 4, false, alarm);
    std::vector<std::uint64_t> contents(things * threads + 1);  // by number: the hash of the thing
    std::atomic<std::uint32_t> next = 0;
    std::atomic<std::size_t> added = 0;
    std::atomic<unsigned> ready = 0;
    const auto work = [&] {
      ++ready;
      while (ready < threads) {
      }
      StateId spare = no_state;
      for (const std::uint64_t hash : hashes) {
        const store::Index::Insertion insertion = index.insert(
            hash, [&](StateId id) { return contents[id] == hash; },
            [&] {
              if (spare == no_state) spare = next++;
              contents[spare] = hash;
              return spare;
            });
        if (insertion.outcome != store::Index::Outcome::added) continue;
        ++added;
        spare = no_state;
      }
    };
    std::thread other(work);
    work();
    other.join();
    ASSERT_LE(added, things) << "round " << round;
  }
}

}  // namespace
}  // namespace lariat::store
