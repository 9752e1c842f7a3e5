// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/layout.hpp"

#include <algorithm>
#include <utility>

namespace lariat::model {
namespace {

// The type that holds 0 to `largest`.
Type counter_type(std::size_t largest) {
  return Type{static_cast<std::uint8_t>(largest < 256 ? 8 : largest < 65536 ? 16 : 31), false};
}

bool adds(const std::vector<Effect>& effects) {
  return std::any_of(effects.begin(), effects.end(), [](const Effect& effect) {
    return effect.kind == Effect::Kind::start || effect.kind == Effect::Kind::make_channel;
  });
}

// True if processes or channels may be added to those that exist from the start.
bool adds_something(const Program& program) {
  return adds(program.on_start) ||
         std::any_of(program.process_types.begin(), program.process_types.end(), [](const auto& type) {
           return adds(type.on_start) || std::any_of(type.transitions.begin(), type.transitions.end(),
                                                     [](const Transition& transition) { return adds(transition.effects); });
         });
}

}  // namespace

Layout::Layout(const Program& program) : dynamic_(program.is_dynamic()), wide_types_(program.process_types.size() > 255) {
  for (const ProcessType& type : program.process_types) {
    ProcessShape shape;
    shape.bytes = type_bytes();
    shape.location = shape.bytes;
    shape.location_type = counter_type(type.locations.size());  // one more: the location of the error state
    shape.bytes += shape.location_type.bytes();
    if (program.uses_priorities) {
      shape.priority = shape.bytes;
      shape.bytes += 1;
    }
    for (const Variable& variable : type.variables) {
      shape.variables.push_back(shape.bytes);
      shape.bytes += variable.type.bytes() * variable.size;
    }
    process_shapes_.push_back(std::move(shape));
  }
  for (const ChannelType& type : program.channel_types) {
    ChannelShape shape;
    if (type.capacity > 0) {
      shape.length_type = counter_type(type.capacity);
      shape.messages = shape.length_type.bytes();
      for (const Type field : type.fields) {
        shape.fields.push_back(shape.message_bytes);
        shape.message_bytes += field.bytes();
      }
      shape.bytes = shape.messages + type.capacity * shape.message_bytes;
    }
    channel_shapes_.push_back(std::move(shape));
  }

  std::uint32_t end = 0;
  globals_.resize(program.globals.size());
  for (const bool hidden : {true, false}) {
    for (std::size_t i = 0; i < program.globals.size(); ++i) {
      const Variable& variable = program.globals[i];
      if (variable.hidden != hidden) continue;
      globals_[i] = end;
      end += variable.type.bytes() * variable.size;
    }
    if (hidden) hidden_bytes_ = end;
  }
  for (const Channel& channel : program.channels) {
    channels_.push_back(end);
    end += channel_shapes_[channel.type].bytes;
  }
  if (program.observer) {
    observer_ = end;
    end += process_shapes_[program.observer->type].bytes;
  }
  if (dynamic_) {
    counts_ = end;
    end += 2;
  }
  processes_ = end;
  initial_bytes_ = end;
  for (const InitialProcess& process : program.processes) initial_bytes_ += process_shapes_[process.type].bytes;
  has_slots_ = !dynamic_ || !adds_something(program);
  if (!has_slots_) return;
  for (const InitialProcess& process : program.processes) {
    slots_.push_back({.type = process.type, .base = end});
    end += process_shapes_[process.type].bytes;
  }
  length_ = end;
}

}  // namespace lariat::model
