// SPDX-License-Identifier: Apache-2.0
// Random systems with random reduced sets, as spaces that a proviso works on, and a witness of what it was told and asked for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lariat/space/graph.hpp"
#include "lariat/space/reducible.hpp"
#include "support/random_graph.hpp"

namespace lariat::testing {

// A graph, and for each state sets of its transitions, as bits: the first one is the reduced set. Sets that a real
// partial-order reduction finds have more to them; a proviso must do with any.
struct ReducedSystem {
  Graph graph;
  std::vector<std::vector<std::uint32_t>> candidates;

  std::uint32_t all(StateId s) const { return static_cast<std::uint32_t>((std::uint64_t{1} << graph.targets(s).size()) - 1); }
  std::string text() const {
    std::ostringstream out;
    out << describe(graph) << "reduced:";
    for (StateId s = 0; s < candidates.size(); ++s) {
      out << ' ' << s << ":";
      for (const std::uint32_t set : candidates[s]) out << std::hex << set << std::dec << ' ';
    }
    return out.str();
  }
};

struct SystemShape {
  unsigned max_states = 10;
  unsigned max_degree = 4;
  unsigned sets = 1;
  bool marked_transitions = false;
  unsigned mark_percent = 20;  // 0: nothing is marked
  unsigned ladder = 0;         // so many of the states, at most, lead on to the next one first; and some back to many
};

inline ReducedSystem random_system(std::mt19937_64& random, const SystemShape& shape) {
  const auto below = [&](std::uint64_t n) { return static_cast<unsigned>(random() % n); };
  const unsigned states = 2 + below(shape.max_states - 1);
  const unsigned max_degree = 2 + below(shape.max_degree - 1);
  const unsigned near = below(3);  // 0: transitions lead anywhere; otherwise often to neighbours, for deep stacks
  const unsigned complete_percent = below(30);
  const unsigned dead_ends = below(20);
  GraphBuilder builder(shape.sets);
  builder.ensure_states(states);
  builder.add_initial(below(states));
  if (below(4) == 0) builder.add_initial(below(states));
  const auto some_marks = [&] {
    Marks marks = 0;
    for (unsigned i = 0; i < shape.sets; ++i) marks |= Marks{below(100) < shape.mark_percent} << i;
    return marks;
  };
  for (StateId s = 0; s < states; ++s) {
    builder.mark_state(s, some_marks());
    const bool on_ladder = s < shape.ladder && s + 1 < states;
    if (on_ladder) builder.add_edge(s, s + 1);
    if (shape.ladder != 0 && below(8) == 0)
      for (unsigned degree = 10 + below(16); degree != 0; --degree) builder.add_edge(s, below(states));
    if (below(100) < dead_ends || (on_ladder && below(2) != 0)) continue;
    for (unsigned degree = 1 + below(max_degree); degree != 0; --degree) {
      const StateId t = near != 0 && below(3) != 0 ? (s + 1 + below(near * 2)) % states : below(states);
      builder.add_edge(s, t, shape.marked_transitions ? some_marks() : 0);
    }
  }
  ReducedSystem system{std::move(builder).build(), {}};
  for (StateId s = 0; s < states; ++s) {
    const std::uint32_t all = system.all(s);
    std::vector<std::uint32_t>& sets = system.candidates.emplace_back();
    for (unsigned count = 1 + below(3); count != 0; --count) {
      std::uint32_t set = all & static_cast<std::uint32_t>(random());
      if (below(2) != 0) set &= static_cast<std::uint32_t>(random());
      if (s < shape.ladder) set |= all & 1;
      if (all != 0 && set == 0) set = std::uint32_t{1} << below(system.graph.targets(s).size());
      sets.push_back(below(100) < complete_percent ? all : set);
    }
  }
  return system;
}

// The system as a Büchi space or as a generalised one.
template <class View>
class ReducedView {
 public:
  ReducedView(const ReducedSystem& system, Reduction* reduction)
      : system_(&system), view_(system.graph), reduction_(reduction) {}

  decltype(auto) initial() const { return view_.initial(); }
  bool accepting(StateId s) const requires BuchiSpace<View> { return view_.accepting(s); }
  unsigned sets() const requires GeneralisedSpace<View> { return view_.sets(); }
  Marks marks(StateId s) const requires GeneralisedSpace<View> { return view_.marks(s); }
  std::size_t state_bound() const { return view_.state_bound(); }
  void post(StateId s, std::vector<successor_t<View>>& arena) const { view_.post(s, arena); }

