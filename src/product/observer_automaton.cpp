// SPDX-License-Identifier: Apache-2.0
// Guards are taken apart into labels over atoms. Atoms that differ may depend on each other (x == 1, x == 2): then the
// automaton reads more words than there are, which changes nothing for those that there are.
#include "lariat/product/observer_automaton.hpp"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <map>
#include <utility>

namespace lariat::product {
namespace {

using model::Expr;
using model::ExprId;
using model::Op;

struct TooManyAtoms {};

class GuardReader {
 public:
  GuardReader(const model::Program& program, automata::Labels& labels, std::size_t max_atoms)
      : program_(program), labels_(labels), max_atoms_(max_atoms) {}

  const std::vector<ExprId>& atoms() const { return atoms_; }

  // A guard that may go wrong stays whole: going wrong, it holds, whatever a part of it would.
  automata::LabelId guard(ExprId expression) {
    if (expression == model::none) return automata::Labels::always;
    return may_fail(expression) ? atom(expression) : label(expression);
  }

 private:
  // These recurse, and expressions are never deeper than max_depth.
  automata::LabelId label(ExprId id) {
    const Expr& e = program_.expressions[id];
    switch (e.op) {
      case Op::constant:
        return e.value != 0 ? automata::Labels::always : automata::Labels::never;
      case Op::logical_not:
        return labels_.negate(label(e.a));
      case Op::logical_and:
        return labels_.conjoin(label(e.a), label(e.b));
      case Op::logical_or:
        return labels_.disjoin(label(e.a), label(e.b));
      case Op::conditional: {
        const automata::LabelId chosen = label(e.a);
        return labels_.disjoin(labels_.conjoin(chosen, label(e.b)), labels_.subtract(label(e.c), chosen));
      }
      case Op::equal:
      case Op::not_equal:
        if (is_zero(e.b)) return flipped(label(e.a), e.op == Op::equal);
        if (is_zero(e.a)) return flipped(label(e.b), e.op == Op::equal);
        return comparison(id, Op::equal, e.a, e.b, e.op == Op::not_equal);
      case Op::less:
      case Op::greater_equal:
        return comparison(id, Op::less, e.a, e.b, e.op == Op::greater_equal);
      case Op::greater:
      case Op::less_equal:
        return comparison(id, Op::less, e.b, e.a, e.op == Op::less_equal);
      default:
        return atom(id);
    }
  }

  bool is_zero(ExprId id) const { return program_.expressions[id].op == Op::constant && program_.expressions[id].value == 0; }

  automata::LabelId flipped(automata::LabelId label, bool flip) { return flip ? labels_.negate(label) : label; }

  // Comparisons that are each other's contrary have one atom: the one that comes first.
  automata::LabelId comparison(ExprId id, Op op, ExprId a, ExprId b, bool negated) {
    std::uint32_t first = same(a);
    std::uint32_t second = same(b);
    if (op == Op::equal && first > second) std::swap(first, second);
    Key key = {};
    key[0] = static_cast<std::uint32_t>(op);
    key[1] = first;
    key[2] = second;
    const auto [at, is_new] = comparisons_.emplace(key, Seen{id, negated});
    return flipped(atom(at->second.expression), at->second.negated != negated);
  }

  automata::LabelId atom(ExprId id) {
    const auto [at, is_new] = number_.emplace(same(id), static_cast<std::uint32_t>(atoms_.size()));
    if (is_new) {
      if (atoms_.size() == max_atoms_) throw TooManyAtoms{};
      atoms_.push_back(id);
    }
    return labels_.atom(at->second);
  }

  bool may_fail(ExprId id) const {
    if (id == model::none) return false;
    const Expr& e = program_.expressions[id];
    switch (e.op) {
      case Op::divide:
      case Op::remainder:
      case Op::bounded:
      case Op::length:
      case Op::is_empty:
      case Op::is_full:
      case Op::can_receive:
      case Op::is_enabled:
        return true;
      case Op::read: {
        const model::Place& place = program_.places[e.place];
        return may_fail(place.process) || (place.index != model::none && !is_within(place));
      }
      default:
        return may_fail(e.a) || may_fail(e.b) || may_fail(e.c);
    }
  }

