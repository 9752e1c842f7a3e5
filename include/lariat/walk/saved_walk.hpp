// SPDX-License-Identifier: Apache-2.0
// A walk breadth first in files, as it was at the beginning of a level: in one, or in a part by each of several processes.
//
//   "lariat walk 2\n" │ key │ what was counted │ a witness for each goal, or none │ levels │ states, level by level │ checksum
//
// A state is 4 bytes of length and its bytes. States are numbered from 0 in their order in the file, whatever their numbers
// were. A part has the states that belong to one process; it has all levels, of which some may be empty.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/product/product.hpp"
#include "lariat/walk/explore.hpp"
#include "lariat/walk/snapshot_file.hpp"

namespace lariat::walk {

inline constexpr std::string_view walk_title = "lariat walk 2\n";

// What a walk has counted and found at the beginning of a level; `figures` has neither a queue nor levels.
struct Snapshot {
  Exploration figures = {};
  std::vector<std::uint64_t> level_sizes = {};  // states of each level; the last one is not expanded
};

// States with lengths in bytes, as files of searches have them.
void put_state(SnapshotWriter& writer, store::Bytes state);
// `length`: of all states; 0: it varies.
void get_state(SnapshotReader& reader, std::size_t length, std::vector<std::uint8_t>& state);

// Writes the states with these numbers, in this order, each of which `load` gives, and what was counted; returns the checksum.
// Throws BadSnapshot.
std::uint64_t write_walk(const std::string& path, const std::string& key, const Snapshot& snapshot,
                         std::span<const store::IdRange> states, const std::function<store::Bytes(StateId)>& load);

// A walk that goes on. All functions throw BadSnapshot.
class SavedWalk {
 public:
  // Where a goal was met.
  struct Met {
    std::size_t goal = 0;
    std::uint64_t level = 0;
    Witness witness = {};  // its states are counted among all that were read, from 0
    std::vector<std::uint8_t> state = {};
  };

  // Opens the parts with the numbers first, first + step and so on, if the walk is in parts; else the one file, if first is 0.
  SavedWalk(const CheckpointOptions& options, product::Product& product, std::size_t first = 0, std::size_t step = 1);
  SavedWalk(const SavedWalk&) = delete;
  SavedWalk& operator=(const SavedWalk&) = delete;
  ~SavedWalk();

  // What these parts have counted together, without witnesses.
  const Exploration& figures() const { return figures_; }
  // All parts have as many. None if no part was opened.
  std::size_t levels() const { return levels_; }
  // Calls take(states) for the states of the next level, in groups. Returns how many they were.
  std::uint64_t read_level(const std::function<void(std::span<const store::Bytes>)>& take);
  // Must be called after the last level: there must be nothing else. Then it is known what was met: one state for a goal.
  void end();
  const std::vector<Met>& met() const { return met_; }

 private:
  struct Part;
  void open(const std::string& path, const std::optional<std::uint64_t>& checksum, const std::string& key,
            system::System& system);

  std::size_t length_;
  std::vector<std::unique_ptr<Part>> parts_;
  Exploration figures_ = {};
  std::vector<Met> met_;
  std::size_t levels_ = 0;
  std::size_t level_ = 0;   // that is read next
  std::uint64_t read_ = 0;  // states so far
};

}  // namespace lariat::walk
