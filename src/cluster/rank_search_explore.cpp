// SPDX-License-Identifier: Apache-2.0
// The first part of owcty over ranks: exploration, during which the values of map travel with the states.
#include <bit>
#include <utility>

#include "cluster/rank_search.hpp"

namespace lariat::cluster {

void RankSearch::receive_explored(std::size_t i, std::span<const std::uint64_t> numbers) {
  const auto t = static_cast<StateId>(i);
  if (numbers[0] != 0) ++predecessors_[t];
  const Key value = numbers[1];
  if (value == 0) return;
  const Marks met = numbers[2];
  if (value == key_of(t) && met == required_) {
    if (closed_ == 0) closed_ = value;
    return;
  }
  if (value < value_[t]) return;
  if (value == value_[t] && (required_ == first_ || std::popcount(met) <= std::popcount(met_[t]))) return;
  value_[t] = value;
  if (required_ != first_) met_[t] = met;
  if (t < expanded_up_to_ && !waits_[t]) {
    waits_[t] = true;
    again_.push_back(t);
  }
}

void RankSearch::expand_explored(StateId s, bool is_new) {
  const store::Bytes whole = own_.load(s);
  const Marks marks = product_.expander().marks(whole);
  space_.expand(whole, expansion_);
  ++expanded_;
  transitions_ += expansion_.reduced();
  for (std::size_t i = 0; i < expansion_.reduced(); ++i) {
    const Marks here = (marks | expansion_.marks(i)) & required_;
    std::uint64_t numbers[3] = {0, 0, 0};
    if (is_new) {
      on_transitions_ |= expansion_.marks(i);
      numbers[0] = is_weak_ && is_accepting(marks, expansion_.marks(i)) ? 1 : 0;
    }
    if (options_.ends_early) {
      numbers[1] = value_[s];
      numbers[2] = value_[s] == 0 || required_ == first_ ? 0 : met_[s] | here;
      if ((here & first_) != 0 && key_of(s) >= numbers[1]) {
        numbers[2] = key_of(s) == numbers[1] ? numbers[2] : here;
        numbers[1] = key_of(s);
      }
      if (required_ == first_ && numbers[1] != 0) numbers[2] = required_;
    }
    route(expansion_.state(i), numbers);
  }
  deliver_mine();
  look_up();
}

void RankSearch::begin_exploration() {
  begin_phase(Phase::explore, 3, Wanted::all);
  const std::vector<system::State> initial = product_.expander().initial();
  constexpr std::uint64_t from_nowhere[3] = {0, 0, 0};
  for (const system::State& s : initial)
    if (exchange_.is_own(s)) route(s, from_nowhere);
  deliver_mine();
}

// Collective: true if there is another level.
bool RankSearch::begin_level() {
  std::uint64_t sums[] = {own_.size() - own_.begun(), closed_ != 0 ? std::uint64_t{1} : 0, own_.size(), expanded_};
  transport_.sum(sums);
  explored_ = own_.size();
  if (sums[1] != 0 || sums[0] == 0) return false;
  own_.begin_level();
  at_level_ = {.expanded = expanded_, .transitions = transitions_};
  const std::uint64_t max_states = product_.options().max_states;
  if (max_states != 0 && sums[2] > max_states) stop_.ask(too_many_states);
  if (options_.limits.max_depth != 0 && own_.levels() > options_.limits.max_depth) stop_.ask("the depth limit was reached");
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double done = static_cast<double>(sums[3] - expanded_before_);
  if (!stop_.is_asked() && checkpoint_.is_due(done == 0 ? 0 : passed / done * static_cast<double>(sums[0]))) save();
  return true;
}

void RankSearch::expand_level(store::IdRange level) {
  for (StateId s = level.begin; s < level.end && !is_stopping(); ++s) {
    expanded_up_to_ = s + 1;
    attempt([&] { expand_explored(s, true); });
    if ((s & 0xf) == 0) exchange_.poll();
  }
  // As many states once more as were new, at most.
  std::vector<StateId> again;
  again.swap(again_);
  for (std::size_t i = 0; i < again.size(); ++i) {
    waits_[again[i]] = false;
    if (i < level.size() && !is_stopping()) attempt([&] { expand_explored(again[i], false); });
  }
  mine_.clear();
  mine_numbers_.clear();
  end_level();
}

bool RankSearch::explore() {
  if (checkpoint_.resumes())
    resume();
  else
    begin_exploration();
  if (!is_explored_) {
    while (begin_level()) expand_level(own_.level(own_.levels() - 1));
    is_explored_ = true;
    for (StateId s = 0; s < explored_; ++s) kept_.push_back(s);
  }
  Marks all = 0;
  for (const std::vector<std::uint8_t>& marks : transport_.gather(to_bytes(on_transitions_))) all |= from_bytes(marks);
  on_transitions_ = all;
  const auto closed = first_of(transport_, closed_ == 0 ? std::nullopt : std::optional(to_bytes(closed_)));
  if (!closed) return false;
  closed_ = from_bytes(*closed);
  has_closed_ = true;
  on_transitions_ = required_;  // states that were not expanded may have transitions of any set
  return true;
}

}  // namespace lariat::cluster
