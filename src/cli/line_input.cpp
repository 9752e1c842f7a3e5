// SPDX-License-Identifier: Apache-2.0
#include "cli/line_input.hpp"

#include <unistd.h>

#include <array>
#include <system_error>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "lariat/base/result.hpp"

namespace lariat::cli {
namespace {

constexpr std::size_t max_line = std::size_t{1} << 20;

std::string trimmed(const std::string& text) {
  constexpr const char* spaces = " \t\r";
  const std::size_t begin = text.find_first_not_of(spaces);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

}  // namespace

LineInput::LineInput() : file_("-"), is_terminal_(::isatty(STDIN_FILENO) == 1) {}

std::optional<std::string> LineInput::next(std::ostream& out, const std::string& prompt) {
  if (is_terminal_) out << prompt;
  out.flush();
  std::array<char, 4096> buffer;
  std::size_t end = pending_.find('\n');
  while (end == pending_.npos && !at_end_) {
    std::size_t count = 0;
    try {
      count = file_.read(buffer.data(), buffer.size(), {.interrupted = &interrupted()});
    } catch (const std::system_error& error) {
      complain(to_string(Diagnostic{.message = "cannot read: " + error.code().message(), .file = "<stdin>"}));
      failed_ = true;
    }
    const std::size_t searched = pending_.size();
    pending_.append(buffer.data(), count);
    at_end_ = count == 0 || pending_.size() > max_line;
    end = pending_.find('\n', searched);
  }
  if (pending_.empty() || pending_.size() > max_line) {
    if (is_terminal_) out << '\n';
    return std::nullopt;
  }
  std::string line = pending_.substr(0, end);
  pending_.erase(0, end == pending_.npos ? end : end + 1);
  return trimmed(line);
}

}  // namespace lariat::cli
