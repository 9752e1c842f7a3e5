// SPDX-License-Identifier: Apache-2.0
#include "base/control_group.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "lariat/base/memory.hpp"

namespace lariat {
namespace {

constexpr std::size_t longest_file = 8192;

// A short file of the system, as far as it fits; empty if it cannot be read.
class SystemFile {
 public:
  explicit SystemFile(const std::string& name) {
    const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t length = read(file, text_.data(), text_.size());
    close(file);
    size_ = length > 0 ? static_cast<std::size_t>(length) : 0;
  }
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, longest_file> text_{};
  std::size_t size_ = 0;
};

// The limit that a file states; a group without a limit has the word `max` there.
std::size_t limit_in(const std::string& name) {
  const SystemFile file(name);
  const std::string_view text = file.text();
  std::size_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() ? value : no_limit;
}

// The least limit of a group and those above it, in files of that name below `root`.
std::size_t least_limit(const std::string& root, std::string_view group, const char* name) {
  std::size_t least = no_limit;
  for (std::string path(group);; path.erase(path.rfind('/'))) {
    while (path.ends_with('/')) path.pop_back();
    least = std::min(least, limit_in(root + path + '/' + name));
    if (path.find('/') == std::string::npos) return least;
  }
}

}  // namespace

std::size_t control_group_limit(const std::string& membership, const std::string& root) {
  const SystemFile file(membership);
  std::string_view rest = file.text();
  std::size_t least = no_limit;
  // A line is number:controllers:path; version 2 has number 0 and no controllers.
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view path = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, least_limit(root, path, "memory.max"));
    if (controllers == "memory") least = std::min(least, least_limit(root + "/memory", path, "memory.limit_in_bytes"));
  }
  return least;
}

}  // namespace lariat
