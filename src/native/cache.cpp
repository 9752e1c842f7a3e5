// SPDX-License-Identifier: Apache-2.0
#include "native/cache.hpp"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace lariat::native {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view format_version = "lariat native 1";  // of Context and Code as well
constexpr std::string_view suffix = ".code";
constexpr std::size_t max_files = 400;
constexpr std::uint64_t max_object = std::uint64_t{1} << 30;

// What stands before the object code in a file.
struct Header {
  std::array<char, 16> magic = {};
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};

Header header_for(std::span<const char> object) {
  Header header{.size = object.size(), .checksum = XXH3_64bits(object.data(), object.size())};
  std::copy(format_version.begin(), format_version.end(), header.magic.begin());
  return header;
}

bool write_all(int file, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(file, at, size);
    if (written <= 0) return false;
    at += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

std::string Cache::default_directory() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (std::string own = variable("LARIAT_CACHE_DIR"); !own.empty()) return own;
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty() && cache.front() == '/') return cache + "/lariat";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/lariat";
  return "";
}

std::string Cache::key(std::string_view text, std::string_view more) {
  XXH3_state_t* const state = XXH3_createState();
  XXH3_128bits_reset(state);
  for (const std::string_view part : {format_version, std::string_view(LARIAT_VERSION), more, text}) {
    const std::uint64_t size = part.size();
    XXH3_128bits_update(state, &size, sizeof size);
    XXH3_128bits_update(state, part.data(), part.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::optional<std::vector<char>> Cache::read(const std::string& key) const {
  if (directory_.empty()) return std::nullopt;
  const std::string path = fmt::format("{}/{}{}", directory_, key, suffix);
  std::ifstream file(path, std::ios::binary);
  Header header;
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return std::nullopt;  // NOLINT: plain bytes
  if (header.size == 0 || header.size > max_object) return std::nullopt;
  std::error_code error;
  if (fs::file_size(path, error) != sizeof header + header.size || error) return std::nullopt;
  std::vector<char> object(header.size);
  if (!file.read(object.data(), static_cast<std::streamsize>(object.size()))) return std::nullopt;
  const Header expected = header_for(object);
  if (std::memcmp(&header, &expected, sizeof header) != 0) return std::nullopt;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);  // so that what is used stays
  return object;
}

void Cache::write(const std::string& key, std::span<const char> object) const {
  if (directory_.empty()) return;
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) return;
  std::string temporary = fmt::format("{}/{}.XXXXXX", directory_, key);
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return;
  const Header header = header_for(object);
  bool complete = write_all(file, &header, sizeof header) && write_all(file, object.data(), object.size());
  complete = ::close(file) == 0 && complete;
  if (complete) fs::rename(temporary, fmt::format("{}/{}{}", directory_, key, suffix), error);
  if (!complete || error) fs::remove(temporary, error);
  prune();
}

// Keeps the files that were used last, and removes what killed writers left behind.
void Cache::prune() const {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(directory_, error), end; !error && it != end; it.increment(error)) {
    std::error_code unreadable;
    const auto time = it->last_write_time(unreadable);
    if (unreadable) continue;
    if (it->path().extension() == suffix)
      files.emplace_back(time, it->path());
    else if (now - time > std::chrono::hours(1))
      fs::remove(it->path(), unreadable);
  }
  if (files.size() <= max_files) return;
  std::sort(files.begin(), files.end());
  files.resize(files.size() - max_files / 2);
  for (const auto& entry : files) fs::remove(entry.second, error);
}

}  // namespace lariat::native
