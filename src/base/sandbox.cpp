// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/sandbox.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include "lariat/base/memory.hpp"

namespace lariat {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;  // there is no filter for it
#endif

// System calls that are allowed whatever their arguments are. None of them names a file or another process.
constexpr int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_lseek,
    SYS_close,
    SYS_ftruncate,
    SYS_fsync,
    SYS_ppoll,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_set_robust_list,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
    SYS_gettid,
    SYS_getpid,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_clock_gettime,
    SYS_gettimeofday,
    SYS_getrandom,
    SYS_getrusage,
    SYS_sysinfo,
    SYS_membarrier,
    SYS_set_tid_address,
    SYS_fstat,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
#ifdef SYS_rseq
    SYS_rseq,
#endif
};

// System calls that look at files, which the stage for reading allows.
constexpr int looking[] = {
    SYS_newfstatat, SYS_statx, SYS_readlinkat, SYS_faccessat, SYS_faccessat2, SYS_getcwd,
#ifdef SYS_stat
    SYS_stat,       SYS_lstat, SYS_readlink,   SYS_access,
#endif
};

constexpr int landlock_create_ruleset = 444;
constexpr int landlock_restrict_self = 446;

// A program for the filter, written from top to bottom.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    require_equal(architecture);
    load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    // The numbers of the x32 interface lie above this bit.
    add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1);
    refuse(EPERM);
#endif
  }

  void allow(int call) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    accept();
  }
  void answer(int call, int error) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    refuse(error);
  }
  // If all of the bits are set in the lower half of that argument, or none of them.
  void allow_with_bits(int call, unsigned argument, std::uint32_t bits) { on_bits(call, argument, bits, true); }
  void allow_without_bits(int call, unsigned argument, std::uint32_t bits) { on_bits(call, argument, bits, false); }
  // If the lower half of that argument has this value.
  void allow_value(int call, unsigned argument, std::uint32_t value) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
    load_argument(argument);
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    accept();
    load(offsetof(seccomp_data, nr));
  }
  // If the lower halves of these two arguments have these values.
  void allow_values(int call, unsigned first, std::uint32_t first_value, unsigned second, std::uint32_t second_value) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 6);
    load_argument(first);
    add(BPF_JMP | BPF_JEQ | BPF_K, first_value, 0, 3);
    load_argument(second);
    add(BPF_JMP | BPF_JEQ | BPF_K, second_value, 0, 1);
    accept();
    load(offsetof(seccomp_data, nr));
  }
  // If that argument is 0, both halves of it.
  void allow_zero(int call, unsigned argument) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 6);
    load_argument(argument);
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
    load_argument(argument, sizeof(std::uint32_t));
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    accept();
    load(offsetof(seccomp_data, nr));
  }

  // For all threads of the process. False if the kernel does not know filters.
  bool install() {
    refuse(EPERM);
    sock_fprog program{.len = static_cast<unsigned short>(code_.size()), .filter = code_.data()};
    return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
  }

 private:
  void add(unsigned code, std::uint32_t k, unsigned yes = 0, unsigned no = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(yes), static_cast<std::uint8_t>(no), k});
  }
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
  // The lower half, or the upper one at its offset; little-endian, as the architectures above are.
  void load_argument(unsigned argument, std::size_t offset = 0) {
    load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t) + offset);
  }
  void accept() { add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW); }
  void refuse(int error) { add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)); }
  void require_equal(std::uint32_t value) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  }
  void on_bits(int call, unsigned argument, std::uint32_t bits, bool wanted) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 5);
    load_argument(argument);
    add(BPF_ALU | BPF_AND | BPF_K, bits);
    add(BPF_JMP | BPF_JEQ | BPF_K, wanted ? bits : 0, 0, 1);
    accept();
    load(offsetof(seccomp_data, nr));
  }

  std::vector<sock_filter> code_;
};

