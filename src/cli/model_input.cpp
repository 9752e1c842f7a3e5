// SPDX-License-Identifier: Apache-2.0
#include "cli/model_input.hpp"

#include "cli/interruption.hpp"
#include "cli/output.hpp"

namespace lariat::cli {
namespace {

std::string_view to_string(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error:
      return "error";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::note:
      return "note";
  }
  return "";
}

}  // namespace

void complain(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) complain(lariat::to_string(diagnostic));
}

nlohmann::ordered_json diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
  auto list = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    nlohmann::ordered_json entry = {{"severity", to_string(diagnostic.severity)}, {"message", diagnostic.message}};
    if (!diagnostic.file.empty()) entry["file"] = diagnostic.file;
    if (diagnostic.line != 0) {
      entry["line"] = diagnostic.line;
      entry["column"] = diagnostic.column;
      entry["source"] = diagnostic.source_line;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

void write_bad_input(JsonWriter& json, std::string_view command, const std::string& input,
                     const std::vector<Diagnostic>& diagnostics) {
  json.begin_object();
  json.field("command", command);
  json.field("version", LARIAT_VERSION);
  json.field("input", input);
  json.field("error", diagnostics.empty() ? "" : diagnostics.front().message);
  json.field("diagnostics", diagnostics_json(diagnostics));
  json.end();
}

frontend::Model read_model(const std::string& path, const ModelOptions& options, const Limits& limits) {
  Limits all = limits;
  all.interrupted = &interrupted();
  auto model = frontend::load_model(path, options.read, all);
  if (!model) throw BadInput{model.errors()};
  complain(model->warnings());
  return *std::move(model);
}

frontend::Requirements requirements_of(frontend::Model& model, ltl::FormulaStore& formulas,
                                       const frontend::RequirementTexts& texts, const Limits& limits) {
  Limits all = limits;
  all.interrupted = &interrupted();
  auto requirements = frontend::read_requirements(model, formulas, texts, all);
  if (!requirements) throw BadInput{requirements.errors()};
  complain(requirements->warnings);
  return *std::move(requirements);
}

}  // namespace lariat::cli
