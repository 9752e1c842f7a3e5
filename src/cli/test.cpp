// SPDX-License-Identifier: Apache-2.0
// lariat test: checks models against what they are expected to do, and replays saved runs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/base/file_writer.hpp"
#include "lariat/suite/reports.hpp"
#include "lariat/suite/suite.hpp"

namespace lariat::cli {
namespace {

using Outcome = suite::TestResult::Outcome;

class TestCommand {
 public:
  TestCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)) {}

  Exit run() {
    const auto files = suite::find_tests(options_.paths);
    if (!files) throw BadInput{files.errors()};
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t began =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    const std::vector<suite::TestResult> results = run_all(*files);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (options_.common.json)
      write(results, seconds);
    else
      print_summary(results, seconds);
    Exit exit = exit_of(results);
    if (!save(options_.test.junit, suite::junit_report(results, began))) exit = join(exit, Exit::bad_input);
    if (!save(options_.test.sarif, suite::sarif_report(results))) exit = join(exit, Exit::bad_input);
    return exit;
  }

 private:
  std::vector<suite::TestResult> run_all(const std::vector<std::string>& files) {
    std::atomic<std::size_t> files_done = 0;
    const Progress progress([&] {
      return fmt::format("{} of {} files{}", files_done.load(), files.size(),
                         failed_ == 0 ? "" : fmt::format(", {} tests not passed", failed_.load()));
    });
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    return suite::run_suite(files, {.read = options_.model.read,
                                    .check = {.product = options_.search.product(nullptr),
                                              .limits = options_.search.limits(nullptr),
                                              .interpretation = options_.model.interpretation(),
                                              .fair = options_.search.fair},
                                    .jobs = options_.test.jobs == 0 ? cores : static_cast<unsigned>(options_.test.jobs),
                                    .strict = options_.strict,
                                    .report = [&](const std::vector<suite::TestResult>& some) {
                                      ++files_done;
                                      for (const suite::TestResult& result : some) print(result);
                                    }});
  }

  // `ok 3 - lock.pml: holds mutex`, as the Test Anything Protocol has it.
  void print(const suite::TestResult& result) {
    ++number_;
    const bool passed = result.outcome == Outcome::passed;
    if (!passed) ++failed_;
    if (options_.common.json || (options_.test.quiet && passed)) return;
    const Paint paint = passed ? Paint::green : result.outcome == Outcome::unknown ? Paint::yellow : Paint::red;
    redraw_line_if_terminal();
    out_ << fmt::format("{} {} - {}: {}{}\n", terminal_.paint(paint, passed ? "ok" : "not ok"), number_,
                        printable(result.model), printable(result.name),
                        passed && result.states != 0
                            ? terminal_.paint(Paint::dim, fmt::format("  # {} states, {}", grouped(result.states),
                                                                      duration_text(result.seconds)))
                            : "");
    if (!passed) {
      out_ << fmt::format("  # {}: {}\n", to_string(result.outcome), printable(result.reason));
      out_ << fmt::format("  # stated at {}:{}\n", printable(result.stated.file), result.stated.line);
    }
    for (const std::string& warning : result.warnings) out_ << fmt::format("  # warning: {}\n", printable(warning));
    out_ << std::flush;
  }

  // What is printed must not stand behind the line of progress.
  static void redraw_line_if_terminal() {
    if (::isatty(STDERR_FILENO) == 1) redraw_line("");
  }

  static std::size_t count(const std::vector<suite::TestResult>& results, Outcome outcome) {
    return static_cast<std::size_t>(std::ranges::count(results, outcome, &suite::TestResult::outcome));
  }

  void print_summary(const std::vector<suite::TestResult>& results, double seconds) {
    out_ << fmt::format("1..{}\n", results.size());
    std::string parts = fmt::format("{} passed", count(results, Outcome::passed));
    for (const Outcome outcome : {Outcome::failed, Outcome::error, Outcome::unknown})
      if (const std::size_t number = count(results, outcome); number != 0)
        parts +=
            outcome == Outcome::error ? ", " + counted(number, "error") : fmt::format(", {} {}", number, to_string(outcome));
    const bool good = count(results, Outcome::passed) == results.size();
    out_ << terminal_.paint(good ? Paint::green : Paint::red, fmt::format("# {}: {}", counted(results.size(), "test"), parts))
         << fmt::format(", {}\n", duration_text(seconds));
  }

  void write(const std::vector<suite::TestResult>& results, double seconds) {
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "test");
    json.field("version", LARIAT_VERSION);
    json.field("input", fmt::format("{}", fmt::join(options_.paths, " ")));
    json.key("tests");
    json.begin_array();
    for (const suite::TestResult& result : results)
      json.value({{"model", result.model},
                  {"name", result.name},
                  {"outcome", to_string(result.outcome)},
                  {"expected", result.expected},
                  {"verdict", result.actual},
                  {"reason", result.reason},
                  {"warnings", result.warnings},
                  {"file", result.stated.file},
                  {"line", result.stated.line},
                  {"states", result.states},
                  {"seconds", result.seconds}});
    json.end();
    for (const Outcome outcome : {Outcome::passed, Outcome::failed, Outcome::error, Outcome::unknown})
      json.field(outcome == Outcome::error ? "errors" : to_string(outcome), count(results, outcome));
    json.field("seconds", seconds);
    json.end();
  }

  static Exit exit_of(const std::vector<suite::TestResult>& results) {
    Exit exit = Exit::ok;
    if (count(results, Outcome::unknown) != 0) exit = join(exit, Exit::inconclusive);
    if (count(results, Outcome::failed) != 0) exit = join(exit, Exit::nonempty);
    if (count(results, Outcome::error) != 0) exit = join(exit, Exit::bad_input);
    return exit;
  }

  // False after an error, which the user has been told.
  static bool save(const std::string& path, const std::string& text) {
    if (path.empty()) return true;
    const auto error = write_file(path, text);
    if (error) complain(to_string(*error));
    return !error;
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  std::size_t number_ = 0;
  std::atomic<std::size_t> failed_ = 0;
};

}  // namespace

Exit run_test(Options& options, std::ostream& out) { return TestCommand(options, out).run(); }

}  // namespace lariat::cli
