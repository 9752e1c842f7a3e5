// SPDX-License-Identifier: Apache-2.0
#include "experiments/execute.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <system_error>

#include "experiments/child.hpp"
#include "experiments/sha256.hpp"
#include "lariat/base/file.hpp"

namespace lariat::experiments {
namespace {

using namespace std::chrono_literals;

class Executor {
 public:
  Executor(const Request& request, ResultsFile& file, Standing& standing)
      : request_(request), file_(file), standing_(standing), work_(request.out + "/.work") {
    std::error_code error;
    std::filesystem::remove_all(work_, error);  // what a killed call left: nobody else writes there now
  }

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Ends the runs that have begun and removes their folders.
  ~Executor() {
    while (!running_.empty()) {
      const std::string folder = std::move(running_.front().folder);
      running_.pop_front();
      remove_folder(folder);
    }
  }

  Execution run(const std::vector<Task>& tasks) {
    standing_.planned = tasks.size();
    std::vector<const Task*> waiting;
    for (const Task& task : tasks) {
      if (is_recorded(task))
        ++standing_.recorded;
      else
        waiting.push_back(&task);
    }
    std::size_t next = 0;
    while (next < waiting.size() || !running_.empty()) {
      if (request_.interrupted != nullptr && request_.interrupted->load()) return {.interrupted = true};
      while (next < waiting.size() && running_.size() < std::max<std::uint64_t>(request_.jobs, 1))
        if (auto problem = start(*waiting[next++])) return {.problem = problem};
      if (auto problem = collect()) return {.problem = problem};
    }
    return {};
  }

 private:
  struct Running {
    const Task* task;
    std::unique_ptr<Child> child;
    std::string folder;  // of its own; empty: none
  };

  // An empty folder for a run.
  std::string make_folder() {
    const std::string folder = fmt::format("{}/{}", work_, ++folders_);
    std::filesystem::create_directories(folder);
    return folder;
  }

  void remove_folder(const std::string& folder) {
    std::error_code error;
    if (!folder.empty()) std::filesystem::remove_all(folder, error);
    if (!folder.empty() && running_.empty()) std::filesystem::remove(work_, error);
  }

  // The row of a task before it has run.
  Record blank_of(const Task& task) {
    return {.subject = task.subject,
            .variant = task.variant,
            .seed = task.seed,
            .model = task.model,
            .sha256 = hash_of(task.model),
            .version = request_.version,
            .command = shell_command(task)};
  }

  const std::string& hash_of(const std::string& model) {
    const auto [place, is_new] = hashes_.try_emplace(model);
    if (is_new && !model.empty())
      if (const auto text = read_text(model)) place->second = sha256(*text);
    return place->second;
  }

  bool is_recorded(const Task& task) {
    const Record blank = blank_of(task);
    const std::string key = blank.key();
    const auto* const rows = file_.find(key);
    if (rows == nullptr) return false;
    const Record& row = rows->front();
    // What a shell could not do, for lack of space or of a program, may go well now.
    const bool may_go_well = !task.shell.empty() && row.outcome == "error";
    if (row.version == blank.version && row.sha256 == blank.sha256 && !may_go_well) return true;
    file_.forget(key);
    return false;
  }

  std::optional<Diagnostic> start(const Task& task) {
    std::string problem = task.problem;
    if (problem.empty()) {
      std::vector<std::string> arguments = {request_.program};
      arguments.insert(arguments.end(), task.arguments.begin(), task.arguments.end());
      if (!task.shell.empty()) arguments = {"sh", "-c", task.shell};
      // A run ends by itself at its limit; this is for one that does not. A command of a shell may compile a program first.
      const std::chrono::duration<double> patience(2 * request_.max_time + (task.shell.empty() ? 10 : 120));
      const auto deadline = Child::Clock::now() + std::chrono::duration_cast<Child::Clock::duration>(patience);
      try {
        const std::string folder = task.shell.empty() ? std::string() : make_folder();
        running_.push_back({&task, std::make_unique<Child>(arguments, deadline, folder), folder});
        return std::nullopt;
      } catch (const std::system_error& error) {
        problem = error.what();
      }
    }
    Record row = blank_of(task);
    row.outcome = "error";
    row.detail = problem;
    return add({row});
  }

  // Adds the rows of the runs that have ended.
  std::optional<Diagnostic> collect() {
    std::vector<const Child*> children;
    for (const Running& one : running_) children.push_back(one.child.get());
    if (!children.empty()) wait_for(children, 50ms);
    for (auto one = running_.begin(); one != running_.end();) {
      if (!one->child->pump()) {
        ++one;
        continue;
      }
      auto problem = add(rows_of(*one->task, one->child->result()));
      const std::string folder = std::move(one->folder);
      one = running_.erase(one);
      remove_folder(folder);
      if (problem) return problem;
    }
    return std::nullopt;
  }

  std::vector<Record> rows_of(const Task& task, const ChildResult& result) {
    Record blank = blank_of(task);
    blank[Figure::cpu] = result.cpu;
    blank[Figure::wall] = result.wall;
    if (result.timed_out) {
      blank.outcome = "killed";
      blank.detail = "did not end at its limit of time";
    } else if (result.signal != 0) {
      blank.outcome = "crash";
      blank.detail = fmt::format("ended by signal {}", result.signal);
    } else if (result.exit_code == 127 && result.output.empty()) {
      blank.outcome = "error";
      blank.detail = "cannot be started";
    } else {
      return task.read(task, result, blank);
    }
    return {blank};
  }

  std::optional<Diagnostic> add(std::vector<Record> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].part = fmt::format("{}/{}", i + 1, rows.size());
    ++standing_.done;
    return file_.append(rows);
  }

  const Request& request_;
  ResultsFile& file_;
  Standing& standing_;
  std::string work_;  // the folder of the folders of runs
  std::list<Running> running_;
  std::size_t folders_ = 0;                    // made so far
  std::map<std::string, std::string> hashes_;  // of models, by path
};

}  // namespace

Execution execute(const std::vector<Task>& tasks, const Request& request, ResultsFile& file, Standing& standing) {
  return Executor(request, file, standing).run(tasks);
}

}  // namespace lariat::experiments
