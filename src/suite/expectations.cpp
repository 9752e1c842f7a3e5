// SPDX-License-Identifier: Apache-2.0
#include "lariat/suite/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "lariat/base/file.hpp"
#include "lariat/base/named.hpp"
#include "lariat/base/nearest.hpp"
#include "lariat/base/printable.hpp"

namespace lariat::suite {
namespace {

namespace fs = std::filesystem;
using Verdict = Expectation::Verdict;

constexpr std::array verdicts = {
    Named{Verdict::holds, "holds"},         Named{Verdict::violated, "violated"},
    Named{Verdict::reachable, "reachable"}, Named{Verdict::unreachable, "unreachable"},
    Named{Verdict::error, "error"},
};
static_assert(lists_all(verdicts, Verdict::error));

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// The first word of the text, which loses it.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text = trimmed(text.substr(word.size()));
  return word;
}

struct CommentLine {
  std::string_view text;
  std::size_t line = 0;
};

// The lines of all comments, without the signs that begin and end them.
std::vector<CommentLine> comment_lines(std::string_view text) {
  enum class In : std::uint8_t { code, quotes, line, block } in = In::code;
  std::vector<CommentLine> lines;
  std::size_t number = 1;
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    std::string_view line = trimmed(text.substr(begin, end - begin));
    while (line.starts_with('*')) line = trimmed(line.substr(1));
    if (!line.empty()) lines.push_back({line, number});
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    switch (in) {
      case In::code:
        if (rest.starts_with("//") || rest.starts_with("/*")) {
          in = rest[1] == '/' ? In::line : In::block;
          begin = ++i + 1;
        } else if (rest.front() == '"') {
          in = In::quotes;
        }
        break;
      case In::quotes:
        if (rest.front() == '\\')
          ++i;
        else if (rest.front() == '"' || rest.front() == '\n')
          in = In::code;
        break;
      case In::line:
        if (rest.front() != '\n') break;
        add(i);
        in = In::code;
        break;
      case In::block:
        if (rest.starts_with("*/")) {
          add(i);
          ++i;
          in = In::code;
        } else if (rest.front() == '\n') {
          add(i);
          begin = i + 1;
        }
        break;
    }
    if (i < text.size() && text[i] == '\n') ++number;
  }
  if (in == In::line || in == In::block) add(text.size());
  return lines;
}

// Fills in the question. A message if there is no such question.
std::optional<std::string> ask(Expectation& expectation, std::string_view what) {
  frontend::RequirementTexts& question = expectation.question;
  expectation.what = std::string(what);
  if (what.empty()) return std::nullopt;
  const bool is_reach = expectation.verdict == Verdict::reachable || expectation.verdict == Verdict::unreachable;
  std::string_view rest = what;
  const std::string_view word = take_word(rest);
  const auto needs = [&](std::vector<std::string>& list, std::string_view name) -> std::optional<std::string> {
    if (rest.empty()) return fmt::format("{} of what? write `{} ...`", name, name);
    list.emplace_back(rest);
    return std::nullopt;
  };
  if (word == "reach") return needs(question.reaches, word);
  if (is_reach) {
    question.reaches.emplace_back(what);
    return std::nullopt;
  }
  if (word == "ltl" && !rest.empty()) return needs(question.formulas, word);
  if (word == "invariant") return needs(question.invariants, word);
  if (word == "property") {
    question.properties.emplace_back(rest);
    return std::nullopt;
  }
  if (rest.empty()) {
    if (word == "assert")
      question.assertions = true;
    else if (word == "deadlock")
      question.deadlock = true;
    else if (word == "end-states")
      question.end_states = true;
    else if (word == "acceptance-cycles")
      question.acceptance = true;
    else if (word == "progress-cycles")
      question.progress = true;
    else
      question.properties.emplace_back(word);
    return std::nullopt;
  }
  return fmt::format(
      "'{}' is neither the name of a property nor ltl, invariant, reach, assert, deadlock, end-states, "
      "acceptance-cycles or progress-cycles",
      printable(what));
}

