// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/successors.hpp"

#include <algorithm>
#include <stdexcept>

#include "lariat/model/coverage.hpp"

namespace lariat::model {

void Successors::append(StateView state, std::span<const Action> actions, const Fault& fault) {
  if (form_.length != 0 && state.size() != form_.length) throw std::logic_error("a state of another length");
  if (has_entries())
    entries_.push_back({.offset = bytes_.size(),
                        .length = static_cast<std::uint32_t>(state.size()),
                        .first_action = static_cast<std::uint32_t>(actions_.size()),
                        .action_count = static_cast<std::uint32_t>(actions.size())});
  bytes_.append(state);
  if (form_.steps) actions_.append(actions);
  if (form_.coverage != nullptr) form_.coverage->note(actions);
  if (fault) faults_.push_back({.successor = size_, .fault = fault});
  ++size_;
}

const Fault& Successors::fault(std::size_t i) const {
  static constexpr Fault no_fault{};
  if (faults_.empty()) return no_fault;
  const auto found = std::lower_bound(faults_.begin(), faults_.end(), i,
                                      [](const Faulty& faulty, std::size_t number) { return faulty.successor < number; });
  return found == faults_.end() || found->successor != i ? no_fault : found->fault;
}

void Successors::no_steps() { throw std::logic_error("the transitions taken were not asked for"); }

}  // namespace lariat::model
