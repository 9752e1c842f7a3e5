// SPDX-License-Identifier: Apache-2.0
// Variables and channels.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dve/lowering.hpp"

namespace lariat::dve {
namespace {

constexpr std::uint32_t max_constants = 4096;  // elements of a constant array; each place that reads one writes them all down

model::Type program_type(Type type) { return type == Type::byte ? model::byte_type : model::short_type; }

}  // namespace

// What a state takes so far. Beyond the limit it is reported where the limit is crossed.
void Lowering::count_bytes(std::uint64_t bytes, std::uint32_t offset) {
  state_bytes_ += bytes;
  if (state_bytes_ <= model::max_state_bytes || too_large_) return;
  too_large_ = true;
  diagnostics_.error(offset, fmt::format("a state takes more than {} bytes with this", model::max_state_bytes));
}

void Lowering::declare_variables(std::span<const Variable> variables, model::ProcessTypeId type) {
  for (const Variable& variable : variables) declare_variable(variable, type);
}

void Lowering::declare_variable(const Variable& variable, model::ProcessTypeId type) {
  model::Variable shape{.name = std::string(variable.name.text),
                        .type = program_type(variable.type),
                        .is_array = variable.size != none,
                        .source = expressions_.source_at(variable.name.offset)};
  if (shape.is_array) shape.size = array_size(variable, type);
  shape.initial = initial_values(variable, shape, type);
  if (!variable.constant) count_bytes(std::uint64_t{shape.size} * shape.type.bytes(), variable.name.offset);
  const bool local = type != model::none;
  auto& table = variable.constant ? (local ? program_.process_types[type].constants : program_.constants)
                                  : (local ? program_.process_types[type].variables : program_.globals);
  table.push_back(std::move(shape));
  const bool is_new = variable.constant ? (local ? names_.add_local_constant(type) : names_.add_constant())
                                        : (local ? names_.add_local(type) : names_.add_global());
  if (!is_new)
    diagnostics_.error(variable.name.offset, fmt::format("there is a variable {} here already", quote(variable.name.text)));
}

// At least 1, so that nothing else goes wrong.
std::uint32_t Lowering::array_size(const Variable& variable, model::ProcessTypeId type) {
  const auto size = expressions_.evaluate(variable.size, type);
  if (!size) return 1;
  const std::uint32_t offset = model_.expressions[variable.size].offset;
  if (*size < 1) {
    diagnostics_.error(offset, fmt::format("an array has at least one element, not {}", *size));
    return 1;
  }
  const std::uint32_t most = variable.constant ? max_constants : static_cast<std::uint32_t>(model::max_state_bytes);
  if (static_cast<std::uint32_t>(*size) > most) {
    diagnostics_.error(offset,
                       fmt::format("{} has at most {} elements", variable.constant ? "a constant array" : "an array", most));
    return 1;
  }
  return static_cast<std::uint32_t>(*size);
}

// One for each element; elements without one are 0, and values without an element are ignored.
std::vector<model::Value> Lowering::initial_values(const Variable& variable, const model::Variable& shape,
                                                   model::ProcessTypeId type) {
  const std::uint32_t offset = variable.name.offset;
  const std::string name = quote(variable.name.text);
  if (!variable.initialised) {
    if (variable.constant) diagnostics_.error(offset, fmt::format("the constant {} has no value", name));
    return {};
  }
  if (variable.braces != shape.is_array)
    diagnostics_.error(offset, shape.is_array ? fmt::format("the array {} needs its values in braces", name)
                                              : fmt::format("{} is no array: a value without braces is needed", name));
  std::vector<model::Value> values;
  for (std::size_t i = 0; i < variable.initial.size(); ++i) {
    const auto value = expressions_.evaluate(variable.initial[i], type);
    if (i >= shape.size) continue;
    if (value && !shape.type.holds(*value))
      diagnostics_.error(model_.expressions[variable.initial[i]].offset,
                         fmt::format("the value {} does not fit into {}, which holds {} to {}", *value, name, shape.type.min(),
                                     shape.type.max()));
    values.push_back(value.value_or(0));
  }
  return values;
}

void Lowering::declare_channels() {
  for (const Channel& channel : model_.channels) declare_channel(channel);
}

void Lowering::declare_channel(const Channel& channel) {
  const std::uint32_t offset = channel.name.offset;
  model::ChannelType type{
      .name = std::string(channel.name.text), .any_fields = !channel.typed, .source = expressions_.source_at(offset)};
  std::uint64_t message = 0;
  for (const Type field : channel.types) {
    type.fields.push_back(program_type(field));
    message += type.fields.back().bytes();
  }
  if (channel.capacity != none) {
    const std::uint32_t where = model_.expressions[channel.capacity].offset;
    const auto capacity = expressions_.evaluate(channel.capacity, model::none);
    if (capacity && (*capacity < 0 || *capacity > 65535))
      diagnostics_.error(where, fmt::format("the buffer of a channel has 0 to 65535 places, not {}", *capacity));
    else
      type.capacity = static_cast<std::uint32_t>(capacity.value_or(0));
    if (type.capacity > 0 && !channel.typed)
      diagnostics_.error(where, fmt::format("a buffer needs to know what it holds: 'channel {{byte}} {}[{}];'",
                                            channel.name.text, type.capacity));
  }
  if (type.capacity > 0) count_bytes(2 + type.capacity * message, offset);
  // Declared again as before, it is the same channel: generated models do that.
  if (const auto earlier = names_.find_channel(channel.name.text)) {
    const model::ChannelType& same = program_.channel_types[program_.channels[*earlier].type];
    if (same.capacity != type.capacity || same.fields != type.fields || same.any_fields != type.any_fields)
      diagnostics_.error(offset, fmt::format("there is another channel {} already", quote(channel.name.text)));
    return;
  }
  program_.channel_types.push_back(std::move(type));
  program_.channels.push_back(
      {.name = std::string(channel.name.text), .type = static_cast<model::ChannelTypeId>(program_.channel_types.size() - 1)});
  names_.add_channel();
}

}  // namespace lariat::dve
