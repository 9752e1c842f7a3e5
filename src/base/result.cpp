// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/result.hpp"

#include <fmt/format.h>

#include "lariat/base/printable.hpp"

namespace lariat {

std::string to_string(const Diagnostic& diagnostic) {
  static constexpr const char* severity_names[] = {"error", "warning", "note"};
  const char* const severity = severity_names[static_cast<int>(diagnostic.severity)];
  const std::string message = printable(diagnostic.message);
  const std::string file = printable(diagnostic.file);
  if (file.empty()) return fmt::format("{}: {}\n", severity, message);
  if (diagnostic.line == 0) return fmt::format("{}: {}: {}\n", file, severity, message);
  std::string text = fmt::format("{}:{}:{}: {}: {}\n", file, diagnostic.line, diagnostic.column, severity, message);
  if (!diagnostic.source_line.empty())
    text += fmt::format("  {}\n  {}^\n", printable(diagnostic.source_line), std::string(diagnostic.caret, ' '));
  return text;
}

}  // namespace lariat
