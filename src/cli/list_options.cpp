// SPDX-License-Identifier: Apache-2.0
// lariat options: lists the table of options, for people and for programs that make manuals and completions of it.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/json_writer.hpp"
#include "cli/option_table.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"

namespace lariat::cli {
namespace {

using nlohmann::ordered_json;

std::vector<std::string_view> names_of(const CommandSet& set) {
  std::vector<std::string_view> names;
  for (const Command& command : commands())
    if (set.contains(command.id)) names.push_back(command.name);
  return names;
}

// The fields that depend on the kind of an option.
struct KindJson {
  ordered_json& json;

  void operator()(const Flag&) const { json["kind"] = "flag"; }
  void operator()(const Count& count) const {
    json["kind"] = "count";
    json["least"] = count.least;
    json["most"] = count.most;
  }
  void operator()(const Number& number) const {
    json["kind"] = "number";
    json["least"] = number.least;
    json["most"] = number.most;
  }
  void operator()(const Bytes&) const { json["kind"] = "bytes"; }
  void operator()(const Choice& choice) const {
    json["kind"] = "choice";
    json["values"] = choice.names();
  }
  void operator()(const Text& text) const {
    json["kind"] = "text";
    json["repeated"] = text.times == Text::Times::repeated || text.times == Text::Times::repeated_option;
    json["optional_value"] = text.times == Text::Times::optional || text.times == Text::Times::repeated_option;
  }
};

ordered_json row_json(const OptionRow& row) {
  const std::string_view name = row.long_name();
  ordered_json json = {{"name", name}};
  if (name.size() < row.name.size()) json["letter"] = row.name.substr(name.size() + 1);
  std::visit(KindJson{json}, row.kind);
  json["argument"] = row.is_argument();
  json["required"] = row.required;
  json["value"] = row.value;
  json["group"] = to_string(row.group);
  json["help"] = help_of(row);
  json["commands"] = names_of(row.commands);
  return json;
}

ordered_json rule_json(const OptionRule& rule) {
  return {{"option", rule.option},
          {"relation", to_string(rule.relation)},
          {"others", rule.others},
          {"message", rule.message},
          {"commands", names_of(rule.commands)}};
}

void list_json(std::ostream& out) {
  JsonWriter json(out);
  json.begin_object();
  json.field("command", "options");
  json.field("version", LARIAT_VERSION);
  json.field("input", "");
  json.key("commands");
  json.begin_array();
  for (const Command& command : commands()) json.value({{"name", command.name}, {"summary", command.summary}});
  json.end();
  json.key("options");
  json.begin_array();
  for (const OptionRow& row : option_table()) json.value(row_json(row));
  json.end();
  json.key("rules");
  json.begin_array();
  for (const OptionRule& rule : option_rules()) json.value(rule_json(rule));
  json.end();
  json.end();
}

void list(std::ostream& out) {
  for (const OptionRow& row : option_table())
    out << fmt::format("{} {}\n  {}\n  {}\n", row.name, row.value, help_of(row), fmt::join(names_of(row.commands), " "));
  out << "\nrules\n";
  for (const OptionRule& rule : option_rules())
    out << fmt::format("  {} {} {}: {} ({})\n", rule.option, to_string(rule.relation), rule.others, rule.message,
                       fmt::join(names_of(rule.commands), " "));
}

}  // namespace

Exit run_options(Options& options, std::ostream& out) {
  if (options.common.json)
    list_json(out);
  else
    list(out);
  return Exit::ok;
}

}  // namespace lariat::cli
