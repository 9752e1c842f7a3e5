// SPDX-License-Identifier: Apache-2.0
// What the names in a program stand for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::dve {

// Numbers by name. Kept apart by what they number: a state, a variable, a channel and a process may have the same name,
// because it is always clear from the place which is meant.
class NameTable {
 public:
  // Says whether the name is new; otherwise it keeps its number.
  bool add(std::string_view name, std::uint32_t number) { return numbers_.emplace(name, number).second; }
  std::optional<std::uint32_t> find(std::string_view name) const {
    const auto entry = numbers_.find(name);
    return entry == numbers_.end() ? std::nullopt : std::optional(entry->second);
  }
  void append_to(std::vector<std::string>& names) const {
    for (const auto& [name, number] : numbers_) names.push_back(name);
  }

 private:
  std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

// A variable or a constant in the tables of a program.
struct Symbol {
  const model::Variable* variable = nullptr;
  bool constant = false;
  model::ProcessTypeId type = model::none;  // none: global
  std::uint32_t number = 0;                 // in its table
};

// The names of a program, as far as they have been added to it and registered here.
class Names {
 public:
  explicit Names(const model::Program& program) : program_(program) {}

  // Registers everything the program has.
  void add_all();

  // Each says whether the name is new, and stands for the last entry of the table that it belongs into.
  bool add_global();
  bool add_constant();
  bool add_channel();
  bool add_local(model::ProcessTypeId type);
  bool add_local_constant(model::ProcessTypeId type);
  bool add_process(model::ProcessTypeId type);
  bool add_location(model::ProcessTypeId type, model::LocationId location);

  // As seen from a process of that type, or from outside of all if type is none. Local names come before global ones.
  std::optional<Symbol> find_variable(std::string_view name, model::ProcessTypeId type) const;
  std::optional<std::uint32_t> find_channel(std::string_view name) const { return channels_.find(name); }
  std::optional<model::ProcessTypeId> find_process(std::string_view name) const { return processes_.find(name); }
  std::optional<model::LocationId> find_location(std::string_view name, model::ProcessTypeId type) const {
    return types_[type].locations.find(name);
  }

  // For suggestions.
  std::vector<std::string> variable_names(model::ProcessTypeId type) const;
  std::vector<std::string> channel_names() const;
  std::vector<std::string> process_names() const;
  std::vector<std::string> location_names(model::ProcessTypeId type) const;

 private:
  struct TypeNames {
    NameTable variables;  // constants have numbers behind those of variables: see constant_bit
    NameTable locations;
  };

  static constexpr std::uint32_t constant_bit = std::uint32_t{1} << 31;

  TypeNames& names_of(model::ProcessTypeId type);

  const model::Program& program_;
  NameTable variables_;
  NameTable channels_;
  NameTable processes_;
  std::vector<TypeNames> types_;
};

}  // namespace lariat::dve
