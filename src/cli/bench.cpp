// SPDX-License-Identifier: Apache-2.0
// lariat bench: repeats experiments of published papers.
#include <fmt/format.h>

#include <filesystem>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/random_graphs.hpp"
#include "lariat/base/file_writer.hpp"
#include "lariat/experiments/suites.hpp"

namespace lariat::cli {
namespace {

experiments::Request request_of(const Options& options) {
  const BenchOptions& bench = options.bench;
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  experiments::Request request = {.program = error ? std::string("lariat") : self.string(),
                                  .version = LARIAT_VERSION,
                                  .models = bench.models,
                                  .only = bench.only,
                                  .out = bench.out,
                                  .runs = bench.runs,
                                  .seed = bench.seed,
                                  .jobs = bench.jobs,
                                  .max_time = bench.max_time,
                                  .max_memory = options.search.max_memory,
                                  .max_states = options.search.max_states,
                                  .resume = bench.resume,
                                  .classes = bench.classes,
                                  .reference_sizes = bench.ltl_sizes,
                                  .interrupted = &interrupted()};
  if (!bench.parts.empty()) request.parts = bench.parts;
  return request;
}

std::string standing_text(ProgressMode mode, const experiments::Standing& standing, double seconds) {
  const std::uint64_t done = standing.recorded + standing.done;
  const double left = standing.seconds_left(seconds);
  if (mode == ProgressMode::json) {
    nlohmann::ordered_json object = {{"done", done}, {"planned", standing.planned.load()}, {"seconds", seconds}};
    object["seconds_left"] = left < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(left);
    return object.dump();
  }
  std::string text = fmt::format("run {} of {}, {:.0f} s", done + 1, standing.planned.load(), seconds);
  if (left >= 0) text += left < 120 ? fmt::format(", {:.0f} s left", left) : fmt::format(", {:.0f} min left", left / 60);
  return text;
}

void write_json(const experiments::Outcome& outcome, const std::string& suite, std::ostream& out) {
  JsonWriter json(out);
  json.begin_object();
  json.field("command", "bench");
  json.field("version", LARIAT_VERSION);
  json.field("input", suite);
  json.field("csv", outcome.csv);
  json.field("page", outcome.page);
  json.field("runs", outcome.runs);
  json.field("failed", outcome.failed);
  json.field("complete", !outcome.interrupted);
  json.key("claims");
  json.begin_array();
  for (const experiments::Claim& claim : outcome.report.claims) {
    using State = experiments::Claim::State;
    json.value({{"claim", claim.text},
                {"proven", claim.proven},
                {"holds", claim.state == State::open ? nlohmann::ordered_json(nullptr)
                                                     : nlohmann::ordered_json(claim.state == State::holds)},
                {"reason", claim.why}});
  }
  json.end();
  json.end();
  out << '\n';
}

// Runs one suite and prints what it found; adds its report to `reports`.
Exit run_one(experiments::Suite suite, const Options& options, std::vector<experiments::Report>& reports, std::ostream& out) {
  experiments::Standing standing;
  const auto outcome = [&] {
    const ProgressMode mode = options.search.progress;
    const Progress progress(mode, [&](double seconds) { return standing_text(mode, standing, seconds); });
    return experiments::run_suite(suite, request_of(options), standing);
  }();
  if (!outcome) throw BadInput{outcome.errors()};
  if (options.common.json)
    write_json(*outcome, std::string(name_of(experiments::suites, suite)), out);
  else if (!outcome->interrupted)
    out << report_text(outcome->report, std::max<std::size_t>(describe_terminal(ColorMode::never).width, 80))
        << fmt::format("\n{}, {} without a result: {}, {}\n", counted(outcome->runs, "run"), outcome->failed, outcome->csv,
                       outcome->page);
  out.flush();
  if (outcome->interrupted) {
    complain(fmt::format("lariat: interrupted: {} of {} runs are in {}; the same command with --resume goes on\n",
                         outcome->runs, standing.planned.load(), outcome->csv));
    return Exit::inconclusive;
  }
  reports.push_back(outcome->report);
  if (outcome->report.keeps_proven_claims()) return Exit::ok;
  complain("lariat: internal error: a row contradicts what must hold\n");
  return Exit::internal;
}

// All suites, one after the other, and a page of all their reports. A suite for which there are no models is left out.
Exit run_all_suites(const Options& options, std::ostream& out) {
  std::vector<experiments::Report> reports;
  Exit exit = Exit::ok;
  for (const auto& suite : experiments::suites) {
    try {
      exit = join(exit, run_one(suite.value, options, reports, out));
    } catch (const BadInput& bad) {
      const bool is_last = suite.value == experiments::suites.back().value;
      if (reports.empty() && is_last) throw;
      complain(fmt::format("lariat: {} is left out: {}: {}\n", suite.name, bad.diagnostics.front().file,
                           bad.diagnostics.front().message));
    }
    if (interrupted()) return exit;
    if (!options.common.json) out << '\n';
  }
  const std::string page = options.bench.out + "/all.html";
  if (auto problem = write_file(page, experiments::report_page(reports, LARIAT_VERSION))) throw BadInput{{*problem}};
  if (!options.common.json) out << "One page of all: " << page << '\n';
  return exit;
}

}  // namespace

Exit run_bench(Options& options, std::ostream& out) {
  const std::string& name = options.bench.suite;
  if (const auto suite = find_named(experiments::suites, name)) {
    std::vector<experiments::Report> reports;
    return run_one(*suite, options, reports, out);
  }
  return name == "all" ? run_all_suites(options, out) : run_random_graphs(options, out);
}

}  // namespace lariat::cli
