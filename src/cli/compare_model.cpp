// SPDX-License-Identifier: Apache-2.0
#include "cli/compare_model.hpp"

#include <fmt/format.h>

#include <deque>

#include "cli/comparison.hpp"
#include "cli/model_input.hpp"
#include "cli/report.hpp"
#include "cli/verdict.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/frontend/check.hpp"

namespace lariat::cli {
namespace {

using check::Finding;
using check::Requirement;

std::string_view verdict_name(search::Emptiness verdict) {
  return verdict == search::Emptiness::empty ? "holds" : verdict == search::Emptiness::nonempty ? "violated" : "unknown";
}

class CompareModelCommand {
 public:
  CompareModelCommand(const Options& options, std::ostream& out)
      : options_(options),
        out_(out),
        terminal_(describe_terminal(options.common.color)),
        json_(out),
        use_(options.search.engine, options.search.limits(nullptr)) {}

  Exit run() {
    frontend::Model model = read_model(options_.path, options_.model, options_.search.limits(nullptr));
    model_ = &model;
    program_ = &model.program();
    const std::vector<Requirement> requirements = requirements_of(model, formulas_, options_.requirements).list;
    Exit exit = Exit::ok;
    bool any = false;
    if (options_.common.json) begin();
    for (const Requirement& requirement : requirements) {
      if (check::is_found_by_walk(requirement.kind)) continue;
      any = true;
      exit = join(exit, compare(requirement));
    }
    if (options_.common.json) {
      json_.end();
      json_.end();
    }
    if (any) return exit;
    complain("lariat: the model has no property process: give a formula by --ltl\n");
    return Exit::bad_input;
  }

 private:
  void begin() {
    json_.begin_object();
    json_.field("command", "compare");
    json_.field("version", LARIAT_VERSION);
    json_.field("input", options_.path);
    json_.key("rows");
    json_.begin_array();
  }

  Exit compare(const Requirement& requirement) {
    const std::string what =
        requirement.kind == Requirement::Kind::observer ? "property " + requirement.name : requirement.text;
    if (!options_.common.json)
      out_ << terminal_.paint(Paint::bold, fmt::format("{}  {}", program_->name, printable(what))) << '\n' << std::flush;
    std::vector<ComparisonRow> rows;
    std::vector<Finding> findings;
    std::vector<unsigned> counts = options_.thread_counts;
    if (counts.empty()) counts.push_back(1);
    check::Question question(formulas_, requirement);
    for (const search::AlgorithmInfo& about : search::algorithms()) {
      if (!options_.thread_counts.empty() && about.shares.empty()) continue;
      for (const unsigned threads : counts) {
        rows.push_back({.algorithm = row_name(about, threads), .check = {}});
        findings.push_back(run_one(question, about, threads, rows.back()));
      }
    }
    std::uint64_t states = 1;
    for (std::size_t i = 0; i < rows.size(); ++i) states = std::max(states, rows[i].check.statistics.states);
    if (options_.common.json)
      for (std::size_t i = 0; i < rows.size(); ++i) write(what, rows[i], findings[i], counts[i % counts.size()]);
    else
      print_comparison(out_, terminal_, rows, states, verdict_name);
    if (!options_.common.json && counts.size() > 1) print_speedups(rows, counts);
    out_.flush();
    const auto verdict = agreement(rows);
    if (!verdict)
      throw search::InternalError("the algorithms disagree; this must not happen, please report it with this model");
    const Exit exit = exit_of(*verdict);
    return is_left_open(rows) ? join(exit, Exit::inconclusive) : exit;
  }

  // The name of an algorithm, with the number of threads if it is compared for several.
  std::string_view row_name(const search::AlgorithmInfo& about, unsigned threads) {
    if (options_.thread_counts.empty()) return about.name;
    return row_names_.emplace_back(fmt::format("{} {}", about.name, threads));
  }

  // How many times faster each number of threads was than the first one.
  void print_speedups(const std::vector<ComparisonRow>& rows, const std::vector<unsigned>& counts) {
    for (std::size_t i = 0; i < rows.size(); i += counts.size()) {
      const search::CheckResult& first = rows[i].check;
      if (first.verdict == search::Emptiness::unknown) continue;
      std::string line = fmt::format("  speed-up of {}:", rows[i].algorithm.substr(0, rows[i].algorithm.find(' ')));
      for (std::size_t k = 0; k < counts.size(); ++k) {
        const search::CheckResult& other = rows[i + k].check;
        const bool is_known = other.verdict != search::Emptiness::unknown && other.statistics.seconds > 0;
        line += is_known ? fmt::format("  {} threads {:.2f}", counts[k], first.statistics.seconds / other.statistics.seconds)
                         : fmt::format("  {} threads -", counts[k]);
      }
      out_ << line << '\n';
    }
  }

  Finding run_one(check::Question& question, const search::AlgorithmInfo& about, unsigned threads, ComparisonRow& row) {
    Gauge gauge;
    const Progress progress(options_.search.progress, [&](double seconds) {
      if (options_.search.progress == ProgressMode::json) return gauge_json(gauge, seconds);
      return fmt::format("{}: {}", about.name, gauge_text(gauge, seconds));
    });
    product::ProductOptions product = options_.search.product(&gauge);
    product.threads = threads;
    const check::ModelCheckOptions options{.algorithm = about.algorithm,
                                           .product = product,
                                           .engine = &use_.engine(),
                                           .limits = options_.search.limits_from_now(&gauge),
                                           .interpretation = options_.model.interpretation(),
                                           .fair = options_.search.fair};
    Finding found;
    const auto given_up = reason_to_give_up([&] {
      auto finding = check_infinite(frontend::program_of(*model_, question.requirement()), question, options);
      if (!finding) return row.refuse(finding.errors().front().message);
      row.check.verdict = finding->verdict == check::Verdict::holds      ? search::Emptiness::empty
                          : finding->verdict == check::Verdict::violated ? search::Emptiness::nonempty
                                                                         : search::Emptiness::unknown;
      row.check.reason = finding->reason;
      row.check.notes = finding->notes;
      row.check.lasso = finding->lasso;
      row.check.statistics = finding->statistics;
      found = *std::move(finding);
    });
    if (given_up) row.check.reason = *given_up;
    return found;
  }

  void write(const std::string& what, const ComparisonRow& row, const Finding& finding, unsigned threads) {
    const search::Statistics& s = row.check.statistics;
    json_.begin_object();
    json_.field("property", what);
    json_.field("algorithm", row.algorithm.substr(0, row.algorithm.find(' ')));
    if (!options_.thread_counts.empty()) json_.field("threads", threads);
    json_.field("applies", row.applies);
    json_.field("verdict", verdict_name(row.check.verdict));
    if (row.check.verdict == search::Emptiness::unknown) json_.field("reason", row.check.reason);
    json_.field("class", finding.strength ? nlohmann::ordered_json(search::to_string(*finding.strength)) : nullptr);
    json_.field("notes", row.check.notes);
    json_.field("lasso_length", row.check.lasso ? nlohmann::ordered_json(row.check.lasso->length()) : nullptr);
    write_statistics(json_, s, finding.store_bytes);
    json_.end();
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
  EngineUse use_;
  ltl::FormulaStore formulas_;
  std::deque<std::string> row_names_;
  frontend::Model* model_ = nullptr;
  model::Program* program_ = nullptr;
};

}  // namespace

Exit compare_model(const Options& options, std::ostream& out) { return CompareModelCommand(options, out).run(); }

}  // namespace lariat::cli
