// SPDX-License-Identifier: Apache-2.0
#include "lsp/check_runner.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

extern char** environ;

namespace lariat::lsp {
namespace {

constexpr std::chrono::seconds patience{2};  // before a process that was asked to end is killed

class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  void close() {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }
  void set(int value) { value_ = value; }
  int get() const { return value_; }
  int release() { return std::exchange(value_, -1); }

 private:
  int value_;
};

[[noreturn]] void fail_with(int error, const char* what) { throw std::system_error(error, std::generic_category(), what); }

void open_pipe(Descriptor& reader, Descriptor& writer) {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail_with(errno, "pipe");
  reader.set(ends[0]);
  writer.set(ends[1]);
  ::fcntl(ends[0], F_SETFL, ::fcntl(ends[0], F_GETFL) | O_NONBLOCK);
}

// A file without a name that holds the text, to be read from its beginning.
int file_of(const std::string& text) {
  Descriptor file(::memfd_create("model", MFD_CLOEXEC));
  if (file.get() < 0) fail_with(errno, "memfd_create");
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(file.get(), text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR) fail_with(errno, "write");
    if (written > 0) at += static_cast<std::size_t>(written);
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file.release();
}

}  // namespace

CheckRunner::~CheckRunner() {
  for (Job& job : jobs_) {
    ::kill(job.process, SIGKILL);
    ::waitpid(job.process, nullptr, 0);
    for (const int descriptor : {job.output, job.errors})
      if (descriptor >= 0) ::close(descriptor);
  }
  std::error_code ignored;
  if (!pages_.empty()) std::filesystem::remove_all(pages_, ignored);
}

std::string CheckRunner::new_page() {
  if (pages_.empty()) {
    std::error_code error;
    std::string folder = (std::filesystem::temp_directory_path(error) / "lariat-lsp-XXXXXX").string();
    if (error || ::mkdtemp(folder.data()) == nullptr) return {};
    pages_ = folder;
  }
  return fmt::format("{}/run-{}.html", pages_, ++next_page_);
}

void CheckRunner::start(Request request) {
  cancel([&](const Request& other) { return other.uri == request.uri && other.key == request.key; });
  Job job{.request = std::move(request)};
  const Descriptor input(file_of(job.request.input));
  Descriptor output;
  Descriptor output_end;
  Descriptor errors;
  Descriptor errors_end;
  open_pipe(output, output_end);
  open_pipe(errors, errors_end);
  std::vector<std::string> arguments = {program_};
  arguments.insert(arguments.end(), job.request.arguments.begin(), job.request.arguments.end());
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output_end.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors_end.get(), STDERR_FILENO);
  if (!job.request.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, job.request.folder.c_str());
  const int error = ::posix_spawn(&job.process, program_.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail_with(error, "cannot start the check");
  job.output = output.release();
  job.errors = errors.release();
  jobs_.push_back(std::move(job));
}

void CheckRunner::end(Job& job) {
  if (!job.cancelled) job.asked_to_end = std::chrono::steady_clock::now();
  job.cancelled = true;
  ::kill(job.process, SIGTERM);
}

void CheckRunner::add_to(std::vector<pollfd>& descriptors) const {
  for (const Job& job : jobs_)
    for (const int descriptor : {job.output, job.errors})
      if (descriptor >= 0) descriptors.push_back({descriptor, POLLIN, 0});
}

void CheckRunner::drain(int& descriptor, std::string& text) {
  std::array<char, 65536> buffer;
  while (descriptor >= 0) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got < 0 && errno == EINTR) {
      continue;
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else {
      ::close(descriptor);
      descriptor = -1;
    }
  }
}

// Lines of the standard error that are objects are progress; the others are messages.
void CheckRunner::read_progress(Job& job) {
  while (true) {
    const std::size_t end = job.line.find('\n');
    if (end == std::string::npos) return;
    const std::string line = job.line.substr(0, end);
    job.line.erase(0, end + 1);
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) {
      job.errors_text += line + '\n';
      continue;
    }
    if (job.request.token.is_null()) continue;
    const auto figure = [&](const char* name) {
      const Json& value = member(object, name);
      return value.is_number() ? value.get<double>() : 0.0;
    };
    progress_.push_back({job.request.token, fmt::format("{:.0f} states, {:.0f} s", figure("states"), figure("seconds"))});
  }
}

void CheckRunner::pump() {
  const auto now = std::chrono::steady_clock::now();
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    drain(job->output, job->output_text);
    drain(job->errors, job->line);
    read_progress(*job);
    if (job->cancelled && now - job->asked_to_end > patience) ::kill(job->process, SIGKILL);
    int status = 0;
    if (job->output >= 0 || job->errors >= 0 || ::waitpid(job->process, &status, WNOHANG) == 0) {
      ++job;
      continue;
    }
    finished_.push_back(
        {std::move(job->request), std::move(job->output_text), job->errors_text + job->line, status, job->cancelled});
    job = jobs_.erase(job);
  }
}

std::vector<CheckRunner::Progress> CheckRunner::take_progress() { return std::exchange(progress_, {}); }
std::vector<CheckRunner::Finished> CheckRunner::take_finished() { return std::exchange(finished_, {}); }

}  // namespace lariat::lsp
