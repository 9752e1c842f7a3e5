// SPDX-License-Identifier: Apache-2.0
// What the user types, or a script instead of him: lines of the standard input as they arrive.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "lariat/base/file.hpp"

namespace lariat::cli {

class LineInput {
 public:
  LineInput();

  // Whether reading failed.
  bool failed() const { return failed_; }
  // Whether somebody sits there.
  bool is_terminal() const { return is_terminal_; }

  // Shows the prompt if somebody sits there, and waits for a line; it comes without its end and without spaces around it.
  // Nothing at the end of the input, for a line that is longer than anybody types, and where reading fails, which the user is
  // told. Throws Interrupted.
  std::optional<std::string> next(std::ostream& out, const std::string& prompt);

 private:
  File file_;
  bool is_terminal_;
  std::string pending_;
  bool at_end_ = false;
  bool failed_ = false;
};

}  // namespace lariat::cli
