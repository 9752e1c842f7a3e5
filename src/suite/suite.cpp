// SPDX-License-Identifier: Apache-2.0
#include "lariat/suite/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "lariat/base/file.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/base/named.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/frontend/check.hpp"
#include "lariat/frontend/find_models.hpp"
#include "lariat/frontend/languages.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/suite/expectations.hpp"

namespace lariat::suite {
namespace {

namespace fs = std::filesystem;
using Outcome = TestResult::Outcome;

constexpr std::size_t most_steps = 1000;  // of a run in a report

constexpr std::array outcomes = {
    Named{Outcome::passed, "passed"},
    Named{Outcome::failed, "failed"},
    Named{Outcome::error, "error"},
    Named{Outcome::unknown, "unknown"},
};
static_assert(lists_all(outcomes, Outcome::unknown));

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The first error as a sentence, with its place.
std::string message_of(const std::vector<Diagnostic>& errors) {
  if (errors.empty()) return "an error without a message";
  const Diagnostic& first = errors.front();
  std::string text = first.message;
  if (first.line != 0) text = fmt::format("{}:{}:{}: {}", first.file, first.line, first.column, text);
  if (errors.size() > 1) text += fmt::format(" (and {} more)", errors.size() - 1);
  return text;
}

std::vector<Location> locations_of(const model::Program& program, const run::Run& run) {
  std::vector<Location> locations;
  for (const run::RunStep& step : run.steps) {
    if (locations.size() == most_steps) break;
    for (const model::Action& action : step.actions) {
      const model::Transition& transition = program.process_types[action.type].transitions[action.transition];
      const bool is_known = transition.position.line != 0 && transition.position.file < program.files.size();
      locations.push_back(
          {.file = is_known ? program.files[transition.position.file] : program.name,
           .line = transition.position.line,
           .column = transition.position.column,
           .text = fmt::format("{}: {}", run::process_name(program, action.process, action.type), transition.text)});
    }
  }
  return locations;
}

// The verdict of several properties in the words of an expectation.
std::string_view word_for(const check::Requirement& requirement, check::Verdict verdict) {
  if (requirement.kind != check::Requirement::Kind::reach || verdict == check::Verdict::unknown)
    return check::to_string(verdict);
  return verdict == check::Verdict::holds ? "unreachable" : "reachable";
}

// The tests of one model.
class ModelTests {
 public:
  ModelTests(std::string path, const SuiteOptions& options) : path_(std::move(path)), options_(options) {}

  std::vector<TestResult> run() {
    const Stopwatch watch;
    const auto limit = reason_to_give_up([&] { read(); });
    if (limit) {
      add({.outcome = Outcome::unknown, .name = "is read", .reason = "not begun: " + *limit, .seconds = watch.seconds()});
      return std::move(results_);
    }
    if (!model_) return std::move(results_);
    check_all();
    return std::move(results_);
  }

 private:
  TestResult& add(TestResult result) {
    result.model = path_;
    if (result.stated.file.empty()) result.stated = {.file = path_, .line = 1};
    return results_.emplace_back(std::move(result));
  }

  void read() {
    const Stopwatch watch;
    const auto text = read_text(path_, options_.check.limits);
    if (!text) {
      add({.outcome = Outcome::error, .name = "is read", .reason = message_of(text.errors()), .seconds = watch.seconds()});
      return;
    }
    Result<Expectations> expectations = read_expectations(path_, *text);
    if (!expectations) {
      const Diagnostic& first = expectations.errors().front();
      add({.outcome = Outcome::error,
           .name = "states what is expected",
           .reason = message_of(expectations.errors()),
           .stated = {.file = first.file, .line = first.line, .column = first.column},
           .seconds = watch.seconds()});
      return;
    }
    expected_ = *std::move(expectations);
    frontend::ReadOptions read = options_.read;
    read.macros.insert(read.macros.end(), expected_.macros.begin(), expected_.macros.end());
    if (expected_.overflow) read.overflow = expected_.overflow;
    Result<frontend::Model> model = frontend::read_model(*text, path_, read, options_.check.limits);
    if (model) {
      model_.emplace(*std::move(model));
      return;
    }
    const auto wanted = std::ranges::find(expected_.list, Expectation::Verdict::error, &Expectation::verdict);
    const Diagnostic& first = model.errors().front();
    if (wanted != expected_.list.end())
      add({.outcome = Outcome::passed,
           .name = "error",
           .expected = "error",
           .actual = "error",
           .stated = {.file = wanted->file, .line = wanted->line},
           .seconds = watch.seconds()});
    else
      add({.outcome = Outcome::error,
           .name = "is read",
           .reason = message_of(model.errors()),
           .stated = {.file = first.file.empty() ? path_ : first.file, .line = first.line, .column = first.column},
           .seconds = watch.seconds()});
  }

