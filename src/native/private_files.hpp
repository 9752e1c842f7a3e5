// SPDX-License-Identifier: Apache-2.0
// Directories and files that only this user can have written.
#pragma once

#include <string>
#include <string_view>

#include "native/file.hpp"

namespace lariat::native {

// Opens a directory, without following a link there. If `create`, missing directories on the way are made, with mode 0700. None
// if it is missing, or if it must not be used: then `note` says why. It must be a directory, belong to the effective user, and
// be writable by nobody else; so must each directory that was made here.
File open_private_directory(const std::string& path, bool create, std::string& note);

// Opens a file of such a directory for reading. None if it is missing, or must not be used: then `note` says why. It must be a
// regular file, belong to the effective user, and be writable by nobody else.
File open_private_file(const File& directory, const std::string& name, std::string_view path, std::string& note);

}  // namespace lariat::native
