// SPDX-License-Identifier: Apache-2.0
// lariat scc: counts the reachable strongly connected components of automata.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/automata_input.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/search/census.hpp"

namespace lariat::cli {
namespace {

using search::Census;

class SccCommand {
 public:
  SccCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)), json_(out) {}

  Exit run() {
    return report_automata("scc", "automata", options_.common, out_, json_, [&](Item& item) { return visit(item); });
  }

 private:
  Exit visit(const Item& item) {
    const automata::Automaton& automaton = item.automaton;
    const Graph& graph = automaton.graph;
    if (options_.common.json) {
      json_.begin_object();
      write_automaton(json_, item);
      if (options_.list) {
        json_.key("list");
        json_.begin_array();
      }
    } else {
      out_ << headline(item, options_.common, terminal_);
    }
    const std::size_t depth = json_.depth();
    Census census;
    const auto given_up = reason_to_give_up([&] {
      const Progress progress([&] { return fmt::format("automaton {}", item.number); });
      search::count_components(graph, {.interrupted = &interrupted()}, census,
                               [&](const search::Component& component, search::ComponentClass kind) {
                                 if (options_.list) list(automaton, component, census.components, kind);
                               });
    });
    const std::string stopped_why = given_up.value_or("");
    if (options_.common.json) {
      json_.end_to(depth);
      if (options_.list) json_.end();
      json_.field("components", {{"count", census.components},
                                 {"trivial", census.trivial},
                                 {"accepting", census.accepting},
                                 {"rejecting", census.rejecting},
                                 {"largest", census.largest}});
      if (!stopped_why.empty()) json_.field("reason", stopped_why);
      write_statistics(json_, census.statistics, graph.bytes());
      json_.end();
    } else {
      print(census, stopped_why);
    }
    return stopped_why.empty() ? Exit::ok : Exit::inconclusive;
  }

  void print(const Census& census, const std::string& stopped_why) const {
    out_ << fmt::format("  {}: {} accepting, {} rejecting, {} trivial; the largest has {}\n",
                        counted(census.components, "component"), census.accepting, census.rejecting, census.trivial,
                        counted(census.largest, "state"));
    if (!stopped_why.empty()) out_ << fmt::format("  {} ({})\n", terminal_.paint(Paint::yellow, "incomplete"), stopped_why);
    out_ << "  " << terminal_.paint(Paint::dim, statistics_line(census.statistics)) << '\n';
  }

  void list(const automata::Automaton& automaton, const search::Component& component, std::size_t number,
            search::ComponentClass kind) {
    std::vector<StateId> states = component.states;
    std::ranges::sort(states);
    if (options_.common.json) {
      json_.value({{"class", search::to_string(kind)}, {"sets", marks_list(component.marks)}, {"states", states}});
      return;
    }
    constexpr std::size_t shown = 20;
    const bool all = options_.common.full || states.size() <= shown;
    std::string text;
    for (std::size_t i = 0; i < (all ? states.size() : shown); ++i) {
      text += fmt::format("{}{}", i == 0 ? "" : " ", states[i]);
      if (const auto name = automaton.state_names.find(states[i]); name != automaton.state_names.end())
        text += ':' + printable(name->second);
    }
    if (!all) text += fmt::format(" ... {} more", states.size() - shown);
    out_ << fmt::format("  {:>4}  {}  {}  {}\n", number,
                        terminal_.paint(kind == search::ComponentClass::accepting   ? Paint::red
                                        : kind == search::ComponentClass::rejecting ? Paint::green
                                                                                    : Paint::dim,
                                        pad(search::to_string(kind), 9)),
                        pad(component.marks == 0 ? "-" : marks_text(component.marks), 5), text);
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
};

}  // namespace

Exit run_scc(Options& options, std::ostream& out) { return SccCommand(options, out).run(); }

}  // namespace lariat::cli
