// SPDX-License-Identifier: Apache-2.0
// Runs as JSON; run_reader.cpp is the way back.
#include "cli/run_file.hpp"
#include "cli/run_json.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::cli {
namespace {

using model::Interpreter;
using nlohmann::ordered_json;

ordered_json or_null(const std::optional<std::string>& value) { return value ? ordered_json(*value) : ordered_json(nullptr); }

ordered_json action_json(const model::Program& program, const model::Action& action) {
  const model::Transition& transition = program.process_types[action.type].transitions[action.transition];
  const ActionText text = action_text(program, action);
  return {{"process", text.process ? ordered_json(*text.process) : ordered_json(nullptr)},
          {"name", text.name},
          {"file", transition.position.file < program.files.size() ? printable(program.files[transition.position.file]) : ""},
          {"line", text.line},
          {"column", text.column},
          {"transition", text.transition},
          {"text", text.text}};
}

ordered_json step_json(Interpreter& interpreter, const run::Run& run, std::size_t i) {
  const run::RunStep& step = run.steps[i];
  ordered_json object;
  object["actions"] = ordered_json::array();
  for (const model::Action& action : step.actions) object["actions"].push_back(action_json(interpreter.program(), action));
  object["changes"] = ordered_json::array();
  for (const run::StateChange& change : run::state_changes(interpreter, run.before(i), step.state))
    object["changes"].push_back(
        {{"name", printable(change.name)}, {"before", or_null(change.before)}, {"after", or_null(change.after)}});
  if (const auto fault = fault_text(interpreter.program(), step.fault))
    object["fault"] = {{"message", fault->message}, {"line", fault->line}, {"column", fault->column}};
  if (step.automaton_state != model::none) object["automaton"] = step.automaton_state;
  return object;
}

}  // namespace

void write_steps(JsonWriter& json, Interpreter& interpreter, const run::Run& run) {
  const std::size_t stem = run.cycle.value_or(run.steps.size());
  json.key("stem");
  json.begin_array();
  for (std::size_t i = 0; i < stem; ++i) json.value(step_json(interpreter, run, i));
  json.end();
  json.key("cycle");
  json.begin_array();
  for (std::size_t i = stem; i < run.steps.size(); ++i) json.value(step_json(interpreter, run, i));
  json.end();
}

void write_run(JsonWriter& json, Interpreter& interpreter, const run::Run& run, const RunOrigin& origin) {
  json.field("run_format", run_format);
  json.field("model", origin.model);
  json.field("language", interpreter.program().language);
  json.field("property", origin.property);
  if (!origin.observer.empty()) json.field("observer", origin.observer);
  if (const model::InterpreterOptions& executed = interpreter.options(); executed != model::InterpreterOptions{})
    json.field("executed",
               ordered_json{
                   {"lossy", executed.lossy}, {"counts_observer", executed.counts_observer}, {"promises", executed.promises}});
  auto values = ordered_json::array();
  for (const run::StateItem& item : run::state_items(interpreter, run.initial))
    values.push_back({{"name", printable(item.name)}, {"value", item.value}});
  json.field("initial", values);
  if (run.automaton_initial != model::none) json.field("automaton", run.automaton_initial);
  write_steps(json, interpreter, run);
}

}  // namespace lariat::cli
