// SPDX-License-Identifier: Apache-2.0
// All stores against a map: what is stored, and how it is numbered.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
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

struct Choice {
  StoreKind kind;
  Numbering numbering;
};

class Stores : public testing::TestWithParam<Choice> {
 protected:
  static StateStore make(std::size_t length, std::size_t ignored, unsigned threads) {
    return {GetParam().kind, length, ignored, threads, GetParam().numbering};
  }
  // What a store may say of a state that it knows.
  static bool is_right(const Stored& stored, StateId id) {
    return stored.id == id || (GetParam().numbering == Numbering::fresh && !stored.is_new && stored.id == no_state);
  }

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
        ASSERT_TRUE(is_right(stored[i], place->second)) << stored[i].id << " instead of " << place->second;
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
    StateStore store = make(length, 0, 1);
    compare_with_map(store, 20'000 / scale, length, length, 256, ++seed);
  }
}

TEST_P(Stores, KeepStatesOfVaryingLength) {
  StateStore store = make(0, 0, 1);
  compare_with_map(store, 200'000 / scale, 0, 300, 4, 2);
}

TEST_P(Stores, Grow) {
  StateStore store = make(24, 0, 1);
  compare_with_map(store, 1'000'000 / scale, 24, 24, 8, 3);
}

TEST_P(Stores, KeepLongStates) {
  StateStore store = make(0, 0, 1);
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
    EXPECT_TRUE(is_right(stored, static_cast<StateId>(i)));
    EXPECT_EQ(text(cursor.load(static_cast<StateId>(i))), text(state));
  }
}

TEST_P(Stores, IgnoreWhatIsHidden) {
  for (const std::size_t length : {std::size_t{3}, std::size_t{0}}) {
    StateStore store = make(length, 1, 1);
    StateStore::Cursor cursor = store.cursor(0);
    const std::vector<State> states = {{1, 2, 3}, {9, 2, 3}, {1, 2, 4}};
    const std::vector<Bytes> views(states.begin(), states.end());
    std::vector<Stored> stored(3);
    cursor.insert(views, stored);
    EXPECT_TRUE(stored[0].is_new);
    EXPECT_FALSE(stored[1].is_new);
    EXPECT_TRUE(is_right(stored[1], stored[0].id));
    EXPECT_TRUE(stored[2].is_new);
    EXPECT_EQ(text(cursor.load(0)), text(states[0]));
    EXPECT_EQ(text(cursor.load(1)), text(states[2]));
  }
}

