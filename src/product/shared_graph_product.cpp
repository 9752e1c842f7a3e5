// SPDX-License-Identifier: Apache-2.0
// The states and transitions of a product on numbers, for several threads, each of which has one of these.
//
// A state that is asked for and has not been expanded is expanded together with some that follow it, breadth first, so that the
// waits for memory overlap: see RememberedGraph, which does the same for one thread. States that another thread is expanding
// ahead are left to it; the one that was asked for is not waited for, but expanded twice if need be.
#include <algorithm>
#include <atomic>
#include <optional>
#include <unordered_map>
#include <utility>

#include "product/batch_expansion.hpp"
#include "product/graph_product.hpp"
#include "product/shared_graph.hpp"

namespace lariat::product {
namespace {

constexpr std::size_t most_shared_ahead = 64;     // states that are expanded beside the one that was asked for
constexpr std::uint64_t always_shared_ahead = 8;  // so many may have been expanded in vain at any time

class SharedGraphProduct final : public GraphProduct {
 public:
  SharedGraphProduct(Expander& expander, const store::StateStore& store, store::StateStore::Cursor& cursor,
                     std::shared_ptr<SharedGraph> graph, unsigned thread, std::shared_ptr<std::atomic<unsigned>> threads)
      : expander_(expander),
        store_(store),
        cursor_(cursor),
        graph_(std::move(graph)),
        thread_(thread),
        threads_(std::move(threads)),
        expansion_(expander.system(), store, cursor) {}

  Posted post(StateId s, std::vector<Successor>& arena, std::uint64_t max_states) override {
    const StateId system = graph_->system(s);
    const std::uint32_t property = graph_->property(s);
    const std::span<const Move> moves = this->moves(letter(system), system, property);
    Posted posted{.is_remembered = true};
    if (moves.empty()) return posted;  // what the system would do is not asked for
    const std::span<const StateId> targets = successors(system);
    const auto append = [&](StateId target, const Move& move) {
      const store::Stored stored = graph_->number(target, move.target, spare_, thread_);
      arena.push_back({.target = stored.id, .marks = move.marks});
      posted.last_is_new = stored.is_new;
      return max_states == 0 || !stored.is_new || size() <= max_states;
    };
    if (targets.empty() && expander_.repeats_last_state())
      for (const Move& move : moves)
        if (!append(system, move)) return posted;
    for (const StateId target : targets) graph_->fetch(target);
    for (const StateId target : targets)
      for (const Move& move : moves)
        if (!append(target, move)) return posted;
    return posted;
  }

  std::size_t insert(std::span<const store::Bytes> states, std::span<store::Stored> out, std::uint64_t max_states) override {
    parts_.clear();
    for (const store::Bytes whole : states) parts_.push_back(expander_.system_state(whole));
    cursor_.insert(parts_, out);
    for (std::size_t i = 0; i < states.size(); ++i) {
      out[i] = graph_->number(out[i].id, expander_.property_state(states[i]), spare_, thread_);
      if (max_states != 0 && out[i].is_new && size() > max_states) return i + 1;
    }
    return states.size();
  }

  store::Bytes load(StateId s) override {
    const store::Bytes system = cursor_.load(graph_->system(s));
    whole_.assign(system.begin(), system.end());
    const std::uint32_t property = graph_->property(s);
    for (std::size_t i = 0; i < expander_.extra_bytes(); ++i) whole_.push_back(static_cast<std::uint8_t>(property >> (8 * i)));
    return whole_;
  }

  std::uint32_t property_state(StateId s) override { return graph_->property(s); }
  std::size_t size() const override { return graph_->size(); }
  std::size_t bytes() const override { return graph_->bytes(); }
  std::unique_ptr<GraphProduct> clone(Expander& expander, store::StateStore::Cursor& cursor) override {
    return std::make_unique<SharedGraphProduct>(expander, store_, cursor, graph_, threads_->fetch_add(1), threads_);
  }

 private:
  std::uint16_t letter(StateId system) {
    if (const std::uint16_t known = graph_->letter(system); known != 0) return static_cast<std::uint16_t>(known - 1);
    const system::Bytes bytes = cursor_.load(system);
    system::Valuation value;
    expander_.system().valuations({&bytes, 1}, {&value, 1});
    return set_letter(system, value);
  }

  std::uint16_t set_letter(StateId system, const system::Valuation& value) {
    std::uint16_t letter = SharedGraph::no_letter;
    if (value.undefined == 0) {
      const auto [entry, is_new] = letters_.try_emplace(value.holds, std::uint16_t{0});
      if (is_new) entry->second = graph_->letter_of(value.holds);
      letter = entry->second;
    }
    graph_->set_letter(system, letter);
    return letter;
  }

