// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/control_group.hpp"

namespace lariat {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t large_page = std::size_t{1} << 21;
constexpr std::size_t least_mapped = std::size_t{1} << 17;

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

void* allocate_zeroed(std::size_t bytes) {
  if (bytes < least_mapped) {
    constexpr std::size_t line = 64;
    void* const memory = std::aligned_alloc(line, (bytes + line - 1) / line * line);
    if (memory != nullptr) std::memset(memory, 0, bytes);
    return memory;
  }
  // A large page begins at a multiple of its size: what lies before the first one is given back.
  const std::size_t spare = bytes < large_page ? 0 : large_page;
  void* const mapped = mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;  // NOLINT: the system's macro
  if (spare == 0) return mapped;
  auto* const begin = static_cast<char*>(mapped);
  const std::size_t before = (large_page - reinterpret_cast<std::uintptr_t>(begin) % large_page) % large_page;
  if (before != 0) munmap(begin, before);
  if (const std::size_t end = (before + bytes + page - 1) / page * page; end < bytes + spare)
    munmap(begin + end, bytes + spare - end);
  madvise(begin + before, bytes, MADV_HUGEPAGE);  // a hint, and no harm done if it is not taken
  return begin + before;
}

void free_zeroed(void* memory, std::size_t bytes) {
  if (memory == nullptr) return;
  if (bytes < least_mapped)
    std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
  else
    munmap(memory, bytes);
}

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
