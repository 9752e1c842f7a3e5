// SPDX-License-Identifier: Apache-2.0
// What the user types, or a script instead of him: lines of the standard input as they arrive.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

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
  // told. In a terminal the line can be edited, and the arrow keys show earlier ones. Throws Interrupted.
  std::optional<std::string> next(std::ostream& out, const std::string& prompt);

 private:
  // The next line as it is edited in a terminal that shows cursors.
  std::optional<std::string> edit(std::ostream& out, const std::string& prompt);
  // More bytes of the input; false at its end.
  bool read();

  File file_;
  bool is_terminal_;
  bool is_editable_;
  std::vector<std::string> history_;
  std::string pending_;
  bool at_end_ = false;
  bool failed_ = false;
};

}  // namespace lariat::cli
