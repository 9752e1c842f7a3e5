// SPDX-License-Identifier: Apache-2.0
#include "experiments/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is not in csignal
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace lariat::experiments {
namespace {

constexpr std::size_t most_output = std::size_t{256} << 20U;
constexpr std::size_t most_errors = std::size_t{64} << 10U;

[[noreturn]] void fail_to_start(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

std::pair<int, int> make_pipe() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail_to_start("pipe");
  ::fcntl(ends[0], F_SETFL, ::fcntl(ends[0], F_GETFL) | O_NONBLOCK);
  return {ends[0], ends[1]};
}

// Runs in the child: only calls that a signal handler may make.
[[noreturn]] void become(char* const* arguments, const char* folder, int output, int errors, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  if (*folder != 0 && ::chdir(folder) != 0) ::_exit(127);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::execvp(arguments[0], arguments);
  ::_exit(127);
}

// Appends what there is and closes the descriptor at the end. What exceeds the limit is read and dropped.
void drain_into(int& descriptor, std::string& text, std::size_t most) {
  std::array<char, 65536> buffer;
  while (descriptor >= 0) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got > 0) {
      if (text.size() < most) text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else {
      ::close(std::exchange(descriptor, -1));
    }
  }
}

double seconds_of(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

}  // namespace

Child::Child(const std::vector<std::string>& arguments, Clock::time_point deadline, const std::string& folder)
    : deadline_(deadline) {
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  const auto [output, output_end] = make_pipe();
  const auto [errors, errors_end] = make_pipe();
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) become(pointers.data(), folder.c_str(), output_end, errors_end, parent);
  ::close(output_end);
  ::close(errors_end);
  output_ = output;
  errors_ = errors;
  if (process_ < 0) fail_to_start("cannot start a process");
}

Child::~Child() {
  if (process_ > 0) {
    ::kill(-process_, SIGKILL);
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  for (const int descriptor : {output_, errors_})
    if (descriptor >= 0) ::close(descriptor);
}

bool Child::pump() {
  if (process_ < 0) return true;
  drain_into(output_, result_.output, most_output);
  drain_into(errors_, result_.errors, most_errors);
  if (Clock::now() >= deadline_ && !result_.timed_out) {
    result_.timed_out = true;
    ::kill(-process_, SIGKILL);
    ::kill(process_, SIGKILL);
  }
  int status = 0;
  rusage usage = {};
  if (::wait4(process_, &status, WNOHANG, &usage) != process_) return false;
  ::kill(-process_, SIGKILL);  // what it may have left behind
  process_ = -1;
  drain_into(output_, result_.output, most_output);
  drain_into(errors_, result_.errors, most_errors);
  result_.wall = std::chrono::duration<double>(Clock::now() - start_).count();
  result_.cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  result_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return true;
}

void wait_for(const std::vector<const Child*>& children, std::chrono::milliseconds most) {
  std::vector<pollfd> descriptors;
  for (const Child* child : children) {
    // A process that has closed both is about to end, and nothing will wake us then.
    if (child->output() < 0 && child->errors() < 0) most = std::min(most, std::chrono::milliseconds(1));
    for (const int descriptor : {child->output(), child->errors()})
      if (descriptor >= 0) descriptors.push_back({descriptor, POLLIN, 0});
  }
  ::poll(descriptors.data(), descriptors.size(), static_cast<int>(most.count()));
}

}  // namespace lariat::experiments