  bool is_within(const model::Place& place) const {
    const Expr& index = program_.expressions[place.index];
    return index.op == Op::constant && index.value >= 0 &&
           static_cast<std::uint32_t>(index.value) < program_.variable(place).size;
  }

  // The first expression that says the same by being written the same.
  using Key = std::array<std::uint32_t, 12>;
  ExprId same(ExprId id) {
    if (id == model::none) return id;
    const Expr& e = program_.expressions[id];
    Key key = {static_cast<std::uint32_t>(e.op),
               static_cast<std::uint32_t>(e.value),
               same(e.a),
               same(e.b),
               same(e.c),
               e.type,
               e.index,
               model::none,
               model::none,
               model::none,
               model::none,
               model::none};
    if (e.op == Op::at_location)
      key[6] = sets_.emplace(program_.location_sets[e.index], static_cast<std::uint32_t>(sets_.size())).first->second;
    if (e.place != model::none) {
      const model::Place& place = program_.places[e.place];
      key[7] = static_cast<std::uint32_t>(place.scope);
      key[8] = place.type;
      key[9] = place.variable;
      key[10] = same(place.process);
      key[11] = same(place.index);
    }
    return known_.emplace(key, id).first->second;
  }

  const model::Program& program_;
  automata::Labels& labels_;
  std::size_t max_atoms_;
  std::vector<ExprId> atoms_;
  std::map<ExprId, std::uint32_t> number_;
  std::map<Key, ExprId> known_;
  struct Seen {
    ExprId expression;
    bool negated;
  };
  std::map<Key, Seen> comparisons_;
  std::map<std::vector<model::LocationId>, std::uint32_t> sets_;
};

std::string name_of(const model::Program& program, ExprId id) {
  const Expr& e = program.expressions[id];
  if (e.op == Op::read) {
    const model::Place& place = program.places[e.place];
    if (place.scope == model::Place::Scope::global && place.index == model::none) return program.variable(place).name;
  }
  return fmt::format("#{}", id);
}

// Throws TooManyAtoms, Labels::TooLarge.
ObserverAutomaton make(const model::Program& program, const ObserverAutomatonOptions& options) {
  const model::Program::Observer& observer = *program.observer;
  const model::ProcessType& type = program.process_types[observer.type];
  ObserverAutomaton result;
  automata::Automaton automaton;
  automaton.name = observer.name;
  GuardReader guards(program, automaton.labels, options.max_atoms);
  GraphBuilder builder(observer.sets);
  builder.ensure_states(type.locations.size());
  builder.add_initial(type.initial);
  for (model::LocationId l = 0; l < type.locations.size(); ++l) {
    if (l == observer.end) {
      builder.mark_state(l, all_sets(observer.sets));
      builder.add_edge(l, l);
      automaton.edge_labels.push_back(automata::Labels::always);
      continue;
    }
    builder.mark_state(l, type.locations[l].accepting & all_sets(observer.sets));
    automata::LabelId earlier = automata::Labels::never;
    for (const model::TransitionId id : type.locations[l].out) {
      const model::Transition& transition = type.transitions[id];
      if (!transition.effects.empty()) return {.reason = "the observer changes something"};
      if (transition.communication != model::none) return {.reason = "the observer watches communications"};
      automata::LabelId label = guards.guard(transition.guard);
      if (transition.is_else) label = automaton.labels.subtract(label, earlier);
      earlier = automaton.labels.disjoin(earlier, label);
      if (label == automata::Labels::never) continue;
      builder.add_edge(l, transition.target);
      automaton.edge_labels.push_back(label);
    }
  }
  automaton.graph = std::move(builder).build();
  for (const ExprId atom : guards.atoms()) automaton.atoms.push_back(name_of(program, atom));
  result.atoms = guards.atoms();
  result.automaton = std::move(automaton);
  return result;
}

}  // namespace

ObserverAutomaton observer_automaton(const model::Program& program, const ObserverAutomatonOptions& options) {
  assert(program.observer);
  try {
    return make(program, options);
  } catch (const TooManyAtoms&) {
    return {.reason = fmt::format("the observer's guards have more than {} different parts", options.max_atoms)};
  } catch (const automata::Labels::TooLarge&) {
    return {.reason = "the observer's guards are too large"};
  }
}

}  // namespace lariat::product
