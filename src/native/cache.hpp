// SPDX-License-Identifier: Apache-2.0
// Object code that outlives the run that made it, in files of the user's cache directory.
//
// A file is written under another name and renamed when it is complete, so that a reader never sees half of one, whoever else
// writes and whenever a writer is killed. What is read is checked, and what is wrong is as good as not there. Nothing here ever
// fails: a cache that cannot be used is empty.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::native {

class Cache {
 public:
  // No directory: nothing is kept.
  explicit Cache(std::string directory) : directory_(std::move(directory)) {}

  // LARIAT_CACHE_DIR, or lariat in the directory that the XDG rules name; empty if there is neither.
  static std::string default_directory();

  // A name for what these texts determine.
  static std::string key(std::string_view text, std::string_view more);

  std::optional<std::vector<char>> read(const std::string& key) const;
  void write(const std::string& key, std::span<const char> object) const;

 private:
  void prune() const;

  std::string directory_;
};

}  // namespace lariat::native
