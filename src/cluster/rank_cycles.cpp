// SPDX-License-Identifier: Apache-2.0
// The last part of owcty over ranks: a cycle is read off.
#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "cluster/rank_search.hpp"

namespace lariat::cluster {

// Collective: the value of a state, which its owner tells.
std::uint64_t RankSearch::ask(Key key, const std::vector<std::uint64_t>& values) {
  const auto value = first_of(transport_, is_mine(key) ? std::optional(to_bytes(values[id_of(key)])) : std::nullopt);
  return from_bytes(*value);
}

system::State RankSearch::bytes_of(Key key) {
  std::optional<std::vector<std::uint8_t>> mine;
  if (is_mine(key)) {
    const store::Bytes bytes = own_.load(id_of(key));
    mine.emplace(bytes.begin(), bytes.end());
  }
  return *first_of(transport_, mine);
}

std::size_t RankSearch::level_of(Key key) {
  const auto level = first_of(transport_, is_mine(key) ? std::optional(to_bytes(own_.level_of(id_of(key)))) : std::nullopt);
  return from_bytes(*level);
}

std::vector<Key> RankSearch::cycle_through(Key v) {
  counts_ = false;
  traces_ = true;
  parents_.assign(own_.size(), 0);
  next_.clear();
  if (is_mine(v)) {
    root_ = id_of(v);
    reach(root_, 0);
  }
  begin_phase(Phase::reach, 1, Wanted::all);
  watches_ = true;
  run_levels();
  watches_ = false;
  const auto closing = first_of(transport_, closing_ == 0 ? std::nullopt : std::optional(to_bytes(closing_)));
  if (!closing) throw std::logic_error("a state that leads to itself is not on a cycle");
  std::vector<Key> cycle = {v};
  for (Key s = from_bytes(*closing); s != v; s = ask(s, parents_) >> 1) cycle.push_back(s);
  cycle.push_back(v);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

std::vector<Key> RankSearch::weak_cycle() {
  any_.assign(own_.size(), 0);
  begin_phase(Phase::predecessor, 1, Wanted::accepting);
  expand_all(kept_);
  const auto start = first_of(transport_, kept_.empty() ? std::nullopt : std::optional(to_bytes(key_of(kept_.front()))));
  std::vector<Key> back = {from_bytes(*start)};
  std::unordered_map<Key, std::size_t> seen;
  while (seen.emplace(back.back(), back.size() - 1).second) back.push_back(ask(back.back(), any_) >> 1);
  std::vector<Key> cycle(back.begin() + static_cast<std::ptrdiff_t>(seen[back.back()]), back.end());
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

std::vector<Key> RankSearch::cycle() {
  any_.assign(own_.size(), 0);
  begin_phase(Phase::predecessor, 1, Wanted::all);
  expand_all(kept_);
  std::vector<std::vector<std::uint64_t>> parents;  // by set
  for (Marks missing = required_; missing != 0; missing &= missing - 1) {
    keep_reachable(missing & (~missing + 1), false, true);
    parents.push_back(parents_);
  }
  const auto start = first_of(transport_, kept_.empty() ? std::nullopt : std::optional(to_bytes(key_of(kept_.front()))));
  std::vector<Key> back = {from_bytes(*start)};
  std::unordered_map<Key, std::size_t> seen;  // where rounds began
  while (seen.emplace(back.back(), back.size() - 1).second) {
    back.push_back(ask(back.back(), any_) >> 1);
    for (std::size_t set = parents.size(); set-- > 0;)
      for (std::uint64_t parent = ask(back.back(), parents[set]); parent != 0; parent = ask(back.back(), parents[set])) {
        back.push_back(parent >> 1);
        if ((parent & 1) != 0) break;  // by a transition of the set
      }
  }
  std::vector<Key> cycle(back.begin() + static_cast<std::ptrdiff_t>(seen[back.back()]), back.end());
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

}  // namespace lariat::cluster
