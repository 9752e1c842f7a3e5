// SPDX-License-Identifier: Apache-2.0
// A state taken apart into what an Access can name: each element of each variable, each location, priority and channel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "lariat/model/access.hpp"

namespace lariat::model {

struct Cell {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
  model::Type type = {};                            // of what is not a channel
  model::ChannelTypeId channel_type = model::none;  // of a channel
};

using Cells = std::map<model::Access, Cell>;

// Not of the error state.
inline Cells cells(model::Interpreter& interpreter, model::StateView s) {
  const model::Program& program = interpreter.program();
  const model::Layout& layout = interpreter.layout();
  Cells found;
  const auto add_variables = [&](model::Access access, const std::vector<model::Variable>& variables, auto&& offset_of) {
    for (model::VariableId v = 0; v < variables.size(); ++v) {
      access.variable = v;
      for (std::uint32_t k = 0; k < variables[v].size; ++k) {
        access.first = access.last = k;
        const model::Type type = variables[v].type;
        found[access] = {.offset = offset_of(v) + k * type.bytes(), .bytes = type.bytes(), .type = type};
      }
    }
  };
  add_variables({.kind = model::Access::Kind::global}, program.globals, [&](model::VariableId v) { return layout.global(v); });
  model::Value number = 0;
  const auto add_channel = [&](model::ChannelTypeId type, std::uint32_t offset) {
    const std::uint32_t bytes = layout.channel_shape(type).bytes;
    ++number;
    if (bytes > 0)
      found[{.kind = model::Access::Kind::channel, .channel = number}] = {
          .offset = offset, .bytes = bytes, .channel_type = type};
  };
  for (std::size_t c = 0; c < program.channels.size(); ++c) add_channel(program.channels[c].type, layout.channel(c));
  std::uint32_t base = layout.processes();
  const auto count = static_cast<std::uint32_t>(interpreter.process_count(s));
  for (std::uint32_t p = 0; p < count; ++p) {
    const model::ProcessTypeId type = interpreter.process_type(s, p);
    const model::Layout::ProcessShape& shape = layout.shape(type);
    found[{.kind = model::Access::Kind::location, .type = type, .process = p}] = {
        .offset = base + shape.location, .bytes = shape.location_type.bytes(), .type = shape.location_type};
    if (shape.priority != model::none)
      found[{.kind = model::Access::Kind::priority, .type = type, .process = p}] = {
          .offset = base + shape.priority, .bytes = 1, .type = model::byte_type};
    add_variables({.kind = model::Access::Kind::local, .type = type, .process = p}, program.process_types[type].variables,
                  [&](model::VariableId v) { return base + shape.variables[v]; });
    base += shape.bytes;
  }
  if (layout.dynamic()) {
    for (std::uint32_t made = s[layout.counts() + 1]; made > 0; --made) {
      const auto type = static_cast<model::ChannelTypeId>(model::load(s.data() + base, model::Type{16, false}));
      add_channel(type, base + 3);
      base += 3 + layout.channel_shape(type).bytes;
    }
  }
  return found;
}

inline std::vector<std::uint8_t> bytes_of(model::StateView s, const Cell& cell) {
  const model::StateView part = s.subspan(cell.offset, cell.bytes);
  return {part.begin(), part.end()};
}

// Puts something into the cell that could be there.
inline void scramble(const model::Program& program, const model::Layout& layout, const model::Access& access, const Cell& cell,
                     model::State& s, std::mt19937_64& random) {
  const auto below = [&](std::size_t limit) { return static_cast<model::Value>(random() % limit); };
  std::uint8_t* const at = s.data() + cell.offset;
  if (access.kind == model::Access::Kind::channel) {
    const model::Layout::ChannelShape& shape = layout.channel_shape(cell.channel_type);
    const model::ChannelType& type = program.channel_types[cell.channel_type];
    std::fill_n(at, cell.bytes, std::uint8_t{0});
    const model::Value length = below(type.capacity + 1);
    model::save(at, shape.length_type, length);
    for (std::uint32_t m = 0; m < static_cast<std::uint32_t>(length); ++m)
      for (std::size_t f = 0; f < type.fields.size(); ++f)
        model::save(at + shape.messages + m * shape.message_bytes + shape.fields[f], type.fields[f],
                    type.fields[f].wrap(below(4)));
  } else if (access.kind == model::Access::Kind::location) {
    model::save(at, cell.type, below(program.process_types[access.type].locations.size()));
  } else {
    model::save(at, cell.type, cell.type.wrap(below(4)));
  }
}

}  // namespace lariat::model