  // Asks all questions in one call, so that one walk answers those about states.
  void check_all() {
    ltl::FormulaStore formulas;
    std::vector<check::Requirement> questions;
    struct Asked {
      const Expectation* expectation;
      std::size_t first;
      std::size_t last;
    };
    std::vector<Asked> asked;
    for (const Expectation& expectation : expected_.list) {
      if (expectation.verdict == Expectation::Verdict::error) {
        add_result(expectation, Outcome::failed, "it was read without an error", "read");
        continue;
      }
      Result<frontend::Requirements> read = frontend::read_requirements(*model_, formulas, expectation.question);
      if (!read) {
        add_result(expectation, Outcome::error, message_of(read.errors()), "error");
        continue;
      }
      const std::size_t first = questions.size();
      questions.insert(questions.end(), read->list.begin(), read->list.end());
      asked.push_back({&expectation, first, questions.size()});
    }
    check::ModelCheckOptions options = options_.check;
    options.fair |= expected_.fair;
    options.interpretation.lossy |= expected_.lossy;
    if (expected_.ignores_ending_runs) options.product.deadlock_runs = product::DeadlockRuns::ignore;
    frontend::Checker checker(*model_, formulas, std::move(questions));
    options.order = checker.order_for(options.reduction.method);
    for (const Asked& one : asked) answer(*one.expectation, checker, one.first, one.last, options);
    if (expected_.states) count_states(options);
  }

  std::string name_of(const Expectation& expectation) const {
    if (expectation.what.empty()) return fmt::format("{} all that it states", to_string(expectation.verdict));
    return fmt::format("{} {}", to_string(expectation.verdict), expectation.what);
  }

  TestResult& add_result(const Expectation& expectation, Outcome outcome, std::string reason, std::string actual) {
    return add({.outcome = outcome,
                .name = name_of(expectation),
                .reason = std::move(reason),
                .expected = std::string(to_string(expectation.verdict)),
                .actual = std::move(actual),
                .stated = {.file = expectation.file, .line = expectation.line}});
  }

  void answer(const Expectation& expectation, frontend::Checker& checker, std::size_t first, std::size_t last,
              const check::ModelCheckOptions& options) {
    const Stopwatch watch;
    std::string actual = "holds";
    check::Verdict joint = check::Verdict::holds;
    const frontend::Answer* deciding = nullptr;  // the answer that explains the verdict
    std::vector<std::string> warnings;
    std::uint64_t states = 0;
    for (std::size_t i = first; i < last; ++i) {
      const frontend::Answer& answer = checker.answer(i, options);
      if (options_.strict) checker.warn(options, options_.vacuity);
      for (const check::PropertyWarning& warning : answer.warnings) warnings.push_back(warning.text);
      states = std::max(states, answer.finding.statistics.states);
      const check::Verdict before = joint;
      joint = check::join(joint, answer.finding.verdict);
      if (deciding == nullptr || joint != before) {
        deciding = &answer;
        actual = word_for(answer.requirement, answer.finding.verdict);
      }
      if (answer.refused) {
        add_result(expectation, Outcome::error, answer.finding.reason, "error").seconds = watch.seconds();
        return;
      }
    }
    TestResult& result = add_result(expectation, Outcome::passed, "", actual);
    result.warnings = std::move(warnings);
    result.states = states;
    result.seconds = watch.seconds();
    if (joint == check::Verdict::unknown) {
      result.outcome = Outcome::unknown;
      result.reason = deciding->finding.reason;
    } else if (actual != to_string(expectation.verdict)) {
      result.outcome = Outcome::failed;
      result.reason =
          fmt::format("expected {}, but {}{}", to_string(expectation.verdict),
                      expectation.what.empty() && deciding != nullptr ? frontend::describe(deciding->requirement) + " " : "it ",
                      actual == "holds" ? "holds" : "is " + actual);
    } else if (options_.strict && !result.warnings.empty()) {
      result.outcome = Outcome::failed;
      result.reason = result.warnings.front();
    }
    if (deciding != nullptr && deciding->finding.run) {
      result.run = locations_of(frontend::program_of(*model_, deciding->requirement), *deciding->finding.run);
      if (deciding->finding.run->cycle) result.cycle = *deciding->finding.run->cycle;
    }
  }

  // The number of states, counted by a walk for something that is true everywhere.
  void count_states(check::ModelCheckOptions options) {
    const Stopwatch watch;
    options.reduction = {};
    options.order = walk::SearchOrder::breadth_first;
    const std::array always = {
        check::Requirement{.kind = check::Requirement::Kind::invariant, .expression = model_->program().constant(1)}};
    TestResult& result = add({.outcome = Outcome::passed,
                              .name = fmt::format("has {} states", *expected_.states),
                              .expected = fmt::format("{} states", *expected_.states),
                              .stated = {.file = expected_.list.front().file, .line = expected_.list.front().line}});
    const auto limit = reason_to_give_up([&] {
      stop_at_limit(options.limits);
      const auto found = check::check_safety(model_->program(), always, options);
      if (!found) throw Stopped{found.errors().front().message};
      if (found->front().verdict == check::Verdict::unknown) throw Stopped{found->front().reason};
      result.states = found->front().statistics.states;
    });
    result.seconds = watch.seconds();
    result.actual = limit ? "unknown" : fmt::format("{} states", result.states);
    if (limit) {
      result.outcome = Outcome::unknown;
      result.reason = *limit;
    } else if (result.states != *expected_.states) {
      result.outcome = Outcome::failed;
      result.reason = fmt::format("expected {} states, but there are {}", *expected_.states, result.states);
    }
  }

