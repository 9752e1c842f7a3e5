// SPDX-License-Identifier: Apache-2.0
#include "lariat/experiments/suites.hpp"

#include <fmt/format.h>

#include <array>

#include "experiments/cases.hpp"
#include "experiments/execute.hpp"
#include "experiments/results_file.hpp"
#include "experiments/suite_plan.hpp"
#include "lariat/base/file_writer.hpp"

namespace lariat::experiments {
namespace {

struct SuiteParts {
  Suite value;
  Result<std::vector<Task>> (*plan)(const Request& request);
  Report (*report)(const std::vector<Record>& records);
};
constexpr std::array suite_parts = {
    SuiteParts{Suite::leader_election, plan_leader_election, report_leader_election},
    SuiteParts{Suite::emptiness, plan_emptiness, report_emptiness},
    SuiteParts{Suite::provisos, plan_provisos, report_provisos},
    SuiteParts{Suite::minimal, plan_minimal, report_minimal},
    SuiteParts{Suite::nested_reduction, plan_nested_reduction, report_nested_reduction},
    SuiteParts{Suite::peers, plan_peers, report_peers},
};
static_assert(lists_all(suite_parts, Suite::peers));

}  // namespace

double Standing::seconds_left(double seconds) const {
  const std::uint64_t finished = done.load();
  if (finished == 0) return -1;
  const std::uint64_t left = planned.load() - std::min(planned.load(), recorded.load() + finished);
  return seconds / static_cast<double>(finished) * static_cast<double>(left);
}

Result<Outcome> run_suite(Suite suite, const Request& request, Standing& standing) {
  const SuiteParts& parts = suite_parts[static_cast<std::size_t>(suite)];
  const std::string name(name_of(suites, suite));
  const auto tasks = parts.plan(request);
  if (!tasks) return tasks.errors();
  FolderLock lock;
  if (auto problem = lock.take(request.out)) return *problem;
  ResultsFile file(fmt::format("{}/{}.csv", request.out, name));
  if (file.exists()) {
    if (!request.resume)
      return Diagnostic{.message = "there are results already: --resume goes on with them, --out chooses another folder",
                        .file = file.path()};
    if (auto problem = file.load()) return *problem;
  }
  if (auto problem = file.begin()) return *problem;
  const Execution execution = execute(*tasks, request, file, standing);
  if (execution.problem) return *execution.problem;

  Outcome outcome{.csv = file.path(), .page = {}, .interrupted = execution.interrupted};
  std::vector<std::string> keys;
  std::vector<Record> records;
  for (const Task& task : *tasks) {
    keys.push_back(run_key(shell_command(task), task.seed));
    if (const auto* const rows = file.find(keys.back())) {
      ++outcome.runs;
      for (const Record& row : *rows) {
        outcome.failed += row.is_done() || row.outcome == "refused" ? 0 : 1;
        records.push_back(row);
      }
    }
  }
  if (execution.interrupted) return outcome;
  if (auto problem = file.finish(keys)) return *problem;
  outcome.report = parts.report(records);
  outcome.report.name = name;
  for (Table& table : failures_table(records)) outcome.report.tables.push_back(std::move(table));
  outcome.page = fmt::format("{}/{}.html", request.out, name);
  if (auto problem = write_file(outcome.page, report_page(std::span(&outcome.report, 1), request.version))) return *problem;
  return outcome;
}

}  // namespace lariat::experiments
