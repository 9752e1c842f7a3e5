// SPDX-License-Identifier: Apache-2.0
#include "cli/report.hpp"

#include <fmt/format.h>

#include <bit>

#include "lariat/automata/io/label_text.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/memory.hpp"

namespace lariat::cli {

std::string headline(const Item& item, const CommonOptions& options, const Terminal& terminal) {
  const Graph& graph = item.automaton.graph;
  std::string title = fmt::format("automaton {}", item.number);
  if (options.files.size() > 1) title = fmt::format("{}: {}", display_name(item.file), title);
  if (!item.automaton.name.empty()) {
    const std::string name = printable(item.automaton.name);
    title += fmt::format(" \"{}\"", options.full ? name : shorten(name, 60));
  }
  const std::string size = fmt::format("{}, {}, {}", counted(graph.states(), "state"), counted(graph.edges(), "transition"),
                                       item.automaton.rejects_all ? "accepts nothing" : counted(graph.sets(), "set"));
  const bool fits = columns(title) + 2 + columns(size) <= terminal.width;
  return fmt::format("{}{}{}\n", terminal.paint(Paint::bold, title), fits ? "  " : "\n  ", size);
}

std::string statistics_line(const search::Statistics& statistics) {
  return fmt::format("{}, {}, depth {}, {}", counted(statistics.states, "state"), counted(statistics.transitions, "transition"),
                     statistics.max_depth, duration_text(statistics.seconds));
}

std::string marks_text(Marks marks) {
  if (marks == 0) return "";
  std::string text;
  for (; marks != 0; marks &= marks - 1) text += fmt::format("{}{}", text.empty() ? "{" : " ", std::countr_zero(marks));
  return text + "}";
}

nlohmann::ordered_json marks_list(Marks marks) {
  auto list = nlohmann::ordered_json::array();
  for (; marks != 0; marks &= marks - 1) list.push_back(std::countr_zero(marks));
  return list;
}

Exit report_automata(std::string_view command, std::string_view list, const CommonOptions& options, std::ostream& out,
                     JsonWriter& json, const std::function<Exit(Item&)>& visit, const std::function<void()>& write_rest) {
  if (options.json) {
    begin_report(json, command, options);
    json.key(list);
    json.begin_array();
  }
  const std::size_t depth = json.depth();
  const Outcome outcome = for_each_automaton(options.files, [&](Item& item) {
    json.end_to(depth);
    const Exit exit = visit(item);
    out.flush();  // before the next automaton is waited for
    return exit;
  });
  if (options.json) {
    json.end_to(depth);
    json.end();
    if (write_rest) write_rest();
    end_report(json, outcome);
  }
  return outcome.exit;
}

void begin_report(JsonWriter& json, std::string_view command, const CommonOptions& options) {
  json.begin_object();
  json.field("command", command);
  json.field("version", LARIAT_VERSION);
  json.field("input", fmt::format("{}", fmt::join(options.files, " ")));
}

void end_report(JsonWriter& json, const Outcome& outcome) {
  if (!outcome.errors.empty()) json.field("error", fmt::format("{}", fmt::join(outcome.errors, "\n")));
  json.end();
}

void write_automaton(JsonWriter& json, const Item& item) {
  json.field("file", item.file);
  json.field("number", item.number);
  json.field("name", item.automaton.name);
  json.field("states", item.automaton.graph.states());
  json.field("transitions", item.automaton.graph.edges());
  json.field("sets", item.automaton.rejects_all ? 0 : item.automaton.graph.sets());
}

void write_statistics(JsonWriter& json, const search::Statistics& statistics, std::size_t store_bytes) {
  json.field("statistics", {{"states", statistics.states},
                            {"transitions", statistics.transitions},
                            {"post_calls", statistics.post_calls},
                            {"max_depth", statistics.max_depth},
                            {"roots", statistics.roots},
                            {"active", statistics.active},
                            {"partial", statistics.partial},
                            {"expanded", statistics.expanded},
                            {"fully_expanded", statistics.expanded},
                            {"trace_post_calls", statistics.trace_post_calls},
                            {"trace_transitions", statistics.trace_transitions},
                            {"auxiliary_bytes", statistics.auxiliary_bytes},
                            {"stack_bytes", statistics.stack_bytes},
                            {"store_bytes", store_bytes},
                            {"peak_rss", peak_resident_bytes()},
                            {"seconds", statistics.seconds}});
}

void write_lasso(JsonWriter& json, const automata::Automaton& automaton, const Lasso& lasso) {
  std::unordered_map<automata::LabelId, std::string> labels;
  const auto write_part = [&](std::string_view name, const std::vector<Step>& steps) {
    json.key(name);
    json.begin_array();
    for (const Step& step : steps) {
      const automata::LabelId label = automaton.edge_labels[automaton.graph.first_edge(step.source) + step.choice];
      const auto [entry, is_new] = labels.try_emplace(label);
      if (is_new) entry->second = automata::label_text(automaton, label);
      json.value({{"source", step.source},
                  {"target", step.target},
                  {"choice", step.choice},
                  {"label", entry->second},
                  {"marks", marks_list(automaton.graph.state_marks(step.source) | step.marks)}});
    }
    json.end();
  };
  json.begin_object();
  write_part("stem", lasso.stem);
  write_part("cycle", lasso.cycle);
  json.end();
}

}  // namespace lariat::cli