  std::string path_;
  const SuiteOptions& options_;
  Expectations expected_;
  std::optional<frontend::Model> model_;
  std::vector<TestResult> results_;
};

bool is_trail(const std::string& path) { return path.ends_with(".trail"); }

// The fields of a saved run that say which model it is of; nothing if the text is no saved run.
std::optional<std::string> model_named_in(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("stem") || !json.contains("model") || !json["model"].is_string()) return std::nullopt;
  return json["model"].get<std::string>();
}

// The model of a saved run: where the run says, or a file of that name beside the run. Empty if there is none.
std::string model_of_run(const std::string& path, const Limits& limits) {
  std::vector<fs::path> candidates;
  std::error_code ignored;
  const fs::path folder = fs::path(path).parent_path();
  if (is_trail(path)) {
    std::string name = path.substr(0, path.size() - std::string_view(".trail").size());
    candidates.emplace_back(name);
    while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();  // X.pml2.trail
    candidates.emplace_back(name);
  } else {
    const auto text = read_text(path, limits);
    const auto model = text ? model_named_in(*text) : std::nullopt;
    if (!model) return {};
    candidates = {folder / fs::path(*model).filename(), fs::path(*model)};
  }
  for (const fs::path& candidate : candidates)
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
  return {};
}

// A saved run must be a run of its model.
TestResult replay(const std::string& path, const SuiteOptions& options) {
  const Stopwatch watch;
  TestResult result{
      .outcome = Outcome::error, .model = path, .name = "replays", .expected = "replays", .stated = {.file = path, .line = 1}};
  const auto limit = reason_to_give_up([&] {
    stop_at_limit(options.check.limits);
    const std::string model_path = model_of_run(path, options.check.limits);
    if (model_path.empty()) {
      result.reason = "the model of this run is neither beside it nor where it was";
      return;
    }
    Result<frontend::Model> model = frontend::load_model(model_path, options.read, options.check.limits);
    if (!model) {
      result.reason = message_of(model.errors());
      return;
    }
    model::Interpreter interpreter(model->program(), options.check.interpretation);
    const auto run = frontend::load_run(path, *model, interpreter, options.check.limits);
    result.outcome = run ? Outcome::passed : Outcome::failed;
    result.actual = run ? "replays" : "does not replay";
    result.name = fmt::format("replays as a run of {}", fs::path(model_path).filename().string());
    if (!run) result.reason = message_of(run.errors());
  });
  if (limit) {
    result.outcome = Outcome::unknown;
    result.reason = *limit;
  }
  result.seconds = watch.seconds();
  return result;
}

bool is_run(const std::string& path) { return is_trail(path) || path.ends_with(".json"); }

}  // namespace

std::string_view to_string(Outcome outcome) { return name_of(outcomes, outcome); }

Result<std::vector<std::string>> find_tests(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      if (seen.insert(path).second) files.push_back(path);
      continue;
    }
    const auto found = frontend::find_files(
        path, [](const std::string& file) { return frontend::language_of(file) != nullptr || is_run(file); });
    if (!found) return found.errors();
    for (const std::string& file : *found) {
      // Not every file of JSON is a saved run.
      if (is_run(file) && !is_trail(file)) {
        const auto text = read_text(file);
        if (!text || !model_named_in(*text)) continue;
      }
      if (seen.insert(file).second) files.push_back(file);
    }
  }
  if (files.empty()) return Diagnostic{.message = "no model and no saved run was found", .file = "lariat"};
  return files;
}

std::vector<TestResult> run_suite(const std::vector<std::string>& files, const SuiteOptions& options) {
  std::vector<std::vector<TestResult>> results(files.size());
  std::vector<bool> is_done(files.size(), false);
  std::size_t reported = 0;
  std::mutex mutex;
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  const auto test_all = [&] {
    for (std::size_t i = next++; i < files.size(); i = next++) {
      std::vector<TestResult> found;
      try {
        if (is_run(files[i]))
          found = {replay(files[i], options)};
        else
          found = ModelTests(files[i], options).run();
      } catch (const Interrupted&) {
        found = {{.model = files[i], .name = "is read", .reason = "interrupted", .stated = {.file = files[i], .line = 1}}};
      }
      const std::lock_guard lock(mutex);
      results[i] = std::move(found);
      is_done[i] = true;
      for (; reported < files.size() && is_done[reported]; ++reported)
        if (options.report) options.report(results[reported]);
    }
  };
  const auto work = [&] {
    try {
      test_all();
    } catch (...) {  // thrown again when all threads have ended
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = files.size();
    }
  };
  std::vector<std::thread> threads;
  try {
    for (unsigned i = 1; i < std::min<std::size_t>(options.jobs, files.size()); ++i) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // Fewer threads do the same work.
  }
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  std::vector<TestResult> all;
  for (std::vector<TestResult>& some : results) std::ranges::move(some, std::back_inserter(all));
  return all;
}

}  // namespace lariat::suite
