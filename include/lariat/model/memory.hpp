// SPDX-License-Identifier: Apache-2.0
// A state that is being worked on: its bytes, and where its processes and channels stand in them.
#pragma once

#include <cstdint>
#include <vector>

#include "lariat/model/layout.hpp"

namespace lariat::model {

class Memory {
 public:
  Memory(const Program& program, const Layout& layout);

  // Takes over a copy of the state.
  void load(StateView s);
  // The bytes of the state, without the zeros that make all states equally long.
  StateView state() const { return bytes_; }
  // The state as others see it, with those zeros. Valid until the next call. Throws std::logic_error if it is too long.
  StateView whole();

  // What the program starts from before anything is initialised: everything 0, the first processes at their initial locations
  // (in a program whose processes come and go there are none yet).
  void reset();
  // The state that follows an error.
  void set_error();
  bool is_error() const;

  Value get(std::uint32_t offset, Type type) const { return model::load(bytes_.data() + offset, type); }
  void set(std::uint32_t offset, Type type, Value value) { model::save(bytes_.data() + offset, type, value); }

  std::size_t process_count() const { return processes_.size(); }
  ProcessTypeId type(std::size_t process) const { return processes_[process].type; }
  std::uint32_t base(std::size_t process) const { return processes_[process].offset; }
  LocationId location(std::size_t process) const { return location_at(base(process), type(process)); }
  void set_location(std::size_t process, LocationId location);
  Value priority(std::size_t process) const;
  void set_priority(std::size_t process, Value priority);

  LocationId observer_location() const;
  void set_observer_location(LocationId location);

  // Only if there are fewer than max_processes: a new one at its initial location, variables at their initial constants.
  std::size_t start(ProcessTypeId type);
  // Removes the youngest process, and the channels made since it was started.
  void end_youngest();

  // A channel by its number, from 1.
  struct ChannelPlace {
    ChannelTypeId type = none;
    std::uint32_t offset = 0;  // of its length
  };
  const ChannelPlace* channel(Value number) const;
  // Only if there are fewer than max_channels: the number of a new one.
  Value make_channel(ChannelTypeId type);

  // The messages that wait in a channel.
  std::uint32_t length(const ChannelPlace& channel) const;
  Value field(const ChannelPlace& channel, std::uint32_t message, std::size_t field) const;
  // Only if the channel is not full; values are wrapped into the types of the fields. Missing ones are 0.
  void insert(const ChannelPlace& channel, std::uint32_t before, const std::vector<Value>& values);
  void erase(const ChannelPlace& channel, std::uint32_t message);

 private:
  struct ProcessPlace {
    ProcessTypeId type = none;
    std::uint32_t offset = 0;
  };

  LocationId location_at(std::uint32_t base, ProcessTypeId type) const;
  void initialise(std::uint32_t base, ProcessTypeId type);
  void find_places();
  std::uint32_t made_bytes(ChannelTypeId type) const { return made_header + layout_.channel_shape(type).bytes; }

  static constexpr std::uint32_t made_header = Layout::made_header;

  const Program& program_;
  const Layout& layout_;
  State bytes_;
  State whole_;
  std::vector<ProcessPlace> processes_;
  std::vector<ChannelPlace> channels_;
};

}  // namespace lariat::model
