// SPDX-License-Identifier: Apache-2.0
// Writes runs as JSON; run_reader.cpp reads them.
#include <nlohmann/json.hpp>
#include <sstream>

#include "lariat/base/excerpt.hpp"
#include "lariat/run/saved_run.hpp"
#include "lariat/run/state_text.hpp"
#include "run/run_json.hpp"

namespace lariat::run {
namespace {

using model::Interpreter;
using nlohmann::ordered_json;

std::string dump(const ordered_json& value) { return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace); }

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

ordered_json step_json(Interpreter& interpreter, const Run& run, std::size_t i) {
  const RunStep& step = run.steps[i];
  ordered_json object;
  object["actions"] = ordered_json::array();
  for (const model::Action& action : step.actions) object["actions"].push_back(action_json(interpreter.program(), action));
  object["changes"] = ordered_json::array();
  for (const StateChange& change : state_changes(interpreter, run.before(i), step.state))
    object["changes"].push_back(
        {{"name", printable(change.name)}, {"before", or_null(change.before)}, {"after", or_null(change.after)}});
  if (const auto fault = fault_text(interpreter.program(), step.fault))
    object["fault"] = {{"message", fault->message}, {"line", fault->line}, {"column", fault->column}};
  if (step.automaton_state != model::none) object["automaton"] = step.automaton_state;
  return object;
}

}  // namespace

void write_steps(JsonWriter& json, Interpreter& interpreter, const Run& run) {
  const std::size_t stem = run.cycle.value_or(run.steps.size());
  json.key("stem");
  json.begin_array();
  for (std::size_t i = 0; i < stem; ++i) json.json(dump(step_json(interpreter, run, i)));
  json.end();
  json.key("cycle");
  json.begin_array();
  for (std::size_t i = stem; i < run.steps.size(); ++i) json.json(dump(step_json(interpreter, run, i)));
  json.end();
}

void write_run(JsonWriter& json, Interpreter& interpreter, const Run& run, const RunOrigin& origin) {
  const auto field = [&](std::string_view name, const ordered_json& value) {
    json.key(name);
    json.json(dump(value));
  };
  field("run_format", run_format);
  field("model", origin.model);
  field("language", interpreter.program().language);
  field("property", origin.property);
  if (!origin.observer.empty()) field("observer", origin.observer);
  if (const model::InterpreterOptions& executed = interpreter.options(); executed != model::InterpreterOptions{})
    field("executed",
          ordered_json{
              {"lossy", executed.lossy}, {"counts_observer", executed.counts_observer}, {"promises", executed.promises}});
  auto values = ordered_json::array();
  for (const StateItem& item : state_items(interpreter, run.initial))
    values.push_back({{"name", printable(item.name)}, {"value", item.value}});
  field("initial", values);
  if (run.automaton_initial != model::none) field("automaton", run.automaton_initial);
  write_steps(json, interpreter, run);
}

std::string run_json(Interpreter& interpreter, const Run& run, const RunOrigin& origin) {
  std::ostringstream text;
  JsonWriter json(text);
  json.begin_object();
  json.key("version");
  json.json(dump(LARIAT_VERSION));
  write_run(json, interpreter, run, origin);
  json.end();
  return text.str();
}

}  // namespace lariat::run
