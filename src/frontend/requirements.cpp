// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/requirements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "lariat/base/columns.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/nearest.hpp"
#include "lariat/ltl/parse.hpp"

namespace lariat::frontend {
namespace {

using check::Requirement;

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '#';
}

// The text with each name that is defined replaced by what it stands for, in parentheses: as a macro would be. Names that
// belong to something else (`P.x`, `P->x`, `P:x`, `x.q`, `P[1]@x`) stay.
std::string expand(std::string_view text, const std::map<std::string, std::string, std::less<>>& definitions) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_name_character(text[i])) {
      result += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_name_character(text[end])) ++end;
    const std::string_view name = text.substr(i, end - i);
    const std::string_view before = trimmed(text.substr(0, i));
    const std::string_view after = trimmed(text.substr(end));
    const bool is_part = before.ends_with('.') || before.ends_with("->") || before.ends_with(':') || before.ends_with('@') ||
                         after.starts_with('.') || after.starts_with("->") || after.starts_with('[') || after.starts_with('@');
    const auto known = definitions.find(name);
    if (known != definitions.end() && !is_part)
      result += fmt::format("({})", known->second);
    else
      result += name;
    i = end;
  }
  return result;
}

// Where each byte of an atom, and its end, stands in the formula that it was taken from; spaces may differ. Empty if that
// cannot be told.
std::vector<std::size_t> find_atom(std::string_view formula, std::string_view atom) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  for (std::size_t begin = 0; begin < formula.size(); ++begin) {
    if (begin > 0 && is_name_character(formula[begin - 1]) && is_name_character(formula[begin])) continue;
    std::vector<std::size_t> places;
    std::size_t at = begin;
    for (const char c : atom) {
      if (!is_space(c))
        while (at < formula.size() && is_space(formula[at])) ++at;
      if (!is_space(c) && (at == formula.size() || formula[at] != c)) break;
      places.push_back(at);
      if (!is_space(c) || (at < formula.size() && is_space(formula[at]))) ++at;
    }
    if (places.size() < atom.size()) continue;
    places.push_back(at);
    return places;
  }
  return {};
}

