// SPDX-License-Identifier: Apache-2.0
// Files in which searches are saved: they take their new contents when these are complete, and notice when they are damaged.
//
// A file begins with a line that says what it is, and ends with the checksum of everything before it. Numbers are 8 bytes
// unless their type is another one, a text is its length and its bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lariat/walk/checkpoint.hpp"

namespace lariat::walk {

// Thrown with what is wrong with a file, in words.
struct BadSnapshot {
  std::string what;
};

// The checksum of a file is made of blocks of so many bytes, one after the other; the last one may be shorter.
inline constexpr std::size_t snapshot_block = std::size_t{1} << 16;

// The checksum of everything so far, of which `sum` is 0 at first, and one more block.
std::uint64_t add_to_checksum(std::uint64_t sum, std::span<const std::uint8_t> block);

// Writes a file aside, and puts it in place when it is complete. All functions throw BadSnapshot.
class SnapshotWriter {
 public:
  SnapshotWriter(std::string path, std::string_view title);
  SnapshotWriter(const SnapshotWriter&) = delete;
  SnapshotWriter& operator=(const SnapshotWriter&) = delete;
  ~SnapshotWriter();  // nothing is left if the file is not complete

  void put(std::span<const std::uint8_t> bytes);
  template <class Value>
  requires std::is_trivially_copyable_v<Value>
  void put_value(const Value& value) { put({reinterpret_cast<const std::uint8_t*>(&value), sizeof value}); }
  void put_text(std::string_view text);

  // Ends the file, which then takes the place of the one with that name. Returns its checksum.
  std::uint64_t finish();

 private:
  [[noreturn]] void fail() const;
  void end_block();

  std::string path_;
  std::string aside_;
  int file_;
  bool is_complete_ = false;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t sum_ = 0;
};

// Reads a file whose checksum has been verified. All functions throw BadSnapshot.
class SnapshotReader {
 public:
  // Throws if there is no such file, its checksum is wrong, or it may come from another user: what it says is believed.
  explicit SnapshotReader(std::string path);
  SnapshotReader(const SnapshotReader&) = delete;
  SnapshotReader& operator=(const SnapshotReader&) = delete;
  ~SnapshotReader();

  // The first line, with its end; and whether it is that one.
  bool has_title(std::string_view title) const;
  // Takes the title, which must be that one, and the key that follows it, which must be that one.
  void begin(std::string_view title, const std::string& key);

  void get(std::span<std::uint8_t> out);
  template <class Value>
  requires std::is_trivially_copyable_v<Value> Value get_value() {
    Value value;
    get({reinterpret_cast<std::uint8_t*>(&value), sizeof value});
    return value;
  }
  std::uint64_t left() const { return left_ + (bytes_.size() - at_); }  // bytes before the checksum
  // A number of things that take so many bytes each, and must be in the rest of the file.
  std::uint64_t get_count(std::uint64_t least_bytes);
  std::string get_text();
  std::uint64_t checksum() const { return checksum_; }
  [[noreturn]] void damaged() const;

 private:
  void verify();
  void rewind(std::uint64_t length);
  void next_block();

  std::string path_;
  int file_;
  std::uint64_t left_ = 0;  // bytes of the file behind the block
  std::uint64_t checksum_ = 0;
  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// Several processes save a search together: each writes a part, and when all of them are complete, the file of the options
// takes the list of the parts. Until then it names the parts of the time before.
struct PartList {
  std::string time = {};                      // names the parts: 16 digits
  std::vector<std::uint64_t> checksums = {};  // by part
};

std::string snapshot_path(const std::string& folder, const CheckpointOptions& options);
std::string part_path(const std::string& folder, const CheckpointOptions& options, const std::string& time, std::size_t part);

// Creates the folder in which the search is saved, unless it is there.
void make_folder(const CheckpointOptions& options);
void write_part_list(const CheckpointOptions& options, const PartList& list);
// Of the search that is to go on. Nothing if it was saved by one process, in one file.
std::optional<PartList> read_part_list(const CheckpointOptions& options);
// Throws BadSnapshot unless the search that is to go on is there, undamaged, with that title and the key of the options. Looks
// at the parts first, first + step and so on, if it is in parts.
void verify_snapshot(const CheckpointOptions& options, std::string_view title, std::size_t first = 0, std::size_t step = 1);
// Removes parts of that search in the folder where it is saved, but for those of one time.
void remove_parts(const CheckpointOptions& options, const std::string& but_of_time);

}  // namespace lariat::walk
