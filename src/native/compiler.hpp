// SPDX-License-Identifier: Apache-2.0
// Compiling in another process, so that whatever happens to LLVM there costs this process nothing but the code.
//
// The module goes to the other process in a file in memory (memfd), the objects come back through a pipe:
//
//   request   | char: tiers, as bits | the module's text |
//   answer    | char: object or problem | 8 bytes: length | bytes |        one for each tier, from the lowest
//
// The other process is this program started again (posix_spawn), if a program is named that offers compile_service(); otherwise
// a copy of this one (fork). A copy has only the thread that made it: a lock that another thread held at that moment stays
// locked in the copy, which may then hang. It is killed with the Compiler, so that a search then simply stays interpreted.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/file.hpp"

namespace lariat::native {

inline constexpr char tier_none = 1;  // without optimisation
inline constexpr char tier_full = 2;  // with all of it

class Compiler {
 public:
  Compiler() = default;
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;
  // Kills the other process, and waits for its end.
  ~Compiler();

  // Starts compiling `text`. `program` is empty for a copy of this process. False if that fails; `problem` then says why.
  bool start(const std::string& program, std::string_view text, char tiers, std::string& problem);

  // Waits for the next object. Empty if there is none; `problem` then says why.
  std::vector<char> next(std::string& problem);

  // Ends the other process: next() returns soon. May be called by any thread, at any time.
  void kill();

 private:
  void spawn(const std::string& program, int input, int output, std::string& problem);
  void fork_copy(int input, int output, std::string& problem);
  void reap();
  std::string how_it_ended();

  std::mutex mutex_;  // of the two that follow
  pid_t process_ = -1;
  bool killed_ = false;
  std::optional<int> status_;  // once it has ended
  File answers_;
};

// Does what the other process has to do.
int serve(const File& input, const File& output);

}  // namespace lariat::native
