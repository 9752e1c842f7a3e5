// SPDX-License-Identifier: Apache-2.0
// Why the language of a stutter-closed automaton is invariant: two words that differ by stuttering are sequences of blocks of
// equal letters, the same sequence with blocks of other lengths; if there is a last block, it is infinite in both. Of an
// accepting run on the first word, the part that reads a finite block becomes one transition by shortcuts, with all its marks,
// and that as many as the other block is long by loops. The last block stays as it is.
//
// To be closed is a property of accepting runs, and these are the same with saturated marks and without useless states. A run
// of the automaton with bisimilar states merged is one of the automaton itself, step by step with the same marks, from any
// state that the first was merged into. So what holds of the automaton that is looked at here holds of the one that a search
// uses.
#include "lariat/automata/stutter_closed.hpp"

#include <algorithm>
#include <numeric>

#include "automata/closure.hpp"
#include "automata/simulation.hpp"

namespace lariat::automata {
namespace {

std::vector<std::uint32_t> numbers_of(const std::vector<std::string>& atoms) {
  std::vector<std::uint32_t> numbers(atoms.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

Tgba prepare(Context& context, const Automaton& automaton) {
  context.atoms = static_cast<std::uint32_t>(automaton.atoms.size());
  Tgba result = only_useful(adopt(context, automaton, numbers_of(automaton.atoms)));
  merge_transitions(context, result);
  saturate_marks(result);
  for (auto& transitions : result.post) drop_lesser(context, transitions);
  return merge_bisimilar(context, result);
}

// None if its atoms are not those of the automaton.
std::optional<Tgba> adopt_complement(Context& context, const Automaton& complement, const std::vector<std::string>& atoms) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& atom : complement.atoms) {
    const auto found = std::ranges::find(atoms, atom);
    if (found == atoms.end()) return std::nullopt;
    numbers.push_back(static_cast<std::uint32_t>(found - atoms.begin()));
  }
  return adopt(context, complement, numbers);
}

std::optional<Automaton> close(const Automaton& automaton, const ClosureOptions& options) {
  Context context;
  context.limits = options.limits;
  context.max_states = options.max_states;
  Tgba closed = prepare(context, automaton);
  if (is_closed(context, closed)) return automaton;
  add_simulated_loops(context, closed);
  if (options.complement != nullptr && !options.complement->rejects_all)
    if (const auto complement = adopt_complement(context, *options.complement, automaton.atoms))
      add_harmless_loops(context, closed, *complement);
  closed = split_by_last_letter(context, closed);
  if (!add_shortcuts(context, closed, options.max_edges)) return std::nullopt;
  closed = merge_bisimilar(context, closed);
  saturate_marks(closed);
  for (auto& transitions : closed.post) drop_lesser(context, transitions);
  if (!is_closed(context, closed)) return std::nullopt;
  Automaton result = publish(context, closed, automaton.atoms, false);
  result.name = automaton.name;
  return result;
}

}  // namespace

bool is_stutter_closed(const Automaton& automaton, const Limits& limits) {
  if (automaton.rejects_all || automaton.graph.initial().empty()) return true;
  try {
    Context context;
    context.limits = limits;
    return is_closed(context, prepare(context, automaton));
  } catch (const Stopped&) {
    return false;
  } catch (const Labels::TooLarge&) {
    return false;
  }
}

std::optional<Automaton> close_under_stuttering(const Automaton& automaton, const ClosureOptions& options) {
  if (automaton.rejects_all || automaton.graph.initial().empty()) return automaton;
  try {
    return close(automaton, options);
  } catch (const Stopped&) {
    return std::nullopt;
  } catch (const Labels::TooLarge&) {
    return std::nullopt;
  }
}

}  // namespace lariat::automata
