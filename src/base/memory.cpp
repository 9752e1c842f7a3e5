// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/control_group.hpp"

namespace lariat {
namespace {

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// The numbers of /proc/self/statm, in bytes.
enum Field : std::size_t { mapped = 0, resident = 1, writable = 5 };

std::size_t process_bytes(Field field) {
  // Opened once: a sandbox allows no opening later on.
  static const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  std::array<char, 256> text{};
  const ssize_t length = file < 0 ? 0 : pread(file, text.data(), text.size(), 0);
  std::string_view rest(text.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
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
  static const std::size_t group = control_group_limit("/proc/self/cgroup", "/sys/fs/cgroup");  // read once: see process_bytes
  if (group == no_limit) return machine;
  return machine == 0 ? group : std::min(machine, group);
}

std::size_t addressable_bytes() { return std::min(left_of(RLIMIT_AS, mapped), left_of(RLIMIT_DATA, writable)); }

}  // namespace lariat
