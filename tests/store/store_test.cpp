// SPDX-License-Identifier: Apache-2.0
// All stores against a map: what is stored, and how it is numbered.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "lariat/store/state_store.hpp"

namespace lariat::store {
namespace {

using State = std::vector<std::uint8_t>;

std::string text(Bytes state) { return {state.begin(), state.end()}; }

#ifdef LARIAT_SLOW_BUILD
constexpr std::size_t scale = 10;
#else
constexpr std::size_t scale = 1;
#endif

class Stores : public testing::TestWithParam<StoreKind> {
 protected:
  // Inserts random states, many of them twice, in batches, each a small change of one that is there already.
  static void compare_with_map(StateStore& store, std::size_t count, std::size_t least, std::size_t most, unsigned values,
                               unsigned seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::map<std::string, StateId> map;
    StateStore::Cursor cursor = store.cursor(0);
    std::vector<State> batch(1, State(least, 0));
    while (map.size() < count / 2 && count-- > 0) {
      std::vector<Bytes> views(batch.begin(), batch.end());
      std::vector<Stored> stored(batch.size());
      ASSERT_EQ(cursor.insert(views, stored), batch.size());
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto [place, is_new] = map.emplace(text(batch[i]), static_cast<StateId>(map.size()));
        ASSERT_EQ(stored[i].is_new, is_new);
        ASSERT_EQ(stored[i].id, place->second);
      }
      const Bytes source = cursor.load(static_cast<StateId>(random() % map.size()));
      batch.assign(random() % 4, State(source.begin(), source.end()));
      for (State& state : batch) {
        state.resize(least + random() % (most - least + 1));
        if (state.empty()) continue;
        for (std::size_t change = random() % 3; change > 0; --change)
          state[random() % state.size()] = static_cast<std::uint8_t>(random() % values);
      }
    }
    ASSERT_EQ(store.size(), map.size());
    for (const auto& [state, id] : map) {
      ASSERT_EQ(text(cursor.load(id)), state);
      State end(std::min<std::size_t>(state.size(), 1 + id % 5));
      cursor.load_end(id, end);
      ASSERT_EQ(text(end), state.substr(state.size() - end.size()));
    }
  }
};

TEST_P(Stores, KeepStatesOfOneLength) {
  unsigned seed = 1;
  for (const std::size_t length : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 65, 200}) {
    SCOPED_TRACE(length);
    StateStore store(GetParam(), length, 0, 1);
    compare_with_map(store, 20'000 / scale, length, length, 256, ++seed);
  }
}

TEST_P(Stores, KeepStatesOfVaryingLength) {
  StateStore store(GetParam(), 0, 0, 1);
  compare_with_map(store, 200'000 / scale, 0, 300, 4, 2);
}

TEST_P(Stores, Grow) {
  StateStore store(GetParam(), 24, 0, 1);
  compare_with_map(store, 1'000'000 / scale, 24, 24, 8, 3);
}

TEST_P(Stores, KeepLongStates) {
  StateStore store(GetParam(), 0, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  State state(100'000, 7);
  for (std::size_t i = 0; i < 100; ++i) {
    state[i * 997] = static_cast<std::uint8_t>(i + 100);
    const Bytes view = state;
    Stored stored;
    cursor.insert({&view, 1}, {&stored, 1});
    EXPECT_TRUE(stored.is_new);
    EXPECT_EQ(stored.id, i);
    cursor.insert({&view, 1}, {&stored, 1});
    EXPECT_FALSE(stored.is_new);
    EXPECT_EQ(text(cursor.load(stored.id)), text(state));
  }
}

TEST_P(Stores, IgnoreWhatIsHidden) {
  for (const std::size_t length : {std::size_t{3}, std::size_t{0}}) {
    StateStore store(GetParam(), length, 1, 1);
    StateStore::Cursor cursor = store.cursor(0);
    const std::vector<State> states = {{1, 2, 3}, {9, 2, 3}, {1, 2, 4}};
    const std::vector<Bytes> views(states.begin(), states.end());
    std::vector<Stored> stored(3);
    cursor.insert(views, stored);
    EXPECT_TRUE(stored[0].is_new);
    EXPECT_FALSE(stored[1].is_new);
    EXPECT_EQ(stored[1].id, stored[0].id);
    EXPECT_TRUE(stored[2].is_new);
    EXPECT_EQ(text(cursor.load(0)), text(states[0]));
    EXPECT_EQ(text(cursor.load(1)), text(states[2]));
  }
}

TEST_P(Stores, RefuseAnotherLength) {
  StateStore store(GetParam(), 3, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  const State state = {1, 2};
  const Bytes view = state;
  Stored stored;
  EXPECT_THROW(cursor.insert({&view, 1}, {&stored, 1}), std::invalid_argument);
}

TEST_P(Stores, StopBehindTheLimit) {
  StateStore store(GetParam(), 1, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  std::vector<State> states;
  for (unsigned i = 0; i < 100; ++i) states.push_back({static_cast<std::uint8_t>(i / 2)});
  const std::vector<Bytes> views(states.begin(), states.end());
  std::vector<Stored> stored(states.size());
  EXPECT_EQ(cursor.insert(views, stored, 10), 21U);
  EXPECT_EQ(store.size(), 11U);
}

TEST_P(Stores, SayWhichNumbersAreFresh) {
  StateStore store(GetParam(), 2, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned i = 0; i < 100; ++i) {
      const State state = {static_cast<std::uint8_t>(round), static_cast<std::uint8_t>(i)};
      const Bytes view = state;
      Stored stored;
      cursor.insert({&view, 1}, {&stored, 1});
    }
    const std::vector<IdRange> fresh = cursor.take_fresh();
    ASSERT_EQ(fresh.size(), 1U);
    EXPECT_EQ(fresh[0].begin, round * 100);
    EXPECT_EQ(fresh[0].end, (round + 1) * 100);
  }
}

// Several threads insert overlapping sets of states: everybody must be told the same number of a state, and exactly one that it
// is new.
TEST_P(Stores, ServeSeveralThreads) {
  for (const std::size_t length : {std::size_t{20}, std::size_t{0}}) {
    SCOPED_TRACE(length);
    constexpr unsigned threads = 4;
    const std::size_t count = 150'000 / scale;
    StateStore store(GetParam(), length, 0, threads);
    const auto state_of = [&](std::size_t i) {
      std::minstd_rand random(static_cast<unsigned>(i / 2 + 1));
      State state(length != 0 ? length : 12 + i % 30, 0);
      for (std::size_t k = 0; k < 8; ++k) state[k * state.size() / 8] = static_cast<std::uint8_t>(random());
      return state;
    };
    std::vector<std::vector<Stored>> stored(threads, std::vector<Stored>(count));
    std::vector<std::vector<IdRange>> fresh(threads);
    {
      std::vector<std::thread> workers;
      for (unsigned thread = 0; thread < threads; ++thread)
        workers.emplace_back([&, thread] {
          StateStore::Cursor cursor = store.cursor(thread);
          for (std::size_t i = 0; i < count; i += 3) {
            std::vector<State> states;
            for (std::size_t k = i; k < std::min(i + 3, count); ++k) states.push_back(state_of(k));
            const std::vector<Bytes> views(states.begin(), states.end());
            cursor.insert(views, std::span(stored[thread]).subspan(i, views.size()));
            if (i % 32 == 0) cursor.load(stored[thread][i / 2].id);
          }
          fresh[thread] = cursor.take_fresh();
        });
      for (std::thread& worker : workers) worker.join();
    }
    std::map<std::string, StateId> map;
    std::set<StateId> numbers;
    StateStore::Cursor cursor = store.cursor(0);
    for (std::size_t i = 0; i < count; ++i) {
      const State state = state_of(i);
      const bool is_first = map.emplace(text(state), stored[0][i].id).second;
      unsigned news = 0;
      for (unsigned thread = 0; thread < threads; ++thread) {
        ASSERT_EQ(stored[thread][i].id, map.at(text(state)));
        news += stored[thread][i].is_new ? 1 : 0;
      }
      if (is_first) {
        ASSERT_EQ(news, 1U);
      }
      ASSERT_EQ(text(cursor.load(stored[0][i].id)), text(state));
      numbers.insert(stored[0][i].id);
    }
    EXPECT_EQ(store.size(), map.size());
    EXPECT_EQ(numbers.size(), map.size());
    std::size_t total = 0;
    for (const auto& ranges : fresh)
      for (const IdRange& range : ranges) {
        total += range.size();
        for (StateId id = range.begin; id < range.end; ++id) ASSERT_TRUE(numbers.contains(id));
      }
    EXPECT_EQ(total, map.size());
  }
}

INSTANTIATE_TEST_SUITE_P(All, Stores, testing::Values(StoreKind::exact, StoreKind::tree),
                         [](const auto& info) { return std::string(to_string(info.param)); });

// Two halves that vary independently, as in most models: the pairs and their index are all that counts.
TEST(TreeStore, TakesLittleMemory) {
  StateStore store(StoreKind::tree, 32, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  State state(32, 0);
  for (unsigned i = 0; i < 1000; ++i)
    for (unsigned k = 0; k < 1000; ++k) {
      state[3] = static_cast<std::uint8_t>(i);
      state[4] = static_cast<std::uint8_t>(i >> 8);
      state[20] = static_cast<std::uint8_t>(k);
      state[29] = static_cast<std::uint8_t>(k >> 8);
      const Bytes view = state;
      Stored stored;
      cursor.insert({&view, 1}, {&stored, 1});
    }
  EXPECT_EQ(store.size(), 1'000'000U);
  EXPECT_LE(store.bytes(), 11U * store.size());
}

// Twelve processes, and an array with an element for each that says the same: halves that lie side by side vary as the whole
// does.
TEST(TreeStore, CutsStatesWhereItSaves) {
  constexpr unsigned processes = 12;
  const unsigned count = 531'441 / (scale == 1 ? 1 : 27);  // 3 ^ 12, 3 ^ 9
  StateStore store(StoreKind::tree, 2 * processes, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  const auto state_of = [&](unsigned i) {
    State state(std::size_t{2} * processes);
    for (unsigned k = 0; k < processes; ++k, i /= 3) {
      state[k] = static_cast<std::uint8_t>(i % 3 + 7);
      state[processes + k] = static_cast<std::uint8_t>(i % 3);
    }
    return state;
  };
  for (unsigned i = 0; i < count; ++i) {
    const State state = state_of(i * 7919U % count);
    const Bytes view = state;
    Stored stored;
    cursor.insert({&view, 1}, {&stored, 1});
    ASSERT_EQ(stored.id, i);
  }
  for (unsigned i = 0; i < count; ++i) ASSERT_EQ(text(cursor.load(i)), text(state_of(i * 7919U % count)));
  if (scale == 1) {
    EXPECT_LE(store.bytes(), 11U * store.size());
  }
}

}  // namespace
}  // namespace lariat::store
