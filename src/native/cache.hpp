// SPDX-License-Identifier: Apache-2.0
// Object code that outlives the run that made it, in files of the user's cache directory.
//
// What is read from here is executed, so that it must have been written by this user. The directory and the file are opened
// without following links and without waiting (a pipe under the name of a file does not block); they must be a directory and a
// regular file, belong to the effective user, and be writable by nobody else. Directories are made with mode 0700, files with
// 0600. A path that is not absolute is refused. A file contains the whole text that the code was made from; code of another
// text is not taken, whatever the name of its file.
//
// A file is written under another name and renamed when it is complete, so that a reader never sees half of one. Nothing here
// fails: a cache that cannot be used is empty, and `note` says why.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::native {

class Cache {
 public:
  // All that determines the object code, and the name of the file for it: a hash of that.
  struct Key {
    std::string content;
    std::string name;
  };

  // No directory: nothing is kept.
  explicit Cache(std::string directory) : directory_(std::move(directory)) {}

  // LARIAT_CACHE_DIR, or lariat in the directory that the XDG rules name; empty if there is neither.
  static std::string default_directory();

  // The key of code made from that text for that processor, by this version of lariat.
  static Key key(std::string_view text, std::string_view processor);

  // `note` is written if there is something that must not be used; it then says what and why.
  std::optional<std::vector<char>> read(const Key& key, std::string& note) const;
  // Replaces what is there, unless it is not the user's own: then nothing is written.
  void write(const Key& key, std::span<const char> object, std::string& note) const;
  // Removes code that turned out to be wrong.
  void remove(const Key& key) const;

 private:
  std::string directory_;
};

// The processor of this machine, as far as object code depends on it; empty if that is not known.
std::string processor_identity();

}  // namespace lariat::native
