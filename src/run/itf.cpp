// SPDX-License-Identifier: Apache-2.0
// Runs in the Informal Trace Format, which viewers of TLA+, Quint and Apalache read.
//   https://apalache-mc.org/docs/adr/015adr-trace.html
//
// A variable of the trace is a variable of the model, an array as a list, a channel as a list of tuples, a process' location as
// a string. Names keep letters, digits and `_`: `P[0]:x` becomes `P_0_x`.
#include "run/itf.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "lariat/base/printable.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::run {
namespace {

using nlohmann::ordered_json;

ordered_json value_json(const std::string& value) {
  if (value == "true" || value == "false") return value == "true";
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc() && end == value.data() + value.size()) return number;
  return printable(value);
}

// `[1,2] [3,4]` as a list of tuples.
ordered_json messages_json(const std::string& value) {
  auto list = ordered_json::array();
  for (std::size_t begin = value.find('['); begin != std::string::npos; begin = value.find('[', begin + 1)) {
    const std::size_t end = value.find(']', begin);
    if (end == std::string::npos) break;
    auto fields = ordered_json::array();
    for (std::size_t at = begin + 1; at <= end;) {
      const std::size_t comma = std::min(value.find(',', at), end);
      if (comma > at) fields.push_back(value_json(value.substr(at, comma - at)));
      at = comma + 1;
    }
    list.push_back({{"#tup", fields}});
    begin = end;
  }
  return list;
}

std::string identifier(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain)
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (result.ends_with('_')) result.pop_back();
  return result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) != 0 ? "v" + result : result;
}

// One state: its variables in the order of state_items.
ordered_json state_json(const model::Interpreter& interpreter, model::StateView s, std::vector<std::string>& variables) {
  ordered_json object;
  const auto put = [&](const std::string& name, ordered_json value, bool is_element) {
    if (std::find(variables.begin(), variables.end(), name) == variables.end()) variables.push_back(name);
    if (is_element)
      object[name].push_back(std::move(value));
    else
      object[name] = std::move(value);
  };
  if (interpreter.is_error(s)) return object;
  for (const StateItem& item : state_items(interpreter, s)) {
    if (item.process == model::observer_number) continue;
    if (item.kind == StateItem::Kind::variable && item.process == model::none && item.value == item.name) continue;
    const std::size_t bracket = item.short_name.ends_with(']') ? item.short_name.rfind('[') : std::string::npos;
    std::string name = item.name;
    if (item.kind == StateItem::Kind::variable && bracket != std::string::npos)
      name.resize(name.size() - (item.short_name.size() - bracket));
    else if (item.kind == StateItem::Kind::location)
      name += "_at";
    if (item.kind == StateItem::Kind::channel)
      put(identifier(name), messages_json(item.value), false);
    else
      put(identifier(name), value_json(item.value), item.kind == StateItem::Kind::variable && bracket != std::string::npos);
  }
  return object;
}

std::string meta_action(const model::Program& program, const RunStep& step) {
  std::string text;
  for (const model::Action& action : step.actions) {
    if (action.process == model::observer_number) continue;
    if (!text.empty()) text += " / ";
    text += process_name(program, action.process, action.type) + " " +
            program.process_types[action.type].transitions[action.transition].text;
  }
  return printable(text);
}

}  // namespace

void write_itf(std::ostream& out, model::Interpreter& interpreter, const Run& run, const RunOrigin& origin) {
  std::vector<std::string> variables;
  std::vector<ordered_json> states;
  // The last state of a lasso is the one in which its cycle begins.
  const std::size_t count = run.steps.size() + (run.cycle ? 0 : 1);
  for (std::size_t i = 0; i < count; ++i) states.push_back(state_json(interpreter, run.before(i), variables));
  ordered_json trace;
  trace["#meta"] = {{"format", "ITF"},
                    {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
                    {"source", printable(origin.model)},
                    {"description", printable(origin.property)},
                    {"tool", "lariat " LARIAT_VERSION}};
  trace["vars"] = variables;
  trace["states"] = ordered_json::array();
  for (std::size_t i = 0; i < count; ++i) {
    ordered_json state;
    state["#meta"] = {{"index", i}};
    if (i > 0) state["#meta"]["action"] = meta_action(interpreter.program(), run.steps[i - 1]);
    for (const std::string& name : variables)
      state[name] = states[i].contains(name) ? std::move(states[i][name]) : ordered_json{{"#unserializable", "does not exist"}};
    trace["states"].push_back(std::move(state));
  }
  if (run.cycle) trace["loop"] = *run.cycle;
  out << trace.dump(1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace lariat::run
