// SPDX-License-Identifier: Apache-2.0
#include "dve/names.hpp"

#include <algorithm>

namespace lariat::dve {

void Names::add_all() {
  for (std::uint32_t i = 0; i < program_.globals.size(); ++i) variables_.add(program_.globals[i].name, i);
  for (std::uint32_t i = 0; i < program_.constants.size(); ++i) variables_.add(program_.constants[i].name, i | constant_bit);
  for (std::uint32_t i = 0; i < program_.channels.size(); ++i) channels_.add(program_.channels[i].name, i);
  for (model::ProcessTypeId t = 0; t < program_.process_types.size(); ++t) {
    const model::ProcessType& type = program_.process_types[t];
    TypeNames& names = names_of(t);
    processes_.add(type.name, t);
    for (std::uint32_t i = 0; i < type.variables.size(); ++i) names.variables.add(type.variables[i].name, i);
    for (std::uint32_t i = 0; i < type.constants.size(); ++i) names.variables.add(type.constants[i].name, i | constant_bit);
    for (std::uint32_t i = 0; i < type.locations.size(); ++i) names.locations.add(type.locations[i].name, i);
  }
}

Names::TypeNames& Names::names_of(model::ProcessTypeId type) {
  if (types_.size() <= type) types_.resize(type + 1);
  return types_[type];
}

bool Names::add_global() {
  return variables_.add(program_.globals.back().name, static_cast<std::uint32_t>(program_.globals.size() - 1));
}

bool Names::add_constant() {
  const auto number = static_cast<std::uint32_t>(program_.constants.size() - 1);
  return variables_.add(program_.constants.back().name, number | constant_bit);
}

bool Names::add_channel() {
  return channels_.add(program_.channels.back().name, static_cast<std::uint32_t>(program_.channels.size() - 1));
}

bool Names::add_local(model::ProcessTypeId type) {
  const auto& variables = program_.process_types[type].variables;
  return names_of(type).variables.add(variables.back().name, static_cast<std::uint32_t>(variables.size() - 1));
}

bool Names::add_local_constant(model::ProcessTypeId type) {
  const auto& constants = program_.process_types[type].constants;
  const auto number = static_cast<std::uint32_t>(constants.size() - 1);
  return names_of(type).variables.add(constants.back().name, number | constant_bit);
}

bool Names::add_process(model::ProcessTypeId type) {
  names_of(type);
  return processes_.add(program_.process_types[type].name, type);
}

bool Names::add_location(model::ProcessTypeId type, model::LocationId location) {
  return names_of(type).locations.add(program_.process_types[type].locations[location].name, location);
}

std::optional<Symbol> Names::find_variable(std::string_view name, model::ProcessTypeId type) const {
  if (type != model::none) {
    if (const auto number = types_[type].variables.find(name)) {
      const model::ProcessType& owner = program_.process_types[type];
      const bool constant = (*number & constant_bit) != 0;
      const std::uint32_t index = *number & ~constant_bit;
      return Symbol{constant ? &owner.constants[index] : &owner.variables[index], constant, type, index};
    }
  }
  const auto number = variables_.find(name);
  if (!number) return std::nullopt;
  const bool constant = (*number & constant_bit) != 0;
  const std::uint32_t index = *number & ~constant_bit;
  return Symbol{constant ? &program_.constants[index] : &program_.globals[index], constant, model::none, index};
}

std::vector<std::string> Names::variable_names(model::ProcessTypeId type) const {
  std::vector<std::string> names;
  if (type != model::none) types_[type].variables.append_to(names);
  variables_.append_to(names);
  return names;
}

std::vector<std::string> Names::channel_names() const {
  std::vector<std::string> names;
  channels_.append_to(names);
  return names;
}

std::vector<std::string> Names::process_names() const {
  std::vector<std::string> names;
  processes_.append_to(names);
  return names;
}

std::vector<std::string> Names::location_names(model::ProcessTypeId type) const {
  std::vector<std::string> names;
  types_[type].locations.append_to(names);
  return names;
}

}  // namespace lariat::dve
