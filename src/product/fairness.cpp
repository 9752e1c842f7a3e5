// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/fairness.hpp"

#include <algorithm>
#include <stdexcept>

#include "lariat/system/program_system.hpp"

namespace lariat::product {

FairSets::FairSets(system::System& system, Fairness fairness, unsigned first_set) : fairness_(fairness), first_set_(first_set) {
  if (fairness == Fairness::none) return;
  const system::ProgramSystem* const program_system = system.as_program();
  if (program_system == nullptr) throw std::invalid_argument("fairness needs the processes of a program");
  const model::Program& program = program_system->program();
  receivers_too_ = !program.receiver_takes_over;
  const std::size_t processes = program.is_dynamic() ? model::max_processes : program.processes.size();
  sets_ = fairness == Fairness::copies ? 1 : static_cast<unsigned>(std::min<std::size_t>(processes, max_sets - first_set));
}

// A process has a step if it begins one. In Promela a process that waits for a sender has none of its own, as Spin sees it;
// elsewhere whoever takes part is enabled.
void FairSets::begin(const system::Batch& steps) {
  enabled_.reset();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::span<const system::Action> actions = steps.actions(i);
    for (const system::Action& action : actions.first(receivers_too_ ? actions.size() : 1)) enabled_.set(action.process);
  }
  if (fairness_ != Fairness::sets) return;
  for (std::size_t p = sets_; p < enabled_.size(); ++p)
    if (enabled_[p]) throw TooManyProcesses{};
}

Marks FairSets::marks(std::span<const system::Action> actions, std::uint8_t& turn) const {
  auto satisfied = ~enabled_;
  for (const system::Action& action : actions) satisfied.set(action.process);
  if (fairness_ == Fairness::sets) {
    Marks marks = 0;
    for (unsigned p = 0; p < sets_; ++p)
      if (satisfied[p]) marks |= Marks{1} << (first_set_ + p);
    return marks;
  }
  while (turn < model::max_processes && satisfied[turn]) ++turn;
  if (turn < model::max_processes) return 0;
  turn = 0;
  return Marks{1} << first_set_;
}

}  // namespace lariat::product