bool filter_system_calls(SandboxStage stage) {
  if (architecture == 0) return false;
  Filter filter;
  for (const int call : allowed) filter.allow(call);
  filter.allow_without_bits(SYS_mmap, 2, PROT_EXEC);
  filter.allow_without_bits(SYS_mprotect, 2, PROT_EXEC);
  filter.allow_with_bits(SYS_clone, 0, CLONE_THREAD | CLONE_VM);
#ifdef SYS_clone3
  filter.answer(SYS_clone3, ENOSYS);  // its flags stand in memory, which a filter cannot read; libraries then use clone
#endif
  filter.allow_value(SYS_tgkill, 0, static_cast<std::uint32_t>(::getpid()));  // abort
  filter.allow_value(SYS_ioctl, 1, TIOCGWINSZ);
  filter.allow_value(SYS_ioctl, 1, TCGETS);  // isatty
  filter.allow_value(SYS_fcntl, 1, F_GETFL);
  filter.allow_zero(SYS_prlimit64, 2);  // asks for limits, and sets none
  if (stage == SandboxStage::reading) {
    for (const int call : looking) filter.allow(call);
    constexpr std::uint32_t changes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    filter.allow_without_bits(SYS_openat, 2, changes);
#ifdef SYS_open
    filter.allow_without_bits(SYS_open, 1, changes);
#endif
    filter.allow_values(SYS_prlimit64, 0, 0, 1, RLIMIT_AS);
    // The next stage.
    filter.allow_value(SYS_prctl, 0, PR_SET_NO_NEW_PRIVS);
    filter.allow(landlock_create_ruleset);
    filter.allow(landlock_restrict_self);
    filter.allow_values(SYS_seccomp, 0, SECCOMP_SET_MODE_FILTER, 1, SECCOMP_FILTER_FLAG_TSYNC);
  }
  return filter.install();
}

// The kernel's interface as of Landlock 6; older kernels know less of it, and newer headers would be needed for its names.
struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scoped;
};

// Handles all that the kernel can handle, but reading in that stage, and allows nothing of it. False if it knows no Landlock.
bool close_files(SandboxStage stage) {
  constexpr unsigned ask_version = 1;
  const long version = ::syscall(landlock_create_ruleset, nullptr, 0, ask_version);
  if (version < 1) return false;
  const std::uint64_t kinds = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;  // ways to use a file
  constexpr std::uint64_t reading = 0b1100;                                                    // files and folders
  const Ruleset rules{.files = ((std::uint64_t{1} << kinds) - 1) & ~(stage == SandboxStage::reading ? reading : 0),
                      .network = version >= 4 ? std::uint64_t{3} : 0,
                      .scoped = version >= 6 ? std::uint64_t{3} : 0};
  const std::size_t size = version >= 6 ? sizeof rules : version >= 4 ? offsetof(Ruleset, scoped) : offsetof(Ruleset, network);
  const auto descriptor = static_cast<int>(::syscall(landlock_create_ruleset, &rules, size, 0));
  if (descriptor < 0) return false;
  const bool done = ::syscall(landlock_restrict_self, descriptor, 0) == 0;
  ::close(descriptor);
  return done;
}

}  // namespace

Sandbox enter_sandbox(SandboxStage stage) {
  resident_bytes();  // opens what it reads later
  usable_bytes();    // reads what it tells later
  const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw std::system_error(errno, std::generic_category(), "no_new_privs");
  Sandbox sandbox;
  sandbox.files = close_files(stage);
  sandbox.system_calls = filter_system_calls(stage);
  if (!sandbox.files)
    sandbox.missing.emplace_back(sandbox.system_calls
                                     ? "the kernel has no Landlock: only the filter of system calls keeps files closed"
                                     : "the kernel has no Landlock: files can be opened");
  if (!sandbox.system_calls)
    sandbox.missing.emplace_back("the kernel has no seccomp filters: programs can be started and the network can be reached");
  return sandbox;
}

}  // namespace lariat
