// SPDX-License-Identifier: Apache-2.0
// Variables, structures, channels: what a program knows are plain variables and arrays of one dimension. A structure becomes
// its fields; an array of structures becomes an array for each field, and so on inwards:
//
//   typedef T { byte a; short b[4] }; T t[3]        t[3].a: 3 bytes, t[3].b[4]: 12 shorts; t[i].b[k] is element 4*i + k
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "promela/lowering.hpp"

namespace lariat::promela {
namespace {

// Types in the order in which Spin sets the globals.
constexpr std::array creation_order = {
    std::array{Basic::unsigned_integer, Basic::unsigned_integer},
    std::array{Basic::bit, Basic::boolean},
    std::array{Basic::byte, Basic::pid},
    std::array{Basic::channel, Basic::channel},
    std::array{Basic::mtype, Basic::mtype},
    std::array{Basic::short_integer, Basic::short_integer},
    std::array{Basic::integer, Basic::integer},
    std::array{Basic::structure, Basic::structure},
};

std::uint32_t product(std::span<const std::uint32_t> sizes) {
  std::uint64_t result = 1;
  for (const std::uint32_t size : sizes) result = std::min<std::uint64_t>(result * size, model::max_state_bytes + 1);
  return static_cast<std::uint32_t>(result);
}

}  // namespace

model::Type Lowering::stored_type(const Type& type, bool is_array, bool hidden) const {
  switch (type.basic) {
    case Basic::bit:
    case Basic::boolean:
      return is_array ? model::byte_type : model::bit_type;  // Spin's arrays of bits are arrays of bytes
    case Basic::short_integer:
      return model::short_type;
    case Basic::integer:
      return model::int_type;
    case Basic::unsigned_integer:
      if (hidden) return model::byte_type;  // so Spin has it
      return {.bits = type.width, .is_signed = false};
    default:
      return model::byte_type;
  }
}

void Lowering::declare_globals() {
  for (const Unit& unit : model_.units)
    if (unit.kind == Unit::Kind::variable) declare({unit.index}, model::none);
}

void Lowering::declare_locals(ProcessId process) {
  const Process& definition = model_[process];
  model::ProcessType& type = program_.process_types[type_of(process)];
  for (const VarId parameter : definition.parameters) declare(parameter, type_of(process));
  type.parameters = static_cast<std::uint32_t>(type.variables.size());
  for (const VarId variable : locals_[process.value]) declare(variable, type_of(process));
}

void Lowering::declare(VarId id, model::ProcessTypeId type) {
  const Variable& variable = model_[id];
  Declared& declared = declared_[id.value];
  declared.is_global = type == model::none;
  declared.type = type;
  std::vector<std::uint32_t> path;
  declare_leaf(declared, variable, variable, path, {}, variable.name);
}

void Lowering::declare_leaf(Declared& declared, const Variable& root, const Variable& variable,
                            std::vector<std::uint32_t>& path, std::vector<std::uint32_t> sizes, const std::string& outer) {
  std::string name = outer;
  if (variable.is_array) sizes.push_back(variable.size);
  if (variable.is_array && root.type.basic == Basic::structure) name += fmt::format("[{}]", variable.size);
  if (variable.type.basic == Basic::structure) {
    for (const VarId field : model_.typedefs[variable.type.index].fields) {
      path.push_back(field.value);
      declare_leaf(declared, root, model_[field], path, sizes, fmt::format("{}.{}", name, model_[field].name));
      path.pop_back();
    }
    return;
  }
  auto& variables = declared.is_global ? program_.globals : program_.process_types[declared.type].variables;
  model::Variable result{.name = name};
  result.type = stored_type(variable.type, variable.is_array, root.hidden);
  result.size = std::max<std::uint32_t>(1, product(sizes));
  result.is_array = !sizes.empty();
  result.hidden = root.hidden;
  result.source = source(root.place);
  switch (variable.type.basic) {
    case Basic::boolean:
      result.kind = model::Variable::Kind::truth;
      break;
    case Basic::mtype:
      result.kind = model::Variable::Kind::symbol;
      result.symbols = variable.type.index;
      break;
    case Basic::channel:
      result.kind = model::Variable::Kind::channel;
      break;
    case Basic::pid:
      result.kind = model::Variable::Kind::process;
      break;
    default:
      break;
  }
  if (result.size > model::max_state_bytes)
    error(root.place, fmt::format("'{}' is too large: a state has at most 1 MB", root.name));
  declared.leaves[path] = {.variable = static_cast<model::VariableId>(variables.size()),
                           .sizes = std::move(sizes),
                           .type = variable.type,
                           .is_array = variable.is_array};
  variables.push_back(std::move(result));
}

void Lowering::initialise_globals() {
  for (const auto& types : creation_order)
    for (const Unit& unit : model_.units) {
      if (unit.kind != Unit::Kind::variable) continue;
      const Basic basic = model_.variables[unit.index].type.basic;
      if (std::find(types.begin(), types.end(), basic) != types.end()) initialise({unit.index}, false, program_.on_start);
    }
}

void Lowering::initialise(VarId id, bool by_step, std::vector<model::Effect>& effects) {
  const Variable& variable = model_[id];
  std::vector<std::uint32_t> path;
  initialise_path(variable, id, variable, path, {}, by_step, effects);
}

void Lowering::initialise_path(const Variable& root, VarId id, const Variable& variable, std::vector<std::uint32_t>& path,
                               const std::vector<std::uint32_t>& indices, bool by_step, std::vector<model::Effect>& effects) {
  const std::uint32_t count = variable.is_array ? (by_step && !variable.channel ? 1 : variable.size) : 1;
  const bool is_structure = variable.type.basic == Basic::structure;
  const bool is_set = variable.initial || !variable.elements.empty() || variable.channel || by_step;
  if (!is_structure && !is_set) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::vector<std::uint32_t> here = indices;
    if (variable.is_array) here.push_back(i);
    if (is_structure) {
      for (const VarId field : model_.typedefs[variable.type.index].fields) {
        path.push_back(field.value);
        // In mid-body a structure's fields keep their values unless they say otherwise.
        const Variable& inner = model_[field];
        if (!by_step || inner.initial || !inner.elements.empty() || inner.channel || inner.type.basic == Basic::structure)
          initialise_path(root, id, inner, path, here, by_step, effects);
        path.pop_back();
      }
      continue;
    }
    const Declared& declared = declared_.at(id.value);
    const Leaf& leaf = declared.leaves.at(path);
    std::vector<model::ExprId> index_expressions;
    for (const std::uint32_t index : here) index_expressions.push_back(program_.constant(static_cast<model::Value>(index)));
    const model::Place target = leaf_place(id, leaf, index_expressions, root.place);
    model::Effect effect{.place = program_.add(target), .source = source(variable.place)};
    if (variable.channel) {
      effect.type = channel_type(*variable.channel, program_.variable(target).name);
      if (declared.is_global) {
        program_.channels.push_back({.name = program_.variable(target).name, .type = effect.type});
        if (count > 1 || !indices.empty()) {
          std::string& name = program_.channels.back().name;
          for (const std::uint32_t index : here) name += fmt::format("[{}]", index);
        }
        effect.value = program_.constant(static_cast<model::Value>(program_.channels.size()));
      } else {
        effect.kind = model::Effect::Kind::make_channel;
      }
    } else if (!variable.elements.empty()) {
      effect.value = expression(variable.elements[std::min<std::size_t>(i, variable.elements.size() - 1)]);
    } else if (variable.initial) {
      if (is_run(variable.initial)) {
        model::PlaceId place = effect.place;
        effect = start(variable.initial);
        effect.place = place;
      } else {
        effect.value = expression(variable.initial);
      }
    } else {
      effect.value = program_.constant(0);
    }
    effects.push_back(std::move(effect));
  }
}

