// SPDX-License-Identifier: Apache-2.0
// Files that are read as long as the user is willing to wait.
#pragma once

#include <cstddef>
#include <string>

#include "lariat/base/limits.hpp"
#include "lariat/base/result.hpp"

namespace lariat {

// Thrown out of a read when the user interrupts it.
struct Interrupted {};

// Closed at the end unless it is the standard input.
class File {
 public:
  // `-` is the standard input. Does not wait for the other end of a pipe. Throws std::system_error.
  explicit File(const std::string& name);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  // At most `size` bytes as soon as there are some; 0 at the end. Throws std::system_error, Interrupted if the limits say so,
  // and Stopped when another limit is reached.
  std::size_t read(char* data, std::size_t size, const Limits& limits = {}) const;

 private:
  int descriptor_ = -1;
};

// The whole text of a file of at most 256 MB; `-` is the standard input. Throws Interrupted and Stopped, as File::read does.
Result<std::string> read_text(const std::string& path, const Limits& limits = {});

// The name of a file in messages: `<stdin>` for `-`.
std::string display_name(const std::string& path);

}  // namespace lariat
