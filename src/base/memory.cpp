// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace lariat {
namespace {

constexpr std::size_t longest_file = 8192;

// A short file of the system, as far as it fits; empty if it cannot be read.
class SystemFile {
 public:
  explicit SystemFile(const char* name) {
    const int file = open(name, O_RDONLY | O_CLOEXEC);
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

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// The numbers of /proc/self/statm, in bytes.
enum Field : std::size_t { mapped = 0, resident = 1, writable = 5 };

std::size_t process_bytes(Field field) {
  const SystemFile file("/proc/self/statm");
  std::string_view rest = file.text();
  for (std::size_t i = 0; i < field; ++i) {
    const std::size_t blank = rest.find(' ');
    if (blank == std::string_view::npos) return 0;
    rest.remove_prefix(blank + 1);
  }
  return number(rest).value_or(0) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t left_of(int resource, Field field) {
  rlimit limit{};
  if (getrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
  const std::size_t used = process_bytes(field);
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

// The least limit of a control group and those above it, in files of that name below `root`.
std::size_t group_limit(const std::string& root, std::string_view group, const char* name) {
  std::size_t least = no_limit;
  for (std::string path(group);; path.erase(path.rfind('/'))) {
    while (path.ends_with('/')) path.pop_back();
    const SystemFile file((root + path + '/' + name).c_str());
    least = std::min(least, number(file.text()).value_or(no_limit));  // `max` is no number
    if (path.find('/') == std::string::npos) return least;
  }
}

// The lines of /proc/self/cgroup are number:controllers:path; version 2 has number 0 and no controllers.
std::size_t group_limit() {
  const SystemFile file("/proc/self/cgroup");
  std::string_view rest = file.text();
  std::size_t least = no_limit;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view path = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, group_limit("/sys/fs/cgroup", path, "memory.max"));
    if (controllers == "memory") least = std::min(least, group_limit("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"));
  }
  return least;
}

}  // namespace

std::size_t resident_bytes() { return process_bytes(resident); }

std::size_t peak_resident_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

std::size_t usable_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  const std::size_t machine = pages <= 0 || size <= 0 ? 0 : static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
  const std::size_t group = group_limit();
  if (group == no_limit) return machine;
  return machine == 0 ? group : std::min(machine, group);
}

std::size_t addressable_bytes() { return std::min(left_of(RLIMIT_AS, mapped), left_of(RLIMIT_DATA, writable)); }

}  // namespace lariat
