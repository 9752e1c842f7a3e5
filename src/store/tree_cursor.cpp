// SPDX-License-Identifier: Apache-2.0
#include "store/tree_cursor.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace lariat::store {

// The shapes.

const TreeShape& TreeStore::Cursor::shape_of(std::size_t length) {
  if (length >= by_length_.size()) by_length_.resize(length + 1, nullptr);
  if (by_length_[length] == nullptr) by_length_[length] = &store_->find_shape(static_cast<std::uint32_t>(length));
  return *by_length_[length];
}

const TreeShape& TreeStore::Cursor::shape(std::uint32_t number) {
  if (number >= by_number_.size()) {
    const std::scoped_lock lock(store_->mutex_);
    for (std::size_t i = by_number_.size(); i < store_->shapes_.size(); ++i) by_number_.push_back(&store_->shapes_[i]);
  }
  return *by_number_[number];
}

// Reading.

Bytes TreeStore::Cursor::load(StateId id) {
  if (loaded_.size() != 1 || loaded_.front().position != store_->position(id)) read({.begin = id, .end = id + 1});
  return bytes_of(loaded_.front());
}

void TreeStore::Cursor::load_group(IdRange ids, std::vector<Bytes>& out) {
  read(ids);
  out.clear();
  for (const Loaded& loaded : loaded_) out.push_back(bytes_of(loaded));
}

// First all roots, so that the nodes below them are fetched at the same time.
void TreeStore::Cursor::read(IdRange ids) {
  loaded_.clear();
  const SharedUse use(store_->barrier_, thread_);
  const TreeTables& tables = *store_->tables_;
  const std::size_t hidden = store_->ignored_;
  try {
    std::size_t bytes = 0;
    std::size_t words = 0;
    std::size_t nodes = 0;
    for (StateId id = ids.begin; id != ids.end; ++id) {
      const std::uint64_t position = store_->position(id);
      const Root root = store_->root_at(position);
      const TreeShape& tree = shape(root.shape);
      tables.prefetch(tree, tree.left, root.left);
      tables.prefetch(tree, tree.right, root.right);
      loaded_.push_back({.position = position, .root = root, .shape = &tree, .bytes = bytes, .words = words, .nodes = nodes});
      bytes += hidden + tree.room();
      words += tree.words.size();
      nodes += tree.nodes();
    }
    if (bytes_.size() < bytes) bytes_.resize(bytes);
    if (words_.size() < words) words_.resize(words);
    if (nodes_.size() < nodes) nodes_.resize(nodes);
  } catch (...) {
    loaded_.clear();
    throw;
  }
  for (const Loaded& loaded : loaded_) {
    const TreeShape& tree = *loaded.shape;
    std::uint64_t* const words = words_.data() + loaded.words;
    tables.read(tree, loaded.root, nodes_.data() + loaded.nodes, words);
    std::uint8_t* const state = bytes_.data() + loaded.bytes;
    tree.scatter(words, state + hidden);
    if (hidden != 0) std::copy_n(store_->hidden_.data() + loaded.position * hidden, hidden, state);
  }
  loaded_edition_ = store_->edition_;
}

// If the last leaf holds all the bytes that are wanted, only the path to it is read.
void TreeStore::Cursor::load_end(StateId id, std::span<std::uint8_t> out) {
  if (out.empty()) return;
  {
    const SharedUse use(store_->barrier_, thread_);
    const Root root = store_->root_at(store_->position(id));
    const TreeShape& tree = shape(root.shape);
    if (tree.end_bytes >= out.size()) {
      std::uint32_t node = tree.right;
      StateId number = root.right;
      while (node >= tree.leaves.size()) {
        const TreeShape::Pair& pair = tree.pairs[node - tree.leaves.size()];
        number = store_->tables_->pairs[pair.table][number].right;
        node = pair.right;
      }
      const TreeShape::Leaf& last = tree.leaves.back();
      std::array<std::uint64_t, TreeShape::wide_words> words{};
      store_->tables_->read_leaf(last, number, words.data());
      const std::size_t begin = tree.length - out.size();
      for (std::uint32_t k = 0; k < last.size; ++k) {
        const TreeShape::Word& word = tree.words[last.begin + k];
        for (std::uint32_t i = 0; i < TreeShape::word_bytes; ++i)
          if (((word.mask >> (8 * i)) & 1) != 0 && word.at + i >= begin)
            out[word.at + i - begin] = static_cast<std::uint8_t>(words[k] >> (8 * i));
      }
      return;
    }
  }
  const Bytes whole = load(id);
  std::copy(whole.end() - static_cast<std::ptrdiff_t>(out.size()), whole.end(), out.begin());
}

// Writing.

