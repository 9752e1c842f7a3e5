// SPDX-License-Identifier: Apache-2.0
// What one thread reads and writes the states of a tree store with.
//
// A successor differs from its source in a few bytes. The cursor remembers the words and nodes of the states that it loaded
// last. A leaf whose words are those of the source is the leaf of the source, and so is a pair of the same two nodes; only
// others are looked for. That is done in rounds, one node of the shape after the other for all states of a round, so that
// their waits for memory overlap, and what the shape says about a node is read once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "store/tree_store.hpp"

namespace lariat::store {

class TreeStore::Cursor {
 public:
  Cursor(TreeStore& store, unsigned thread) : store_(&store), thread_(thread) {}

  Bytes load(StateId id);
  void load_group(IdRange ids, std::vector<Bytes>& out);
  void load_end(StateId id, std::span<std::uint8_t> out);
  std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                     std::span<const std::uint32_t> ends);
  std::size_t insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states,
                           std::span<const std::uint32_t> ends);
  std::vector<IdRange> take_fresh();

 private:
  static constexpr std::size_t round_size = 64;

  // A state that was loaded.
  struct Loaded {
    std::uint64_t position = 0;
    Root root = {};
    const TreeShape* shape = nullptr;
    std::size_t bytes = 0;  // where they begin in bytes_, words_ and nodes_
    std::size_t words = 0;
    std::size_t nodes = 0;
  };
  // States that are being stored.
  struct Round {
    std::array<const std::uint8_t*, round_size> states = {};   // with their hidden bytes
    std::array<const std::uint8_t*, round_size> visible = {};  // what counts: at least 8 bytes that may be read
    std::array<const TreeShape*, round_size> shapes = {};
    std::array<const Loaded*, round_size> sources = {};  // of that shape; null: none
    std::array<Root, round_size> roots = {};
    std::array<std::uint64_t, round_size> hashes = {};  // Numbering::all: of the roots
    std::array<PlaceInSet, round_size> places = {};     // Numbering::fresh: of the roots
    std::array<std::array<std::uint8_t, TreeShape::word_bytes>, round_size> short_states = {};
    std::array<std::uint32_t, round_size> alike = {};  // the states of the shape that is dealt with
    std::size_t alike_count = 0;
    bool is_uniform = false;     // all states have one shape
    std::vector<StateId> nodes;  // of state i of the round: node k at k * round_size + i
  };
  // A node that is looked for, and the state of the round that it belongs to.
  template <class Thing>
  struct Wanted {
    Thing thing;
    std::uint64_t hash;
    std::uint32_t state;
    StateId guess;
  };

  const TreeShape& shape_of(std::size_t length);
  const TreeShape& shape(std::uint32_t number);
  void read(IdRange ids);
  Bytes bytes_of(const Loaded& loaded) const { return {bytes_.data() + loaded.bytes, store_->ignored_ + loaded.shape->length}; }

  template <class StateAt>
  std::size_t insert_rounds(const StateAt& at, std::span<Stored> out, std::uint64_t max_states,
                            std::span<const std::uint32_t> ends);
  template <class StateAt>
  void begin_round(const StateAt& at, std::size_t first, std::size_t count, std::size_t& source,
                   std::span<const std::uint32_t> ends);
  bool find_trees(std::size_t begin, std::size_t end);
  bool find_trees_alike(const TreeShape& shape);
  template <std::size_t Words>
  bool find_leaves(const TreeShape& shape, std::size_t i);
  bool find_pairs(const TreeShape& shape, std::size_t i);
  template <class Table, class Thing>
  bool intern(Table& table, std::span<Wanted<Thing>> wanted, StateId* numbers);
  bool fit_roots(std::size_t begin, std::size_t end);
  struct Progress {
    std::size_t done = 0;  // states of the round
    bool is_at_limit = false;
  };
  Progress store_fresh(std::size_t begin, std::span<Stored> out, std::uint64_t max_states);
  Progress store_numbered(std::size_t begin, std::span<Stored> out, std::uint64_t max_states);
  void wait_for_growth();

  TreeStore* store_;
  unsigned thread_;
  // States that were loaded last, one behind the other.
  std::vector<Loaded> loaded_;
  std::uint32_t loaded_edition_ = 0;  // that their nodes belong to
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> words_;
  std::vector<StateId> nodes_;
  std::unique_ptr<Round> round_ = std::make_unique<Round>();
  std::vector<const TreeShape*> by_number_;  // shapes, as far as they are known here
  std::vector<const TreeShape*> by_length_;
};

inline TreeStore::Cursor TreeStore::cursor(unsigned thread) { return {*this, thread}; }

}  // namespace lariat::store
