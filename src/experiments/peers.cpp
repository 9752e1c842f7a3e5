// SPDX-License-Identifier: Apache-2.0
// peers: lariat beside Spin on the same Promela files, and sizes of translated formulas beside those of a reference.
//
// Each question is asked of both tools, `--runs` times; the fastest run counts, because other work on the machine only makes a
// run slower. docs/performance.md explains the columns.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/child.hpp"
#include "experiments/json_fields.hpp"
#include "experiments/peer_instances.hpp"
#include "experiments/peer_variants.hpp"
#include "experiments/spin_task.hpp"
#include "experiments/suite_plan.hpp"

namespace lariat::experiments {

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

namespace {

// One row for a run of `lariat explore`.
std::vector<Record> read_explore(const Task& task, const ChildResult& result, const Record& blank) {
  Record row = blank;
  const Json report = Json::parse(result.output, nullptr, false);
  const Json& statistics = field(report, "statistics");
  if (!statistics.is_object()) {
    row.outcome = result.exit_code == 70 ? "crash" : result.exit_code == 3 ? "limit" : "error";
    row.detail = result.errors.substr(0, result.errors.find('\n'));
    return {row};
  }
  for (const auto& [figure, name] : {std::pair(Figure::states, "states"), std::pair(Figure::transitions, "transitions"),
                                     std::pair(Figure::store_bytes, "store_bytes"), std::pair(Figure::peak_rss, "peak_rss"),
                                     std::pair(Figure::seconds, "seconds")})
    row[figure] = number_field(statistics, name);
  const bool is_approximate = std::any_of(task.arguments.begin(), task.arguments.end(), [](const std::string& argument) {
    return argument == "--bitstate" || argument == "--hash-compact";
  });
  const Json& complete = field(report, "complete");
  if (!is_approximate && complete.is_boolean() && !complete.get<bool>()) {
    row.outcome = "limit";
    row.detail = text_field(report, "reason");
    if (row.detail.empty()) row.detail = "the space is not complete";
  }
  return {row};
}

// One row for all properties of a run of `lariat check` together: one search answers them.
std::vector<Record> read_errors(const Task& task, const ChildResult& result, const Record& blank) {
  const Json report = Json::parse(result.output, nullptr, false);
  const Json& properties = field(report, "properties");
  if (!properties.is_array() || properties.empty()) return read_check(task, result, blank);
  Record row = blank;
  row.verdict = "holds";
  for (const Json& property : properties) {
    const std::string verdict = text_field(property, "verdict");
    if (verdict == "violated" || (verdict == "unknown" && row.verdict == "holds")) row.verdict = verdict;
    const std::string reason = text_field(property, "reason");
    if (verdict == "unknown" && !reason.starts_with("approximate:")) {
      row.outcome = "limit";
      row.detail = reason;
    }
    const Json& statistics = field(property, "statistics");
    for (const auto& [figure, name] : {std::pair(Figure::states, "states"), std::pair(Figure::transitions, "transitions"),
                                       std::pair(Figure::store_bytes, "store_bytes"), std::pair(Figure::peak_rss, "peak_rss"),
                                       std::pair(Figure::seconds, "seconds")})
      if (const auto value = number_field(statistics, name)) row[figure] = std::max(*value, std::as_const(row)[figure]);
  }
  return {row};
}

class PeerPlan {
 public:
  explicit PeerPlan(const Request& request) : request_(request), has_spin_(missing_for_spin().empty()) {}