TEST_P(Stores, RefuseAnotherLength) {
  StateStore store = make(3, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  const State state = {1, 2};
  const Bytes view = state;
  Stored stored;
  EXPECT_THROW(cursor.insert({&view, 1}, {&stored, 1}), std::invalid_argument);
}

TEST_P(Stores, StopBehindTheLimit) {
  StateStore store = make(1, 0, 1);
  StateStore::Cursor cursor = store.cursor(0);
  std::vector<State> states;
  for (unsigned i = 0; i < 100; ++i) states.push_back({static_cast<std::uint8_t>(i / 2)});
  const std::vector<Bytes> views(states.begin(), states.end());
  std::vector<Stored> stored(states.size());
  EXPECT_EQ(cursor.insert(views, stored, 10), 21U);
  EXPECT_EQ(store.size(), 11U);
}

TEST_P(Stores, SayWhichNumbersAreFresh) {
  StateStore store = make(2, 0, 1);
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
    StateStore store = make(length, 0, threads);
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
            if (const StateId id = stored[thread][i / 2].id; i % 32 == 0 && id != no_state) cursor.load(id);
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
      const bool is_first = !map.contains(text(state));
      unsigned news = 0;
      for (unsigned thread = 0; thread < threads; ++thread)
        if (stored[thread][i].is_new) {
          ++news;
          map.emplace(text(state), stored[thread][i].id);
        }
      ASSERT_EQ(news, is_first ? 1U : 0U);
      const StateId id = map.at(text(state));
      for (unsigned thread = 0; thread < threads; ++thread) ASSERT_TRUE(is_right(stored[thread][i], id));
      ASSERT_EQ(text(cursor.load(id)), text(state));
      numbers.insert(id);
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

// A walk level by level that keeps only the states of the last level, loads them in groups, and stores the successors of a
// group together: each state is met once, and is what it was.
TEST_P(Stores, KeepOnlyALevel) {
  for (const std::size_t length : {std::size_t{23}, std::size_t{0}})
    for (const std::size_t hidden : {0, 1}) {
      SCOPED_TRACE(length);
      SCOPED_TRACE(hidden);
      StateStore store = make(length, hidden, 1);
      StateStore::Cursor cursor = store.cursor(0);
      std::set<std::string> met;                 // without hidden bytes
      std::map<StateId, std::string> last = {};  // states of the last level
      const auto add = [&](const std::vector<State>& states, std::span<const std::uint32_t> ends) {
        const std::vector<Bytes> views(states.begin(), states.end());
        std::vector<Stored> stored(views.size());
        ASSERT_EQ(cursor.insert(views, stored, 0, ends), views.size());
        for (std::size_t i = 0; i < stored.size(); ++i) {
          ASSERT_EQ(stored[i].is_new, met.insert(text(states[i]).substr(hidden)).second);
          if (stored[i].is_new) last.emplace(stored[i].id, text(states[i]));
        }
      };
      add({State(hidden + 22 + (length == 0 ? 0 : 1 - hidden), 0)}, {});
      std::mt19937 random(static_cast<unsigned>(length + hidden));
      for (int level = 0; level < 30 && met.size() < 120'000 / scale; ++level) {
        const std::vector<IdRange> fresh = cursor.take_fresh();
        const std::map<StateId, std::string> before = std::exchange(last, {});
        store.begin_level(fresh, true);
        std::size_t count = 0;
        for (const IdRange& range : fresh)
          for (StateId s = range.begin; s < range.end; s += 16) {
            const IdRange group{.begin = s, .end = std::min(s + 16, range.end)};
            std::vector<Bytes> sources;
            cursor.load_group(group, sources);
            ASSERT_EQ(sources.size(), group.size());
            std::vector<State> successors;
            std::vector<std::uint32_t> ends;
            for (std::size_t i = 0; i < sources.size(); ++i, ++count) {
              ASSERT_EQ(text(sources[i]), before.at(s + static_cast<StateId>(i)));
              for (unsigned k = random() % 5; k > 0; --k) {
                State next(sources[i].begin(), sources[i].end());
                const std::size_t place = hidden + random() % 11 * 2;
                next[place] = static_cast<std::uint8_t>((next[place] + 1) % 3);
                if (hidden != 0) next[0] = static_cast<std::uint8_t>(random());
                if (length == 0 && random() % 8 == 0) next.push_back(1);
                successors.push_back(next);
              }
              ends.push_back(static_cast<std::uint32_t>(successors.size()));
            }
            add(successors, ends);
          }
        ASSERT_EQ(count, before.size());
      }
      EXPECT_EQ(store.size(), met.size());
    }
}

INSTANTIATE_TEST_SUITE_P(All, Stores,
                         testing::Values(Choice{StoreKind::exact, Numbering::all}, Choice{StoreKind::tree, Numbering::all},
                                         Choice{StoreKind::tree, Numbering::fresh}),
                         [](const auto& info) {
                           return std::string(to_string(info.param.kind)) +
                                  (info.param.numbering == Numbering::all ? "" : "_fresh");
                         });

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

// Discs on three pegs: which discs are on the first peg and which on the second say where all are, but two parts of the state
// cannot be cut so that none of them says nearly everything.
TEST(TreeStore, CutsStatesInThree) {
  constexpr unsigned discs = 12;
  const unsigned count = 531'441 / (scale == 1 ? 1 : 9);  // 3 ^ 12, 3 ^ 10
  for (const Numbering numbering : {Numbering::all, Numbering::fresh}) {
    StateStore store(StoreKind::tree, std::size_t{3} * discs, 0, 1, numbering);
    StateStore::Cursor cursor = store.cursor(0);
    const auto state_of = [&](unsigned i) {
      State state(std::size_t{3} * discs);
      std::array<unsigned, 3> heights{};
      for (unsigned k = 0; k < discs; ++k, i /= 3) {
        const unsigned peg = i % 3;
        state[peg * discs + heights[peg]++] = static_cast<std::uint8_t>(k + 1);
      }
      return state;
    };
    for (unsigned i = 0; i < count; ++i) {
      const State state = state_of(i * 7919U % count);
      const Bytes view = state;
      Stored stored;
      cursor.insert({&view, 1}, {&stored, 1});
      ASSERT_TRUE(stored.is_new);
      ASSERT_EQ(stored.id, i);
    }
    for (unsigned i = 0; i < count; ++i) ASSERT_EQ(text(cursor.load(i)), text(state_of(i * 7919U % count)));
    if (scale == 1) {
      EXPECT_LE(store.bytes(), 13U * store.size());
    }
  }
}

// Both halves of random states are new each time: numbers of nodes need more and more bits.
TEST(TreeStore, RewritesRootsThatBecomeTooNarrow) {
  StateStore store(StoreKind::tree, 16, 0, 1, Numbering::fresh);
  StateStore::Cursor cursor = store.cursor(0);
  const std::size_t count = 400'000 / scale;
  std::mt19937_64 random(5);
  std::vector<std::array<std::uint64_t, 2>> states(count);
  for (auto& state : states) state = {random(), random()};
  for (int round = 0; round < 2; ++round)
    for (const auto& state : states) {
      const Bytes view(reinterpret_cast<const std::uint8_t*>(state.data()), 16);
      Stored stored;
      cursor.insert({&view, 1}, {&stored, 1});
      ASSERT_EQ(stored.is_new, round == 0);
    }
  EXPECT_EQ(store.size(), count);
}

}  // namespace
}  // namespace lariat::store
