// SPDX-License-Identifier: Apache-2.0
// A lasso is a way from an initial state to an entry r, and a cycle from r that meets all sets. Some step of the cycle meets
// the set that is rarest in its component; the state a that this step leaves is an *anchor*. Read from its anchor, a lasso is
//
//     a ──d(a,r)──► r ──d(r,a)──► a      and      initial ──d0(r)──► r
//
// For one anchor the shortest lasso is a shortest path in the graph of nodes (state, sets met, entry chosen?): choosing the
// entry at r costs d0(r), each step costs 1. All costs are whole numbers, so a queue of buckets gives the nodes in order.
//
// Bounds on the work, B being the length of the best lasso so far:
//   1. only components that are cyclic and meet all sets matter, and only steps inside them;
//   2. anchors come in order of d0(a). A lasso through a has at least d0(a)+1 transitions, so that the rest is dropped
//      once d0(a)+1 ≥ B;
//   3. d0(a) ≤ d0(v) + d(v,a) for every v: a node at v of cost c with its entry chosen cannot do better than
//      c + d0(a) - d0(v), and without, than c + d0(a);
//   4. all cycles of a component have a length divisible by its period p, so its lassos have at least min d0 + p transitions;
//   5. an anchor whose search is finished is removed from the graph: lassos through it are known. So are states that then have
//      no successor or no predecessor left and lie on no cycle any more; on a ring, all states.
#include "lariat/search/min-bfs.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>

#include "lariat/search/scc.hpp"

namespace lariat::search {
namespace {

constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

// Distances from the initial states, with the edges by which states were reached first.
struct Distances {
  std::vector<std::uint32_t> distance;
  std::vector<std::uint32_t> parent_edge;
  std::vector<StateId> parent;
};

Distances distances(const Graph& graph, Statistics& statistics) {
  Distances result{std::vector<std::uint32_t>(graph.states(), unreached), std::vector<std::uint32_t>(graph.states()),
                   std::vector<StateId>(graph.states(), no_state)};
  std::vector<StateId> queue;
  for (const StateId s : graph.initial())
    if (std::exchange(result.distance[s], 0) != 0) queue.push_back(s);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const StateId s = queue[i];
    const auto targets = graph.targets(s);
    ++statistics.states;
    ++statistics.post_calls;
    statistics.transitions += targets.size();
    for (std::uint32_t choice = 0; choice < targets.size(); ++choice) {
      const StateId t = targets[choice];
      if (result.distance[t] != unreached) continue;
      result.distance[t] = result.distance[s] + 1;
      result.parent[t] = s;
      result.parent_edge[t] = graph.first_edge(s) + choice;
      queue.push_back(t);
    }
  }
  return result;
}

// A component that has an accepting cycle.
struct Arena {
  std::uint32_t entry = unreached;  // least distance of a state from the initial ones
  std::uint32_t period = 0;         // divides the length of each cycle
  unsigned rarest = 0;              // the set that the fewest of its steps meet
};

// One node of the search from an anchor.
struct Node {
  enum class Reached : std::uint8_t { at_start, by_step, by_choosing_the_entry };

  StateId state;
  Reached reached;
  bool chosen;           // the entry is chosen: the way from the initial states is paid for
  std::uint32_t parent;  // in the list of settled nodes, unless at_start
  std::uint32_t edge;    // if reached by_step
  Marks met;
};

// The set of settled nodes: a table if it fits, otherwise a hash set.
class Settled {
 public:
  Settled(std::size_t states, unsigned sets) {
    constexpr std::size_t table_limit = std::size_t{1} << 26;
    bits_ = sets + 1;
    if (bits_ < 26 && states << bits_ <= table_limit) stamp_.resize(states << bits_);
  }
  void clear() {
    if (stamp_.empty()) hashed_.clear();
    if (++now_ == 0) {
      std::ranges::fill(stamp_, 0U);
      now_ = 1;
    }
  }
  // False if the node was settled before.
  bool insert(const Node& node) {
    if (!stamp_.empty())
      return std::exchange(stamp_[(std::size_t{node.state} << bits_) | node.met << 1 | (node.chosen ? 1 : 0)], now_) != now_;
    return hashed_.insert({node.met, std::uint64_t{node.state} << 1 | (node.chosen ? 1 : 0)}).second;
  }

 private:
  struct Hash {
    std::size_t operator()(const std::pair<Marks, std::uint64_t>& key) const {
      const std::uint64_t h = (key.first ^ std::rotl(key.second * 0x9e3779b97f4a7c15U, 31)) * 0xd6e8feb86659fd93U;
      return h ^ h >> 32;
    }
  };
  unsigned bits_;
  std::uint32_t now_ = 0;
  std::vector<std::uint32_t> stamp_;
  std::unordered_set<std::pair<Marks, std::uint64_t>, Hash> hashed_;
};

class ShortestLasso {
 public:
  ShortestLasso(const Graph& graph, const MinimizeOptions& options, Statistics& statistics, BestLasso& best)
      : graph_(graph),
        options_(options),
        statistics_(statistics),
        best_(best),
        required_(all_sets(graph.sets())),
        from_initial_(distances(graph, statistics)),
        component_(graph.states(), none),
        settled_(graph.states(), graph.sets()) {}

