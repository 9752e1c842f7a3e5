// SPDX-License-Identifier: Apache-2.0
// lariat empty: searches automata for accepting runs.
#include <fmt/format.h>

#include "cli/automata_input.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/untrusted.hpp"
#include "cli/verdict.hpp"
#include "lariat/automata/emptiness.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/base/prepared_files.hpp"

namespace lariat::cli {
namespace {

// What one check found, and how to speak of it.
struct Answer {
  search::CheckResult check;
  std::string by;                                    // the algorithm's name
  std::string because;                               // why that one, if the program chose
  std::optional<search::Strength> strength;          // if it was looked at
  std::optional<automata::MinimizeResult> minimize;  // without its check
  bool refused = false;
};

class EmptyCommand {
 public:
  EmptyCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)), json_(out) {}

  Exit run() {
    return report_automata("empty", "automata", options_.common, out_, json_, [&](Item& item) { return visit(item); });
  }

 private:
  Exit visit(Item& item) {
    if (!options_.common.json) out_ << headline(item, options_.common, terminal_) << std::flush;
    const Answer answer = find(item);
    if (options_.common.json)
      write(item, answer);
    else
      print(item, answer);
    if (answer.refused) {
      complain(to_string(Diagnostic{.message = answer.check.reason, .file = display_name(item.file)}));
      return Exit::bad_input;
    }
    return exit_of(answer.check.verdict);
  }

  // Exhausted memory or time is the answer unknown.
  Answer find(const Item& item) const {
    Answer answer;
    const bool is_direct = options_.nonprogress && !options_.empty.algorithm;
    const search::Algorithm algorithm = options_.empty.algorithm.value_or(search::Algorithm::automatic);
    answer.by = options_.minimize ? to_string(*options_.minimize) : is_direct ? "nonprogress" : info(algorithm).name;
    const auto given_up = reason_to_give_up([&] {
      if (options_.minimize)
        minimize_lasso(item, answer);
      else
        check(item, answer);
    });
    if (given_up) answer.check.reason = *given_up;
    return answer;
  }

  void check(const Item& item, Answer& answer) const {
    const Graph& graph = item.automaton.graph;
    const Limits limits = limits_of(options_.empty.max_time);
    const Progress progress([&] { return fmt::format("checking automaton {} by {}", item.number, answer.by); });
    Result<search::CheckResult> result = search::CheckResult{};
    if (options_.nonprogress) {
      const std::optional<search::Algorithm> algorithm = options_.empty.algorithm;
      result = automata::check_nonprogress(graph, algorithm, limits);
      if (result && algorithm) {
        answer.by = info(result->algorithm).name;
        result->notes.insert(result->notes.begin(), "ran on the product with the non-progress automaton");
      }
    } else {
      const search::Algorithm algorithm = options_.empty.algorithm.value_or(search::Algorithm::automatic);
      const bool look = options_.common.json || algorithm == search::Algorithm::automatic ||
                        info(algorithm).needs != search::Strength::general;
      std::optional<automata::Structure> structure;
      if (look) {
        structure = automata::classify(graph, limits);
        answer.strength = structure->strength;
      }
      result = check_emptiness(graph, {.algorithm = algorithm, .limits = limits}, structure ? &*structure : nullptr);
      if (result) answer.by = info(result->algorithm).name;
      if (algorithm == search::Algorithm::automatic) answer.because = "because " + describe(*answer.strength);
    }
    answer.refused = !result;
    if (result)
      answer.check = *std::move(result);
    else
      answer.check.reason = result.errors().front().message;
  }

