// SPDX-License-Identifier: Apache-2.0
#include "native/compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <utility>

#include "lariat/native/compile_service.hpp"
#include "native/llvm.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): of POSIX, which leaves it to the program to declare it

namespace lariat::native {
namespace {

constexpr const char* service_argument = "compile-service";
constexpr char is_object = 'o';
constexpr char is_problem = 'p';
constexpr std::uint64_t max_answer = std::uint64_t{1} << 30;
constexpr std::size_t chunk = std::size_t{1} << 20;

bool answer(const File& output, char kind, const void* data, std::uint64_t size) {
  return write_all(output, &kind, 1) && write_all(output, &size, sizeof size) && write_all(output, data, size);
}

std::string system_error(const char* what) { return fmt::format("{}: {}", what, std::strerror(errno)); }  // NOLINT

}  // namespace

// In the other process.

int serve(const File& input, const File& output) {
  // No core dump, no message on the user's terminal, and no life longer than that of the process that asked.
  const rlimit none{};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    struct stat file {};
    if (fstat(input.get(), &file) != 0 || file.st_size < 2) return 1;
    std::string request(static_cast<std::size_t>(file.st_size), '\0');
    if (!read_all(input, request.data(), request.size())) return 1;
    const std::string_view text = std::string_view(request).substr(1);
    std::string problem;
    const std::unique_ptr<Llvm> llvm = Llvm::load(problem);
    for (const char tier : {tier_none, tier_full}) {
      if ((request.front() & tier) == 0) continue;
      std::vector<char> object;
      if (llvm != nullptr) object = llvm->compile(text, tier == tier_full ? Optimisation::full : Optimisation::none, problem);
      const bool sent = object.empty() ? answer(output, is_problem, problem.data(), problem.size())
                                       : answer(output, is_object, object.data(), object.size());
      if (!sent || object.empty()) return 1;
    }
    return 0;
  } catch (const std::exception&) {
    return 1;
  }
}

bool is_compile_service(int argc, const char* const* argv) {
  return argc == 2 && std::string_view(argv[1]) == service_argument;  // NOLINT(cppcoreguidelines-pro-bounds-pointer-arithmetic)
}

int compile_service() {
  const int result = serve(File(STDIN_FILENO), File(STDOUT_FILENO));
  // Destructors of LLVM's static objects have nothing to do that would matter here.
  ::_exit(result);
}

// In this process.

Compiler::~Compiler() {
  kill();
  reap();
}

bool Compiler::start(const std::string& program, std::string_view text, char tiers, std::string& problem) {
  const File input(memfd_create("module", MFD_CLOEXEC));
  if (!input || !write_all(input, &tiers, 1) || !write_all(input, text.data(), text.size()) ||
      lseek(input.get(), 0, SEEK_SET) != 0) {
    problem = system_error("no memory to compile it");
    return false;
  }
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    problem = system_error("no process to compile it");
    return false;
  }
  answers_ = File(ends[0]);
  const File output(ends[1]);
  if (program.empty())
    fork_copy(input.get(), output.get(), problem);
  else
    spawn(program, input.get(), output.get(), problem);
  const std::scoped_lock lock(mutex_);
  if (process_ > 0 && killed_) ::kill(process_, SIGKILL);
  return process_ > 0;
}

void Compiler::spawn(const std::string& program, int input, int output, std::string& problem) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::string name = program;
  std::string argument = service_argument;
  std::array<char*, 3> arguments = {name.data(), argument.data(), nullptr};
  pid_t process = -1;
  const int error = posix_spawn(&process, program.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    errno = error;
    problem = system_error("no process to compile it");
    return;
  }
  const std::scoped_lock lock(mutex_);
  process_ = process;
}

void Compiler::fork_copy(int input, int output, std::string& problem) {
  // Signals wait until the copy no longer has this program's handlers.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t process = ::fork();
  if (process == 0) {
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    if (const int null = ::open("/dev/null", O_WRONLY); null >= 0) dup2(null, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::_exit(serve(File(STDIN_FILENO), File(STDOUT_FILENO)));
  }
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (process < 0) {
    errno = error;
    problem = system_error("no process to compile it");
    return;
  }
  const std::scoped_lock lock(mutex_);
  process_ = process;
}

std::vector<char> Compiler::next(std::string& problem) {
  char kind = 0;
  std::uint64_t size = 0;
  std::vector<char> bytes;
  bool complete = read_all(answers_, &kind, 1) && read_all(answers_, &size, sizeof size) && size <= max_answer;
  while (complete && bytes.size() < size) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + std::min<std::size_t>(chunk, size - begin));
    complete = read_all(answers_, bytes.data() + begin, bytes.size() - begin);
  }
  if (!complete) {
    problem = how_it_ended();
    return {};
  }
  if (kind == is_object && !bytes.empty()) return bytes;
  problem.assign(bytes.begin(), bytes.end());
  if (kind != is_problem || problem.empty()) problem = "the compiler's answer makes no sense";
  return {};
}

void Compiler::kill() {
  const std::scoped_lock lock(mutex_);
  killed_ = true;
  if (process_ > 0 && !status_) ::kill(process_, SIGKILL);
}

// Without the lock while it waits, so that the process can be killed meanwhile; then its number is given back.
void Compiler::reap() {
  if (process_ <= 0 || status_) return;
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  const std::scoped_lock lock(mutex_);
  int status = 0;
  status_ = waitpid(process_, &status, WNOHANG) == process_ ? status : 0;
}

std::string Compiler::how_it_ended() {
  reap();
  const int status = status_.value_or(0);
  if (WIFSIGNALED(status)) return fmt::format("the compiler was ended by signal {}", WTERMSIG(status));
  return fmt::format("the compiler ended with code {}", WIFEXITED(status) ? WEXITSTATUS(status) : 0);
}

}  // namespace lariat::native
