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
  Type type = {};                     // of what is not a channel
  ChannelTypeId channel_type = none;  // of a channel
};

using Cells = std::map<Access, Cell>;

// Not of the error state.
inline Cells cells(Interpreter& interpreter, StateView s) {
  const Program& program = interpreter.program();
  const Layout& layout = interpreter.layout();
  Cells found;
  const auto add_variables = [&](Access access, const std::vector<Variable>& variables, auto&& offset_of) {
    for (VariableId v = 0; v < variables.size(); ++v) {
      access.variable = v;
      for (std::uint32_t k = 0; k < variables[v].size; ++k) {
        access.first = access.last = k;
        const Type type = variables[v].type;
        found[access] = {.offset = offset_of(v) + k * type.bytes(), .bytes = type.bytes(), .type = type};
      }
    }
  };
  add_variables({.kind = Access::Kind::global}, program.globals, [&](VariableId v) { return layout.global(v); });
  Value number = 0;
  const auto add_channel = [&](ChannelTypeId type, std::uint32_t offset) {
    const std::uint32_t bytes = layout.channel_shape(type).bytes;
    ++number;
    if (bytes > 0)
      found[{.kind = Access::Kind::channel, .channel = number}] = {.offset = offset, .bytes = bytes, .channel_type = type};
  };
  for (std::size_t c = 0; c < program.channels.size(); ++c) add_channel(program.channels[c].type, layout.channel(c));
  std::uint32_t base = layout.processes();
  const auto count = static_cast<std::uint32_t>(interpreter.process_count(s));
  for (std::uint32_t p = 0; p < count; ++p) {
    const ProcessTypeId type = interpreter.process_type(s, p);
    const Layout::ProcessShape& shape = layout.shape(type);
    found[{.kind = Access::Kind::location, .type = type, .process = p}] = {
        .offset = base + shape.location, .bytes = shape.location_type.bytes(), .type = shape.location_type};
    if (shape.priority != none)
      found[{.kind = Access::Kind::priority, .type = type, .process = p}] = {
          .offset = base + shape.priority, .bytes = 1, .type = byte_type};
    add_variables({.kind = Access::Kind::local, .type = type, .process = p}, program.process_types[type].variables,
                  [&](VariableId v) { return base + shape.variables[v]; });
    base += shape.bytes;
  }
  if (layout.dynamic()) {
    for (std::uint32_t made = s[layout.counts() + 1]; made > 0; --made) {
      const auto type = static_cast<ChannelTypeId>(load(s.data() + base, Type{16, false}));
      add_channel(type, base + 3);
      base += 3 + layout.channel_shape(type).bytes;
    }
  }
  return found;
}

inline std::vector<std::uint8_t> bytes_of(StateView s, const Cell& cell) {
  const StateView part = s.subspan(cell.offset, cell.bytes);
  return {part.begin(), part.end()};
}

// Puts something into the cell that could be there.
inline void scramble(const Program& program, const Layout& layout, const Access& access, const Cell& cell, State& s,
                     std::mt19937_64& random) {
  const auto below = [&](std::size_t limit) { return static_cast<Value>(random() % limit); };
  std::uint8_t* const at = s.data() + cell.offset;
  if (access.kind == Access::Kind::channel) {
    const Layout::ChannelShape& shape = layout.channel_shape(cell.channel_type);
    const ChannelType& type = program.channel_types[cell.channel_type];
    std::fill_n(at, cell.bytes, std::uint8_t{0});
    const Value length = below(type.capacity + 1);
    save(at, shape.length_type, length);
    for (std::uint32_t m = 0; m < static_cast<std::uint32_t>(length); ++m)
      for (std::size_t f = 0; f < type.fields.size(); ++f)
        save(at + shape.messages + m * shape.message_bytes + shape.fields[f], type.fields[f], type.fields[f].wrap(below(4)));
  } else if (access.kind == Access::Kind::location) {
    save(at, cell.type, below(program.process_types[access.type].locations.size()));
  } else {
    save(at, cell.type, cell.type.wrap(below(4)));
  }
}

}  // namespace lariat::model
