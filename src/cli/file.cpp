// SPDX-License-Identifier: Apache-2.0
#include "cli/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "cli/interruption.hpp"
#include "cli/prepared_files.hpp"

namespace lariat::cli {

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
    if (interrupted()) throw Interrupted{};
    stop_at_limit(limits);
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, 100) <= 0) continue;
    const ssize_t count = ::read(descriptor_, data, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR && errno != EAGAIN) throw std::system_error(errno, std::generic_category());
  }
}

}  // namespace lariat::cli