void TreeStore::Cursor::wait_for_growth() {
  store_->barrier_.end_use(thread_);
  store_->grow();
  store_->barrier_.begin_use(thread_);
}

// Finds the things, or makes them. False if the trees are rebuilt meanwhile.
template <class Table, class Thing>
bool TreeStore::Cursor::intern(Table& table, std::span<Wanted<Thing>> wanted, StateId* numbers) {
  const std::uint32_t edition = store_->edition_;
  for (Wanted<Thing>& want : wanted) want.guess = table.recall(want.hash);
  std::size_t missed = 0;
  for (const Wanted<Thing>& want : wanted) {
    numbers[want.state] = want.guess;
    if (table.is(want.guess, want.thing)) continue;
    table.prefetch(want.hash);
    wanted[missed++] = want;
  }
  for (const Wanted<Thing>& want : wanted.first(missed)) table.prefetch_thing(want.hash);
  for (const Wanted<Thing>& want : wanted.first(missed)) {
    StateId id = no_state;
    while (id = table.intern(want.thing, want.hash, thread_), id == no_state) {
      wait_for_growth();
      if (edition != store_->edition_) return false;
    }
    numbers[want.state] = id;
  }
  return true;
}

// The i-th leaf of the states of that shape.
template <std::size_t Words>
bool TreeStore::Cursor::find_leaves(const TreeShape& shape, std::size_t i) {
  Round& round = *round_;
  const TreeShape::Leaf leaf = shape.leaves[i];
  InternTable<TreeLeaf<Words>>& table = store_->tables_->leaves_of<Words>(leaf.table);
  std::array<TreeShape::Word, Words> words;
  std::copy_n(shape.words.begin() + leaf.begin, Words, words.begin());
  StateId* const numbers = round.nodes.data() + i * round_size;
  std::array<Wanted<TreeLeaf<Words>>, round_size> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::size_t count = 0;
  const std::uint64_t* const known_words = words_.data() + leaf.begin;
  const StateId* const known_nodes = nodes_.data() + i;
  const std::size_t alike_count = round.alike_count;
  for (std::size_t k = 0; k < alike_count; ++k) {
    const std::uint32_t state = round.alike[k];
    const std::uint8_t* const bytes = round.visible[state];
    TreeLeaf<Words> thing;
    for (std::size_t w = 0; w < Words; ++w) thing.words[w] = load_as<std::uint64_t>(bytes + words[w].at) & words[w].mask;
    if (const Loaded* const source = round.sources[state]; source != nullptr) {
      const std::uint64_t* const known = known_words + source->words;
      std::uint64_t difference = 0;
      for (std::size_t w = 0; w < Words; ++w) difference |= known[w] ^ thing.words[w];
      if (difference == 0) {
        numbers[state] = known_nodes[source->nodes];
        continue;
      }
    }
    Wanted<TreeLeaf<Words>>& want = wanted[count];
    want.thing = thing;
    want.hash = want.thing.hash();
    want.state = state;
    table.fetch(want.hash);
    ++count;
  }
  return intern(table, std::span(wanted).first(count), numbers);
}

// The i-th pair of the states of that shape.
bool TreeStore::Cursor::find_pairs(const TreeShape& shape, std::size_t i) {
  Round& round = *round_;
  const TreeShape::Pair pair = shape.pairs[i];
  InternTable<TreePair>& table = store_->tables_->pairs[pair.table];
  const std::size_t node = shape.leaves.size() + i;
  const StateId* const left = round.nodes.data() + pair.left * round_size;
  const StateId* const right = round.nodes.data() + pair.right * round_size;
  StateId* const numbers = round.nodes.data() + node * round_size;
  std::array<Wanted<TreePair>, round_size> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::size_t count = 0;
  for (std::size_t k = 0; k < round.alike_count; ++k) {
    const std::uint32_t state = round.alike[k];
    if (const Loaded* const source = round.sources[state]; source != nullptr) {
      const StateId* const known = nodes_.data() + source->nodes;
      if (known[pair.left] == left[state] && known[pair.right] == right[state]) {
        numbers[state] = known[node];
        continue;
      }
    }
    Wanted<TreePair>& want = wanted[count++];
    want = {.thing = {.left = left[state], .right = right[state]}, .hash = 0, .state = state, .guess = no_state};
    want.hash = want.thing.hash();
    table.fetch(want.hash);
  }
  return intern(table, std::span(wanted).first(count), numbers);
}

