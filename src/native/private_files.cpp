// SPDX-License-Identifier: Apache-2.0
#include "native/private_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lariat::native {
namespace {

constexpr mode_t others_may_write = S_IWGRP | S_IWOTH;
constexpr int careful = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;

// Why what is open must not be used; empty if it may.
std::string objection(int file, mode_t type) {
  struct stat status {};
  if (fstat(file, &status) != 0) return std::strerror(errno);  // NOLINT(concurrency-mt-unsafe): only its text is shared
  if ((status.st_mode & S_IFMT) != type) return type == S_IFDIR ? "it is not a directory" : "it is not a regular file";
  if (status.st_uid != geteuid()) return "it belongs to another user";
  if ((status.st_mode & others_may_write) != 0) return "other users may write to it";
  return "";
}

// What failed to open, and why; nothing if it is only missing.
std::string failure(int error, bool is_directory) {
  if (error == ENOENT) return "";
  if (error == ELOOP || (error == ENOTDIR && is_directory)) return "it is a link, or no directory";
  if (error == ENXIO || error == EISDIR) return "it is not a regular file";
  return std::strerror(error);  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

File open_private_directory(const std::string& path, bool create, std::string& note) {
  const auto refuse = [&](std::string_view what, const std::string& why) {
    if (!why.empty()) note = fmt::format("{} is not used for compiled models: {}", what, why);
    return File();
  };
  if (!path.starts_with('/')) return refuse(path, "the path is not absolute");
  File directory(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::size_t end = 0;
  for (std::size_t begin = path.find_first_not_of('/'); begin != std::string::npos; begin = path.find_first_not_of('/', end)) {
    end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    const bool is_last = path.find_first_not_of('/', end) == std::string::npos;
    const std::string so_far = path.substr(0, end);
    // Directories on the way may be links, and anybody's: what counts is who owns the last one, which is opened through them.
    File next(
        ::openat(directory.get(), name.c_str(), is_last ? O_RDONLY | O_DIRECTORY | careful : O_PATH | O_DIRECTORY | O_CLOEXEC));
    bool is_new = false;
    if (!next && errno == ENOENT && create) {
      if (::mkdirat(directory.get(), name.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        return refuse(so_far, failure(errno, true));
      next = File(::openat(directory.get(), name.c_str(), O_RDONLY | O_DIRECTORY | careful));
      is_new = true;
    }
    if (!next) return refuse(so_far, failure(errno, true));
    if (is_last || is_new)
      if (const std::string why = objection(next.get(), S_IFDIR); !why.empty()) return refuse(so_far, why);
    directory = std::move(next);
    if (is_last) return directory;
  }
  return refuse(path, "it is the root of all directories");
}

File open_private_file(const File& directory, const std::string& name, std::string_view path, std::string& note) {
  File file(::openat(directory.get(), name.c_str(), O_RDONLY | careful));
  const std::string why = file ? objection(file.get(), S_IFREG) : failure(errno, false);
  if (why.empty()) return file;
  note = fmt::format("{} is not used: {}", path, why == "it is a link, or no directory" ? "it is a link" : why);
  return File();
}

}  // namespace lariat::native
