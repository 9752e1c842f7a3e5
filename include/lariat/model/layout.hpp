// SPDX-License-Identifier: Apache-2.0
// Where in the bytes of a state everything stands.
//
//   | hidden globals | globals | channels | observer | counts | process 0 | process 1 | ... | made channels |
//
// globals   each variable in the order of the program, an element of n bits in 1, 2 or 4 bytes
// channels  those that exist from the start and have a buffer: length, then `capacity` messages; unused ones are 0
// observer  a process without a number, if the program has one
// counts    only if processes or channels come and go: how many processes, how many channels made at run time, one byte each
// process   its type (only if they come and go), its location, its priority (only if the program uses them), its variables
// made channels   each: its type, then as above
//
// If no process and no channel is ever added to the first ones, zeros take the place of processes that have ended, so that all
// states have one length.
//
// Equal states have equal bytes behind the hidden globals, and only equal states have.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::model {

static_assert(std::endian::native == std::endian::little, "values are stored with their lowest byte first");

using State = std::vector<std::uint8_t>;
using StateView = std::span<const std::uint8_t>;

// A value at a place in the bytes of a state, lowest byte first.
inline Value load(const std::uint8_t* at, Type type) {
  const auto as = [at]<class T>(T value) {
    std::memcpy(&value, at, sizeof value);
    return static_cast<Value>(value);
  };
  switch (type.bytes()) {
    case 1:
      return type.is_signed ? as(std::int8_t{}) : as(std::uint8_t{});
    case 2:
      return type.is_signed ? as(std::int16_t{}) : as(std::uint16_t{});
    default:
      return as(std::int32_t{});
  }
}

inline void save(std::uint8_t* at, Type type, Value value) { std::memcpy(at, &value, type.bytes()); }

class Layout {
 public:
  static constexpr std::uint32_t made_header = 3;  // of a channel made at run time: its type (2), the youngest process then

  explicit Layout(const Program& program);

  // How a process of one type is laid out; offsets count from its beginning.
  struct ProcessShape {
    std::uint32_t bytes = 0;
    std::uint32_t location = 0;
    Type location_type = byte_type;
    std::uint32_t priority = none;
    std::vector<std::uint32_t> variables;
  };

  // How a channel of one type is laid out; offsets count from its length.
  struct ChannelShape {
    std::uint32_t bytes = 0;  // 0: it has no buffer
    Type length_type = byte_type;
    std::uint32_t messages = 0;  // where the first begins
    std::uint32_t message_bytes = 0;
    std::vector<std::uint32_t> fields;  // from the beginning of a message
  };

  bool dynamic() const { return dynamic_; }
  std::uint32_t hidden_bytes() const { return hidden_bytes_; }
  std::uint32_t global(VariableId variable) const { return globals_[variable]; }
  std::uint32_t channel(std::size_t index) const { return channels_[index]; }  // of those that exist from the start
  std::uint32_t observer() const { return observer_; }
  std::uint32_t counts() const { return counts_; }
  std::uint32_t processes() const { return processes_; }  // where process 0 begins
  std::uint32_t type_bytes() const { return dynamic_ ? 1 + (wide_types_ ? 1 : 0) : 0; }
  const ProcessShape& shape(ProcessTypeId type) const { return process_shapes_[type]; }
  const ChannelShape& channel_shape(ChannelTypeId type) const { return channel_shapes_[type]; }

  // Bytes of a state with just the processes that exist from the start and no channel made at run time.
  std::size_t initial_bytes() const { return initial_bytes_; }
  // Bytes of every state; 0: lengths vary.
  std::size_t length() const { return length_; }

  // A process whose place is the same in every state in which it exists.
  struct Slot {
    ProcessTypeId type = none;
    std::uint32_t base = 0;
  };
  // True if each process has a slot: slots()[p] is that of process p. A dynamic state has as many of them as its count says.
  bool has_slots() const { return has_slots_; }
  const std::vector<Slot>& slots() const { return slots_; }

 private:
  bool dynamic_ = false;
  bool wide_types_ = false;
  std::uint32_t hidden_bytes_ = 0;
  std::vector<std::uint32_t> globals_;
  std::vector<std::uint32_t> channels_;
  std::uint32_t observer_ = none;
  std::uint32_t counts_ = none;
  std::uint32_t processes_ = 0;
  std::size_t initial_bytes_ = 0;
  std::size_t length_ = 0;
  bool has_slots_ = false;
  std::vector<Slot> slots_;
  std::vector<ProcessShape> process_shapes_;
  std::vector<ChannelShape> channel_shapes_;
};

}  // namespace lariat::model
