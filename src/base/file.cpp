// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "lariat/base/excerpt.hpp"
#include "lariat/base/prepared_files.hpp"

namespace lariat {
namespace {

// A file that is longer is no model, but perhaps /dev/zero.
constexpr std::size_t max_text = std::size_t{256} << 20;

}  // namespace

File::File(const std::string& name) {
  const auto prepared = take_prepared_input(name);
  descriptor_ = prepared ? *prepared : name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category());
}

File::~File() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

// Waits in short pieces, so that no interruption is missed between looking and waiting.
std::size_t File::read(char* data, std::size_t size, const Limits& limits) const {
  while (true) {
    if (limits.interrupted != nullptr && *limits.interrupted) throw Interrupted{};
    stop_at_limit(limits);
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, 100) <= 0) continue;
    const ssize_t count = ::read(descriptor_, data, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR && errno != EAGAIN) throw std::system_error(errno, std::generic_category());
  }
}

Result<std::string> read_text(const std::string& path, const Limits& limits) {
  const auto refuse = [&](const std::string& message) { return Diagnostic{.message = message, .file = display_name(path)}; };
  std::string text;
  bool is_open = false;
  try {
    const File file(path);
    is_open = true;
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t count = file.read(buffer.data(), buffer.size(), limits)) {
      text.append(buffer.data(), count);
      if (text.size() > max_text) return refuse(fmt::format("longer than {} MB", max_text >> 20));
    }
  } catch (const std::system_error& error) {
    return refuse(fmt::format("cannot {}: {}", is_open ? "read" : "open", error.code().message()));
  }
  return text;
}

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : printable(path); }

}  // namespace lariat
