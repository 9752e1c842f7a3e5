// SPDX-License-Identifier: Apache-2.0
#include "cli/graphviz.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

namespace lariat::cli {
namespace {

// Both ends of a pipe; closed at the end.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(0);
    close(1);
  }
  int end(std::size_t which) const { return ends_[which]; }
  bool open(std::size_t which) const { return ends_[which] >= 0; }
  void close(std::size_t which) {
    if (ends_[which] >= 0) ::close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

// A running `dot`, ended with this object.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    wait();
  }
  int wait() {
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = 0;
    return status;
  }

 private:
  pid_t id_;
};

Diagnostic failure(std::string message) { return {.message = std::move(message), .file = "lariat"}; }

// Writes what is left of `text` and reads what is there, until `dot` has closed its output.
std::string exchange(const std::string& text, Pipe& in, Pipe& out, const Limits& limits) {
  std::string picture;
  std::size_t written = 0;
  ::fcntl(in.end(1), F_SETFL, O_NONBLOCK);
  std::vector<char> buffer(std::size_t{1} << 16);
  while (true) {
    stop_at_limit(limits);
    if (in.open(1) && written == text.size()) in.close(1);
    std::array<pollfd, 2> waiting = {
        {{.fd = out.end(0), .events = POLLIN, .revents = 0}, {.fd = in.end(1), .events = POLLOUT, .revents = 0}}};
    if (::poll(waiting.data(), in.open(1) ? 2 : 1, 100) <= 0) continue;
    if (in.open(1) && waiting[1].revents != 0) {
      const ssize_t count = ::write(in.end(1), text.data() + written, text.size() - written);
      if (count > 0) written += static_cast<std::size_t>(count);
      if (count < 0 && errno != EINTR && errno != EAGAIN) in.close(1);  // it does not want the rest: its status will tell
    }
    if (waiting[0].revents != 0) {
      const ssize_t count = ::read(out.end(0), buffer.data(), buffer.size());
      if (count == 0) return picture;
      if (count > 0) picture.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }
}

}  // namespace

Result<std::string> draw(const std::string& graph, const std::string& format, const Limits& limits) {
  Pipe in;
  Pipe out;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.end(0), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.end(1), STDOUT_FILENO);
  std::string program = "dot";
  std::string option = "-T" + format;
  std::array<char*, 3> arguments = {program.data(), option.data(), nullptr};
  pid_t id = 0;
  const int error = ::posix_spawnp(&id, "dot", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT)
    return failure(
        "drawing needs the program `dot` of Graphviz, which is not installed; --format dot writes what it would draw");
  if (error != 0) return failure("cannot run `dot`: " + std::generic_category().message(error));
  Child child(id);
  in.close(0);
  out.close(1);
  std::string picture = exchange(graph, in, out, limits);
  const int status = child.wait();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return failure("`dot` failed");
  return picture;
}

}  // namespace lariat::cli