// The roots of the states of that shape.
bool TreeStore::Cursor::find_trees_alike(const TreeShape& shape) {
  Round& round = *round_;
  if (round.nodes.size() < shape.nodes() * round_size) round.nodes.resize(shape.nodes() * round_size);
  for (std::size_t i = 0; i < shape.leaves.size(); ++i) {
    const bool is_narrow = shape.leaves[i].size == TreeShape::narrow_words;
    if (!(is_narrow ? find_leaves<TreeShape::narrow_words>(shape, i) : find_leaves<TreeShape::wide_words>(shape, i)))
      return false;
  }
  for (std::size_t i = 0; i < shape.pairs.size(); ++i)
    if (!find_pairs(shape, i)) return false;
  for (std::size_t k = 0; k < round.alike_count; ++k) {
    const std::uint32_t state = round.alike[k];
    round.roots[state] = root_of(shape, [&](std::uint32_t node) { return round.nodes[node * round_size + state]; });
  }
  return true;
}

// The roots of these states of the round; their nodes are found or made. False if the trees are rebuilt meanwhile.
bool TreeStore::Cursor::find_trees(std::size_t begin, std::size_t end) {
  Round& round = *round_;
  if (loaded_edition_ != store_->edition_) std::fill(round.sources.begin() + begin, round.sources.begin() + end, nullptr);
  if (round.is_uniform) {
    for (std::size_t i = begin; i < end; ++i) round.alike[i - begin] = static_cast<std::uint32_t>(i);
    round.alike_count = end - begin;
    return find_trees_alike(*round.shapes[begin]);
  }
  std::uint64_t left = 0;
  for (std::size_t i = begin; i < end; ++i) left |= std::uint64_t{1} << i;
  while (left != 0) {
    const TreeShape* const shape = round.shapes[static_cast<std::size_t>(std::countr_zero(left))];
    round.alike_count = 0;
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (round.shapes[i] != shape) continue;
      round.alike[round.alike_count++] = i;
      left &= ~(std::uint64_t{1} << i);
    }
    if (!find_trees_alike(*shape)) return false;
  }
  return true;
}

// Makes the set of roots fit those of these states. False if the trees are rebuilt for that, or the roots rewritten.
bool TreeStore::Cursor::fit_roots(std::size_t begin, std::size_t end) {
  const std::uint32_t edition = store_->edition_;
  // Fits if and only if all fit.
  Root all;
  for (std::size_t i = begin; i < end; ++i) {
    const Root& root = round_->roots[i];
    all = {.left = all.left | root.left,
           .right = all.right | root.right,
           .middle = all.middle | root.middle,
           .shape = all.shape | root.shape};
  }
  while (!store_->roots_->layout().fits(all)) {
    store_->roots_are_narrow_.store(true, std::memory_order_relaxed);
    wait_for_growth();
    if (edition != store_->edition_) return false;
  }
  return true;
}

// Stores states among those that are only known to be there, from `begin` on. Stops early if the trees are rebuilt, or the
// roots rewritten, or behind the state that makes the store too large.
TreeStore::Cursor::Progress TreeStore::Cursor::store_fresh(std::size_t begin, std::span<Stored> out, std::uint64_t max_states) {
  TreeStore& store = *store_;
  Round& round = *round_;
  Writer& writer = store.writers_[thread_];
  const std::uint32_t edition = store.edition_;
  const RootLayout layout = store.roots_->layout();
  return store.roots_->with_numbers([&](auto& set) -> Progress {
    const auto find = [&](std::size_t from) {
      for (std::size_t i = from; i < out.size(); ++i) round.places[i] = set.find(layout.pack(round.roots[i]));
    };
    find(begin);
    // Most known states are found at once; those that are not need no other place until the set grows.
    std::uint64_t others = 0;
    for (std::size_t i = begin; i < out.size(); ++i) {
      out[i] = {};
      if (!set.is_at_home(round.places[i])) others |= std::uint64_t{1} << i;
    }
    while (others != 0) {
      const auto i = static_cast<std::size_t>(std::countr_zero(others));
      StateId id = no_state;
      const SetOutcome outcome = set.insert(round.places[i], [&] {
        id = store.write(writer, round.roots[i], round.states[i]);
        return id != no_state;
      });
      if (outcome == SetOutcome::full) {
        wait_for_growth();
        if (edition != store.edition_) return {.done = i};
        find(i);
        continue;
      }
      others &= others - 1;
      if (outcome == SetOutcome::added) {
        writer.give_out(id);
        out[i] = {.id = id, .is_new = true};
        if (max_states != 0 && store.size() > max_states) return {.done = i + 1, .is_at_limit = true};
      }
    }
    return {.done = out.size()};
  });
}

