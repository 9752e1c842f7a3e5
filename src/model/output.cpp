// SPDX-License-Identifier: Apache-2.0
#include "model/output.hpp"

#include <fmt/format.h>

namespace lariat::model {
namespace {

std::string symbol_name(const Program& program, Value value) {
  if (program.symbol_tables.empty()) return std::to_string(value);
  const auto& names = program.symbol_tables.front();
  const bool known =
      value >= 0 && static_cast<std::size_t>(value) < names.size() && !names[static_cast<std::size_t>(value)].empty();
  return known ? names[static_cast<std::size_t>(value)] : std::to_string(value);
}

}  // namespace

std::string format_output(const Program& program, std::string_view format, const std::vector<Value>& values) {
  std::string text;
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      text += format[i];
      continue;
    }
    const char kind = format[++i];
    if (kind == '%') {
      text += '%';
      continue;
    }
    const Value value = next < values.size() ? values[next] : 0;
    ++next;
    switch (kind) {
      case 'c':
        text += static_cast<char>(value);
        break;
      case 'e':
        text += symbol_name(program, value);
        break;
      case 'x':
        text += fmt::format("{:x}", static_cast<std::uint32_t>(value));
        break;
      case 'o':
        text += fmt::format("{:o}", static_cast<std::uint32_t>(value));
        break;
      case 'u':
        text += fmt::format("{}", static_cast<std::uint32_t>(value));
        break;
      default:
        text += std::to_string(value);
    }
  }
  return text;
}

}  // namespace lariat::model
