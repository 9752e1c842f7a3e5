// SPDX-License-Identifier: Apache-2.0
// A system and an automaton that reads its atoms.
#pragma once

#include <optional>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/automata/cube_labels.hpp"
#include "lariat/product/product.hpp"

namespace lariat::product {

class AutomatonProduct : public Product {
 public:
  // Atom i of the automaton is atom atoms[i] of the system. The automaton must outlive the product.
  AutomatonProduct(system::System& system, const automata::Automaton& automaton, automata::CubeLabels labels,
                   std::vector<unsigned> atoms, const ProductOptions& options);
  // Atom i of the automaton is atom i of the system.
  AutomatonProduct(system::System& system, const automata::Automaton& automaton, automata::CubeLabels labels,
                   const ProductOptions& options);

  // The first state of the system in which an atom could not be evaluated and the automaton's moves depend on it; and which
  // atom of the system it is, the first if there are several.
  struct Undefined {
    system::State state;
    unsigned atom = 0;
  };
  const std::optional<Undefined>& undefined() const;
};

}  // namespace lariat::product
