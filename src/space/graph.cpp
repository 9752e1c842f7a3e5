// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/graph.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace lariat {

std::size_t Graph::bytes() const {
  return offsets_.capacity() * sizeof(offsets_[0]) + targets_.capacity() * sizeof(targets_[0]) +
         edge_marks_.capacity() * sizeof(edge_marks_[0]) + state_marks_.capacity() * sizeof(state_marks_[0]) +
         initial_.capacity() * sizeof(initial_[0]);
}

GraphBuilder::GraphBuilder(unsigned sets) : sets_(sets) {
  if (sets > max_sets) throw std::invalid_argument("a graph has at most 64 acceptance sets");
}

void GraphBuilder::ensure_states(std::size_t count) {
  if (count > no_state) throw std::length_error("a graph has at most 2^32-1 states");
  if (count > state_marks_.size()) state_marks_.resize(count);
}

void GraphBuilder::check_marks(Marks marks) const {
  if ((marks & ~all_sets(sets_)) != 0)
    throw std::invalid_argument("a mark names an acceptance set that the graph does not have");
}

void GraphBuilder::add_initial(StateId s) {
  ensure_states(std::size_t{s} + 1);
  initial_.push_back(s);
}

void GraphBuilder::mark_state(StateId s, Marks marks) {
  check_marks(marks);
  ensure_states(std::size_t{s} + 1);
  state_marks_[s] |= marks;
  any_state_mark_ |= marks != 0;
}

void GraphBuilder::add_edge(StateId source, StateId target, Marks marks) {
  check_marks(marks);
  if (targets_.size() >= std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("a graph has at most 2^32-1 transitions");
  ensure_states(std::size_t{std::max(source, target)} + 1);
  sorted_ = sorted_ && (sources_.empty() || sources_.back() <= source);
  if (marks != 0 && !any_edge_mark_) {
    any_edge_mark_ = true;
    edge_marks_.resize(targets_.size());
  }
  sources_.push_back(source);
  targets_.push_back(target);
  if (any_edge_mark_) edge_marks_.push_back(marks);
}

Graph GraphBuilder::build(std::vector<std::uint32_t>* order) && {
  Graph graph;
  graph.sets_ = sets_;
  graph.initial_ = std::move(initial_);
  graph.offsets_.assign(state_marks_.size() + 1, 0);
  for (const StateId source : sources_) ++graph.offsets_[source + 1];
  std::partial_sum(graph.offsets_.begin(), graph.offsets_.end(), graph.offsets_.begin());
  if (any_state_mark_) graph.state_marks_ = std::move(state_marks_);
  if (order != nullptr) {
    order->resize(targets_.size());
    std::iota(order->begin(), order->end(), 0U);
  }
  if (sorted_) {
    graph.targets_ = std::move(targets_);
    graph.edge_marks_ = std::move(edge_marks_);
    return graph;
  }
  // A stable counting sort by source keeps the order within a state.
  std::vector<std::uint32_t> place(graph.offsets_.begin(), graph.offsets_.end() - 1);
  graph.targets_.resize(targets_.size());
  graph.edge_marks_.resize(edge_marks_.size());
  for (std::uint32_t e = 0; e < targets_.size(); ++e) {
    const std::uint32_t to = place[sources_[e]]++;
    graph.targets_[to] = targets_[e];
    if (any_edge_mark_) graph.edge_marks_[to] = edge_marks_[e];
    if (order != nullptr) (*order)[to] = e;
  }
  return graph;
}

BuchiView::BuchiView(const Graph& graph) : graph_(&graph), accepting_(graph.states()) {
  const Marks required = all_sets(graph.sets());
  for (StateId s = 0; s < graph.states(); ++s) accepting_[s] = (graph.state_marks(s) & required) == required;
}

BuchiView::BuchiView(const Graph& graph, std::vector<bool> accepting) : graph_(&graph), accepting_(std::move(accepting)) {}

}  // namespace lariat
