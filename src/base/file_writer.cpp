// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/file_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "lariat/base/excerpt.hpp"

namespace lariat {
namespace {

namespace fs = std::filesystem;

// A new file beside the target, gone at the end unless it has taken the target's place.
class Aside {
 public:
  explicit Aside(const fs::path& target) : target_(target) {
    for (int attempt = 0; descriptor_ < 0; ++attempt) {
      path_ = fmt::format("{}.{}-{}.part", target.string(), ::getpid(), attempt);
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && (errno != EEXIST || attempt == 100)) throw std::system_error(errno, std::generic_category());
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

void write_directly(const fs::path& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category());
  try {
    write_all(descriptor, text);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
}

}  // namespace

std::optional<Diagnostic> write_file(const std::string& path, std::string_view text) {
  try {
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
