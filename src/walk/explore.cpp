// SPDX-License-Identifier: Apache-2.0
#include "lariat/walk/explore.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>
#include <utility>

#include "lariat/walk/run_along.hpp"
#include "walk/walker.hpp"

namespace lariat::walk {
namespace {

// The transition that leads from s to a state with those bytes.
std::optional<std::uint32_t> transition_to(product::ReducibleProduct& product, StateId s, system::Bytes target,
                                           product::Expansion& expansion) {
  const auto hidden = static_cast<std::ptrdiff_t>(product.product().hidden_bytes());
  product.expand(s, expansion);
  for (std::size_t i = 0; i < expansion.size(); ++i) {
    const system::Bytes t = expansion.state(i);
    if (std::equal(t.begin() + hidden, t.end(), target.begin() + hidden, target.end())) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

class Way {
 public:
  Way(product::ReducibleProduct& product, const Exploration& exploration) : product_(product), exploration_(exploration) {}

  // The transitions to s, last one first.
  std::vector<Choice> to(const Witness& witness) {
    std::vector<Choice> way;
    StateId s = witness.state;
    StateId parent = witness.parent;
    std::size_t level = exploration_.parents.empty() ? level_of(witness) : 0;
    for (;; --level) {
      const bool is_first = exploration_.parents.empty() ? level == 0 : exploration_.parents[s] == s;
      if (is_first) break;
      if (exploration_.parents.empty()) product_.product().recall(exploration_.eras[level - 1]);
      const store::Bytes bytes = product_.product().bytes(s);
      target_.assign(bytes.begin(), bytes.end());
      if (!exploration_.parents.empty()) parent = exploration_.parents[s];
      way.push_back(parent != no_state ? from(parent) : from_level(level - 1));
      s = way.back().state;
      parent = no_state;
    }
    first_ = s;
    return way;
  }

  // Where that way begins.
  StateId first() const { return first_; }

 private:
  // The level of a state: the one that was being expanded when it was met, or the next one. Without levels, it is initial.
  std::size_t level_of(const Witness& witness) const {
    if (exploration_.level_ends.empty()) return 0;
    for (std::size_t i = begin_of(witness.level); i < exploration_.level_ends[witness.level]; ++i)
      if (exploration_.queue[i].begin <= witness.state && witness.state < exploration_.queue[i].end) return witness.level;
    return witness.level + 1;
  }

  std::size_t begin_of(std::size_t level) const { return level == 0 ? 0 : exploration_.level_ends[level - 1]; }

  Choice from(StateId s) {
    if (const auto i = transition_to(product_, s, target_, expansion_)) return {.state = s, .transition = *i};
    throw std::logic_error("a state was not reached from its parent");
  }

  Choice from_level(std::size_t level) {
    for (std::size_t i = begin_of(level); i < exploration_.level_ends[level]; ++i)
      for (StateId s = exploration_.queue[i].begin; s < exploration_.queue[i].end; ++s)
        if (const auto i = transition_to(product_, s, target_, expansion_)) return {.state = s, .transition = *i};
    throw std::logic_error("a state was not reached from the level before it");
  }

  product::ReducibleProduct& product_;
  const Exploration& exploration_;
  product::Expansion expansion_;
  system::State target_;
  StateId first_ = 0;
};

// Afterwards numbers mean what they meant at first: all of them what they always meant, if there are enough for all states.
class RecallFirst {
 public:
  RecallFirst(product::Product& product, const Exploration& exploration) : product_(product), exploration_(exploration) {}
  RecallFirst(const RecallFirst&) = delete;
  RecallFirst& operator=(const RecallFirst&) = delete;
  ~RecallFirst() {
    if (!exploration_.eras.empty()) product_.recall(exploration_.eras.front());
  }

 private:
  product::Product& product_;
  const Exploration& exploration_;
};

}  // namespace

Exploration explore_states(product::Product& product, const std::vector<Goal>& goals, const ExploreOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  Exploration result;
  result.witnesses.resize(goals.size());
  WalkState walk(goals, options);
  try {
    const RecallFirst recall(product, result);
    if (options.order == SearchOrder::breadth_first)
      walk_breadth_first(product, walk, result);
    else
      walk_depth_first(product, walk, result);
  } catch (const std::bad_alloc&) {
    walk.stop("out of memory");
  }
  result.states = product.store().size();
  // The last thing looked for may have been found at the very end.
  result.complete = !walk.stopped() || (walk.all_found() && result.expanded == result.states);
  if (!result.complete) result.reason = walk.reason();
  // A state beyond the limit shows that there are more than were allowed; it does not count as one of them.
  if (const std::uint64_t limit = product.options().max_states; limit != 0) result.states = std::min(result.states, limit);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

run::Run run_to(product::Product& product, const Exploration& exploration, const Witness& witness) {
  const RecallFirst recall(product, exploration);
  product::ReducibleProduct space(product);
  Way way(space, exploration);
  std::vector<Choice> choices = way.to(witness);
  std::reverse(choices.begin(), choices.end());
  if (witness.choice) choices.push_back({.state = witness.state, .transition = *witness.choice});
  return run_along(space, way.first(), choices, exploration.eras);
}

}  // namespace lariat::walk
