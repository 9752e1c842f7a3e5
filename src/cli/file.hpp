// SPDX-License-Identifier: Apache-2.0
// An open file that is read as the user is willing to wait.
#pragma once

#include <cstddef>
#include <string>

#include "lariat/base/limits.hpp"

namespace lariat::cli {

// Thrown out of a read that the user does not want to wait for.
struct Interrupted {};

// Closed at the end unless it is the standard input.
class File {
 public:
  // `-` is the standard input. Does not wait for the other end of a pipe. Throws std::system_error.
  explicit File(const std::string& name);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  // At most `size` bytes as soon as there are some; 0 at the end. Throws std::system_error, Interrupted, and Stopped when a
  // limit is reached.
  std::size_t read(char* data, std::size_t size, const Limits& limits = {}) const;

 private:
  int descriptor_ = -1;
};

}  // namespace lariat::cli
