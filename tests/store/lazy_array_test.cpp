// SPDX-License-Identifier: Apache-2.0
// Arrays and tables that reserve few addresses at first, as they do where addresses are limited.
#include "store/lazy_array.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <vector>

#include "lariat/base/memory.hpp"
#include "lariat/store/state_store.hpp"
#include "store/intern_table.hpp"

namespace lariat::store {
namespace {

constexpr std::size_t little = std::size_t{1} << 16;

TEST(LazyArray, KeepsItsContentsWhenItGrows) {
  LazyArray<std::uint32_t> array(1'000'000, little);
  ASSERT_EQ(array.room(), little / 4);
  std::size_t written = 0;
  do {
    for (; written < array.room(); ++written) array[written] = static_cast<std::uint32_t>(written * 3);
    for (std::size_t i = 0; i < written; ++i) ASSERT_EQ(array[i], i * 3);
  } while (array.grow());
  EXPECT_GE(array.room(), 1'000'000U - 1024) << "it can have all that it asked for";
  EXPECT_LE(array.room(), 1'000'000U);
}

struct Number {
  std::uint64_t value = 0;
  std::uint64_t hash() const { return value * 0x9E3779B97F4A7C15U; }
  friend bool operator==(const Number&, const Number&) = default;
};

TEST(InternTable, GrowsBeyondWhatItReserved) {
  std::atomic<bool> growth_wanted = false;
  InternTable<Number> table(1, growth_wanted, little);
  const auto intern = [&](std::uint64_t value) {
    for (;;) {
      if (const StateId id = table.intern({value}, 0); id != no_state) return id;
      std::vector<RebuildBarrier::Job> jobs;
      table.add_jobs(jobs);
      for (const auto& job : jobs) job();
    }
  };
  constexpr std::uint64_t count = 100'000;  // some ten times what fits at first
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(intern(i), i);
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(intern(i), i);
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(table[static_cast<StateId>(i)].value, i);
}

// Runs the test in another process, which may map so many bytes more; what it returns is its exit code.
template <class Test>
int with_addresses(std::size_t bytes, const Test& test) {
  const pid_t process = fork();
  if (process == 0) {
    rlimit limit{};
    getrlimit(RLIMIT_AS, &limit);
    rlimit huge = limit;
    huge.rlim_cur = huge.rlim_max == RLIM_INFINITY ? std::size_t{1} << 46 : huge.rlim_max;
    setrlimit(RLIMIT_AS, &huge);
    const std::size_t used = huge.rlim_cur - addressable_bytes();
    limit.rlim_cur = used + bytes;
    setrlimit(RLIMIT_AS, &limit);
    _exit(test());
  }
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they map more than any limit

TEST(Limits, AreSeen) {
  constexpr std::size_t some = std::size_t{100} << 20;
  EXPECT_EQ(with_addresses(some, [] { return addressable_bytes() <= some && addressable_bytes() > some / 2 ? 0 : 1; }), 0);
  EXPECT_GT(usable_bytes(), std::size_t{1} << 26);
}

// Fills a store until memory runs out, and then reads all that is in it, tries again, and destroys it.
int fill(StoreKind kind, std::size_t length, unsigned threads) {
  StateStore store(kind, length, 0, threads);
  StateStore::Cursor cursor = store.cursor(0);
  std::vector<std::uint8_t> state(length == 0 ? 24 : length);
  std::uint64_t stored = 0;
  const auto write = [&](std::uint64_t number) {
    for (std::uint8_t& byte : state) {
      number = number * 6364136223846793005U + 1442695040888963407U;
      byte = static_cast<std::uint8_t>(number >> 56);
    }
  };
  const auto insert = [&](std::uint64_t number) {
    write(number);
    const Bytes view = state;
    Stored result;
    cursor.insert({&view, 1}, {&result, 1});
    return result;
  };
  for (int attempt = 0; attempt < 3; ++attempt) {
    try {
      for (; attempt == 0; ++stored)
        if (insert(stored).id != stored) return 1;
      insert(stored + 1);
    } catch (const std::bad_alloc&) {
    }
    for (std::uint64_t i = 0; i < stored; i += 1 + stored / 1000) {
      write(i);
      const Bytes found = cursor.load(static_cast<StateId>(i));
      if (!std::equal(found.begin(), found.end(), state.begin(), state.end())) return 2;
    }
  }
  return stored < 1000 ? 3 : 0;
}

TEST(Limits, LeaveAStoreThatCanBeReadAndDestroyed) {
  for (const StoreKind kind : {StoreKind::exact, StoreKind::tree})
    for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{60}})
      for (const std::size_t megabytes : {4, 20, 50})
        for (const unsigned threads : {1, 2})
          EXPECT_EQ(with_addresses(megabytes << 20, [&] { return fill(kind, length, threads); }), 0)
              << to_string(kind) << ", " << length << " bytes, " << megabytes << " MB, " << threads << " threads";
}

#endif

}  // namespace
}  // namespace lariat::store
