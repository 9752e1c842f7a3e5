// SPDX-License-Identifier: Apache-2.0
// Two words are stutter-equivalent iff they can be stretched to a common word by repeating letters. So f is not invariant iff a
// stretched word of f is also a stretched word of !f. The paper's self-loops at (state, last letter) become a product whose
// states are (state of A, state of B, last letter), where either side may rest while its last letter is repeated.
#include "lariat/automata/stutter.hpp"

#include <array>
#include <map>
#include <numeric>

#include "automata/closure.hpp"
#include "automata/complement.hpp"
#include "automata/components.hpp"
#include "automata/simulation.hpp"
#include "automata/tgba.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::automata {
namespace {

std::vector<LabelId> labels_of_both(const std::array<Tgba, 2>& sides) {
  std::vector<LabelId> result = labels_of(sides[0]);
  const std::vector<LabelId> more = labels_of(sides[1]);
  result.insert(result.end(), more.begin(), more.end());
  return result;
}

constexpr std::size_t max_degree = 16;  // on average

class StutterProduct {
 public:
  StutterProduct(Context& context, const std::array<Tgba, 2>& sides, std::size_t max_states)
      : context_(context), sides_(sides), max_states_(max_states), letters_(context, labels_of_both(sides)) {}

  bool is_empty() {
    // One more set for each side: it must move infinitely often.
    runs_.sets = sides_[0].sets + sides_[1].sets + 2;
    if (runs_.sets > max_sets) throw Stopped{"the automaton needs more than 64 acceptance sets"};
    node({sides_[0].initial, sides_[1].initial, no_letter});
    for (StateId n = 0; n < origin_.size(); ++n) {
      if (n > max_states_ || edges_ > max_degree * max_states_) throw Stopped{too_many_states};
      context_.check_states(n);
      runs_.post.emplace_back();
      expand(n);
      edges_ += runs_.post[n].size();
    }
    return automata::is_empty(runs_);
  }

 private:
  using Node = std::array<std::uint32_t, 3>;  // states of the sides, last letter
  static constexpr std::uint32_t no_letter = ~std::uint32_t{0};

  StateId node(const Node& n) {
    const auto [at, is_new] = number_.emplace(n, static_cast<StateId>(origin_.size()));
    if (is_new) origin_.push_back(n);
    return at->second;
  }

  // The transitions of a side under a letter, and resting where the letter is repeated.
  std::vector<Transition> moves(std::size_t side, StateId s, std::uint32_t letter, bool repeated) {
    std::vector<Transition> result;
    const Marks moved = Marks{1} << sides_[side].sets;
    for (const Transition& t : sides_[side].post[s])
      if (letters_.reads(t.label, letter)) result.push_back({t.target, Labels::always, t.marks | moved});
    if (repeated) result.push_back({s, Labels::always, 0});
    return result;
  }

  void expand(StateId n) {
    const Node from = origin_[n];
    for (std::uint32_t letter = 0; letter < letters_.size(); ++letter) {
      context_.tick();
      const std::vector<Transition> right = moves(1, from[1], letter, letter == from[2]);
      if (right.empty()) continue;
      for (const Transition& e : moves(0, from[0], letter, letter == from[2]))
        for (const Transition& f : right) {
          context_.tick();
          runs_.post[n].push_back(
              {node({e.target, f.target, letter}), Labels::always, e.marks | (f.marks << (sides_[0].sets + 1))});
        }
    }
  }

  Context& context_;
  const std::array<Tgba, 2>& sides_;
  std::size_t max_states_;
  std::size_t edges_ = 0;
  LetterTable letters_;
  std::map<Node, StateId> number_;
  std::vector<Node> origin_;
  Tgba runs_;
};

}  // namespace

Answer is_stutter_invariant(ltl::FormulaStore& store, ltl::Formula f, const StutterOptions& options) {
  if (store.has(f, ltl::is_next_free)) return Answer::yes;
  f = ltl::Simplifier(store).simplify(f);
  if (store.has(f, ltl::is_next_free)) return Answer::yes;
  try {
    Context context;
    context.limits = options.translate.limits;
    const std::vector<ltl::Formula> atoms = store.atoms(f);
    context.atoms = static_cast<std::uint32_t>(atoms.size());
    std::array<Tgba, 2> sides;
    for (const bool negated : {false, true}) {
      const Translation translation = translate(store, negated ? store.negation(f) : f, options.translate);
      if (!translation) return Answer::unknown;
      std::vector<std::uint32_t> numbers(atoms.size());
      std::iota(numbers.begin(), numbers.end(), 0U);
      sides[negated ? 1 : 0] = adopt(context, *translation.automaton, numbers);
    }
    return StutterProduct(context, sides, options.max_states).is_empty() ? Answer::yes : Answer::no;
  } catch (const Stopped&) {
    return Answer::unknown;
  } catch (const Labels::TooLarge&) {
    return Answer::unknown;
  }
}

Answer is_stutter_invariant(const Automaton& automaton, const StutterOptions& options) {
  if (automaton.rejects_all || automaton.graph.initial().empty()) return Answer::yes;
  try {
    Context context;
    context.limits = options.translate.limits;
    context.atoms = static_cast<std::uint32_t>(automaton.atoms.size());
    std::vector<std::uint32_t> numbers(automaton.atoms.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    Tgba given = only_useful(adopt(context, automaton, numbers));
    saturate_marks(given);
    if (is_closed(context, given) || is_closed_up_to_simulation(context, given)) return Answer::yes;
    given = reduce(context, given);
    saturate_marks(given);
    if (is_closed_up_to_simulation(context, given)) return Answer::yes;
    std::optional<Tgba> complement = automata::complement(context, given, options.max_complement);
    if (!complement) return Answer::unknown;
    const std::array<Tgba, 2> sides = {std::move(given), *std::move(complement)};
    return StutterProduct(context, sides, options.max_states).is_empty() ? Answer::yes : Answer::no;
  } catch (const Stopped&) {
    return Answer::unknown;
  } catch (const Labels::TooLarge&) {
    return Answer::unknown;
  }
}

}  // namespace lariat::automata
