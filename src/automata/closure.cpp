// SPDX-License-Identifier: Apache-2.0
#include "automata/closure.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "automata/components.hpp"
#include "automata/product.hpp"
#include "automata/simulation.hpp"

namespace lariat::automata {
namespace {

constexpr std::size_t max_classes = 4096;

// For each state, the letters of transitions that lead to it and that it has no loop for.
std::vector<LabelId> missing_loops(Context& context, const Tgba& automaton) {
  Labels& labels = context.labels;
  std::vector<LabelId> incoming(automaton.states(), Labels::never);
  std::vector<LabelId> loops(automaton.states(), Labels::never);
  for (StateId s = 0; s < automaton.states(); ++s)
    for (const Transition& t : automaton.post[s]) {
      LabelId& sum = t.target == s ? loops[s] : incoming[t.target];
      sum = labels.disjoin(sum, t.label);
    }
  for (StateId s = 0; s < automaton.states(); ++s) incoming[s] = labels.subtract(incoming[s], loops[s]);
  return incoming;
}

constexpr auto is_same = [](StateId target, StateId other) { return target == other; };

// The letters of `letters` for which no transition leads, with all the marks, to the target or a state that is as good.
template <class AsGood>
LabelId without_transition(Labels& labels, const std::vector<Transition>& transitions, StateId target, Marks marks,
                           LabelId letters, AsGood as_good) {
  for (const Transition& t : transitions) {
    if (letters == Labels::never) break;
    if ((marks & ~t.marks) == 0 && as_good(target, t.target)) letters = labels.subtract(letters, t.label);
  }
  return letters;
}

template <class AsGood>
bool all_shortcuts(Context& context, const Tgba& automaton, AsGood as_good) {
  Labels& labels = context.labels;
  for (StateId p = 0; p < automaton.states(); ++p) {
    for (const Transition& first : automaton.post[p]) {
      context.tick(1 + automaton.post[p].size() * automaton.post[first.target].size());
      for (const Transition& second : automaton.post[first.target])
        if (without_transition(labels, automaton.post[p], second.target, first.marks | second.marks,
                               labels.conjoin(first.label, second.label), as_good) != Labels::never)
          return false;
    }
  }
  return true;
}

}  // namespace

Tgba only_useful(const Tgba& automaton) {
  const Components components = find_components(automaton);
  std::vector<bool> kept(automaton.states());
  for (StateId s = 0; s < automaton.states(); ++s) kept[s] = components.reachable(s) && components.at(s).useful;
  kept[automaton.initial] = true;
  return restrict_states(automaton, kept);
}

void saturate_marks(Tgba& automaton) {
  const Tgba original = automaton;
  for (unsigned set = 0; set < automaton.sets; ++set) {
    const Marks mark = Marks{1} << set;
    // The graph without transitions that carry the mark, and one more state that leads to all others.
    Tgba without;
    without.post = original.post;
    for (auto& transitions : without.post)
      std::erase_if(transitions, [&](const Transition& t) { return (t.marks & mark) != 0; });
    without.initial = static_cast<StateId>(without.post.size());
    without.post.emplace_back();
    for (StateId s = 0; s < original.states(); ++s) without.post.back().push_back({s, Labels::always, 0});
    const Components components = find_components(without);
    for (StateId s = 0; s < automaton.states(); ++s)
      for (Transition& t : automaton.post[s])
        if (!components.inside(s, t)) t.marks |= mark;
  }
}

void drop_lesser(Context& context, std::vector<Transition>& transitions) {
  merge_transitions(context, transitions);
  const std::vector<Transition> all = transitions;
  context.tick(1 + all.size() * all.size() / 64);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j)
      if (i != j && all[i].target == all[j].target && (all[i].marks & ~all[j].marks) == 0)
        transitions[i].label = context.labels.subtract(transitions[i].label, all[j].label);
  std::erase_if(transitions, [](const Transition& t) { return t.label == Labels::never; });
}

bool has_loops(Context& context, const Tgba& automaton) {
  return std::ranges::all_of(missing_loops(context, automaton), [](LabelId label) { return label == Labels::never; });
}

bool has_shortcuts(Context& context, const Tgba& automaton) { return all_shortcuts(context, automaton, is_same); }

std::vector<LabelId> labels_of(const Tgba& automaton) {
  std::vector<LabelId> result;
  std::unordered_set<LabelId> seen;
  for (const auto& transitions : automaton.post)
    for (const Transition& t : transitions)
      if (seen.insert(t.label).second) result.push_back(t.label);
  return result;
}

std::vector<LabelId> letter_classes(Context& context, const std::vector<LabelId>& labels, LabelId domain) {
  std::vector<LabelId> classes;
  if (domain != Labels::never) classes.push_back(domain);
  for (const LabelId label : labels) {
    context.tick(classes.size());
    for (std::size_t i = 0, n = classes.size(); i < n; ++i) {
      const LabelId inside = context.labels.conjoin(classes[i], label);
      if (inside == Labels::never || inside == classes[i]) continue;
      classes.push_back(context.labels.subtract(classes[i], label));
      classes[i] = inside;
    }
    if (classes.size() > max_classes) throw Stopped{"too many letters"};
  }
  return classes;
}

LetterTable::LetterTable(Context& context, const std::vector<LabelId>& labels) : letters_(letter_classes(context, labels)) {
  for (const LabelId label : labels) {
    context.tick(letters_.size());
    const auto [row, is_new] = rows_.emplace(label, std::vector<bool>(letters_.size()));
    for (std::size_t i = 0; is_new && i < letters_.size(); ++i)
      row->second[i] = context.labels.conjoin(label, letters_[i]) != Labels::never;
  }
}

