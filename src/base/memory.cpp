// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/memory.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>

namespace lariat {

std::size_t resident_bytes() {
  // Opened once: a sandbox allows no opening later on.
  static const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text{};
  const ssize_t length = pread(file, text.data(), text.size() - 1, 0);
  if (length <= 0) return 0;
  const char* const second = std::strchr(text.data(), ' ');  // the first number is the size with all that is not in memory
  if (second == nullptr) return 0;
  std::size_t pages = 0;
  std::from_chars(second + 1, text.data() + length, pages);
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t physical_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  return pages <= 0 || size <= 0 ? 0 : static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
}

std::size_t peak_resident_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace lariat