std::optional<std::string> check_kind(const Expectation& expectation) {
  const bool is_reach = expectation.verdict == Verdict::reachable || expectation.verdict == Verdict::unreachable;
  if (is_reach && expectation.question.reaches.empty())
    return fmt::format("{} needs an expression: `expect: {} x == 3`", to_string(expectation.verdict),
                       to_string(expectation.verdict));
  if (!is_reach && !expectation.question.reaches.empty()) return "what is reached is `reachable` or `unreachable`";
  return std::nullopt;
}

// Words of `options:`. A message about one that is none.
std::optional<std::string> set_options(Expectations& expectations, std::string_view words) {
  while (!words.empty()) {
    const std::string_view word = take_word(words);
    if (word == "--fair") {
      expectations.fair = true;
    } else if (word == "--lossy") {
      expectations.lossy = true;
    } else if (word == "--deadlock-runs") {
      const std::string_view how = take_word(words);
      if (how != "ignore" && how != "stutter") return "--deadlock-runs is ignore or stutter";
      expectations.ignores_ending_runs = how == "ignore";
    } else if (word == "--overflow") {
      const auto overflow = find_named(frontend::overflows, take_word(words));
      if (!overflow) return "--overflow is error, wrap or goes-on";
      expectations.overflow = *overflow;
    } else if (word == "--macro" || word == "-D") {
      expectations.macros.emplace_back(take_word(words));
    } else if (word.starts_with("-D")) {
      expectations.macros.emplace_back(word.substr(2));
    } else {
      return fmt::format("option '{}' is none that a model may ask for: --fair, --lossy, --deadlock-runs, --overflow, -D",
                         printable(word));
    }
  }
  return std::nullopt;
}

// The rows of a table of comma separated values (RFC 4180), with the line in which each begins.
struct Row {
  std::vector<std::string> cells;
  std::size_t line = 0;
};
std::vector<Row> rows_of(std::string_view text) {
  std::vector<Row> rows;
  Row row{.cells = {""}, .line = 1};
  std::size_t line = 1;
  bool quoted = false;
  const auto end_row = [&] {
    if (row.cells.size() > 1 || !row.cells[0].empty()) rows.push_back(row);
    row = {.cells = {""}, .line = line};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (quoted) {
      if (c != '"')
        row.cells.back() += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        row.cells.back() += text[++i];
      else
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      row.cells.emplace_back();
    } else if (c == '\n') {
      end_row();
    } else if (c != '\r') {
      row.cells.back() += c;
    }
  }
  end_row();
  return rows;
}

// The columns of expected.csv, by their names in its first row.
class Columns {
 public:
  explicit Columns(const Row& head) : names_(head.cells) {}
  bool has(std::string_view name) const { return std::ranges::find(names_, name) != names_.end(); }
  std::string of(const Row& row, std::string_view name) const {
    const auto column = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    return column < row.cells.size() ? row.cells[column] : "";
  }

 private:
  std::vector<std::string> names_;
};

// The definitions of a cell: an object of JSON. Nothing if it is none.
std::optional<std::vector<std::string>> definitions_of(const std::string& cell) {
  std::vector<std::string> definitions;
  if (cell.empty()) return definitions;
  const auto json = nlohmann::ordered_json::parse(cell, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) return std::nullopt;
    definitions.push_back(fmt::format("{}={}", name, value.get<std::string>()));
  }
  return definitions;
}

}  // namespace

std::string_view to_string(Verdict verdict) { return name_of(verdicts, verdict); }