model::ChannelTypeId Lowering::channel_type(const ChannelInit& init, const std::string& name) {
  model::ChannelType type{.name = name, .capacity = init.capacity, .source = source(init.place)};
  std::vector<Type> fields;
  for (const Type& field : init.fields) flatten(field, fields);
  for (const Type& field : fields) {
    type.fields.push_back(stored_type(field, fields.size() == 1, false));  // a lone bit has a byte to itself
    const auto truth = static_cast<std::uint32_t>(program_.symbol_tables.size() - 1);
    type.symbols.push_back(field.basic == Basic::mtype ? field.index : field.basic == Basic::boolean ? truth : model::none);
  }
  if (static_cast<std::uint64_t>(init.capacity) * std::max<std::size_t>(1, type.fields.size()) > model::max_state_bytes)
    error(init.place, "this channel is too large: a state has at most 1 MB");
  program_.channel_types.push_back(std::move(type));
  return static_cast<model::ChannelTypeId>(program_.channel_types.size() - 1);
}

void Lowering::flatten(const Type& type, std::vector<Type>& fields) const {
  if (type.basic != Basic::structure) {
    fields.push_back(type);
    return;
  }
  for (const VarId field : model_.typedefs[type.index].fields)
    for (std::uint32_t i = 0; i < (model_[field].is_array ? model_[field].size : 1); ++i) flatten(model_[field].type, fields);
}

