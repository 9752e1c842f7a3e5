// SPDX-License-Identifier: Apache-2.0
#include "promela/parse.hpp"

#include <algorithm>
#include <optional>

#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

Model empty_model() {
  Model model;
  model.sources = std::make_shared<Sources>();
  model.macros = std::make_shared<Macros>();
  model.macros->sources = model.sources;
  model.mtypes.emplace_back();
  const auto add = [&](const char* name, Basic type) {
    model.variables.push_back({.name = name, .kind = Variable::Kind::predefined, .type = {.basic = type}});
  };
  add("_", Basic::integer);
  add("_pid", Basic::pid);
  add("_nr_pr", Basic::integer);
  add("_last", Basic::pid);
  add("_priority", Basic::byte);
  add("_p", Basic::integer);
  return model;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' && std::string_view("\t\n\v\f\r").find(c) == std::string_view::npos;
}

// An error at the first control character if there are so many that it cannot be meant as a text. A few may have got into one.
std::optional<Diagnostic> refuse_binary(std::string_view text, const std::string& file_name) {
  text = text.substr(0, std::size_t{1} << 16);
  const auto count = std::count_if(text.begin(), text.end(), is_control);
  if (static_cast<std::size_t>(count) <= 8 + text.size() / 100) return std::nullopt;
  const auto first = std::find_if(text.begin(), text.end(), is_control);
  const std::string_view before = text.substr(0, static_cast<std::size_t>(first - text.begin()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return Diagnostic{.message = "this is no text, and hence no model: it is full of control characters, and this is the first",
                    .file = file_name,
                    .line = static_cast<std::size_t>(lines) + 1,
                    .column = before.size() - (before.rfind('\n') + 1) + 1};
}

}  // namespace

Result<Model> parse(std::string_view text, std::string file_name, const ParseOptions& options) {
  Model model = empty_model();
  Report report(*model.sources, &options.limits);
  try {
    define_initial_macros(*model.macros, report, options);
    if (auto refusal = refuse_binary(text, file_name)) return *std::move(refusal);
    const std::uint32_t first = model.sources->add(std::move(file_name), std::string(text));
    const Preprocessed preprocessed = preprocess(report, *model.macros, options, first);
    if (!report.failed()) Parser(report, model, preprocessed, {first, 0}).parse_model();
  } catch (const Abort&) {
    // What led to it is in the report.
  }
  if (report.failed()) return report.take_errors();
  model.warnings = report.take_warnings();
  return model;
}

Result<ExprId> parse_expression(Model& model, std::string_view text, std::string file_name) {
  Report report(*model.sources);
  std::optional<ExprId> result;
  try {
    const std::uint32_t first = model.sources->add(std::move(file_name), std::string(text));
    const Preprocessed preprocessed = preprocess(report, *model.macros, {}, first);
    result = Parser(report, model, preprocessed, {first, 0}).parse_only_expression();
  } catch (const Abort&) {
  } catch (const SyntaxError&) {
  }
  if (report.failed()) return report.take_errors();
  return *result;
}

}  // namespace lariat::promela
