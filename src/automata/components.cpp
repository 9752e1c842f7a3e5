// SPDX-License-Identifier: Apache-2.0
#include "automata/components.hpp"

#include <algorithm>
#include <span>

namespace lariat::automata {
namespace {

// The automaton as the algorithm sees it, for each way to store one.
class TgbaEdges {
 public:
  explicit TgbaEdges(const Tgba& automaton) : automaton_(automaton) {}
  std::size_t states() const { return automaton_.states(); }
  unsigned sets() const { return automaton_.sets; }
  std::span<const StateId> initial() const { return {&automaton_.initial, 1}; }
  std::size_t count(StateId s) const { return automaton_.post[s].size(); }
  StateId target(StateId s, std::size_t i) const { return automaton_.post[s][i].target; }
  Marks marks(StateId s, std::size_t i) const { return automaton_.post[s][i].marks; }

 private:
  const Tgba& automaton_;
};

class GraphEdges {
 public:
  explicit GraphEdges(const Graph& graph) : graph_(graph) {}
  std::size_t states() const { return graph_.states(); }
  unsigned sets() const { return graph_.sets(); }
  std::span<const StateId> initial() const { return graph_.initial(); }
  std::size_t count(StateId s) const { return graph_.targets(s).size(); }
  StateId target(StateId s, std::size_t i) const { return graph_.targets(s)[i]; }
  Marks marks(StateId s, std::size_t i) const {
    return graph_.state_marks(s) | graph_.edge_marks(graph_.first_edge(s) + static_cast<std::uint32_t>(i));
  }

 private:
  const Graph& graph_;
};

template <class Edges>
class Search {
 public:
  Search(const Edges& edges, const Limits& limits)
      : edges_(edges), limits_(limits), number_(edges.states(), 0), low_(edges.states(), 0) {
    result_.of.assign(edges.states(), Components::none);
    result_.required = all_sets(edges.sets());
  }

  Components run() {
    for (const StateId s : edges_.initial())
      if (number_[s] == 0) visit(s);
    for (const StateId s : edges_.initial()) result_.empty &= !result_.at(s).useful;
    return std::move(result_);
  }

 private:
  struct Frame {
    StateId state;
    std::uint32_t next;
  };

  void enter(StateId s) {
    if ((++entered_ & 0xfff) == 0) stop_at_limit(limits_);
    low_[s] = number_[s] = entered_;
    active_.push_back(s);
    stack_.push_back({s, 0});
  }

  void visit(StateId root) {
    enter(root);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      const StateId s = frame.state;
      if (frame.next < edges_.count(s)) {
        const StateId t = edges_.target(s, frame.next++);
        if (number_[t] == 0)
          enter(t);
        else if (result_.of[t] == Components::none)
          low_[s] = std::min(low_[s], number_[t]);
        continue;
      }
      stack_.pop_back();
      if (!stack_.empty()) low_[stack_.back().state] = std::min(low_[stack_.back().state], low_[s]);
      if (low_[s] == number_[s]) leave(s);
    }
  }

  // The component with root s is complete, and so are all that it leads to.
  void leave(StateId s) {
    const auto number = static_cast<std::uint32_t>(result_.list.size());
    std::size_t first = active_.size();
    do {
      result_.of[active_[--first]] = number;
    } while (active_[first] != s);
    Components::Component component;
    component.states = static_cast<std::uint32_t>(active_.size() - first);
    bool leads_on = false;
    for (std::size_t i = first; i < active_.size(); ++i) {
      const StateId source = active_[i];
      for (std::size_t e = 0, n = edges_.count(source); e < n; ++e) {
        const std::uint32_t to = result_.of[edges_.target(source, e)];
        if (to != number) {
          leads_on |= result_.list[to].useful;
          continue;
        }
        const Marks marks = edges_.marks(source, e);
        component.has_cycle = true;
        component.seen |= marks;
        component.common &= marks;
      }
    }
    component.accepting = component.has_cycle && (component.seen & result_.required) == result_.required;
    component.useful = component.accepting || leads_on;
    result_.list.push_back(component);
    active_.resize(first);
  }

  const Edges& edges_;
  const Limits& limits_;
  Components result_;
  std::vector<std::uint32_t> number_;  // in the order of the search, from 1; 0: not seen yet
  std::vector<std::uint32_t> low_;
  std::vector<StateId> active_;  // states whose component is not complete
  std::vector<Frame> stack_;
  std::uint32_t entered_ = 0;
};

}  // namespace

bool Components::is_weak() const {
  return std::ranges::all_of(list, [&](const Component& component) { return is_weak(component); });
}

Components find_components(const Tgba& automaton) { return Search(TgbaEdges(automaton), Limits{}).run(); }

Components find_components(const Graph& graph, const Limits& limits) { return Search(GraphEdges(graph), limits).run(); }

}  // namespace lariat::automata
