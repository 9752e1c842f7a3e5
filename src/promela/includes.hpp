// SPDX-License-Identifier: Apache-2.0
// The files that a model may include: regular files of limited size inside certain folders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/limits.hpp"

namespace lariat::promela {

struct IncludedFile {
  enum class Status {
    read,       // text is all of it
    missing,    // there is no such file, or it cannot be read
    outside,    // it lies outside of the roots; nothing of it was read
    irregular,  // a folder, a device, a pipe or a socket
    too_large   // longer than max_included_bytes
  };
  Status status = Status::missing;
  std::string text = {};
};

inline constexpr std::size_t max_included_bytes = std::size_t{256} << 20;

// Reads a file if it lies inside one of the roots after all links and `..` are resolved. A root is a folder, or a file that
// stands for itself. Throws Stopped.
IncludedFile read_included(const std::string& path, const std::vector<std::string>& roots, LimitCheck& check);

}  // namespace lariat::promela
