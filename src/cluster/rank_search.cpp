// SPDX-License-Identifier: Apache-2.0
#include "cluster/rank_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "lariat/base/memory.hpp"

namespace lariat::cluster {
namespace {

constexpr std::string_view too_many_processes = "too many processes";

}  // namespace

RankSearch::RankSearch(Transport& transport, product::Product& product, const RankedSearch& options)
    : transport_(transport),
      product_(product),
      space_(product),
      options_(options),
      exchange_(transport, length_of(product), product.hidden_bytes()),
      own_(product),
      progress_(exchange_, options_.limits),
      checkpoint_(transport, options.checkpoint),
      start_(std::chrono::steady_clock::now()),
      required_(all_sets(product.sets())),
      first_(required_ & (~required_ + 1)),
      is_weak_(options.strength != search::Strength::general || product.sets() == 0) {
  space_.expand_by_rank();
}

// As StopRequest::attempt; a rank that meets more processes than there are acceptance sets stops all of them, too.
void RankSearch::attempt(const std::function<void()>& action) {
  stop_.attempt([&] {
    try {
      action();
    } catch (const product::TooManyProcesses&) {
      throw Stopped{std::string(too_many_processes)};
    }
  });
}

std::uint64_t RankSearch::sum(std::uint64_t value) {
  transport_.sum({&value, 1});
  return value;
}

void RankSearch::begin_phase(Phase phase, std::size_t numbers, Wanted wanted) {
  phase_ = phase;
  wanted_ = wanted;
  numbers_ = numbers;
  exchange_.deliver_to(*this, numbers);
}

void RankSearch::route(Bytes t, std::span<const std::uint64_t> numbers) {
  const unsigned owner = exchange_.owner_of(t);
  if (owner == transport_.rank()) {
    mine_.push_back(t);
    mine_numbers_.insert(mine_numbers_.end(), numbers.begin(), numbers.end());
  } else {
    exchange_.send(owner, t, numbers);
  }
}

void RankSearch::deliver_mine() {
  if (!mine_.empty()) receive(mine_, mine_numbers_);
  mine_.clear();
  mine_numbers_.clear();
}

void RankSearch::end_level() {
  if (stop_.is_asked() && !std::exchange(has_told_to_stop_, true)) exchange_.tell_to_stop();
  exchange_.end_level();
  if (!stop_.agree(transport_)) return;
  if (stop_.reason() == too_many_processes) throw product::TooManyProcesses{};
  save();
  throw Stopped{stop_.reason()};
}

void RankSearch::look_up() {
  if ((turns_++ & 0xff) == 0) progress_.show(own_.size(), expanded_, transitions_, own_.levels());
}

bool RankSearch::is_wanted(Marks source, Marks transition) const {
  switch (wanted_) {
    case Wanted::all:
      return true;
    case Wanted::of_set:
      return (transition & set_) != 0;
    case Wanted::accepting:
      return is_accepting(source, transition);
  }
  return true;
}

void RankSearch::receive(std::span<const Bytes> states, std::span<const std::uint64_t> numbers) {
  attempt([&] {
    own_.insert(states);
    if (place_.size() < own_.size()) {
      const std::size_t size = own_.size();
      place_.resize(size);
      predecessors_.resize(size);
      if (options_.ends_early) {
        value_.resize(size);
        waits_.resize(size);
        if (required_ != first_) met_.resize(size);
      }
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
      const StateId t = own_.stored()[i].id;
      switch (phase_) {
        case Phase::explore:
          if (own_.stored()[i].is_new) place_[t] = kept;
          receive_explored(t, numbers.subspan(i * numbers_, numbers_));
          break;
        case Phase::restore:
          place_[t] = numbers[i] != 0 ? kept : dropped;
          break;
        case Phase::count:
          ++predecessors_[t];
          break;
        case Phase::seed:
          if (place_[t] == kept) reach(t, traces_ ? numbers[i] : 0);
          break;
        case Phase::reach:
          receive_reached(t, traces_ ? numbers[i] : 0);
          break;
        case Phase::eliminate:
          if (place_[t] == kept && --predecessors_[t] == 0) {
            place_[t] = dropped;
            next_.push_back(t);
          }
          break;
        case Phase::predecessor:
          if (place_[t] == kept && any_[t] == 0) any_[t] = numbers[i];
          break;
      }
    }
  });
}

void RankSearch::expand(StateId s) {
  const store::Bytes whole = own_.load(s);
  const Marks marks = product_.expander().marks(whole);
  space_.expand(whole, expansion_);
  ++expanded_;
  transitions_ += expansion_.reduced();
  for (std::size_t i = 0; i < expansion_.reduced(); ++i) {
    if (!is_wanted(marks, expansion_.marks(i))) continue;
    const std::uint64_t source = key_of(s) << 1 | (phase_ == Phase::seed ? 1 : 0);
    route(expansion_.state(i), {&source, numbers_});
  }
  deliver_mine();
  look_up();
}

void RankSearch::expand_all(const std::vector<StateId>& states) {
  for (std::size_t i = 0; i < states.size() && !is_stopping(); ++i) {
    attempt([&] { expand(states[i]); });
    if ((i & 0xf) == 0) exchange_.poll();
  }
  mine_.clear();
  mine_numbers_.clear();
  end_level();
}

void RankSearch::run_levels() {
  while (sum(next_.size()) != 0) {
    std::vector<StateId> level;
    level.swap(next_);
    expand_all(level);
    if (watches_ && sum(closing_ != 0 ? 1 : 0) != 0) break;
  }
}

void RankSearch::reach(StateId s, std::uint64_t parent) {
  place_[s] = reached;
  if (traces_) parents_[s] = parent;
  next_.push_back(s);
}

void RankSearch::receive_reached(StateId t, Key source) {
  if (place_[t] == kept) reach(t, source);
  if (place_[t] != reached) return;
  if (counts_) ++predecessors_[t];
  if (t == root_ && closing_ == 0) closing_ = source >> 1;
}

// Line 4 for one set.
void RankSearch::keep_reachable(Marks set, bool counts, bool traces) {
  counts_ = counts;
  traces_ = traces;
  if (counts)
    for (const StateId s : kept_) predecessors_[s] = 0;
  if (traces) parents_.assign(own_.size(), 0);
  next_.clear();
  for (const StateId s : kept_)
    if ((product_.expander().marks(own_.load(s)) & set) != 0) reach(s, 0);
  if ((on_transitions_ & set) != 0) {
    begin_phase(Phase::seed, traces ? 1 : 0, Wanted::of_set);
    set_ = set;
    expand_all(kept_);
  }
  begin_phase(Phase::reach, traces ? 1 : 0, Wanted::all);
  run_levels();
  std::erase_if(kept_, [this](StateId s) { return place_[s] != reached; });
  for (StateId s = 0; s < explored_; ++s)
    if (place_[s] == kept) place_[s] = dropped;
  for (const StateId s : kept_) place_[s] = kept;
}

// Line 5: the predecessors in S are known.
void RankSearch::eliminate(bool only_accepting) {
  next_.clear();
  for (const StateId s : kept_)
    if (predecessors_[s] == 0) {
      place_[s] = dropped;
      next_.push_back(s);
    }
  begin_phase(Phase::eliminate, 0, only_accepting ? Wanted::accepting : Wanted::all);
  run_levels();
  std::erase_if(kept_, [this](StateId s) { return place_[s] != kept; });
}

std::uint64_t RankSearch::kept_by_all() { return sum(kept_.size()); }

bool RankSearch::run_rounds() {
  std::uint64_t now = kept_by_all();
  save_if_due();
  for (std::uint64_t before = now + 1; before != now && now != 0;) {  // 2, 6
    ++rounds_;
    before = now;
    for (Marks missing = required_; missing != 0; missing &= missing - 1) {             // 3
      keep_reachable(missing & (~missing + 1), (missing & (missing - 1)) == 0, false);  // 4
      if ((missing & (missing - 1)) != 0) save_if_due();
    }
    eliminate(false);  // 5
    save_if_due();
    now = kept_by_all();
  }
  return now != 0;
}

bool RankSearch::eliminate_weak() {
  count_again();
  save_if_due();
  eliminate(true);
  return kept_by_all() != 0;
}

void RankSearch::keep_behind(Key v) {
  counts_ = false;
  traces_ = false;
  next_.clear();
  if (is_mine(v)) reach(id_of(v), 0);
  begin_phase(Phase::reach, 0, Wanted::all);
  run_levels();
  std::erase_if(kept_, [this](StateId s) { return place_[s] != reached; });
  for (StateId s = 0; s < explored_; ++s)
    if (place_[s] == kept) place_[s] = dropped;
  for (const StateId s : kept_) place_[s] = kept;
}

search::Statistics RankSearch::statistics() {
  std::uint64_t sums[] = {explored_, transitions_, expanded_, own_.bytes()};
  transport_.sum(sums);
  return {.states = sums[0], .transitions = sums[1], .post_calls = sums[2], .max_depth = own_.levels()};
}

RankFigures RankSearch::figures() const {
  RankFigures figures{.states = explored_,
                      .expanded = expanded_,
                      .transitions = transitions_,
                      .store_bytes = own_.bytes(),
                      .resident_bytes = peak_resident_bytes()};
  exchange_.report(figures);
  return figures;
}

}  // namespace lariat::cluster
