// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/result.hpp"

#include <fmt/format.h>

namespace lariat {

std::string to_string(const Diagnostic& diagnostic) {
  static constexpr const char* severity_names[] = {"error", "warning", "note"};
  const char* const severity = severity_names[static_cast<int>(diagnostic.severity)];
  if (diagnostic.file.empty()) return fmt::format("{}: {}\n", severity, diagnostic.message);
  if (diagnostic.line == 0) return fmt::format("{}: {}: {}\n", diagnostic.file, severity, diagnostic.message);
  std::string text =
      fmt::format("{}:{}:{}: {}: {}\n", diagnostic.file, diagnostic.line, diagnostic.column, severity, diagnostic.message);
  if (!diagnostic.source_line.empty())
    text += fmt::format("  {}\n  {}^\n", diagnostic.source_line, std::string(diagnostic.caret, ' '));
  return text;
}

}  // namespace lariat