  void run() {
    find_arenas();
    if (arenas_.empty()) return;
    count_inner_edges();
    for (const StateId anchor : anchors()) {
      const Arena& arena = arenas_[component_[anchor]];
      if (d0(anchor) + 1 >= best_.limit()) break;
      if (!alive_[anchor] || std::uint64_t{arena.entry} + arena.period >= best_.limit()) continue;
      search_from(anchor);
      take_out(anchor);
    }
  }

 private:
  static constexpr std::uint32_t none = unreached;

  std::uint32_t d0(StateId s) const { return from_initial_.distance[s]; }
  Marks marks_of_step(StateId s, std::uint32_t edge) const { return graph_.state_marks(s) | graph_.edge_marks(edge); }
  bool inner(StateId s, StateId t) const { return component_[s] == component_[t]; }

  // Calls visit(edge, target) for each transition of s that stays in its component.
  template <class Visit>
  void for_each_inner(StateId s, Visit visit) const {
    const auto targets = graph_.targets(s);
    for (std::uint32_t i = 0; i < targets.size(); ++i)
      if (inner(s, targets[i])) visit(graph_.first_edge(s) + i, targets[i]);
  }

  void find_arenas() {
    GeneralisedView view(graph_);
    Counting<GeneralisedView> counting(view, options_.limits);
    std::vector<std::uint32_t> level(graph_.states(), unreached);
    Statistics of_components;
    for_each_component(counting, of_components, [&](const Component& component) {
      if (!component.cyclic || (component.marks & required_) != required_) return;
      for (const StateId s : component.states) component_[s] = static_cast<std::uint32_t>(arenas_.size());
      arenas_.push_back(measure(component, level));
    });
    statistics_.max_depth = of_components.max_depth;
    statistics_.post_calls += counting.search_counts().calls;
    statistics_.transitions += counting.search_counts().transitions;
  }

  Arena measure(const Component& component, std::vector<std::uint32_t>& level) const {
    Arena arena;
    std::vector<std::uint64_t> frequency(graph_.sets());
    std::vector<StateId> queue{component.states.front()};
    level[queue.front()] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const StateId s = queue[i];
      arena.entry = std::min(arena.entry, d0(s));
      for_each_inner(s, [&](std::uint32_t edge, StateId t) {
        for (Marks marks = marks_of_step(s, edge); marks != 0; marks &= marks - 1) ++frequency[std::countr_zero(marks)];
        if (level[t] == unreached) {
          level[t] = level[s] + 1;
          queue.push_back(t);
        }
        const std::int64_t difference = std::int64_t{level[s]} + 1 - level[t];
        arena.period = static_cast<std::uint32_t>(std::gcd(std::int64_t{arena.period}, difference));
      });
    }
    if (!frequency.empty()) arena.rarest = static_cast<unsigned>(std::ranges::min_element(frequency) - frequency.begin());
    return arena;
  }

  bool leaves_by_rarest(StateId s, const Arena& arena) const {
    if (required_ == 0) return true;
    bool found = false;
    for_each_inner(s, [&](std::uint32_t edge, StateId) { found |= (marks_of_step(s, edge) >> arena.rarest & 1) != 0; });
    return found;
  }

  std::vector<StateId> anchors() const {
    std::vector<StateId> result;
    for (StateId s = 0; s < graph_.states(); ++s)
      if (component_[s] != none && leaves_by_rarest(s, arenas_[component_[s]])) result.push_back(s);
    std::ranges::stable_sort(result, {}, [this](StateId s) { return d0(s); });
    return result;
  }

  void count_inner_edges() {
    alive_.assign(graph_.states(), true);
    successors_left_.assign(graph_.states(), 0);
    predecessor_begin_.assign(graph_.states() + 1, 0);
    for (StateId s = 0; s < graph_.states(); ++s) {
      if (component_[s] == none) continue;
      for_each_inner(s, [&](std::uint32_t, StateId t) {
        ++successors_left_[s];
        ++predecessor_begin_[t + 1];
      });
    }
    predecessors_left_.assign(predecessor_begin_.begin() + 1, predecessor_begin_.end());
    std::partial_sum(predecessor_begin_.begin(), predecessor_begin_.end(), predecessor_begin_.begin());
    predecessors_.resize(predecessor_begin_.back());
    std::vector<std::uint32_t> place(predecessor_begin_.begin(), predecessor_begin_.end() - 1);
    for (StateId s = 0; s < graph_.states(); ++s)
      if (component_[s] != none) for_each_inner(s, [&](std::uint32_t, StateId t) { predecessors_[place[t]++] = s; });
  }

