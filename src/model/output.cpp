// SPDX-License-Identifier: Apache-2.0
#include "model/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lariat::model {
namespace {

constexpr std::size_t most_number = 1'000'000;

std::string symbol_name(const Program& program, std::size_t table, Value value) {
  if (table >= program.symbol_tables.size()) return std::to_string(value);
  const auto& names = program.symbol_tables[table];
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
    std::size_t number = 0;
    while (i + 2 < format.size() && format[i + 1] >= '0' && format[i + 1] <= '9')
      number = std::min<std::size_t>(10 * number + static_cast<std::size_t>(format[++i] - '0'), most_number);
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
        text += symbol_name(program, number, value);
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
