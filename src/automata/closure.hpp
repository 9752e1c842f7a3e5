// SPDX-License-Identifier: Apache-2.0
// The steps that make an automaton stutter-closed (lariat/automata/stutter_closed.hpp).
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "automata/tgba.hpp"

namespace lariat::automata {

// The automaton without states that no accepting run visits; the initial state stays.
Tgba only_useful(const Tgba& automaton);

// Puts marks on all transitions that can carry them: a transition gets the mark of a set if each cycle through it has a
// transition with that mark already. What a run meets infinitely often are the transitions of cycles, so that exactly the same
// runs are accepting.
//
// If any way to mark the transitions so that the same runs are accepting satisfies (shortcut), this one does. Let p -l/m-> q
// -l/n-> r and its shortcut s satisfy it, and let one of the two, t, gain the mark of a set here that neither had. If s did not
// gain it, s would lie on a cycle without it; with the two in the place of s, so would t.
void saturate_marks(Tgba& automaton);

// Drops a transition if another leads to the same state under the same letters with at least the same marks.
void drop_lesser(Context& context, std::vector<Transition>& transitions);

// (loop) and (shortcut), to the letter.
bool has_loops(Context& context, const Tgba& automaton);
bool has_shortcuts(Context& context, const Tgba& automaton);

inline bool is_closed(Context& context, const Tgba& automaton) {
  return has_loops(context, automaton) && has_shortcuts(context, automaton);
}

// True iff the automaton is closed once loops and shortcuts that it can simulate are added: its language is that of a
// stutter-closed automaton. The marks must be saturated.
bool is_closed_up_to_simulation(Context& context, const Tgba& automaton);

// Classes of letters that no label tells apart, of those for which `domain` holds. Throws Stopped if there are very many.
std::vector<LabelId> letter_classes(Context& context, const std::vector<LabelId>& labels, LabelId domain = Labels::always);
// All labels of the automaton, each once.
std::vector<LabelId> labels_of(const Tgba& automaton);

// The classes of letters for some labels, by number, and which label each belongs to.
class LetterTable {
 public:
  LetterTable(Context& context, const std::vector<LabelId>& labels);
  std::size_t size() const { return letters_.size(); }
  LabelId operator[](std::size_t letter) const { return letters_[letter]; }
  // True iff the label, one of those given, holds for the letters of that class.
  bool reads(LabelId label, std::size_t letter) const { return rows_.at(label)[letter]; }

 private:
  std::vector<LabelId> letters_;
  std::unordered_map<LabelId, std::vector<bool>> rows_;
};

// Adds loops that the automaton can simulate: q -l-> q if q -l-> r and r simulates q. The language remains, whatever it is. The
// marks must be saturated.
void add_simulated_loops(Context& context, Tgba& automaton);

// Adds the loops that are missing if no word of `complement`, which has all words that the automaton does not accept, is
// accepted then; at all states, or else at as many as possible one after the other.
void add_harmless_loops(Context& context, Tgba& automaton, const Tgba& complement);

// Makes (loop) true. A state that lacks loops for letters that lead to it becomes several: one for each class of such letters,
// with a loop for it. A run may take such a loop only for a letter that it has just read, hence the language, which must be
// invariant under stuttering, remains. The loops carry no marks.
Tgba split_by_last_letter(Context& context, const Tgba& automaton);

// Makes (shortcut) true by adding transitions, and leaves (loop) true if it was. A run with shortcuts reads a word that differs
// by stuttering from one that the automaton accepts: the language, which must be invariant, remains. False if there would be
// more transitions than that; the automaton is then unfinished.
bool add_shortcuts(Context& context, Tgba& automaton, std::size_t max_edges);

}  // namespace lariat::automata
