// SPDX-License-Identifier: Apache-2.0
// Explicit graphs: a space held in memory, in compressed sparse rows.
//
//   offsets_   n+1 entries; the transitions of s are the positions offsets_[s] .. offsets_[s+1]-1 of
//   targets_   and edge_marks_ (empty where no transition carries a mark)
//   state_marks_  n entries, or empty where no state carries a mark
//
// Built by a GraphBuilder, never changed afterwards; any number of threads may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat {

class Graph {
 public:
  std::size_t states() const { return offsets_.size() - 1; }
  std::size_t edges() const { return targets_.size(); }
  unsigned sets() const { return sets_; }
  std::span<const StateId> initial() const { return initial_; }

  std::span<const StateId> targets(StateId s) const {
    return {targets_.data() + offsets_[s], targets_.data() + offsets_[s + 1]};
  }
  // The position of the first transition of s: `first_edge(s) + i` is the number of its i-th transition.
  std::uint32_t first_edge(StateId s) const { return offsets_[s]; }
  StateId edge_target(std::uint32_t edge) const { return targets_[edge]; }
  // The marks of a state, or of a transition, as built: one does not include the other.
  Marks state_marks(StateId s) const { return state_marks_.empty() ? 0 : state_marks_[s]; }
  Marks edge_marks(std::uint32_t edge) const { return edge_marks_.empty() ? 0 : edge_marks_[edge]; }

  // No transition carries a mark that its source does not carry already.
  bool state_based() const { return edge_marks_.empty(); }
  // Memory held, in bytes.
  std::size_t bytes() const;

 private:
  friend class GraphBuilder;
  std::vector<std::uint32_t> offsets_ = {0};
  std::vector<StateId> targets_;
  std::vector<Marks> edge_marks_;
  std::vector<Marks> state_marks_;
  std::vector<StateId> initial_;
  unsigned sets_ = 0;
};

// Collects states and transitions in any order. The order in which the transitions of one state are added is the order in
// which post gives them.
class GraphBuilder {
 public:
  // Throws std::invalid_argument for more than max_sets sets.
  explicit GraphBuilder(unsigned sets = 1);

  // A state exists as soon as it is named. Throw std::invalid_argument for marks beyond the number of sets.
  void add_initial(StateId s);
  void mark_state(StateId s, Marks marks);
  void add_edge(StateId source, StateId target, Marks marks = 0);
  // At least so many states, even if nothing names them.
  void ensure_states(std::size_t count);

  std::size_t states() const { return state_marks_.size(); }
  std::size_t edges() const { return targets_.size(); }

  // The graph. Transition number e of the graph was the `order[e]`-th to be added, if `order` is asked for.
  Graph build(std::vector<std::uint32_t>* order = nullptr) &&;

 private:
  void check_marks(Marks marks) const;

  unsigned sets_;
  bool any_state_mark_ = false;
  bool any_edge_mark_ = false;
  bool sorted_ = true;  // sources came in ascending order: nothing has to move
  std::vector<StateId> initial_;
  std::vector<StateId> sources_;
  std::vector<StateId> targets_;
  std::vector<Marks> edge_marks_;  // filled from the first marked edge on
  std::vector<Marks> state_marks_;
};

// A graph as a generalised space. The graph must outlive the view.
class GeneralisedView {
 public:
  explicit GeneralisedView(const Graph& graph) : graph_(&graph) {}
  std::span<const StateId> initial() const { return graph_->initial(); }
  unsigned sets() const { return graph_->sets(); }
  Marks marks(StateId s) const { return graph_->state_marks(s); }
  void post(StateId s, std::vector<Successor>& arena) const {
    const std::uint32_t first = graph_->first_edge(s);
    const auto targets = graph_->targets(s);
    for (std::uint32_t i = 0; i < targets.size(); ++i) arena.push_back({targets[i], graph_->edge_marks(first + i)});
  }
  std::size_t state_bound() const { return graph_->states(); }

 private:
  const Graph* graph_;
};

// A graph as a Büchi space whose accepting states are given by one bit each. The graph must outlive the view.
class BuchiView {
 public:
  // Accepting are the states that carry all sets of the graph: the meaning of a state-based graph with at most one set.
  explicit BuchiView(const Graph& graph);
  // Accepting are the states whose bit is set; `accepting` has one entry a state.
  BuchiView(const Graph& graph, std::vector<bool> accepting);

  std::span<const StateId> initial() const { return graph_->initial(); }
  bool accepting(StateId s) const { return accepting_[s]; }
  void post(StateId s, std::vector<StateId>& arena) const {
    const auto targets = graph_->targets(s);
    arena.insert(arena.end(), targets.begin(), targets.end());
  }
  std::size_t state_bound() const { return graph_->states(); }

 private:
  const Graph* graph_;
  std::vector<bool> accepting_;
};

}  // namespace lariat
