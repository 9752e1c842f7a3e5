// SPDX-License-Identifier: Apache-2.0
#include "lariat/model/memory.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>

namespace lariat::model {
namespace {

constexpr Type wide_type{16, false};
constexpr std::uint8_t error_mark = 255;  // as the number of made channels when there is no process

}  // namespace

Memory::Memory(const Program& program, const Layout& layout) : program_(program), layout_(layout) {
  for (std::size_t i = 0; i < program.channels.size(); ++i)
    channels_.push_back({.type = program.channels[i].type, .offset = layout.channel(i)});
  if (layout.dynamic()) return;
  std::uint32_t offset = layout.processes();
  for (const InitialProcess& process : program.processes) {
    processes_.push_back({.type = process.type, .offset = offset});
    offset += layout.shape(process.type).bytes;
  }
}

void Memory::load(StateView s) {
  bytes_.assign(s.begin(), s.end());
  if (layout_.dynamic()) find_places();
}

StateView Memory::whole() {
  const std::size_t length = layout_.length();
  if (length == 0 || bytes_.size() == length) return bytes_;
  if (bytes_.size() > length) throw std::logic_error("a state is longer than its layout");
  whole_.assign(length, 0);
  std::copy(bytes_.begin(), bytes_.end(), whole_.begin());
  return whole_;
}

void Memory::find_places() {
  processes_.clear();
  channels_.resize(program_.channels.size());
  if (is_error()) {
    bytes_.resize(layout_.processes());
    return;
  }
  const std::size_t processes = bytes_[layout_.counts()];
  const std::size_t channels = bytes_[layout_.counts() + 1];
  std::uint32_t offset = layout_.processes();
  for (std::size_t i = 0; i < processes; ++i) {
    const auto type = static_cast<ProcessTypeId>(get(offset, layout_.type_bytes() == 1 ? byte_type : wide_type));
    processes_.push_back({.type = type, .offset = offset});
    offset += layout_.shape(type).bytes;
  }
  for (std::size_t i = 0; i < channels; ++i) {
    const auto type = static_cast<ChannelTypeId>(get(offset, wide_type));
    channels_.push_back({.type = type, .offset = offset + made_header});
    offset += made_bytes(type);
  }
  bytes_.resize(offset);
}

void Memory::reset() {
  bytes_.assign(layout_.dynamic() ? layout_.processes() : layout_.initial_bytes(), 0);
  for (std::size_t i = 0; i < program_.globals.size(); ++i) {
    const Variable& variable = program_.globals[i];
    for (std::size_t k = 0; k < variable.initial.size() && k < variable.size; ++k)
      set(layout_.global(static_cast<VariableId>(i)) + static_cast<std::uint32_t>(k) * variable.type.bytes(), variable.type,
          variable.initial[k]);
  }
  if (program_.observer) initialise(layout_.observer(), program_.observer->type);
  if (layout_.dynamic())
    find_places();
  else
    for (const ProcessPlace& process : processes_) initialise(process.offset, process.type);
}

void Memory::initialise(std::uint32_t base, ProcessTypeId type) {
  const ProcessType& process = program_.process_types[type];
  const Layout::ProcessShape& shape = layout_.shape(type);
  if (layout_.dynamic()) set(base, layout_.type_bytes() == 1 ? byte_type : wide_type, static_cast<Value>(type));
  set(base + shape.location, shape.location_type, static_cast<Value>(process.initial));
  if (shape.priority != none) set(base + shape.priority, byte_type, process.priority);
  for (std::size_t i = 0; i < process.variables.size(); ++i) {
    const Variable& variable = process.variables[i];
    for (std::size_t k = 0; k < variable.initial.size() && k < variable.size; ++k)
      set(base + shape.variables[i] + static_cast<std::uint32_t>(k) * variable.type.bytes(), variable.type,
          variable.initial[k]);
  }
}

void Memory::set_error() {
  if (layout_.dynamic()) {
    bytes_.assign(layout_.processes(), 0);
    bytes_[layout_.counts() + 1] = error_mark;
    find_places();
    return;
  }
  const LocationId watching = program_.observer ? observer_location() : 0;  // the observer is not part of the system
  std::fill(bytes_.begin(), bytes_.end(), std::uint8_t{0});
  if (program_.observer) set_observer_location(watching);
  if (!processes_.empty())
    set_location(0, static_cast<LocationId>(program_.process_types[processes_[0].type].locations.size()));
}

bool Memory::is_error() const {
  if (layout_.dynamic()) return bytes_[layout_.counts()] == 0 && bytes_[layout_.counts() + 1] == error_mark;
  return !processes_.empty() && location(0) == program_.process_types[processes_[0].type].locations.size();
}

LocationId Memory::location_at(std::uint32_t base, ProcessTypeId type) const {
  const Layout::ProcessShape& shape = layout_.shape(type);
  return static_cast<LocationId>(get(base + shape.location, shape.location_type));
}

void Memory::set_location(std::size_t process, LocationId location) {
  const Layout::ProcessShape& shape = layout_.shape(type(process));
  set(base(process) + shape.location, shape.location_type, static_cast<Value>(location));
}

Value Memory::priority(std::size_t process) const {
  return get(base(process) + layout_.shape(type(process)).priority, byte_type);
}

void Memory::set_priority(std::size_t process, Value priority) {
  set(base(process) + layout_.shape(type(process)).priority, byte_type, priority);
}

LocationId Memory::observer_location() const { return location_at(layout_.observer(), program_.observer->type); }

void Memory::set_observer_location(LocationId location) {
  const Layout::ProcessShape& shape = layout_.shape(program_.observer->type);
  set(layout_.observer() + shape.location, shape.location_type, static_cast<Value>(location));
}

std::size_t Memory::start(ProcessTypeId type) {
  assert(layout_.dynamic() && processes_.size() < max_processes);
  const std::uint32_t size = layout_.shape(type).bytes;
  const std::uint32_t offset =
      processes_.empty() ? layout_.processes() : processes_.back().offset + layout_.shape(processes_.back().type).bytes;
  bytes_.insert(bytes_.begin() + offset, size, std::uint8_t{0});
  for (std::size_t i = program_.channels.size(); i < channels_.size(); ++i) channels_[i].offset += size;
  processes_.push_back({.type = type, .offset = offset});
  bytes_[layout_.counts()] = static_cast<std::uint8_t>(processes_.size());
  initialise(offset, type);
  return processes_.size() - 1;
}

void Memory::end_youngest() {
  assert(layout_.dynamic() && !processes_.empty());
  const auto youngest = processes_.size() - 1;
  while (channels_.size() > program_.channels.size() && bytes_[channels_.back().offset - 1] >= youngest) {
    bytes_.resize(channels_.back().offset - made_header);
    channels_.pop_back();
  }
  const ProcessPlace last = processes_.back();
  const std::uint32_t size = layout_.shape(last.type).bytes;
  bytes_.erase(bytes_.begin() + last.offset, bytes_.begin() + last.offset + size);
  for (std::size_t i = program_.channels.size(); i < channels_.size(); ++i) channels_[i].offset -= size;
  processes_.pop_back();
  bytes_[layout_.counts()] = static_cast<std::uint8_t>(processes_.size());
  bytes_[layout_.counts() + 1] = static_cast<std::uint8_t>(channels_.size() - program_.channels.size());
}

const Memory::ChannelPlace* Memory::channel(Value number) const {
  if (number < 1 || static_cast<std::size_t>(number) > channels_.size()) return nullptr;
  return &channels_[static_cast<std::size_t>(number) - 1];
}

Value Memory::make_channel(ChannelTypeId type) {
  assert(layout_.dynamic() && channels_.size() - program_.channels.size() < max_channels - 1);
  const auto offset = static_cast<std::uint32_t>(bytes_.size());
  bytes_.resize(bytes_.size() + made_bytes(type), 0);
  set(offset, wide_type, static_cast<Value>(type));
  bytes_[offset + 2] = static_cast<std::uint8_t>(processes_.empty() ? 0 : processes_.size() - 1);
  channels_.push_back({.type = type, .offset = offset + made_header});
  ++bytes_[layout_.counts() + 1];
  return static_cast<Value>(channels_.size());
}

std::uint32_t Memory::length(const ChannelPlace& channel) const {
  const Layout::ChannelShape& shape = layout_.channel_shape(channel.type);
  return shape.bytes == 0 ? 0 : static_cast<std::uint32_t>(get(channel.offset, shape.length_type));
}

Value Memory::field(const ChannelPlace& channel, std::uint32_t message, std::size_t field) const {
  const Layout::ChannelShape& shape = layout_.channel_shape(channel.type);
  return get(channel.offset + shape.messages + message * shape.message_bytes + shape.fields[field],
             program_.channel_types[channel.type].fields[field]);
}

void Memory::insert(const ChannelPlace& channel, std::uint32_t before, const std::vector<Value>& values) {
  const Layout::ChannelShape& shape = layout_.channel_shape(channel.type);
  const std::vector<Type>& types = program_.channel_types[channel.type].fields;
  const std::uint32_t count = length(channel);
  std::uint8_t* const begin = bytes_.data() + channel.offset + shape.messages + before * shape.message_bytes;
  std::memmove(begin + shape.message_bytes, begin, (count - before) * shape.message_bytes);
  for (std::size_t i = 0; i < types.size(); ++i)
    save(begin + shape.fields[i], types[i], types[i].wrap(i < values.size() ? values[i] : 0));
  set(channel.offset, shape.length_type, static_cast<Value>(count + 1));
}

void Memory::erase(const ChannelPlace& channel, std::uint32_t message) {
  const Layout::ChannelShape& shape = layout_.channel_shape(channel.type);
  const std::uint32_t count = length(channel);
  std::uint8_t* const begin = bytes_.data() + channel.offset + shape.messages + message * shape.message_bytes;
  std::memmove(begin, begin + shape.message_bytes, (count - message - 1) * shape.message_bytes);
  std::memset(bytes_.data() + channel.offset + shape.messages + (count - 1) * shape.message_bytes, 0, shape.message_bytes);
  set(channel.offset, shape.length_type, static_cast<Value>(count - 1));
}

}  // namespace lariat::model
