// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/automaton_product.hpp"

#include <bit>
#include <cassert>
#include <numeric>
#include <utility>

namespace lariat::product {
namespace {

// The automaton's side: its moves in a state of the system, by the labels of its transitions.
class AutomatonProperty final : public Property {
 public:
  AutomatonProperty(system::System& system, const automata::Automaton& automaton, automata::CubeLabels labels,
                    std::vector<unsigned> atoms)
      : system_(system), automaton_(automaton), labels_(std::move(labels)), atoms_(std::move(atoms)) {
    assert(atoms_.size() == automaton.atoms.size());
    for (std::size_t i = 0; i < atoms_.size(); ++i) same_order_ &= atoms_[i] == i;
  }

  std::unique_ptr<Property> clone(system::System& system) const override {
    return std::make_unique<AutomatonProperty>(system, automaton_, labels_, atoms_);
  }
  void absorb(const Property& clone) override {
    if (!undefined_) undefined_ = static_cast<const AutomatonProperty&>(clone).undefined_;
  }

  std::size_t states() const override { return automaton_.graph.states(); }
  unsigned sets() const override { return automaton_.graph.sets(); }
  std::vector<std::uint32_t> initial() const override {
    const auto initial = automaton_.graph.initial();
    return {initial.begin(), initial.end()};
  }
  bool has_moves() const override { return true; }
  using Property::marks;
  Marks marks(std::uint32_t state) const override { return automaton_.graph.state_marks(state); }

  void moves(system::Bytes s, std::uint32_t state, std::vector<Move>& out) override {
    out.clear();
    system::Valuation value;
    system_.valuations({&s, 1}, {&value, 1});
    const std::uint64_t letter = letter_of(value.holds);
    if (value.undefined != 0 && !undefined_ && depends_on(letter_of(value.undefined), state, letter))
      undefined_ = {.state = {s.begin(), s.end()}, .atom = static_cast<unsigned>(std::countr_zero(value.undefined))};
    append_moves(letter, state, out);
  }

  bool reads_atoms_only() const override { return true; }
  void moves_of(std::uint64_t valuation, std::uint32_t state, std::vector<Move>& out) override {
    out.clear();
    append_moves(letter_of(valuation), state, out);
  }

  const std::optional<AutomatonProduct::Undefined>& undefined() const { return undefined_; }

 private:
  void append_moves(std::uint64_t letter, std::uint32_t state, std::vector<Move>& out) const {
    const std::uint32_t end = automaton_.graph.first_edge(state + 1);
    for (std::uint32_t edge = automaton_.graph.first_edge(state); edge < end; ++edge)
      if (labels_.holds(edge, letter))
        out.push_back({.target = automaton_.graph.edge_target(edge), .marks = automaton_.graph.edge_marks(edge)});
  }

  // The system's atoms in the order of the automaton's.
  std::uint64_t letter_of(std::uint64_t bits) const {
    if (same_order_) return bits;
    std::uint64_t letter = 0;
    for (std::size_t i = 0; i < atoms_.size(); ++i) letter |= (bits >> atoms_[i] & 1) << i;
    return letter;
  }

  // True if another value of these atoms, which are true in the letter, would lead to other moves.
  bool depends_on(std::uint64_t atoms, std::uint32_t state, std::uint64_t letter) const {
    const std::uint32_t end = automaton_.graph.first_edge(state + 1);
    for (std::uint32_t edge = automaton_.graph.first_edge(state); edge < end; ++edge) {
      if (labels_.holds(edge, letter) != labels_.holds(edge, letter & ~atoms)) return true;
      for (std::uint64_t rest = atoms; rest != 0; rest &= rest - 1)
        if (labels_.holds(edge, letter) != labels_.holds(edge, letter ^ (rest & ~(rest - 1)))) return true;
    }
    return false;
  }

  system::System& system_;
  const automata::Automaton& automaton_;
  automata::CubeLabels labels_;
  std::vector<unsigned> atoms_;
  bool same_order_ = true;
  std::optional<AutomatonProduct::Undefined> undefined_;
};

std::vector<unsigned> identity(std::size_t size) {
  std::vector<unsigned> atoms(size);
  std::iota(atoms.begin(), atoms.end(), 0U);
  return atoms;
}

}  // namespace

AutomatonProduct::AutomatonProduct(system::System& system, const automata::Automaton& automaton, automata::CubeLabels labels,
                                   std::vector<unsigned> atoms, const ProductOptions& options)
    : Product(system, std::make_unique<AutomatonProperty>(system, automaton, std::move(labels), std::move(atoms)), options) {}

AutomatonProduct::AutomatonProduct(system::System& system, const automata::Automaton& automaton, automata::CubeLabels labels,
                                   const ProductOptions& options)
    : AutomatonProduct(system, automaton, std::move(labels), identity(automaton.atoms.size()), options) {}

const std::optional<AutomatonProduct::Undefined>& AutomatonProduct::undefined() const {
  return static_cast<const AutomatonProperty&>(expander().property()).undefined();
}

}  // namespace lariat::product