// Loops and shortcuts that can be simulated may be added without changing the language. A shortcut of what has been added is
// one of what it is simulated by, up to simulation; so looking once at all pairs is enough.
bool is_closed_up_to_simulation(Context& context, const Tgba& given) {
  Tgba automaton = given;
  add_simulated_loops(context, automaton);
  if (!has_loops(context, automaton)) return false;
  const std::optional<std::vector<bool>> simulates = simulation(context, given);
  return simulates && all_shortcuts(context, automaton, [&](StateId target, StateId other) {
           return (*simulates)[target * automaton.states() + other];
         });
}

// The simulation remains one when the loops are added: what answers the loop q -l-> q is q -l-> r, and whatever simulates q
// answers it as it answers that.
void add_simulated_loops(Context& context, Tgba& automaton) {
  Labels& labels = context.labels;
  const std::vector<LabelId> missing = missing_loops(context, automaton);
  const std::optional<std::vector<bool>> simulates = simulation(context, automaton);
  if (!simulates) return;
  for (StateId q = 0; q < automaton.states(); ++q) {
    LabelId loop = Labels::never;
    if (missing[q] == Labels::never) continue;
    for (const Transition& t : automaton.post[q])
      if ((*simulates)[q * automaton.states() + t.target]) loop = labels.disjoin(loop, labels.conjoin(missing[q], t.label));
    if (loop != Labels::never) automaton.post[q].push_back({q, loop, 0});
  }
}

void add_harmless_loops(Context& context, Tgba& automaton, const Tgba& complement) {
  const std::vector<LabelId> missing = missing_loops(context, automaton);
  Tgba with_all = automaton;
  std::vector<StateId> lacking;
  for (StateId q = 0; q < automaton.states(); ++q) {
    if (missing[q] == Labels::never) continue;
    with_all.post[q].push_back({q, missing[q], 0});
    lacking.push_back(q);
  }
  if (lacking.empty()) return;
  if (are_disjoint(context, with_all, complement)) {
    automaton = std::move(with_all);
    return;
  }
  if (lacking.size() == 1) return;
  for (const StateId q : lacking) {
    automaton.post[q].push_back({q, missing[q], 0});
    if (!are_disjoint(context, automaton, complement)) automaton.post[q].pop_back();
  }
}

Tgba split_by_last_letter(Context& context, const Tgba& given) {
  Labels& labels = context.labels;
  const std::vector<LabelId> missing = missing_loops(context, given);
  const std::vector<LabelId> letters = letter_classes(context, labels_of(given), labels.disjoin_all(missing));
  Tgba result;
  result.sets = given.sets;
  struct Copy {
    StateId state;
    LabelId letter;  // a class that it was entered with and has no loop for; `never` for all other ways to come
  };
  std::vector<Copy> copies;
  std::map<std::pair<StateId, LabelId>, StateId> number;
  const auto copy = [&](StateId s, LabelId letter) {
    const auto [at, is_new] = number.emplace(std::pair(s, letter), static_cast<StateId>(copies.size()));
    if (is_new) copies.push_back({s, letter});
    return at->second;
  };
  result.initial = copy(given.initial, Labels::never);
  for (StateId n = 0; n < copies.size(); ++n) {
    context.check_states(n + 1);
    const Copy from = copies[n];
    std::vector<Transition> transitions;
    if (from.letter != Labels::never) transitions.push_back({n, from.letter, 0});
    for (const Transition& t : given.post[from.state]) {
      const LabelId to_copies = labels.conjoin(t.label, missing[t.target]);
      const LabelId others = labels.subtract(t.label, to_copies);
      if (others != Labels::never) transitions.push_back({copy(t.target, Labels::never), others, t.marks});
      if (to_copies == Labels::never) continue;
      context.tick(letters.size());
      for (const LabelId letter : letters)
        if (labels.conjoin(letter, to_copies) != Labels::never)
          transitions.push_back({copy(t.target, letter), letter, t.marks});
    }
    drop_lesser(context, transitions);
    result.post.push_back(std::move(transitions));
  }
  return result;
}

bool add_shortcuts(Context& context, Tgba& automaton, std::size_t max_edges) {
  Labels& labels = context.labels;
  std::size_t edges = automaton.edges();
  bool changed = true;
  while (changed) {
    changed = false;
    for (StateId p = 0; p < automaton.states(); ++p) {
      auto& post = automaton.post[p];
      const std::size_t before = post.size();
      // Grows while it is walked over; positions stay valid, references do not.
      for (std::size_t i = 0; i < post.size(); ++i)
        for (std::size_t j = 0; j < automaton.post[post[i].target].size(); ++j) {
          context.tick(post.size());
          const Transition first = post[i];
          const Transition second = automaton.post[first.target][j];
          const Marks marks = first.marks | second.marks;
          const LabelId letters =
              without_transition(labels, post, second.target, marks, labels.conjoin(first.label, second.label), is_same);
          if (letters == Labels::never) continue;
          post.push_back({second.target, letters, marks});
          changed = true;
          if (++edges > max_edges) return false;
        }
      if (post.size() == before) continue;
      edges -= post.size();
      drop_lesser(context, post);
      edges += post.size();
    }
  }
  return true;
}

}  // namespace lariat::automata