  std::span<const Move> moves(std::uint16_t letter, StateId system, std::uint32_t property) {
    if (letter == SharedGraph::no_letter) {
      expander_.property().moves(cursor_.load(system), property, other_moves_);
      return other_moves_;
    }
    if (letter >= valuations_.size()) graph_->copy_valuations(valuations_);
    const std::size_t states = graph_->property_states();
    const std::size_t at = std::size_t{letter} * states + property;
    if (at >= moves_.size()) moves_.resize(valuations_.size() * states);
    std::optional<std::vector<Move>>& known = moves_[at];
    if (!known) expander_.property().moves_of(valuations_[letter], property, known.emplace());
    return *known;
  }

  // The successors of a system state, valid until the next call.
  std::span<const StateId> successors(StateId system) {
    const std::uint32_t* record = graph_->record(system);
    if (record == nullptr) {
      expand_from(system);
      record = graph_->record(system);
      if (record == nullptr) return unremembered_;  // there is no memory for it
    }
    return {record + 1, record[0]};
  }

  // Expands the state, then its successors, then theirs, as long as it may pay.
  void expand_from(StateId system) {
    wave_.assign(1, system);
    graph_->claim(system);
    ++asked_;
    const std::uint64_t allowed = asked_ + asked_ / 2 + always_shared_ahead;
    std::size_t ahead = 0;
    while (!wave_.empty()) {
      expand(wave_, system);
      if (ahead >= most_shared_ahead || expanded_ >= allowed) return;
      const std::size_t room = std::min<std::uint64_t>(most_shared_ahead - ahead, allowed - expanded_);
      next_wave_.clear();
      for (const StateId t : wave_) {
        const std::uint32_t* const record = graph_->record(t);
        for (std::uint32_t i = 1; record != nullptr && i <= record[0] && next_wave_.size() < room; ++i)
          if (graph_->record(record[i]) == nullptr && graph_->claim(record[i])) next_wave_.push_back(record[i]);
      }
      ahead += next_wave_.size();
      wave_.swap(next_wave_);
    }
  }

  void expand(std::span<const StateId> states, StateId asked_for) {
    expansion_.expand(states);
    for (std::size_t i = 0; i < states.size(); ++i) {
      set_letter(states[i], expansion_.valuation(i));
      remember(states[i], expansion_.successors(i), states[i] == asked_for);
    }
    expanded_ += states.size();
  }

  // Writes the record of a state. If there is no memory for it, the successors of the one that was asked for are kept aside.
  void remember(StateId s, std::span<const store::Stored> successors, bool is_asked_for) {
    const std::size_t words = successors.size() + 1;
    if (words > words_left_ && words <= SharedGraph::chunk_words && !is_full_) {
      next_ = graph_->new_chunk();
      is_full_ = next_.words == nullptr;
      words_left_ = is_full_ ? 0 : SharedGraph::chunk_words;
    }
    if (words > words_left_) {
      if (is_asked_for) {
        unremembered_.clear();
        for (const store::Stored& t : successors) unremembered_.push_back(t.id);
      }
      return;
    }
    next_.words[0] = static_cast<std::uint32_t>(successors.size());
    for (std::size_t i = 0; i < successors.size(); ++i) next_.words[i + 1] = successors[i].id;
    if (!graph_->publish(s, next_.position)) return;  // another thread was faster
    next_.words += words;
    next_.position += static_cast<std::uint32_t>(words);
    words_left_ -= words;
  }

  Expander& expander_;
  const store::StateStore& store_;
  store::StateStore::Cursor& cursor_;
  std::shared_ptr<SharedGraph> graph_;
  unsigned thread_;
  std::shared_ptr<std::atomic<unsigned>> threads_;  // so many have been made
  SharedGraph::Spare spare_;
  std::uint64_t asked_ = 0;     // states that were asked for and had no record
  std::uint64_t expanded_ = 0;  // states

  SharedGraph::Chunk next_;  // where the next record goes
  std::size_t words_left_ = 0;
  bool is_full_ = false;
  std::vector<StateId> unremembered_;

  std::unordered_map<std::uint64_t, std::uint16_t> letters_;  // by valuation, as far as known
  std::vector<std::uint64_t> valuations_;                     // by letter, as far as known
  std::vector<std::optional<std::vector<Move>>> moves_;       // by letter and property state, as far as known
  std::vector<Move> other_moves_;                             // in a state without a letter

  // Scratch.
  std::vector<std::uint8_t> whole_;
  std::vector<store::Bytes> parts_;
  std::vector<StateId> wave_;
  std::vector<StateId> next_wave_;
  BatchExpansion expansion_;
};

}  // namespace

std::unique_ptr<GraphProduct> make_shared_graph_product(Expander& expander, const store::StateStore& store,
                                                        store::StateStore::Cursor& cursor, std::size_t max_bytes) {
  auto graph = std::make_shared<SharedGraph>(expander.property().states(), store.threads(), max_bytes);
  return std::make_unique<SharedGraphProduct>(expander, store, cursor, std::move(graph), 0,
                                              std::make_shared<std::atomic<unsigned>>(1));
}

}  // namespace lariat::product
