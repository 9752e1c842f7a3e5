// SPDX-License-Identifier: Apache-2.0
// A process that gives up what it does not need, before it works on input that nobody vouches for.
//
// From then on, until it ends, the process can compute, read and write the files that are open, start threads of its own, ask
// for memory that is not executable, look at the clock and end. Everything else that a kernel offers fails with an error:
// opening, removing and renaming files, sockets, starting programs and processes, signals to others, tracing, new executable
// memory. Two mechanisms do it, each sufficient for files:
//
//   seccomp   a filter of system calls that lists what is allowed (Linux 3.17)
//   Landlock  no access to any file, no TCP, no abstract sockets and signals outwards, as far as the kernel knows these
//
// What stays possible: what the open descriptors allow, and to use processor and memory, which setrlimit bounds.
//
// A reader whose input names other files has a first stage for itself: files can also be opened for reading and looked at, and
// the limit of address space can be changed. All else is refused as above.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lariat {

struct Sandbox {
  bool system_calls = false;  // seccomp is in force
  bool files = false;         // Landlock is in force
  // What is missing and what that leaves open, in sentences; empty if all is as above.
  std::vector<std::string> missing;
};

enum class SandboxStage : std::uint8_t {
  reading,  // the second stage can follow
  closed
};

// Closes the sandbox around the process, for ever. Threads that run already are under the filter too, but not under Landlock:
// call it before any is started.
Sandbox enter_sandbox(SandboxStage stage = SandboxStage::closed);

}  // namespace lariat