Result<Expectations> read_comments(std::string_view text, const std::string& file) {
  Expectations result;
  std::vector<Diagnostic> errors;
  std::vector<std::string> defines;
  for (const CommentLine& comment : comment_lines(text)) {
    std::optional<std::string> error;
    const auto after = [&](std::string_view key) -> std::optional<std::string_view> {
      if (!comment.text.starts_with(key)) return std::nullopt;
      return trimmed(comment.text.substr(key.size()));
    };
    if (const auto definition = after("define:")) {
      std::string compact(*definition);
      const std::size_t sign = compact.find('=');
      if (sign == compact.npos) {
        error = "a definition is NAME = EXPRESSION";
      } else {
        defines.push_back(fmt::format("{}={}", trimmed(std::string_view(compact).substr(0, sign)),
                                      trimmed(std::string_view(compact).substr(sign + 1))));
      }
    } else if (const auto options = after("options:")) {
      error = set_options(result, *options);
    } else if (const auto expected = after("expect:")) {
      Expectation expectation{.file = file, .line = comment.line};
      std::string_view rest = *expected;
      const std::string_view word = take_word(rest);
      if (const auto verdict = find_named(verdicts, word)) {
        expectation.verdict = *verdict;
        error = ask(expectation, rest);
        if (!error) error = check_kind(expectation);
      } else {
        error = fmt::format("no verdict '{}'{}: there is holds, violated, reachable, unreachable and error", printable(word),
                            suggestion(word, names_of(verdicts)));
      }
      result.list.push_back(std::move(expectation));
    }
    if (error)
      errors.push_back({.message = *error,
                        .file = display_name(file),
                        .line = comment.line,
                        .column = 1,
                        .source_line = std::string(comment.text)});
  }
  if (!errors.empty()) return errors;
  for (Expectation& expectation : result.list) expectation.question.defines = defines;
  return result;
}

Result<Expectations> read_table(std::string_view text, const std::string& file, const std::string& model) {
  Expectations result;
  const std::vector<Row> rows = rows_of(text);
  if (rows.empty()) return result;
  const Columns columns(rows.front());
  std::vector<Diagnostic> errors;
  const auto complain = [&](const Row& row, std::string message) {
    errors.push_back({.message = std::move(message), .file = display_name(file), .line = row.line, .column = 1});
  };
  for (const std::string_view needed : {"model", "kind", "verdict"})
    if (!columns.has(needed)) complain(rows.front(), fmt::format("there is no column `{}`", needed));
  if (!errors.empty()) return errors;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (columns.of(row, "model") != model) continue;
    Expectation expectation{.file = file, .line = row.line};
    const std::string kind = columns.of(row, "kind");
    const std::string formula = columns.of(row, "formula");
    std::optional<std::string> error;
    if (const auto verdict = find_named(verdicts, columns.of(row, "verdict")))
      expectation.verdict = *verdict;
    else
      error = fmt::format("no verdict '{}'", printable(columns.of(row, "verdict")));
    if (!error) error = ask(expectation, formula.empty() ? kind : fmt::format("{} {}", kind, formula));
    if (!error) error = check_kind(expectation);
    if (const auto definitions = definitions_of(columns.of(row, "defines")))
      expectation.question.defines = *definitions;
    else
      error = "the definitions are no object of JSON with texts in it";
    if (const std::string states = columns.of(row, "states"); !states.empty()) {
      std::uint64_t number = 0;
      const auto [end, code] = std::from_chars(states.data(), states.data() + states.size(), number);
      if (code != std::errc() || end != states.data() + states.size())
        error = fmt::format("'{}' is no number of states", printable(states));
      result.states = number;
    }
    if (error) complain(row, *error);
    result.list.push_back(std::move(expectation));
  }
  if (!errors.empty()) return errors;
  return result;
}

Result<Expectations> read_expectations(const std::string& path, std::string_view text) {
  Result<Expectations> comments = read_comments(text, path);
  if (!comments || !comments->list.empty()) return comments;
  std::error_code ignored;
  const fs::path model = fs::absolute(path, ignored).lexically_normal();
  for (fs::path folder = model.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    const fs::path table = folder / "expected.csv";
    if (fs::is_regular_file(table, ignored)) {
      const auto rows = read_text(table.string());
      if (!rows) return rows.errors();
      Result<Expectations> expectations =
          read_table(*rows, fs::relative(table, ignored).string(), model.lexically_relative(folder).generic_string());
      if (!expectations) return expectations.errors();
      if (!expectations->list.empty()) {
        comments->list = std::move(expectations->list);
        comments->states = expectations->states;
        return comments;
      }
    }
    if (folder == folder.root_path()) break;
  }
  comments->list.push_back({.file = path, .line = 1});
  return comments;
}

}  // namespace lariat::suite
