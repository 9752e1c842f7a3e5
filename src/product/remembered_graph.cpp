// SPDX-License-Identifier: Apache-2.0
#include "product/remembered_graph.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace lariat::product {
namespace {

constexpr std::size_t most_ahead = 64;     // states that are expanded beside the one that was asked for
constexpr std::uint64_t always_ahead = 8;  // so many may have been expanded in vain at any time

}  // namespace

RememberedGraph::RememberedGraph(system::System& system, const store::StateStore& store, store::StateStore::Cursor& cursor,
                                 std::size_t max_bytes)
    : system_(system), cursor_(cursor), max_bytes_(max_bytes), expansion_(system, store, cursor) {}

// Gives up the graph if the work fails or there is no memory for it: there may be enough without the graph.
template <class Work>
bool RememberedGraph::attempt(const Work& work) {
  try {
    if (work()) return true;
  } catch (const std::bad_alloc&) {
  }
  give_up();
  return false;
}

std::uint16_t RememberedGraph::letter(StateId s) {
  if (is_given_up_) return no_letter;
  if (const std::uint16_t known = nodes_.get(s).letter; known != 0) return static_cast<std::uint16_t>(known - 1);
  const system::Bytes bytes = cursor_.load(s);
  system::Valuation value;
  system_.valuations({&bytes, 1}, {&value, 1});
  if (!attempt([&] { return set_letter(s, value); })) return no_letter;
  return static_cast<std::uint16_t>(nodes_.get(s).letter - 1);
}

std::span<const StateId> RememberedGraph::successors(StateId s) {
  if (is_given_up_) return {};
  const bool is_done = attempt([&] {
    Node& node = nodes_[s];
    if (!node.was_asked) {
      node.was_asked = true;
      ++asked_;
    }
    return node.record != 0 || expand_from(s);
  });
  if (!is_done) return {};
  const std::uint32_t* const words = words_at(nodes_.get(s).record);
  return {words + 1, words[0]};
}

// Expands s, then its successors, then theirs, as long as it may pay. False if the graph has become too large.
bool RememberedGraph::expand_from(StateId s) {
  wave_.assign(1, s);
  const std::uint64_t allowed = asked_ + asked_ / 2 + always_ahead;
  std::size_t ahead = 0;
  while (!wave_.empty()) {
    if (!expand(wave_)) return false;
    if (ahead >= most_ahead || expanded_ >= allowed) return true;
    const std::size_t room = std::min<std::uint64_t>(most_ahead - ahead, allowed - expanded_);
    next_wave_.clear();
    for (const StateId t : wave_) {
      const std::uint32_t* const words = words_at(nodes_.get(t).record);
      for (std::uint32_t i = 1; i <= words[0] && next_wave_.size() < room; ++i) {
        Node& next = nodes_[words[i]];
        if (next.record != 0 || next.is_waiting) continue;
        next.is_waiting = true;
        next_wave_.push_back(words[i]);
      }
    }
    ahead += next_wave_.size();
    wave_.swap(next_wave_);
  }
  return true;
}

bool RememberedGraph::expand(std::span<const StateId> states) {
  expansion_.expand(states);
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!set_letter(states[i], expansion_.valuation(i)) || !remember(states[i], expansion_.successors(i))) return false;
  expanded_ += states.size();
  return true;
}

// Writes the record of a state. False if there is no room for it.
bool RememberedGraph::remember(StateId s, std::span<const store::Stored> successors) {
  const std::size_t words = successors.size() + 1;
  const std::size_t end = next_word_ + words;
  if (end > std::numeric_limits<std::uint32_t>::max()) return false;
  if (end > words_.size()) words_.grow(end + end / 2);
  std::uint32_t* const at = words_.data() + next_word_;
  at[0] = static_cast<std::uint32_t>(successors.size());
  for (std::size_t i = 0; i < successors.size(); ++i) at[i + 1] = successors[i].id;
  nodes_[s].record = static_cast<std::uint32_t>(next_word_);
  next_word_ = end;
  return bytes() <= max_bytes_;
}

// False if there are too many letters.
bool RememberedGraph::set_letter(StateId s, const system::Valuation& valuation) {
  std::uint16_t letter = no_letter;
  if (valuation.undefined == 0 && !valuations_.empty() && valuation.holds == valuations_[last_letter_]) {
    letter = last_letter_;  // as mostly
  } else if (valuation.undefined == 0) {
    const auto [entry, is_new] = numbers_.try_emplace(valuation.holds, static_cast<std::uint16_t>(valuations_.size()));
    if (is_new && valuations_.size() == no_letter) return false;
    if (is_new) valuations_.push_back(valuation.holds);
    letter = last_letter_ = entry->second;
  }
  nodes_[s].letter = static_cast<std::uint16_t>(letter + 1);
  return true;
}

std::size_t RememberedGraph::bytes() const { return next_word_ * sizeof(std::uint32_t) + nodes_.bytes(); }

void RememberedGraph::give_up() {
  is_given_up_ = true;
  nodes_ = StateArray<Node>();
  words_ = ZeroedArray<std::uint32_t>();
}

}  // namespace lariat::product