// The same where each state has a number.
TreeStore::Cursor::Progress TreeStore::Cursor::store_numbered(std::size_t begin, std::span<Stored> out,
                                                              std::uint64_t max_states) {
  TreeStore& store = *store_;
  Round& round = *round_;
  Writer& writer = store.writers_[thread_];
  const std::uint32_t edition = store.edition_;
  Index& index = store.tables_->index;
  for (std::size_t i = begin; i < out.size(); ++i) {
    round.hashes[i] = round.roots[i].hash();
    index.prefetch(round.hashes[i]);
  }
  for (std::size_t i = begin; i < out.size(); ++i)
    if (const StateId id = index.guess(round.hashes[i]); id != no_state) __builtin_prefetch(store.entry(id));
  for (std::size_t i = begin; i < out.size();) {
    const Index::Insertion insertion = index.insert(
        round.hashes[i], [&](StateId id) { return store.root_at(id) == round.roots[i]; },
        [&] { return store.write(writer, round.roots[i], round.states[i]); });
    if (insertion.outcome == Index::Outcome::full) {
      wait_for_growth();
      if (edition != store.edition_) return {.done = i};
      continue;
    }
    const bool is_new = insertion.outcome == Index::Outcome::added;
    out[i] = {.id = insertion.id, .is_new = is_new};
    if (is_new) writer.give_out(insertion.id);
    if (is_new && max_states != 0 && store.size() > max_states) return {.done = i + 1, .is_at_limit = true};
    ++i;
  }
  return {.done = out.size()};
}

// Takes in the states from `first` on. `source` is the one that the state before came from.
template <class StateAt>
void TreeStore::Cursor::begin_round(const StateAt& at, std::size_t first, std::size_t count, std::size_t& source,
                                    std::span<const std::uint32_t> ends) {
  Round& round = *round_;
  const std::size_t hidden = store_->ignored_;
  round.is_uniform = store_->length_ != 0;
  const TreeShape* tree = round.is_uniform ? &shape_of(store_->length_ - hidden) : nullptr;
  const bool is_short = tree != nullptr && tree->length < TreeShape::word_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes state = at(first + i);
    round.states[i] = state.data();
    round.visible[i] = state.data() + hidden;
    if (!round.is_uniform) tree = &shape_of(state.size() - hidden);
    round.shapes[i] = tree;
    if (is_short || (!round.is_uniform && tree->length < TreeShape::word_bytes)) {
      std::copy_n(state.data() + hidden, tree->length, round.short_states[i].begin());
      round.visible[i] = round.short_states[i].data();
    }
  }
  // Of each state where it came from, one source after the other.
  for (std::size_t i = 0; i < count;) {
    while (source + 1 < ends.size() && first + i >= ends[source]) ++source;
    const std::size_t end = source + 1 < ends.size() ? std::min<std::size_t>(count, ends[source] - first) : count;
    const Loaded* const loaded = source < loaded_.size() ? &loaded_[source] : nullptr;
    for (; i < end; ++i) round.sources[i] = loaded != nullptr && loaded->shape == round.shapes[i] ? loaded : nullptr;
  }
}

// If the trees are rebuilt meanwhile, or the roots rewritten, the states that are not stored yet are looked for again.
template <class StateAt>
std::size_t TreeStore::Cursor::insert_rounds(const StateAt& at, std::span<Stored> out, std::uint64_t max_states,
                                             std::span<const std::uint32_t> ends) {
  TreeStore& store = *store_;
  std::size_t source = 0;
  for (std::size_t first = 0; first < out.size(); first += round_size) {
    if (store.growth_wanted_.load(std::memory_order_relaxed)) store.grow();
    if (store.should_reshape()) store.reshape();
    const SharedUse use(store.barrier_, thread_);
    const std::span<Stored> stored = out.subspan(first, std::min(round_size, out.size() - first));
    begin_round(at, first, stored.size(), source, ends);
    for (Progress progress; progress.done < stored.size();) {
      if (!find_trees(progress.done, stored.size())) continue;
      if (store.roots_ == nullptr)
        progress = store_numbered(progress.done, stored, max_states);
      else if (fit_roots(progress.done, stored.size()))
        progress = store_fresh(progress.done, stored, max_states);
      if (progress.is_at_limit) return first + progress.done;
    }
  }
  return out.size();
}

std::size_t TreeStore::Cursor::insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                                      std::span<const std::uint32_t> ends) {
  for (const Bytes state : states)
    if (store_->length_ != 0 && state.size() != store_->length_) throw std::invalid_argument("a state of another length");
  return insert_rounds([&](std::size_t i) { return states[i]; }, out.first(states.size()), max_states, ends);
}

std::size_t TreeStore::Cursor::insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states,
                                            std::span<const std::uint32_t> ends) {
  const std::size_t length = store_->length_;
  return insert_rounds([=](std::size_t i) { return Bytes(states + i * length, length); }, out, max_states, ends);
}

std::vector<IdRange> TreeStore::Cursor::take_fresh() { return std::exchange(store_->writers_[thread_].fresh, {}); }

}  // namespace lariat::store