const Lowering::Leaf& Lowering::leaf(RefId id) const {
  const Reference& reference = model_[id];
  std::vector<std::uint32_t> path;
  for (const Selector& selector : reference.fields) path.push_back(selector.field.value);
  return declared_.at(reference.variable.value).leaves.at(path);
}

model::Place Lowering::leaf_place(VarId variable, const Leaf& leaf, std::span<const model::ExprId> indices, SourceLocation at) {
  const Declared& declared = declared_.at(variable.value);
  model::Place place{.scope = declared.is_global ? model::Place::Scope::global : model::Place::Scope::local,
                     .type = declared.type,
                     .variable = leaf.variable,
                     .source = source(at)};
  for (std::size_t i = 0; i < indices.size(); ++i) {
    model::ExprId index = indices[i];
    if (leaf.sizes.size() > 1)
      index = program_.add(model::Expr{
          .op = model::Op::bounded, .value = static_cast<model::Value>(leaf.sizes[i]), .a = index, .source = place.source});
    if (place.index == model::none) {
      place.index = index;
    } else {
      const model::ExprId size = program_.constant(static_cast<model::Value>(leaf.sizes[i]));
      place.index = program_.binary(model::Op::add, program_.binary(model::Op::multiply, place.index, size), index);
    }
  }
  return place;
}

void Lowering::collect_places(VarId root, const Variable& variable, std::vector<std::uint32_t>& path,
                              std::vector<model::ExprId>& indices, bool is_indexed, SourceLocation at,
                              std::vector<model::Place>& out) {
  const std::uint32_t count = variable.is_array && !is_indexed ? variable.size : 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (variable.is_array && !is_indexed) indices.push_back(program_.constant(static_cast<model::Value>(i)));
    if (variable.type.basic != Basic::structure) {
      out.push_back(leaf_place(root, declared_.at(root.value).leaves.at(path), indices, at));
    } else {
      for (const VarId field : model_.typedefs[variable.type.index].fields) {
        path.push_back(field.value);
        collect_places(root, model_[field], path, indices, false, at, out);
        path.pop_back();
      }
    }
    if (variable.is_array && !is_indexed) indices.pop_back();
  }
}

std::vector<model::Place> Lowering::places(RefId id) {
  const Reference& reference = model_[id];
  const Variable* variable = &model_[reference.variable];
  if (variable->kind == Variable::Kind::predefined) {
    if (reference.variable == predefined(Predefined::last) && program_.last_process != model::none)
      return {{.scope = model::Place::Scope::global, .variable = program_.last_process, .source = source(reference.place)}};
    return {nowhere()};
  }
  std::vector<model::ExprId> indices;
  if (variable->is_array && reference.index) indices.push_back(expression(reference.index));
  bool is_indexed = static_cast<bool>(reference.index);
  std::vector<std::uint32_t> path;
  for (const Selector& selector : reference.fields) {
    // An array of structures without an index means the first one.
    if (variable->is_array && !is_indexed) indices.push_back(program_.constant(0));
    variable = &model_[selector.field];
    path.push_back(selector.field.value);
    if (variable->is_array && selector.index) indices.push_back(expression(selector.index));
    is_indexed = static_cast<bool>(selector.index);
  }
  std::vector<model::Place> result;
  collect_places(reference.variable, *variable, path, indices, is_indexed, reference.place, result);
  return result;
}

model::Place Lowering::place(RefId id) {
  const std::vector<model::Place> all = places(id);
  return all.empty() ? nowhere() : all.front();
}

}  // namespace lariat::promela
