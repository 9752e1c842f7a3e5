// SPDX-License-Identifier: Apache-2.0
// Partition refinement: states of a class that differ in their transitions between classes part. Only states with a successor
// that changed its class have to be looked at again, and what is left of a class keeps its number, so that long chains, which
// part one state at a time, take linear time.
//   J. Hopcroft. An n log n algorithm for minimizing states in a finite automaton. 1971 (the idea).
#include <numeric>
#include <unordered_map>

#include "automata/simulation.hpp"

namespace lariat::automata {
namespace {

using Signature = std::vector<Transition>;

struct SignatureHash {
  std::size_t operator()(const Signature& signature) const {
    std::uint64_t h = signature.size();
    for (const Transition& t : signature) {
      h = (h ^ (t.target + (std::uint64_t{t.label} << 32) + t.marks * 0x94d049bb133111ebU)) * 0x9e3779b97f4a7c15U;
      h ^= h >> 29;
    }
    return h;
  }
};

class Partition {
 public:
  Partition(Context& context, const Tgba& automaton)
      : context_(context), automaton_(automaton), class_(automaton.states(), 0), place_(automaton.states()), members_(1) {
    members_[0].resize(automaton.states());
    std::iota(members_[0].begin(), members_[0].end(), 0U);
    std::iota(place_.begin(), place_.end(), 0U);
  }

  void refine() {
    std::vector<std::vector<StateId>> sources(automaton_.states());
    for (StateId s = 0; s < automaton_.states(); ++s)
      for (const Transition& t : automaton_.post[s]) sources[t.target].push_back(s);
    std::vector<StateId> dirty(automaton_.states());
    std::iota(dirty.begin(), dirty.end(), 0U);
    std::vector<bool> is_dirty(automaton_.states(), true);
    while (!dirty.empty()) {
      const std::vector<StateId> moved = split(dirty, is_dirty);
      dirty.clear();
      is_dirty.assign(moved.empty() ? 0 : automaton_.states(), false);
      for (const StateId s : moved)
        for (const StateId source : sources[s])
          if (!is_dirty[source]) {
            is_dirty[source] = true;
            dirty.push_back(source);
          }
    }
  }

  StateId number(StateId s) const { return class_[s]; }
  std::size_t classes() const { return members_.size(); }
  StateId representative(StateId c) const { return members_[c][0]; }

  Signature signature(StateId s) const {
    Signature result;
    result.reserve(automaton_.post[s].size());
    context_.tick(automaton_.post[s].size());
    for (const Transition& t : automaton_.post[s]) result.push_back({class_[t.target], t.label, t.marks});
    merge_transitions(context_, result);
    return result;
  }

 private:
  // Parts the classes of the dirty states, and tells which states have a new class.
  std::vector<StateId> split(const std::vector<StateId>& dirty, const std::vector<bool>& is_dirty) {
    std::unordered_map<StateId, std::vector<StateId>> by_class;
    for (const StateId s : dirty) by_class[class_[s]].push_back(s);
    // Signatures are taken before any class changes.
    struct Group {
      StateId old_class;
      std::vector<StateId> states;
    };
    std::vector<Group> leaving;
    for (const auto& [c, states] : by_class) {
      std::unordered_map<Signature, std::size_t, SignatureHash> found;
      std::vector<Group> groups;
      if (states.size() < members_[c].size()) {
        // Members that are not dirty still have equal signatures; dirty ones with the same signature stay.
        std::size_t i = 0;
        while (is_dirty[members_[c][i]]) ++i;
        found.emplace(signature(members_[c][i]), 0);
        groups.push_back({c, {}});
      }
      for (const StateId s : states) {
        const auto [at, is_new] = found.emplace(signature(s), groups.size());
        if (is_new) groups.push_back({c, {}});
        groups[at->second].states.push_back(s);
      }
      for (std::size_t g = 1; g < groups.size(); ++g) leaving.push_back(std::move(groups[g]));
    }
    std::vector<StateId> moved;
    for (const Group& group : leaving) {
      const auto c = static_cast<StateId>(members_.size());
      members_.emplace_back();
      for (const StateId s : group.states) {
        auto& old = members_[group.old_class];
        place_[old.back()] = place_[s];
        old[place_[s]] = old.back();
        old.pop_back();
        class_[s] = c;
        place_[s] = members_[c].size();
        members_[c].push_back(s);
        moved.push_back(s);
      }
    }
    return moved;
  }

  Context& context_;
  const Tgba& automaton_;
  std::vector<StateId> class_;
  std::vector<std::size_t> place_;             // of a state among the members of its class
  std::vector<std::vector<StateId>> members_;  // by class
};

}  // namespace

Tgba merge_bisimilar(Context& context, const Tgba& automaton) {
  Partition partition(context, automaton);
  partition.refine();
  Tgba result;
  result.sets = automaton.sets;
  result.initial = partition.number(automaton.initial);
  for (StateId c = 0; c < partition.classes(); ++c) result.post.push_back(partition.signature(partition.representative(c)));
  return result;
}

}  // namespace lariat::automata
