// SPDX-License-Identifier: Apache-2.0
#include "experiments/record.hpp"

#include <fmt/format.h>

#include <charconv>

namespace lariat::experiments {
namespace {

constexpr std::array text_fields_before = {&Record::outcome, &Record::verdict, &Record::kind, &Record::product};
constexpr std::array text_fields_after = {&Record::detail, &Record::model, &Record::sha256, &Record::version, &Record::command};
constexpr std::size_t first_fields = 4;  // subject, variant, seed, part
constexpr std::size_t all_fields = first_fields + text_fields_before.size() + figure_names.size() + text_fields_after.size();

std::string quoted_field(std::string_view text) {
  std::string result;
  bool needs_quotes = false;
  for (const char c : text) {
    needs_quotes |= c == ',' || c == '"';
    if (c == '"') result += '"';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return needs_quotes ? '"' + result + '"' : result;
}

}  // namespace

std::optional<std::vector<std::string>> split_csv_line(std::string_view line) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (inside && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (c == '"') {
      inside = !inside;
    } else if (c == ',' && !inside) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  if (inside) return std::nullopt;
  return fields;
}

namespace {

template <class T>
bool read_number(const std::string& text, T& value) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

}  // namespace

std::string csv_header() {
  std::string line = "subject,variant,seed,part,outcome,verdict,class,product";
  for (const auto& figure : figure_names) line += fmt::format(",{}", figure.name);
  return line + ",detail,model,sha256,version,command";
}

std::string csv_line(const Record& record) {
  std::string line = fmt::format("{},{},{},{}", quoted_field(record.subject), quoted_field(record.variant), record.seed,
                                 quoted_field(record.part));
  for (const auto field : text_fields_before) line += ',' + quoted_field(record.*field);
  for (const auto& figure : record.figures) line += figure ? fmt::format(",{}", *figure) : ",";
  for (const auto field : text_fields_after) line += ',' + quoted_field(record.*field);
  return line;
}

std::optional<Record> parse_csv_line(std::string_view line) {
  const auto fields = split_csv_line(line);
  if (!fields || fields->size() != all_fields) return std::nullopt;
  std::size_t next = 0;
  Record record;
  record.subject = (*fields)[next++];
  record.variant = (*fields)[next++];
  if (!read_number((*fields)[next++], record.seed)) return std::nullopt;
  record.part = (*fields)[next++];
  for (const auto field : text_fields_before) record.*field = (*fields)[next++];
  for (auto& figure : record.figures) {
    const std::string& text = (*fields)[next++];
    double value = 0;
    if (!text.empty() && !read_number(text, value)) return std::nullopt;
    if (!text.empty()) figure = value;
  }
  for (const auto field : text_fields_after) record.*field = (*fields)[next++];
  return record;
}

}  // namespace lariat::experiments
