// SPDX-License-Identifier: Apache-2.0
// A process in the sandbox tries to get out. Each attempt is made by a child of its own, first without a sandbox, where it must
// succeed (or the test would prove nothing), then within.
#include "lariat/base/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <thread>
#include <vector>

#include "lariat/base/memory.hpp"

namespace lariat {
namespace {

using Attempt = std::function<bool()>;  // true if it succeeded

constexpr int succeeded = 10;
constexpr int failed = 11;
constexpr int no_sandbox = 12;

using Stages = std::vector<SandboxStage>;

int run_child(const Stages& stages, const Attempt& attempt) {
  const pid_t child = fork();
  if (child == 0) {
    for (const SandboxStage stage : stages)
      if (!enter_sandbox(stage).system_calls) _exit(no_sandbox);
    _exit(attempt() ? succeeded : failed);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

void expect_inside(int expected, const Stages& stages, const Attempt& attempt) {
  const int inside = run_child(stages, attempt);
  if (inside == no_sandbox) GTEST_SKIP() << "the kernel has no seccomp filters";
  EXPECT_EQ(inside, expected) << "after " << stages.size() << " stage(s)";
}

const Stages reading = {SandboxStage::reading};
const Stages closed = {SandboxStage::closed};
const Stages both = {SandboxStage::reading, SandboxStage::closed};

// In the closed sandbox, whether or not there was a stage for reading before, and in that stage.
void expect_prevented(const char* what, const Attempt& attempt) {
  SCOPED_TRACE(what);
  EXPECT_EQ(run_child({}, attempt), succeeded) << "fails without a sandbox as well";
  for (const Stages& stages : {closed, both, reading}) expect_inside(failed, stages, attempt);
}

void expect_possible(const char* what, const Attempt& attempt) {
  SCOPED_TRACE(what);
  for (const Stages& stages : {closed, both, reading}) expect_inside(succeeded, stages, attempt);
}

// What only reading needs.
void expect_possible_while_reading(const char* what, const Attempt& attempt) {
  SCOPED_TRACE(what);
  EXPECT_EQ(run_child({}, attempt), succeeded) << "fails without a sandbox as well";
  expect_inside(succeeded, reading, attempt);
  for (const Stages& stages : {closed, both}) expect_inside(failed, stages, attempt);
}

bool child_ends(pid_t child) {
  if (child < 0) return false;
  if (child == 0) _exit(0);
  int status = 0;
  waitpid(child, &status, 0);
  return true;
}

class InSandbox : public testing::Test {
 protected:
  InSandbox() {
    std::string pattern = (std::filesystem::temp_directory_path() / "lariat-sandbox-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    close(open((folder_ / "file").c_str(), O_WRONLY | O_CREAT, 0600));
  }
  ~InSandbox() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(InSandbox, NoFileIsOpenedMadeOrChanged) {
  const std::string file = folder_ / "file";
  const std::string other = folder_ / "other";
  expect_possible_while_reading("open", [&] { return open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) >= 0; });
  expect_prevented("open to write", [&] { return open(file.c_str(), O_WRONLY) >= 0; });
  expect_prevented("open for both", [&] { return open(file.c_str(), O_RDWR) >= 0; });
  expect_prevented("open and empty", [&] { return open(file.c_str(), O_RDONLY | O_TRUNC) >= 0; });
  expect_prevented("a file without a name", [&] { return open(folder_.c_str(), O_TMPFILE | O_RDWR, 0600) >= 0; });
  expect_prevented("open a device", [] { return open("/dev/null", O_WRONLY) >= 0; });
  expect_possible_while_reading("open a folder", [] { return open("/", O_RDONLY | O_DIRECTORY) >= 0; });
  expect_prevented("openat2", [&] {
    const std::uint64_t how[3] = {O_RDONLY, 0, 0};
    return syscall(437, AT_FDCWD, file.c_str(), how, sizeof how) >= 0;
  });
  expect_prevented("create", [&] { return open(other.c_str(), O_WRONLY | O_CREAT, 0600) >= 0 && unlink(other.c_str()) == 0; });
  expect_prevented("mkdir", [&] { return mkdir(other.c_str(), 0700) == 0 && rmdir(other.c_str()) == 0; });
  expect_prevented("rename",
                   [&] { return rename(file.c_str(), other.c_str()) == 0 && rename(other.c_str(), file.c_str()) == 0; });
  expect_prevented("link", [&] { return link(file.c_str(), other.c_str()) == 0 && unlink(other.c_str()) == 0; });
  expect_prevented("symlink", [&] { return symlink(file.c_str(), other.c_str()) == 0 && unlink(other.c_str()) == 0; });
  expect_prevented("chmod", [&] { return chmod(file.c_str(), 0600) == 0; });
  expect_prevented("truncate", [&] { return truncate(file.c_str(), 0) == 0; });
  expect_possible_while_reading("look at", [&] {
    struct stat status = {};
    return stat(file.c_str(), &status) == 0;
  });
  expect_prevented("memfd", [] { return syscall(SYS_memfd_create, "x", 0) >= 0; });
  expect_prevented("unlink",
                   [&] { return unlink(file.c_str()) == 0 && close(open(file.c_str(), O_CREAT | O_WRONLY, 0600)) == 0; });
}

TEST_F(InSandbox, NothingIsStarted) {
  expect_prevented("fork", [] { return child_ends(fork()); });
  expect_prevented(
      "vfork", [] { return child_ends(static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr))); });
  expect_prevented("posix_spawn", [] { return std::system("true") == 0; });
  // A program takes the place of the process, and ends with the code for success.
  expect_prevented("execve", [] {
    execl("/bin/sh", "sh", "-c", "exit 10", nullptr);
    return false;
  });
  expect_prevented("trace", [] { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; });
  expect_prevented("signal another process", [] { return kill(getppid(), 0) == 0; });
  expect_prevented("queue a signal", [] { return syscall(SYS_tgkill, getppid(), getppid(), 0) == 0; });
  expect_prevented("executable memory",
                   [] { return mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; });
  expect_prevented("memory made executable", [] {
    void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
  });
}

TEST_F(InSandbox, NoNetwork) {
  for (const int family : {AF_INET, AF_UNIX, AF_NETLINK})
    for (const int type : {SOCK_STREAM, SOCK_DGRAM})
      if (family != AF_NETLINK || type == SOCK_DGRAM) expect_prevented("socket", [=] { return socket(family, type, 0) >= 0; });
  expect_prevented("socketpair", [] {
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
  });
  // Even a socket that was there before.
  const int open_socket = socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_GE(open_socket, 0);
  expect_prevented("listen", [=] { return listen(open_socket, 1) == 0; });
  close(open_socket);
}

TEST_F(InSandbox, CannotBeLeft) {
  expect_possible_while_reading("another limit of address space", [] {
    rlimit limit{};
    getrlimit(RLIMIT_AS, &limit);
    return setrlimit(RLIMIT_AS, &limit) == 0;
  });
  expect_prevented("that of another process", [] {
    rlimit limit{};
    return prlimit(getppid(), RLIMIT_AS, nullptr, &limit) == 0 && prlimit(getppid(), RLIMIT_AS, &limit, nullptr) == 0;
  });
  expect_prevented("other limits", [] {
    rlimit limit{};
    getrlimit(RLIMIT_CORE, &limit);
    return setrlimit(RLIMIT_CORE, &limit) == 0;
  });
  expect_prevented("other user", [] { return setuid(getuid()) == 0; });
  expect_prevented("prctl", [] { return syscall(SYS_prctl, 3, 0, 0, 0, 0) >= 0; });
}

// The check of virtual tables by the undefined-behaviour sanitizer asks the kernel whether memory can be read, by system calls
// that the sandbox refuses. std::thread has such a table.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool threads_can_start = false;
#else
constexpr bool threads_can_start = true;
#endif
constexpr const char* no_threads = "the sanitizer needs system calls that the sandbox refuses";

TEST_F(InSandbox, WorkGoesOn) {
  if (!threads_can_start) GTEST_SKIP() << no_threads;
  expect_possible("threads, under the filter too", [] {
    bool opened = true;
    std::thread([&] { opened = open("/dev/null", O_WRONLY) >= 0; }).join();
    return !opened;
  });
  expect_possible("memory", [] {
    std::string text(std::size_t{64} << 20, 'x');
    return text[text.size() - 1] == 'x';
  });
  expect_possible("its size", [] { return resident_bytes() > 0; });
  const std::size_t usable = usable_bytes();
  expect_possible("what it may have", [=] { return usable > 0 && usable_bytes() == usable; });
  expect_possible("its limits", [] {
    rlimit limit{};
    return getrlimit(RLIMIT_AS, &limit) == 0 && addressable_bytes() > 0;
  });
  const int file = open((folder_ / "file").c_str(), O_WRONLY);
  expect_possible("open files", [=] { return ftruncate(file, 0) == 0 && write(file, "x", 1) == 1 && fsync(file) == 0; });
  close(file);
}

// A thread that was there before is under the filter as well.
TEST_F(InSandbox, CoversThreadsThatRun) {
  if (!threads_can_start) GTEST_SKIP() << no_threads;
  const pid_t child = fork();
  if (child == 0) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) _exit(failed);
    bool opened = true;
    std::thread thread([&] {
      char c = 0;
      if (read(pipe_ends[0], &c, 1) == 1) opened = open("/dev/null", O_RDONLY) >= 0;
    });
    if (!enter_sandbox().system_calls) _exit(no_sandbox);
    if (write(pipe_ends[1], "x", 1) != 1) _exit(failed);
    thread.join();
    _exit(opened ? failed : succeeded);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_TRUE(WEXITSTATUS(status) == succeeded || WEXITSTATUS(status) == no_sandbox) << WEXITSTATUS(status);
}

}  // namespace
}  // namespace lariat
