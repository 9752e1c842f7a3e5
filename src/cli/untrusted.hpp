// SPDX-License-Identifier: Apache-2.0
// --untrusted: a command that works on input from strangers, for services (SECURITY.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/search_options.hpp"

namespace lariat::cli {

struct Untrusted {
  bool wanted = false;

  // The limits that apply where the user gave none.
  static constexpr double default_time = 60;  // seconds
  static constexpr std::uint64_t default_memory = std::uint64_t{2} << 30;

  // Of a command that searches a model: chooses the interpreter and no cache, fills in the limits, and begins.
  void begin(SearchOptions& search) const;
  // Before anything is read: the whole command gets so many seconds (0: the default), counted from now, and what it reads must
  // fit into so many bytes of address space. Does nothing unless wanted, like the following.
  void begin(double max_time, std::uint64_t max_memory = 0) const;
  // Before a model is read: opens the files that will be written, then enters the sandbox in which files can only be read; says
  // on the standard error what the kernel lacks. False if a file cannot be written, which has been said. No thread may run yet.
  bool begin_reading(const std::vector<std::string>& outputs = {}) const;
  // Everything has been read: closes the sandbox. The search that follows watches its own memory, if `searches`, and may
  // reserve more addresses than it uses.
  void end_reading(bool searches) const;
  // Both for a command that reads what is open by now.
  void close() const;
};

}  // namespace lariat::cli
