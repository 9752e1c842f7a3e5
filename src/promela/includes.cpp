// SPDX-License-Identifier: Apache-2.0
#include "promela/includes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace lariat::promela {
namespace {

namespace fs = std::filesystem;
using Status = IncludedFile::Status;

// An open file, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(const fs::path& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

// The path without links and `..`; empty if that is not known.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) return {};
  fs::path result = fs::weakly_canonical(absolute, error);
  return error ? fs::path() : result;
}

bool is_within(const fs::path& path, const std::vector<std::string>& roots) {
  if (path.empty()) return false;
  return std::any_of(roots.begin(), roots.end(), [&](const std::string& name) {
    const fs::path root = resolved(name.empty() ? "." : name);
    if (root.empty()) return false;
    auto end = root.end();
    if (end != root.begin() && std::prev(end)->empty()) --end;  // of a name that ends with a slash
    const auto [in_root, in_path] = std::mismatch(root.begin(), end, path.begin(), path.end());
    return in_root == end;
  });
}

// The file that is open, wherever its name leads by now.
fs::path name_of(const Descriptor& file) {
  std::error_code error;
  fs::path name = fs::read_symlink("/proc/self/fd/" + std::to_string(file.number()), error);
  return error ? fs::path() : name;
}

}  // namespace

IncludedFile read_included(const std::string& path, const std::vector<std::string>& roots, LimitCheck& check) {
  const fs::path wanted = resolved(path);
  if (!is_within(wanted, roots)) return {.status = Status::outside};
  const Descriptor file(wanted);
  struct stat about = {};
  if (file.number() < 0 || ::fstat(file.number(), &about) != 0) return {.status = Status::missing};
  if (const fs::path actual = name_of(file); !actual.empty() && !is_within(actual, roots)) return {.status = Status::outside};
  if (!S_ISREG(about.st_mode)) return {.status = Status::irregular};
  IncludedFile result{.status = Status::read};
  std::string buffer(std::size_t{1} << 16, '\0');
  while (true) {
    check();
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {.status = Status::missing};
    if (count == 0) return result;
    if (result.text.size() + static_cast<std::size_t>(count) > max_included_bytes) return {.status = Status::too_large};
    result.text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace lariat::promela