  void minimize_lasso(const Item& item, Answer& answer) const {
    search::MinimizeOptions options{.limits = limits_of(options_.empty.max_time)};
    if (options_.empty.max_length > 0) options.max_length = options_.empty.max_length;
    bool first = true;
    options.on_better = [&](const Lasso& lasso) {
      complain(first ? "a lasso of " + counted(lasso.length(), "transition") : fmt::format(" ... {}", lasso.length()));
      first = false;
    };
    const auto end_line = [&] {
      if (!first) complain("\n");
    };
    try {
      answer.minimize = automata::minimize(item.automaton.graph, *options_.minimize, options);
    } catch (...) {
      end_line();
      throw;
    }
    end_line();
    answer.check = std::move(answer.minimize->check);
    if (!answer.minimize->complete && answer.check.lasso)
      answer.check.notes.push_back(answer.check.reason + ": there may be a shorter lasso");
    else if (!info(*options_.minimize).shortest && answer.check.lasso)
      answer.check.notes.emplace_back("a heuristic: there may be a shorter lasso");
  }

  void print(const Item& item, const Answer& answer) const {
    const search::CheckResult& check = answer.check;
    std::string verdict = terminal_.paint(paint_of(check.verdict), pad(to_string(check.verdict), 9));
    if (check.verdict == search::Emptiness::unknown)
      out_ << fmt::format("  {} {}\n", verdict, answer.refused ? check.reason : fmt::format("({})", check.reason));
    else
      out_ << fmt::format("  {} by {}{}\n", verdict, answer.by, answer.because.empty() ? "" : ", " + answer.because);
    for (const std::string& note : check.notes)
      out_ << fmt::format("  {} {}\n", terminal_.paint(Paint::dim, pad("note", 9)), note);
    if (answer.refused) return;
    if (check.lasso) print_lasso(out_, item.automaton, *check.lasso, terminal_, options_.common.full);
    out_ << "  " << terminal_.paint(Paint::dim, statistics_line(check.statistics)) << '\n';
    if (options_.stats) print_statistics(check.statistics, item.automaton.graph);
  }

  void print_statistics(const search::Statistics& s, const Graph& graph) const {
    const auto row = [&](std::string_view name, const std::string& value) {
      out_ << fmt::format("    {} {:>14}\n", pad(name, 34), value);
    };
    row("states visited", std::to_string(s.states));
    row("transitions produced", std::to_string(s.transitions));
    row("calls of post", std::to_string(s.post_calls));
    row("longest stack", std::to_string(s.max_depth));
    row("largest stack of roots", std::to_string(s.roots));
    row("largest Tarjan stack", std::to_string(s.active));
    row("calls of post for the lasso", std::to_string(s.trace_post_calls));
    row("transitions produced for the lasso", std::to_string(s.trace_transitions));
    row("bytes in arrays by state", std::to_string(s.auxiliary_bytes));
    row("bytes in stacks", std::to_string(s.stack_bytes));
    row("bytes of the automaton", std::to_string(graph.bytes()));
    row("seconds", fmt::format("{:.6f}", s.seconds));
  }

  void write(const Item& item, const Answer& answer) {
    const search::CheckResult& check = answer.check;
    json_.begin_object();
    write_automaton(json_, item);
    json_.field("class", answer.strength ? nlohmann::ordered_json(to_string(*answer.strength)) : nullptr);
    json_.field("verdict", to_string(check.verdict));
    if (check.verdict == search::Emptiness::unknown) json_.field("reason", check.reason);
    json_.field("algorithm", answer.by);
    if (!answer.because.empty()) json_.field("because", answer.because);
    json_.field("notes", check.notes);
    if (answer.minimize) {
      json_.field("found", answer.minimize->found);
      json_.field("complete", answer.minimize->complete);
    }
    json_.key("lasso");
    if (check.lasso)
      write_lasso(json_, item.automaton, *check.lasso);
    else
      json_.value(nullptr);
    write_statistics(json_, check.statistics, item.automaton.graph.bytes());
    json_.end();
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
};

}  // namespace

Exit run_empty(Options& options, std::ostream& out) {
  options.untrusted.begin(options.empty.max_time);
  if (options.untrusted.wanted)
    for (const std::string& file : options.common.files) prepare_input(file);
  options.untrusted.close();
  return EmptyCommand(options, out).run();
}

}  // namespace lariat::cli
