// SPDX-License-Identifier: Apache-2.0
#include "native/cache.hpp"

#define XXH_INLINE_ALL
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <utility>

#include "native/private_files.hpp"

namespace lariat::native {
namespace {

constexpr std::string_view format_version = "lariat native 3";  // of Context and Code as well
constexpr std::string_view suffix = ".code";
constexpr std::size_t max_files = 400;
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 29;   // of all files
constexpr std::uint64_t max_object = std::uint64_t{1} << 28;  // and of one object
constexpr std::time_t abandoned = 3600;                       // seconds, after which nobody writes a file any more

// The beginning of a file. The key follows, and then the object code.
struct Header {
  std::array<char, 16> magic = {};
  std::uint64_t key_size = 0;
  std::uint64_t object_size = 0;
  std::uint64_t checksum = 0;  // of the object code
};

Header header_for(const Cache::Key& key, std::span<const char> object) {
  Header header{
      .key_size = key.content.size(), .object_size = object.size(), .checksum = XXH3_64bits(object.data(), object.size())};
  std::copy(format_version.begin(), format_version.end(), header.magic.begin());
  return header;
}

std::string file_name(const Cache::Key& key) { return fmt::format("{}{}", key.name, suffix); }

// Why the file is not the one that the key stands for; empty if it is, and then `object` is its object code.
std::string read_object(const File& file, const Cache::Key& key, std::vector<char>& object) {
  struct stat status {};
  Header header;
  if (fstat(file.get(), &status) != 0 || !read_all(file, &header, sizeof header)) return "it is damaged";
  Header expected = header_for(key, {});
  if (header.magic != expected.magic || header.object_size == 0 || header.object_size > max_object) return "it is damaged";
  if (header.key_size != key.content.size()) return "it is the code of another model";
  if (static_cast<std::uint64_t>(status.st_size) != sizeof header + header.key_size + header.object_size)
    return "it is damaged";
  std::string content(header.key_size, '\0');
  if (!read_all(file, content.data(), content.size())) return "it is damaged";
  if (content != key.content) return "it is the code of another model";
  object.resize(header.object_size);
  if (!read_all(file, object.data(), object.size())) return "it is damaged";
  return header.checksum == header_for(key, object).checksum ? "" : "it is damaged";
}

// A file of that directory, made now under a name that nobody else has.
File create_file(const File& directory, const std::string& key, std::string& name) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::uint64_t random = 0;
    if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) return File();
    name = fmt::format("{}.{:016x}", key, random);
    File file(::openat(directory.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (file || errno != EEXIST) return file;
  }
  return File();
}

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

// Keeps the files that were used last, and removes what writers left behind that were killed.
void prune(const File& directory) {
  const std::unique_ptr<DIR, CloseDirectory> list(
      fdopendir(::openat(directory.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
  if (list == nullptr) return;
  struct Kept {
    std::time_t used = 0;
    std::uint64_t bytes = 0;
    std::string name;
  };
  std::vector<Kept> files;
  std::uint64_t bytes = 0;
  const std::time_t now = std::time(nullptr);
  while (const dirent* const entry = readdir(list.get())) {  // NOLINT(concurrency-mt-unsafe): of a stream of our own
    const std::string name = static_cast<const char*>(entry->d_name);
    struct stat status {};
    if (fstatat(directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) continue;
    if (name.ends_with(suffix)) {
      files.push_back({.used = status.st_mtime, .bytes = static_cast<std::uint64_t>(status.st_size), .name = name});
      bytes += files.back().bytes;
    } else if (now - status.st_mtime > abandoned) {
      unlinkat(directory.get(), name.c_str(), 0);
    }
  }
  if (files.size() <= max_files && bytes <= max_bytes) return;
  std::sort(files.begin(), files.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  std::size_t left = files.size();
  for (const Kept& file : files) {
    if (left <= max_files / 2 && bytes <= max_bytes / 2) return;
    unlinkat(directory.get(), file.name.c_str(), 0);
    --left;
    bytes -= file.bytes;
  }
}

}  // namespace

std::string Cache::default_directory() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody here changes the environment
    return std::string(value == nullptr ? "" : value);
  };
  if (std::string own = variable("LARIAT_CACHE_DIR"); !own.empty()) return own;
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache + "/lariat";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/lariat";
  return "";
}

Cache::Key Cache::key(std::string_view text, std::string_view processor) {
  Key key;
  for (const std::string_view part : {format_version, std::string_view(LARIAT_VERSION), processor, text}) {
    key.content += fmt::format("{}\n", part.size());
    key.content += part;
  }
  const XXH128_hash_t hash = XXH3_128bits(key.content.data(), key.content.size());
  key.name = fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  return key;
}

std::optional<std::vector<char>> Cache::read(const Key& key, std::string& note) const {
  if (directory_.empty()) return std::nullopt;
  const File directory = open_private_directory(directory_, false, note);
  if (!directory) return std::nullopt;
  const std::string path = fmt::format("{}/{}", directory_, file_name(key));
  const File file = open_private_file(directory, file_name(key), path, note);
  if (!file) return std::nullopt;
  std::vector<char> object;
  if (const std::string why = read_object(file, key, object); !why.empty()) {
    note = fmt::format("{} is not used: {}", path, why);
    return std::nullopt;
  }
  futimens(file.get(), nullptr);  // so that what is used stays
  return object;
}

void Cache::write(const Key& key, std::span<const char> object, std::string& note) const {
  if (directory_.empty() || object.size() > max_object) return;
  const File directory = open_private_directory(directory_, true, note);
  if (!directory) return;
  // What is there and is not the user's own is left alone.
  std::string refusal;
  open_private_file(directory, file_name(key), fmt::format("{}/{}", directory_, file_name(key)), refusal);
  if (!refusal.empty()) {
    note = refusal;
    return;
  }
  std::string temporary;
  File file = create_file(directory, key.name, temporary);
  if (!file) return;
  const Header header = header_for(key, object);
  const bool written = write_all(file, &header, sizeof header) && write_all(file, key.content.data(), key.content.size()) &&
                       write_all(file, object.data(), object.size());
  const bool complete = file.close() && written;
  if (!complete || ::renameat(directory.get(), temporary.c_str(), directory.get(), file_name(key).c_str()) != 0)
    unlinkat(directory.get(), temporary.c_str(), 0);
  prune(directory);
}

void Cache::remove(const Key& key) const {
  std::string note;
  if (const File directory = open_private_directory(directory_, false, note))
    unlinkat(directory.get(), file_name(key).c_str(), 0);
}

// The first processor's lines of /proc/cpuinfo that name its model and what it can do.
std::string processor_identity() {
  const File file(::open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC));
  std::array<char, 8192> buffer{};
  std::size_t size = 0;
  while (file && size < buffer.size()) {
    const ssize_t count = ::read(file.get(), buffer.data() + size, buffer.size() - size);
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  std::string_view text(buffer.data(), size);
  text = text.substr(0, text.find("\n\n"));
  std::string identity;
  bool has_flags = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    has_flags |= line.starts_with("flags");
    for (const std::string_view name : {"vendor_id", "cpu family", "model", "stepping", "flags"})
      if (line.starts_with(name)) identity += fmt::format("{}\n", line);
  }
  return has_flags ? identity : "";
}

}  // namespace lariat::native
