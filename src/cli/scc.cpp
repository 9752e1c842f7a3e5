// SPDX-License-Identifier: Apache-2.0
// lariat scc: the strongly connected components that can be reached.
#include "lariat/search/scc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "cli/automata_input.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/space/counting.hpp"

namespace lariat::cli {
namespace {

struct SccOptions {
  CommonOptions common;
  bool list = false;
};

struct Census {
  std::size_t components = 0, trivial = 0, accepting = 0, rejecting = 0, largest = 0;
};

class SccCommand {
 public:
  SccCommand(const SccOptions& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color_mode())), json_(out) {}

  Exit run() {
    if (options_.common.json) {
      begin_report(json_, "scc", options_.common);
      json_.key("automata");
      json_.begin_array();
    }
    const std::size_t depth = json_.depth();
    const Outcome outcome = for_each_automaton(options_.common.files, [&](Item& item) {
      json_.end_to(depth);
      const Exit exit = visit(item);
      out_.flush();
      return exit;
    });
    if (options_.common.json) {
      json_.end_to(depth);
      json_.end();
      end_report(json_, outcome);
    }
    return outcome.exit;
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
    const Marks required = all_sets(graph.sets());
    Census census;
    search::Statistics statistics;
    GeneralisedView view(graph);
    Counting<GeneralisedView> counting(view, {.interrupted = &interrupted()});
    std::string stopped_why;
    const auto start = std::chrono::steady_clock::now();
    try {
      const Progress progress([&] { return fmt::format("automaton {}", item.number); });
      search::for_each_component(counting, statistics, [&](const search::Component& component) {
        const bool accepting = component.cyclic && (component.marks & required) == required;
        ++census.components;
        ++(!component.cyclic ? census.trivial : accepting ? census.accepting : census.rejecting);
        census.largest = std::max(census.largest, component.states.size());
        if (options_.list)
          list(automaton, component, census.components, !component.cyclic ? "trivial" : accepting ? "accepting" : "rejecting");
      });
    } catch (const Stopped& stopped) {
      stopped_why = stopped.reason;
    }
    statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    statistics.transitions = counting.search_counts().transitions;
    statistics.post_calls = counting.search_counts().calls;
    if (options_.common.json) {
      json_.end_to(depth);
      if (options_.list) json_.end();
      json_.field("components", {{"count", census.components},
                                 {"trivial", census.trivial},
                                 {"accepting", census.accepting},
                                 {"rejecting", census.rejecting},
                                 {"largest", census.largest}});
      if (!stopped_why.empty()) json_.field("reason", stopped_why);
      write_statistics(json_, statistics, graph.bytes());
      json_.end();
    } else {
      print(census, statistics, stopped_why);
    }
    return stopped_why.empty() ? Exit::ok : Exit::inconclusive;
  }

  void print(const Census& census, const search::Statistics& statistics, const std::string& stopped_why) const {
    out_ << fmt::format("  {}: {} accepting, {} rejecting, {} trivial; the largest has {}\n",
                        counted(census.components, "component"), census.accepting, census.rejecting, census.trivial,
                        counted(census.largest, "state"));
    if (!stopped_why.empty()) out_ << fmt::format("  {} ({})\n", terminal_.paint(Paint::yellow, "incomplete"), stopped_why);
    out_ << "  " << terminal_.paint(Paint::dim, statistics_line(statistics)) << '\n';
  }

  void list(const automata::Automaton& automaton, const search::Component& component, std::size_t number,
            std::string_view kind) {
    std::vector<StateId> states = component.states;
    std::ranges::sort(states);
    if (options_.common.json) {
      json_.value({{"class", kind}, {"sets", marks_list(component.marks)}, {"states", states}});
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
                        terminal_.paint(kind == "accepting"   ? Paint::red
                                        : kind == "rejecting" ? Paint::green
                                                              : Paint::dim,
                                        pad(kind, 9)),
                        pad(component.marks == 0 ? "-" : marks_text(component.marks), 5), text);
  }

  const SccOptions& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
};

Run define(CLI::App& app) {
  auto options = std::make_shared<SccOptions>();
  add_files(app, options->common);
  app.add_flag("--list", options->list, "list each component, each after those that it reaches")->group(output_group);
  add_output(app, options->common);
  return [options](std::ostream& out) { return SccCommand(*options, out).run(); };
}

}  // namespace

extern const Command scc_command;
const Command scc_command = {"scc", "count the strongly connected components that can be reached", define};

}  // namespace lariat::cli