  void add(PeerPart part, const std::vector<ModelFile>& models) {
    for (const PeerInstance& instance : peer_instances(part, models)) {
      switch (part) {
        case PeerPart::explore:
          add_both(instance, peer_explore, "explore", read_explore);
          break;
        case PeerPart::ltl:
          for (const StatedProperty& property : instance.model->properties)
            add_both(instance, peer_ltl, "check", read_check, property.name);
          break;
        case PeerPart::stores:
          for (const PeerWay& way : peer_stores) add_both(instance, way, "explore", read_explore);
          break;
        case PeerPart::usual:
          for (const PeerWay& way : peer_usual)
            if (way.name == usual_reduced)
              add_lariat(instance, fmt::format("{} lariat", way.name), "check", way.lariat, read_errors);
            else
              add_both(instance, way, "check", read_errors);
          break;
        case PeerPart::reduction:
          for (const char* const method : {"none", "stubborn"})
            add_lariat(instance, fmt::format("reduction {}", method), "check",
                       fmt::format("{} {}", reduction_arguments, method), read_errors);
          for (const PeerWay& way : peer_reductions) add_spin(instance, way, {});
          break;
        case PeerPart::threads:
          for (const char* const count : {"1", "2"})
            add_lariat(instance, fmt::format("threads {}", count), "explore", fmt::format("--threads {}", count), read_explore);
          break;
        case PeerPart::scaling:
          add_lariat(instance, "scaling", "explore", "--threads 1 --store tree", read_explore);
          break;
        case PeerPart::translation:
          break;
      }
    }
  }

  std::vector<Task> take() { return std::move(tasks_); }

 private:
  void add_both(const PeerInstance& instance, const PeerWay& way, const char* command, Reader read,
                const std::string& property = {}) {
    add_lariat(instance, fmt::format("{} lariat", way.name), command, way.lariat, read, property);
    add_spin(instance, way, property);
  }

  void add_runs(const PeerInstance& instance, const std::string& property, Task task) {
    task.subject = instance.name();
    if (!property.empty()) task.subject += ':' + property;
    task.model = instance.model->path;
    for (std::uint64_t run = 0; run < std::max<std::uint64_t>(request_.runs, 1); ++run) {
      task.seed = run;
      tasks_.push_back(task);
    }
  }

  void add_lariat(const PeerInstance& instance, const std::string& variant, const char* command, std::string_view more,
                  Reader read, const std::string& property = {}) {
    Task task{.variant = variant, .arguments = {command, instance.model->path}, .read = read};
    for (const std::string& define : instance.defines) task.arguments.push_back("-D" + define);
    if (!property.empty()) task.arguments.insert(task.arguments.end(), {"--property", property});
    for (std::string& word : split_words(more)) task.arguments.push_back(std::move(word));
    task.arguments.insert(task.arguments.end(), {"--json", "--progress", "none"});
    add_limits(request_, task.arguments);
    add_runs(instance, property, std::move(task));
  }

  void add_spin(const PeerInstance& instance, const PeerWay& way, const std::string& property) {
    if (!has_spin_) return;
    SpinRun run{.model = instance.model->path,
                .defines = instance.defines,
                .generate = split_words(way.generate),
                .compile = split_words(way.compile),
                .verify = split_words(way.verify),
                .claim = property};
    if (instance.table_bits > 0 && way.verify.find("-w") == std::string_view::npos)
      run.verify.push_back(fmt::format("-w{}", instance.table_bits));
    Task task = spin_task(request_, run);
    task.variant = way.name.starts_with("reduction") ? std::string(way.name) : fmt::format("{} spin", way.name);
    add_runs(instance, property, std::move(task));
  }

  const Request& request_;
  bool has_spin_;
  std::vector<Task> tasks_;
};

}  // namespace

Result<std::vector<Task>> plan_peers(const Request& request) {
  PeerPlan plan(request);
  std::vector<Task> translation;
  const bool reads_models =
      std::any_of(request.parts.begin(), request.parts.end(), [](PeerPart part) { return part != PeerPart::translation; });
  std::vector<ModelFile> models;
  if (reads_models) {
    auto found = read_models(request, request.models);
    if (!found) return found.errors();
    models = std::move(*found);
  }
  for (const PeerPart part : request.parts) {
    if (part != PeerPart::translation) {
      plan.add(part, models);
      continue;
    }
    auto tasks = plan_translation(request);
    if (!tasks) return tasks.errors();
    translation = std::move(*tasks);
  }
  std::vector<Task> tasks;
  for (const ModelFile& model : models)
    if (!model.problem.empty() && !model.name.ends_with(".dve")) tasks.push_back(unreadable(model));
  for (std::vector<Task>& more : std::array{plan.take(), std::move(translation)})
    std::move(more.begin(), more.end(), std::back_inserter(tasks));
  if (tasks.empty()) return Diagnostic{.message = "no model here is in Promela, which Spin reads", .file = request.models};
  return tasks;
}

}  // namespace lariat::experiments
