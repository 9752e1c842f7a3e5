// SPDX-License-Identifier: Apache-2.0
#include "cli/formula_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <system_error>

#include "cli/automata_input.hpp"
#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {
namespace {

// Longer lines are refused before memory runs out.
constexpr std::size_t max_formula_line = std::size_t{64} << 20;

class FormulaReading {
 public:
  explicit FormulaReading(const std::function<Exit(FormulaItem&)>& visit) : visit_(visit) {}

  void argument(const std::string& text) {
    if (text == "-") return file(text);
    formula(text, text, "formula", 1);
  }

  void file(const std::string& name) {
    try {
      lines(name);
    } catch (const std::system_error& error) {
      report({.message = "cannot read: " + error.code().message(), .file = display_name(name)}, Exit::bad_input);
    } catch (const Interrupted&) {
      // Said at the end, once.
    }
  }

  Exit end() {
    if (interrupted())
      report({.severity = Diagnostic::Severity::note, .message = "interrupted", .file = "lariat"}, Exit::inconclusive);
    return exit_;
  }

 private:
  void lines(const std::string& name) {
    const File file(name);
    std::string pending;
    std::vector<char> buffer(std::size_t{1} << 16);
    std::size_t number = 0;
    while (const std::size_t count = file.read(buffer.data(), buffer.size(), {.interrupted = &interrupted()})) {
      std::size_t searched = pending.size();
      pending.append(buffer.data(), count);
      std::size_t begin = 0;
      for (std::size_t end = 0; (end = pending.find('\n', searched)) != std::string::npos; searched = begin = end + 1) {
        line(name, ++number, std::string_view(pending).substr(begin, end - begin));
        if (interrupted()) return;
      }
      pending.erase(0, begin);
      if (pending.size() > max_formula_line) {
        report({.message = fmt::format("line {} is longer than {} MB", number + 1, max_formula_line >> 20),
                .file = display_name(name)},
               Exit::bad_input);
        return;
      }
    }
    if (!pending.empty()) line(name, ++number, pending);
  }

  void line(const std::string& name, std::size_t number, std::string_view text) {
    if (text.ends_with('\r')) text.remove_suffix(1);
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == text.npos || text[begin] == '#') return;
    formula(fmt::format("{}:{}", display_name(name), number), text, display_name(name), number);
  }

  void formula(const std::string& input, std::string_view text, const std::string& file, std::size_t line) {
    if (interrupted()) return;
    const std::string where = fmt::format("{}:{}", file, line);
    try {
      ltl::FormulaStore store;
      ltl::Formula formula;
      if (!read_formula(store, text, file, line, formula)) {
        exit_ = join(exit_, Exit::bad_input);
        return;
      }
      FormulaItem item{input, store, formula};
      exit_ = join(exit_, visit_(item));
    } catch (const std::bad_alloc&) {
      report({.message = "out of memory", .file = where}, Exit::inconclusive);
    } catch (const search::InternalError& error) {
      report({.message = fmt::format("internal error: {}", error.what()), .file = where}, Exit::internal);
    }
  }

  void report(const Diagnostic& diagnostic, Exit exit) {
    complain(to_string(diagnostic));
    exit_ = join(exit_, exit);
  }

  const std::function<Exit(FormulaItem&)>& visit_;
  Exit exit_ = Exit::ok;
};

// Without what would confuse a terminal.
void tell(Diagnostic diagnostic) {
  diagnostic.source_line = printable(diagnostic.source_line);
  diagnostic.message = printable(diagnostic.message);
  complain(to_string(diagnostic));
}

}  // namespace

bool read_formula(ltl::FormulaStore& store, std::string_view text, const std::string& file, std::size_t line,
                  ltl::Formula& formula) {
  const auto parsed = ltl::parse_formula(store, text, {.file = file, .line = line});
  if (!parsed) {
    for (const Diagnostic& error : parsed.errors()) tell(error);
    return false;
  }
  for (const Diagnostic& warning : parsed->warnings) tell(warning);
  formula = parsed->formula;
  return true;
}

Exit for_each_formula(const std::vector<std::string>& arguments, const std::vector<std::string>& files,
                      const std::function<Exit(FormulaItem&)>& visit) {
  FormulaReading reading(visit);
  for (const std::string& argument : arguments) reading.argument(argument);
  for (const std::string& name : files) reading.file(name);
  return reading.end();
}

}  // namespace lariat::cli
