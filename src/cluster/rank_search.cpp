// SPDX-License-Identifier: Apache-2.0
#include "cluster/rank_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lariat/base/memory.hpp"

namespace lariat::cluster {
namespace {

constexpr std::string_view too_many_processes = "too many processes";
constexpr auto every_transition = [](Marks, Marks) { return true; };

}  // namespace

RankSearch::RankSearch(Transport& transport, product::Product& product, const RankedSearch& options)
    : transport_(transport),
      product_(product),
      options_(options),
      exchange_(transport, product.hidden_bytes()),
      own_(product),
      required_(all_sets(product.sets())),
      first_(required_ & (~required_ + 1)),
      is_weak_(options.strength != search::Strength::general || product.sets() == 0) {}

// As StopRequest::attempt; a rank that meets more processes than there are acceptance sets stops all of them, too.
template <class Action>
void RankSearch::attempt(const Action& action) {
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

void RankSearch::begin_phase(Phase phase, std::size_t numbers) {
  phase_ = phase;
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
  exchange_.end_level();
  if (!stop_.agree(transport_)) return;
  if (stop_.reason() == too_many_processes) throw product::TooManyProcesses{};
  throw Stopped{stop_.reason()};
}

void RankSearch::look_up() {
  if ((turns_++ & 0xff) != 0) return;
  if (Gauge* const gauge = options_.limits.gauge; gauge != nullptr) {
    gauge->states.store(own_.size() * transport_.ranks(), std::memory_order_relaxed);
    gauge->post_calls.store(expanded_ * transport_.ranks(), std::memory_order_relaxed);
    gauge->transitions.store(transitions_ * transport_.ranks(), std::memory_order_relaxed);
    gauge->depth.store(own_.levels(), std::memory_order_relaxed);
  }
  stop_at_limit(options_.limits);
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
  product_.expander().expand(whole, expansion_);
  ++expanded_;
  transitions_ += expansion_.size();
  for (std::size_t i = 0; i < expansion_.size(); ++i) {
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

bool RankSearch::explore() {
  begin_phase(Phase::explore, 3);
  const std::vector<system::State> initial = product_.expander().initial();
  constexpr std::uint64_t from_nowhere[3] = {0, 0, 0};
  for (const system::State& s : initial)
    if (exchange_.is_own(s)) route(s, from_nowhere);
  deliver_mine();
  for (;;) {
    std::uint64_t sums[] = {own_.size() - (own_.levels() == 0 ? 0 : own_.level(own_.levels() - 1).end),
                            closed_ != 0 ? std::uint64_t{1} : 0, own_.size()};
    transport_.sum(sums);
    explored_ = own_.size();
    if (sums[1] != 0 || sums[0] == 0) break;
    const store::IdRange level = own_.begin_level();
    const std::uint64_t max_states = product_.options().max_states;
    if (max_states != 0 && sums[2] > max_states) stop_.ask(too_many_states);
    if (options_.limits.max_depth != 0 && own_.levels() > options_.limits.max_depth) stop_.ask("the depth limit was reached");
    for (StateId s = level.begin; s < level.end && !stop_.is_asked(); ++s) {
      expanded_up_to_ = s + 1;
      attempt([&] { expand_explored(s, true); });
      if ((s & 0xf) == 0) exchange_.poll();
    }
    // As many states once more as were new, at most.
    std::vector<StateId> again;
    again.swap(again_);
    for (std::size_t i = 0; i < again.size(); ++i) {
      waits_[again[i]] = false;
      if (i < level.size() && !stop_.is_asked()) attempt([&] { expand_explored(again[i], false); });
    }
    mine_.clear();
    mine_numbers_.clear();
    end_level();
  }
  for (StateId s = 0; s < explored_; ++s) kept_.push_back(s);
  Marks all = 0;
  for (const std::vector<std::uint8_t>& marks : transport_.gather(to_bytes(on_transitions_))) all |= from_bytes(marks);
  on_transitions_ = all;
  const auto closed = first_of(transport_, closed_ == 0 ? std::nullopt : std::optional(to_bytes(closed_)));
  if (!closed) return false;
  closed_ = from_bytes(*closed);
  on_transitions_ = required_;  // states that were not expanded may have transitions of any set
  return true;
}

template <class Wanted>
void RankSearch::expand(StateId s, const Wanted& is_wanted) {
  const store::Bytes whole = own_.load(s);
  const Marks marks = product_.expander().marks(whole);
  product_.expander().expand(whole, expansion_);
  ++expanded_;
  transitions_ += expansion_.size();
  for (std::size_t i = 0; i < expansion_.size(); ++i) {
    if (!is_wanted(marks, expansion_.marks(i))) continue;
    const std::uint64_t source = key_of(s) << 1 | (phase_ == Phase::seed ? 1 : 0);
    route(expansion_.state(i), {&source, numbers_});
  }
  deliver_mine();
  look_up();
}

template <class Wanted>
void RankSearch::expand_all(const std::vector<StateId>& states, const Wanted& is_wanted) {
  for (std::size_t i = 0; i < states.size() && !stop_.is_asked(); ++i) {
    attempt([&] { expand(states[i], is_wanted); });
    if ((i & 0xf) == 0) exchange_.poll();
  }
  mine_.clear();
  mine_numbers_.clear();
  end_level();
}

template <class Wanted>
void RankSearch::run_levels(const Wanted& is_wanted) {
  while (sum(next_.size()) != 0) {
    std::vector<StateId> level;
    level.swap(next_);
    expand_all(level, is_wanted);
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
    begin_phase(Phase::seed, traces ? 1 : 0);
    expand_all(kept_, [set](Marks, Marks transition) { return (transition & set) != 0; });
  }
  begin_phase(Phase::reach, traces ? 1 : 0);
  run_levels(every_transition);
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
  begin_phase(Phase::eliminate, 0);
  run_levels([&](Marks source, Marks transition) { return !only_accepting || is_accepting(source, transition); });
  std::erase_if(kept_, [this](StateId s) { return place_[s] != kept; });
}

std::uint64_t RankSearch::kept_by_all() { return sum(kept_.size()); }

bool RankSearch::run_rounds() {
  std::uint64_t now = kept_by_all();
  for (std::uint64_t before = now + 1; before != now && now != 0;) {  // 2, 6
    ++rounds_;
    before = now;
    for (Marks missing = required_; missing != 0; missing &= missing - 1)               // 3
      keep_reachable(missing & (~missing + 1), (missing & (missing - 1)) == 0, false);  // 4
    eliminate(false);                                                                   // 5
    now = kept_by_all();
  }
  return now != 0;
}

bool RankSearch::eliminate_weak() {
  eliminate(true);
  return kept_by_all() != 0;
}

void RankSearch::keep_behind(Key v) {
  counts_ = false;
  traces_ = false;
  next_.clear();
  if (is_mine(v)) reach(id_of(v), 0);
  begin_phase(Phase::reach, 0);
  run_levels(every_transition);
  std::erase_if(kept_, [this](StateId s) { return place_[s] != reached; });
  for (StateId s = 0; s < explored_; ++s)
    if (place_[s] == kept) place_[s] = dropped;
  for (const StateId s : kept_) place_[s] = kept;
}

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
  begin_phase(Phase::reach, 1);
  watches_ = true;
  run_levels(every_transition);
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
  begin_phase(Phase::predecessor, 1);
  expand_all(kept_, [this](Marks source, Marks transition) { return is_accepting(source, transition); });
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
  begin_phase(Phase::predecessor, 1);
  expand_all(kept_, every_transition);
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
