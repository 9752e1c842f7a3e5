// SPDX-License-Identifier: Apache-2.0
#include "cli/coverage_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "lariat/base/columns.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::cli {
namespace {

using check::Executions;
using check::StatementCount;

constexpr std::string_view heading = "executions";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string_view remark_on(const StatementCount& statement) {
  if (statement.executions > 0) return "";
  return statement.is_reached ? "never true" : "never reached";
}

class Listing {
 public:
  Listing(std::ostream& out, const Terminal& terminal, const model::Program& program, const Executions& executions)
      : out_(out), terminal_(terminal), program_(program) {
    for (const StatementCount& statement : executions.statements) {
      at_[{statement.source.file, statement.source.line}].push_back(&statement);
      width_ = std::max(width_, grouped(statement.executions).size());
    }
  }

  // The lines of a file with the statements on them.
  void print(std::uint32_t file, const std::string& text) {
    const std::vector<std::string> lines = lines_of(text);
    out_ << terminal_.paint(Paint::dim, fmt::format("  {:>{}}  line\n", heading, width_));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto found = at_.find({file, static_cast<std::uint32_t>(i + 1)});
      const bool is_one = found != at_.end() && found->second.size() == 1;
      print_line(is_one ? found->second.front() : nullptr, fmt::format("{:>4}", i + 1), lines[i]);
      if (found == at_.end() || is_one) continue;
      for (const StatementCount* const statement : found->second)
        print_line(statement, "    ", "  " + name(*statement, found->second));
    }
  }

  // The statements of a file whose text is not known.
  void print_statements(std::uint32_t file) {
    for (const auto& [place, statements] : at_)
      if (place.first == file)
        for (const StatementCount* const statement : statements)
          print_line(statement, fmt::format("{:>4}", place.second), name(*statement, statements));
  }

 private:
  // With its process type, if those beside it belong to others.
  std::string name(const StatementCount& statement, const std::vector<const StatementCount*>& beside) const {
    const bool is_shared =
        std::any_of(beside.begin(), beside.end(), [&](const auto* other) { return other->type != statement.type; });
    const std::string& type = program_.process_types[statement.type].name;
    return is_shared ? fmt::format("{}: {}", type, statement.text) : statement.text;
  }

  void print_line(const StatementCount* statement, const std::string& number, const std::string& text) {
    const std::string_view remark = statement == nullptr ? "" : remark_on(*statement);
    const std::string count = statement == nullptr ? "" : grouped(statement->executions);
    const std::string margin = fmt::format("{:>{}}", count, width_);
    out_ << "  " << (remark.empty() ? margin : terminal_.paint(Paint::yellow, margin)) << "  "
         << terminal_.paint(Paint::dim, number) << "  " << printable(text);
    if (!remark.empty()) out_ << "  " << terminal_.paint(Paint::yellow, fmt::format("<- {}", remark));
    out_ << '\n';
  }

  std::ostream& out_;
  const Terminal& terminal_;
  const model::Program& program_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const StatementCount*>> at_;  // by file and line
  std::size_t width_ = heading.size();
};

struct Sums {
  std::size_t executed = 0;
  std::size_t never_true = 0;
  std::size_t never_reached = 0;
};

Sums sums_of(const Executions& executions) {
  Sums sums;
  for (const StatementCount& statement : executions.statements)
    ++(statement.executions > 0 ? sums.executed : statement.is_reached ? sums.never_true : sums.never_reached);
  return sums;
}

}  // namespace

void print_coverage(std::ostream& out, const Terminal& terminal, const model::Program& program, const Executions& executions,
                    const std::vector<run::PageSource>& sources) {
  const Sums sums = sums_of(executions);
  out << '\n'
      << terminal.paint(Paint::bold, "coverage")
      << fmt::format("  {} of {} are executed, {} never true, {} never reached\n", sums.executed,
                     counted(executions.statements.size(), "statement"), sums.never_true, sums.never_reached);
  if (!executions.complete) out << fmt::format("  only a part of the states was seen: {}\n", executions.reason);
  std::set<std::uint32_t> files;
  for (const StatementCount& statement : executions.statements) files.insert(statement.source.file);
  Listing listing(out, terminal, program, executions);
  for (const std::uint32_t file : files) {
    if (files.size() > 1 && file < program.files.size()) out << "  " << printable(program.files[file]) << '\n';
    if (file < sources.size() && !sources[file].text.empty())
      listing.print(file, sources[file].text);
    else
      listing.print_statements(file);
  }
}

nlohmann::ordered_json coverage_json(const model::Program& program, const Executions& executions) {
  auto statements = nlohmann::ordered_json::array();
  for (const StatementCount& statement : executions.statements)
    statements.push_back({{"process", printable(program.process_types[statement.type].name)},
                          {"source", run::source_text(program, statement.source)},
                          {"text", printable(statement.text)},
                          {"executions", statement.executions},
                          {"reached", statement.is_reached}});
  return {{"complete", executions.complete},
          {"reason", executions.reason},
          {"states", executions.states},
          {"transitions", executions.transitions},
          {"statements", std::move(statements)}};
}

void add_counts(const Executions& executions, std::vector<run::PageSource>& sources) {
  for (const StatementCount& statement : executions.statements) {
    if (statement.source.file >= sources.size() || statement.source.line == 0) continue;
    std::vector<std::string>& counts = sources[statement.source.file].counts;
    if (counts.size() < statement.source.line) counts.resize(statement.source.line);
    std::string& line = counts[statement.source.line - 1];
    line += (line.empty() ? "" : ", ") + std::to_string(statement.executions);
  }
}

}  // namespace lariat::cli
