// SPDX-License-Identifier: Apache-2.0
// Live variables of a process type: at a location, those whose value may be read by a transition of the process before it is
// written. The classical backward analysis on the graph of locations (A. Aho, M. Lam, R. Sethi, J. Ullman, Compilers, §9.2.5).
//
// A cell is a variable or an element of a small array. Reading with an index that is no constant reads all elements; writing
// with one may leave any element as it was. Cells of variables that are shared (usage.hpp) are live everywhere.
//
// A location reads what its transitions evaluate to find out whether they can be taken, also for other transitions (`else`,
// `unless`), for a partner in a rendezvous, or for somebody who asks whether the process is enabled; and its assertions.
#pragma once

#include <cstddef>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::model {

using Cells = std::vector<bool>;

class Liveness {
 public:
  Liveness(const Program& program, ProcessTypeId type, const std::vector<bool>& shared);

  // Live cells of a process that is at the location, or has just been started.
  const Cells& at(LocationId location) const { return live_[location]; }

  // Each turns the cells that are live after something into those that are live before it.
  void before_effect(const Effect& effect, Cells& live) const;
  void before_store(PlaceId place, Cells& live) const;
  // Of a transition whose effects and stores have been done: what decides whether it can be taken, and is sent.
  void before_enabling(const Transition& transition, Cells& live) const;

  // Calls visit(cell) for each cell that the place, if it is one of the process' own, may name.
  template <class Visit>
  void for_each_cell(const Place& place, const Visit& visit) const {
    if (place.scope != Place::Scope::local || place.type != type_) return;
    const std::size_t first = first_[place.variable];
    const std::size_t count = first_[place.variable + 1] - first;
    const std::size_t element = constant_index(place);
    if (element < count)
      visit(first + element);
    else
      for (std::size_t i = 0; i < count; ++i) visit(first + i);
  }

  // Calls visit(cell, variable, element) for each cell that can be reset: that is not shared, and no large array.
  template <class Visit>
  void for_each_resettable(const Visit& visit) const {
    for (VariableId v = 0; v + 1 < first_.size(); ++v) {
      if (shared_[v] || is_large(v)) continue;
      for (std::size_t cell = first_[v]; cell < first_[v + 1]; ++cell)
        visit(cell, v, static_cast<std::uint32_t>(cell - first_[v]));
    }
  }

  std::size_t cells() const { return first_.back(); }

 private:
  bool is_large(VariableId variable) const;
  std::size_t constant_index(const Place& place) const;  // a large number: not known
  void read(ExprId expression, Cells& live) const;
  Cells before(const Transition& transition) const;
  void solve();

  const Program& program_;
  ProcessTypeId type_;
  const std::vector<bool>& shared_;
  std::vector<std::size_t> first_;  // by variable: its first cell; one more at the end
  std::vector<Cells> live_;         // by location
};

}  // namespace lariat::model