  void take_out(StateId first) {
    std::vector<StateId> leaving{first};
    alive_[first] = false;
    const auto lose = [&](StateId t, std::vector<std::uint32_t>& left) {
      if (alive_[t] && --left[t] == 0) {
        alive_[t] = false;
        leaving.push_back(t);
      }
    };
    while (!leaving.empty()) {
      const StateId s = leaving.back();
      leaving.pop_back();
      for_each_inner(s, [&](std::uint32_t, StateId t) { lose(t, predecessors_left_); });
      for (std::uint32_t i = predecessor_begin_[s]; i < predecessor_begin_[s + 1]; ++i)
        lose(predecessors_[i], successors_left_);
    }
  }

  // The least length of a lasso through this node, as far as distances tell.
  std::uint64_t at_least(const Node& node, std::uint64_t cost, StateId anchor) const {
    if (!node.chosen) return cost + d0(anchor);
    return cost + (d0(anchor) > d0(node.state) ? d0(anchor) - d0(node.state) : 0);
  }

  void offer(const Node& node, std::uint64_t cost, StateId anchor) {
    if (at_least(node, cost, anchor) >= best_.limit()) return;
    if (cost >= buckets_.size()) buckets_.resize(cost + 1);
    buckets_[cost].push_back(node);
  }

  void search_from(StateId anchor) {
    using enum Node::Reached;
    settled_.clear();
    nodes_.clear();
    for (auto& bucket : buckets_) bucket.clear();
    offer({anchor, at_start, false, 0, 0, 0}, 0, anchor);
    offer({anchor, at_start, true, 0, 0, 0}, d0(anchor), anchor);
    for (std::uint64_t cost = 0; cost < buckets_.size() && cost < best_.limit(); ++cost) {
      // Choosing an entry at distance 0 adds to the bucket that is being emptied.
      for (std::size_t i = 0; i < buckets_[cost].size(); ++i) {
        const Node node = buckets_[cost][i];
        if (!settled_.insert(node)) continue;
        if ((nodes_.size() & 0xfff) == 0xfff) stop_at_limit(options_.limits);
        const auto index = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(node);
        ++statistics_.post_calls;
        if (!node.chosen && node.reached != at_start)
          offer({node.state, by_choosing_the_entry, true, index, 0, node.met}, cost + d0(node.state), anchor);
        const auto targets = graph_.targets(node.state);
        statistics_.transitions += targets.size();
        for (std::uint32_t choice = 0; choice < targets.size(); ++choice) {
          const StateId t = targets[choice];
          if (!inner(node.state, t) || !alive_[t]) continue;
          const std::uint32_t edge = graph_.first_edge(node.state) + choice;
          const Marks marks = marks_of_step(node.state, edge);
          const Node next{t, by_step, node.chosen, index, edge, (node.met | marks) & required_};
          if (t == anchor && next.chosen && next.met == required_) {
            if (cost + 1 < best_.limit()) improve(next);  // nodes come in order of cost: nothing shorter can follow
            return;
          }
          offer(next, cost + 1, anchor);
        }
      }
      buckets_[cost].clear();
    }
  }

  // `last` is back at the anchor and closes a lasso that is shorter than all before.
  void improve(const Node& last) {
    std::vector<Step> before;  // from the anchor to the entry, backwards
    std::vector<Step> after;   // from the entry to the anchor, backwards
    std::vector<Step>* part = &after;
    StateId entry = last.state;  // the anchor, unless another one was chosen
    for (const Node* node = &last; node->reached != Node::Reached::at_start; node = &nodes_[node->parent]) {
      if (node->reached == Node::Reached::by_step) {
        part->push_back(step(nodes_[node->parent].state, node->edge));
      } else {
        entry = node->state;
        part = &before;
      }
    }
    Lasso lasso;
    for (StateId s = entry; from_initial_.parent[s] != no_state; s = from_initial_.parent[s])
      lasso.stem.push_back(step(from_initial_.parent[s], from_initial_.parent_edge[s]));
    std::ranges::reverse(lasso.stem);
    lasso.cycle.assign(after.rbegin(), after.rend());
    lasso.cycle.insert(lasso.cycle.end(), before.rbegin(), before.rend());
    best_.improve(std::move(lasso));
  }

  Step step(StateId source, std::uint32_t edge) const {
    return {source, edge - graph_.first_edge(source), graph_.edge_target(edge), graph_.edge_marks(edge)};
  }

  const Graph& graph_;
  const MinimizeOptions& options_;
  Statistics& statistics_;
  BestLasso& best_;
  Marks required_;
  Distances from_initial_;
  std::vector<std::uint32_t> component_;  // index of a state's arena, or none
  std::vector<Arena> arenas_;
  std::vector<bool> alive_;  // not taken out
  std::vector<std::uint32_t> successors_left_;
  std::vector<std::uint32_t> predecessors_left_;
  std::vector<std::uint32_t> predecessor_begin_;
  std::vector<StateId> predecessors_;
  Settled settled_;
  std::vector<Node> nodes_;                 // settled ones
  std::vector<std::vector<Node>> buckets_;  // nodes by cost
};

}  // namespace

void shortest_lasso(const Graph& graph, const MinimizeOptions& options, Statistics& statistics, BestLasso& best) {
  ShortestLasso(graph, options, statistics, best).run();
}

}  // namespace lariat::search
