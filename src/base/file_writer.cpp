// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/file_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "lariat/base/excerpt.hpp"
#include "lariat/base/prepared_files.hpp"

namespace lariat {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view aside_ending = ".part";

// Takes the lock that a living writer holds on its file. Returns false if another process is still writing.
bool take_lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

// Removes what writers of the same target left behind when they were killed: files of the names that Aside uses, which are ours
// and which nobody has locked.
void remove_abandoned(const fs::path& target) {
  const std::string prefix = target.filename().string() + ".";
  std::error_code error;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(aside_ending) || name.size() <= prefix.size() + aside_ending.size())
      continue;
    const std::string_view between =
        std::string_view(name).substr(prefix.size(), name.size() - prefix.size() - aside_ending.size());
    if (between.find_first_not_of("0123456789-") != between.npos) continue;
    const int descriptor = ::open(entry->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) continue;
    struct stat status = {};
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() && take_lock(descriptor))
      ::unlink(entry->path().c_str());
    ::close(descriptor);
  }
}

// A new file beside the target, gone at the end unless it has taken the target's place. It is locked while it is written: if
// the process is killed, the next one that writes the same target removes it.
class Aside {
 public:
  explicit Aside(const fs::path& target) : target_(target) {
    remove_abandoned(target);
    for (int attempt = 0; descriptor_ < 0; ++attempt) {
      path_ = fmt::format("{}.{}-{}{}", target.string(), ::getpid(), attempt, aside_ending);
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && (errno != EEXIST || attempt == 100)) throw std::system_error(errno, std::generic_category());
      struct stat status = {};
      if (descriptor_ >= 0 && take_lock(descriptor_) && ::fstat(descriptor_, &status) == 0 && status.st_nlink == 0) {
        ::close(descriptor_);  // taken for abandoned before it was locked
        descriptor_ = -1;
      }
    }
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  ~Aside() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }

  int descriptor() const { return descriptor_; }

  void replace() {
    if (::fsync(descriptor_) != 0 || std::rename(path_.c_str(), target_.c_str()) != 0)
      throw std::system_error(errno, std::generic_category());
    ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  fs::path target_;
  std::string path_;
  int descriptor_ = -1;
};

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw std::system_error(errno, std::generic_category());
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Writes all of it to an open file, which is closed then.
void write_and_close(int descriptor, std::string_view text) {
  try {
    write_all(descriptor, text);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
}

void write_directly(const fs::path& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category());
  write_and_close(descriptor, text);
}

// Behind a sandbox no file can take the place of another.
void write_prepared(int descriptor, std::string_view text) {
  if (::ftruncate(descriptor, 0) != 0 && errno != EINVAL) throw std::system_error(errno, std::generic_category());
  write_and_close(descriptor, text);
}

}  // namespace

std::optional<Diagnostic> write_file(const std::string& path, std::string_view text) {
  try {
    if (const auto prepared = take_prepared_output(path)) {
      write_prepared(*prepared, text);
      return std::nullopt;
    }
    const bool exists = fs::exists(path);
    if (exists && !fs::is_regular_file(path)) {
      write_directly(path, text);
      return std::nullopt;
    }
    Aside aside(exists ? fs::canonical(path) : fs::path(path));  // a link stays one
    write_all(aside.descriptor(), text);
    aside.replace();
    return std::nullopt;
  } catch (const std::system_error& error) {
    return Diagnostic{.message = "cannot write: " + error.code().message(), .file = printable(path)};
  }
}

}  // namespace lariat