  Reduction* reduction() const { return reduction_; }
  bool post_reduced(StateId s, std::vector<successor_t<View>>& arena) const {
    append(s, system_->candidates[s].front(), arena);
    return system_->candidates[s].front() != system_->all(s);
  }
  void post_rest(StateId s, std::vector<successor_t<View>>& arena) const {
    append(s, system_->all(s) & ~system_->candidates[s].front(), arena);
  }
  bool post_candidate(StateId s, unsigned k, std::vector<successor_t<View>>& arena) const {
    if (k >= system_->candidates[s].size()) return false;
    append(s, system_->candidates[s][k], arena);
    return true;
  }

 private:
  void append(StateId s, std::uint32_t set, std::vector<successor_t<View>>& arena) const {
    std::vector<successor_t<View>> successors;
    view_.post(s, successors);
    for (std::size_t i = 0; i < successors.size(); ++i)
      if ((set >> i & 1) != 0) arena.push_back(successors[i]);
  }

  const ReducedSystem* system_;
  View view_;
  Reduction* reduction_;
};

// Hears what a proviso hears, and remembers what it answered.
class Witness : public Reduction {
 public:
  struct Entered {
    bool partial;     // some transitions are not explored
    unsigned number;  // of the candidate set, from 1
  };

  explicit Witness(Reduction& proviso) : proviso_(&proviso) {}

  const std::map<StateId, Entered>& entered() const { return entered_; }
  std::size_t expanded() const { return expanded_.size(); }
  const std::set<StateId>& expanded_states() const { return expanded_; }
  // The first violation of the interface; empty if there was none.
  const std::string& complaint() const { return complaint_; }

  bool enter(StateId s, bool partial, Targets targets, std::uint32_t taken) override {
    record(s, {partial, 1});
    return expand_if(proviso_->enter(s, partial, targets, taken));
  }
  bool meet(StateId t) override {
    if (entered_.count(t) == 0) complain("met a state that was never entered");
    return expand_if(proviso_->meet(t));
  }
  bool finish() override { return expand_if(proviso_->finish()); }
  void leave() override {
    proviso_->leave();
    stack_.pop_back();
  }
  bool chooses_candidates() const override { return proviso_->chooses_candidates(); }
  bool accepts(StateId s, Targets targets) const override { return proviso_->accepts(s, targets); }
  void enter_candidate(StateId s, unsigned number, bool partial) override {
    record(s, {partial && number != 0, number});
    if (partial && number == 0) expanded_.insert(s);
    proviso_->enter_candidate(s, number, partial);
  }
  Selection selection(StateId s) const override { return proviso_->selection(s); }
  bool visited(StateId s) const override { return proviso_->visited(s); }
  std::string_view name() const override { return proviso_->name(); }
  ReductionStatistics statistics() const override { return proviso_->statistics(); }

 private:
  void record(StateId s, Entered entered) {
    if (!entered_.emplace(s, entered).second) complain("entered a state twice");
    stack_.push_back(s);
  }
  bool expand_if(bool wanted) {
    if (!wanted) return false;
    if (!entered_.at(stack_.back()).partial) complain("asked for transitions that are there");
    entered_.at(stack_.back()).partial = false;
    expanded_.insert(stack_.back());
    return true;
  }
  void complain(const char* what) {
    if (complaint_.empty()) complaint_ = what;
  }

  Reduction* proviso_;
  std::map<StateId, Entered> entered_;
  std::vector<StateId> stack_;
  std::set<StateId> expanded_;
  std::string complaint_;
};

// The transitions that were explored, as a graph of the entered states, and of these which are not partial.
struct Explored {
  Graph graph;
  std::vector<bool> entered;
  std::vector<bool> complete;
};

// A transition in a form that can be compared.
using Edge = std::pair<StateId, Marks>;

template <Space S>
std::vector<Edge> explored_edges(S& space, StateId s, const Witness::Entered& entered) {
  std::vector<successor_t<S>> successors;
  if (!entered.partial)
    space.post(s, successors);
  else
    space.post_candidate(s, entered.number - 1, successors);
  std::vector<Edge> edges;
  for (const auto& t : successors) edges.emplace_back(target_of(t), marks_of(t));
  return edges;
}

template <Space S>
Explored explored_graph(S& space, const Witness& witness) {
  Explored result;
  GraphBuilder builder([&] {
    if constexpr (GeneralisedSpace<S>)
      return space.sets();
    else
      return 1U;
  }());
  builder.ensure_states(space.state_bound());
  result.entered.resize(space.state_bound());
  result.complete.resize(space.state_bound());
  for (const StateId s : space.initial()) builder.add_initial(s);
  for (const auto& [s, entered] : witness.entered()) {
    result.entered[s] = true;
    result.complete[s] = !entered.partial;
    builder.mark_state(s, state_marks(space, s));
    for (const auto& [target, marks] : explored_edges(space, s, entered)) builder.add_edge(s, target, marks);
  }
  result.graph = std::move(builder).build();
  return result;
}

}  // namespace lariat::testing
