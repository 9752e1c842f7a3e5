// SPDX-License-Identifier: Apache-2.0
#include "reduce/condition_table.hpp"

#include <map>
#include <tuple>

namespace lariat::reduce {
namespace {

// Where the condition is found in a state.
ConditionTable::Entry make_entry(const ProgramFacts& facts, const model::Layout& layout, const Instance& instance,
                                 std::uint32_t process, const Condition& condition) {
  const model::Program& program = facts.program;
  ConditionTable::Entry entry;
  if (condition.range) {
    const model::Access& cell = condition.range->cell;
    const bool is_global = cell.kind == model::Access::Kind::global;
    if (!is_global) entry.process = process;
    entry.type =
        is_global ? program.globals[cell.variable].type : program.process_types[instance.type].variables[cell.variable].type;
    entry.offset = is_global ? layout.global(cell.variable) : layout.shape(instance.type).variables[cell.variable];
    entry.offset += cell.first * entry.type.bytes();
    entry.low = condition.range->low;
    entry.high = condition.range->high;
    if (condition.range->hole) entry.hole = *condition.range->hole;
  } else if (condition.channel != 0) {
    const std::size_t channel = static_cast<std::size_t>(condition.channel) - 1;
    const model::ChannelTypeId type = program.channels[channel].type;
    entry.type = layout.channel_shape(type).length_type;
    entry.offset = layout.channel(channel);
    entry.hole = condition.wants_message ? 0 : program.channel_types[type].capacity;
  } else {
    entry.process = process;
    entry.expression = condition.expression;
  }
  return entry;
}

}  // namespace

ConditionTable::ConditionTable(const Dependence& dependence, const model::Layout& layout,
                               std::span<const Dependence::InstanceId> processes) {
  const auto key_of = [](const Entry& entry) {
    return std::tuple(entry.process, entry.expression, entry.offset, entry.low, entry.high, entry.hole);
  };
  std::map<decltype(key_of(Entry{})), Id> known;
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const Instance& instance = dependence[processes[p]];
    const auto add = [&](const Step& step) {
      first_.push_back(static_cast<std::uint32_t>(ids_.size()));
      for (std::size_t c = 0; c + 1 < step.conditions.size(); ++c) {
        const Entry entry = make_entry(dependence.facts(), layout, instance, p, step.conditions[c]);
        const auto [place, is_new] = known.try_emplace(key_of(entry), static_cast<Id>(entries_.size()));
        if (is_new) entries_.push_back(entry);
        ids_.push_back(place->second);
      }
    };
    bases_.push_back(first_.size());
    for (const Step& step : instance.steps) add(step);
    case_bases_.push_back(first_.size());
    for (const Case& one : instance.cases) add(one.step);
  }
  first_.push_back(static_cast<std::uint32_t>(ids_.size()));
}

}  // namespace lariat::reduce