// What is wrong with an atom, told of the formula around it.
Diagnostic in_formula(Diagnostic error, std::string_view formula, std::string_view atom) {
  const std::vector<std::size_t> places = find_atom(formula, atom);
  if (error.line != 1 || error.column == 0 || error.column > places.size()) return error;
  const std::size_t offset = std::min(places[error.column - 1], formula.size());
  const std::size_t line_begin = formula.substr(0, offset).rfind('\n') + 1;  // npos + 1 is 0
  const Excerpt shown = excerpt(formula.substr(line_begin, formula.find('\n', offset) - line_begin), offset - line_begin);
  error.file = "--ltl";
  error.line =
      1 + static_cast<std::size_t>(std::count(formula.begin(), formula.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  error.column = offset - line_begin + 1;
  error.source_line = shown.text;
  error.caret = shown.caret;
  return error;
}

class RequirementReader {
 public:
  RequirementReader(Model& model, ltl::FormulaStore& formulas, const RequirementTexts& texts, const Limits& limits)
      : model_(model), program_(model.program()), formulas_(formulas), options_(texts), limits_(limits) {}

  Result<Requirements> run() {
    read_defines();
    const bool all = !options_.any() && model_.claimed().empty();
    if (all)
      for (const std::string& observer : model_.observers()) add_observer(observer);
    for (const std::string& name : model_.claimed()) add_property(name);
    if (all)
      for (const StatedFormula& formula : model_.formulas()) add_stated(formula);
    for (const std::string& name : options_.properties) add_property(name);
    for (const std::string& formula : options_.formulas) add_formula(formula);
    if (options_.acceptance)
      requirements_.push_back(
          {.kind = Requirement::Kind::acceptance, .name = "acceptance", .text = "no cycle has an accepting state"});
    if (options_.progress) requirements_.push_back(check::progress_requirement(program_, formulas_));
    for (const std::string& text : options_.invariants) add_expression(Requirement::Kind::invariant, "--invariant", text);
    for (const std::string& text : options_.reaches) add_expression(Requirement::Kind::reach, "--reach", text);
    if (options_.assertions || all)
      requirements_.push_back(
          {.kind = Requirement::Kind::assertion, .name = "assertions", .text = "no assertion or step fails"});
    // A Promela model says by its labels where runs may end; a DVE model says nothing about it.
    const bool stated = model_.states_end_states();
    if (options_.deadlock || options_.end_states || (all && stated))
      requirements_.push_back({.kind = Requirement::Kind::deadlock,
                               .name = stated ? "end states" : "deadlock",
                               .text = stated ? "no run ends where it may not" : "no run ends"});
    if (!errors_.empty()) return std::move(errors_);
    return Requirements{.list = std::move(requirements_), .warnings = std::move(warnings_)};
  }

  Result<Definitions> definitions() {
    read_defines();
    if (!errors_.empty()) return std::move(errors_);
    return std::move(in_order_);
  }

 private:
  void complain_of(const std::string& where, const std::string& message) {
    errors_.push_back(Diagnostic{.message = message, .file = where});
  }

  void complain_of(const std::vector<Diagnostic>& errors) { errors_.insert(errors_.end(), errors.begin(), errors.end()); }

  void read_defines() {
    for (const std::string& path : options_.define_files) {
      const Result<std::string> text = read_text(path, limits_);
      if (!text) {
        complain_of(text.errors());
        continue;
      }
      std::size_t begin = 0;
      for (std::size_t line = 1; begin < text->size(); ++line) {
        const std::size_t end = std::min(text->find('\n', begin), text->size());
        const std::string_view content = trimmed(std::string_view(*text).substr(begin, end - begin));
        begin = end + 1;
        if (!content.empty() && !content.starts_with('#')) read_define(content, fmt::format("{}:{}", path, line));
      }
    }
    for (const std::string& define : options_.defines) read_define(define, "--define");
  }

  void read_define(std::string_view text, const std::string& where) {
    const std::size_t equals = text.find('=');
    const std::string name(trimmed(text.substr(0, equals)));
    if (equals == std::string_view::npos || !is_name(name)) {
      complain_of(where, fmt::format("'{}' is not NAME=EXPRESSION", printable(shorten(std::string(text), 60))));
      return;
    }
    const std::string value = expand(trimmed(text.substr(equals + 1)), texts_);
    const auto expression = model_.read_expression(value, fmt::format("{} {}", where, name));
    if (!expression)
      complain_of(expression.errors());
    else if (defines_.contains(name))
      complain_of(where, fmt::format("{} is defined twice", name));
    else
      define(name, value, *expression);
  }

  void define(const std::string& name, const std::string& text, model::ExprId expression) {
    defines_.emplace(name, expression);
    texts_.emplace(name, text);
    in_order_.emplace_back(name, expression);
  }

  // By name: a formula of the model, or the process that watches it. No name: that process.
  void add_property(const std::string& name) {
    std::vector<std::string> names;
    for (const StatedFormula& formula : model_.formulas()) {
      if (formula.name == name) {
        add_stated(formula);
        return;
      }
      names.push_back(formula.name);
    }
    for (const std::string& observer : model_.observers()) {
      if (name.empty() || observer == name) {
        add_observer(observer);
        return;
      }
      names.push_back(observer);
    }
    if (name.empty())
      complain_of("--property", fmt::format("the model has no {}", model_.observer_kind()));
    else
      complain_of("--property", fmt::format("the model has no property '{}'{}", printable(name), suggestion(name, names)));
  }

  void add_stated(const StatedFormula& formula) {
    const auto parsed =
        ltl::parse_formula(formulas_, formula.text, {.dialect = ltl::Dialect::promela, .file = "ltl " + formula.name});
    if (!parsed) {
      complain_of(parsed.errors());
      return;
    }
    warnings_.insert(warnings_.end(), parsed->warnings.begin(), parsed->warnings.end());
    requirements_.push_back({.kind = Requirement::Kind::ltl,
                             .name = formula.name,
                             .text = formula.written.empty() ? std::string(trimmed(formula.text)) : formula.written,
                             .formula = parsed->formula,
                             .atoms = formula.atoms});
  }

  void add_observer(const std::string& name) {
    requirements_.push_back({.kind = Requirement::Kind::observer,
                             .name = name,
                             .text = fmt::format("the {} {} accepts no run", model_.observer_kind(), name)});
  }

  void add_formula(const std::string& text) {
    ltl::ParseOptions options{.file = "--ltl"};
    options.is_name = [this](std::string_view name) { return defines_.contains(std::string(name)); };
    const auto parsed = ltl::parse_formula(formulas_, text, options);
    if (!parsed) {
      complain_of(parsed.errors());
      return;
    }
    warnings_.insert(warnings_.end(), parsed->warnings.begin(), parsed->warnings.end());
    Requirement requirement{.kind = Requirement::Kind::ltl,
                            .name = fmt::format("ltl {}", ++formula_count_),
                            .text = std::string(trimmed(text)),
                            .formula = parsed->formula};
    for (const ltl::Formula atom : formulas_.atoms(parsed->formula)) {
      const std::string& name = formulas_.name(atom);
      if (const auto known = defines_.find(name); known != defines_.end()) {
        requirement.atoms.emplace_back(name, known->second);
        continue;
      }
      const std::string value = expand(name, texts_);
      const auto expression = model_.read_expression(value, fmt::format("--ltl, atom {}", printable(name)));
      if (expression) {
        requirement.atoms.emplace_back(name, *expression);
        continue;
      }
      std::vector<Diagnostic> errors = expression.errors();
      if (value == name)
        for (Diagnostic& error : errors) error = in_formula(std::move(error), text, name);
      complain_of(errors);
    }
    requirements_.push_back(std::move(requirement));
  }

  void add_expression(Requirement::Kind kind, const std::string& option, const std::string& text) {
    Requirement requirement{.kind = kind, .name = option.substr(2), .text = std::string(trimmed(text))};
    if (const auto expression = model_.read_expression(expand(text, texts_), option))
      requirement.expression = *expression;
    else
      complain_of(expression.errors());
    requirements_.push_back(std::move(requirement));
  }

  Model& model_;
  model::Program& program_;
  ltl::FormulaStore& formulas_;
  const RequirementTexts& options_;
  const Limits& limits_;
  std::map<std::string, model::ExprId> defines_;
  std::map<std::string, std::string, std::less<>> texts_;  // of the same
  Definitions in_order_;
  std::vector<Requirement> requirements_;
  std::size_t formula_count_ = 0;
  std::vector<Diagnostic> errors_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace

Result<Requirements> read_requirements(Model& model, ltl::FormulaStore& formulas, const RequirementTexts& texts,
                                       const Limits& limits) {
  return RequirementReader(model, formulas, texts, limits).run();
}

Result<Definitions> read_definitions(Model& model, const RequirementTexts& texts, const Limits& limits) {
  ltl::FormulaStore formulas;
  return RequirementReader(model, formulas, texts, limits).definitions();
}

}  // namespace lariat::frontend
