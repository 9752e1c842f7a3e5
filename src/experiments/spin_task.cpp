// SPDX-License-Identifier: Apache-2.0
#include "experiments/spin_task.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "experiments/child.hpp"

namespace lariat::experiments {
namespace {

constexpr const char* too_small = "max search depth too small";

bool is_in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "" : path;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    const std::string file = fmt::format("{}/{}", left.substr(0, end), program);
    if (::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) return true;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return false;
}

std::string words(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& word : list) text += ' ' + shell_word(word);
  return text;
}

// The number before these words, in the last line that has them.
std::optional<double> number_before(std::string_view text, std::string_view what) {
  const std::size_t at = text.rfind(what);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t line = text.rfind('\n', at);
  const std::string before(text.substr(line == std::string_view::npos ? 0 : line + 1, at - line - 1));
  char* end = nullptr;
  const double value = std::strtod(before.c_str(), &end);
  return end == before.c_str() ? std::nullopt : std::optional<double>(value);
}

// The number after these words.
std::optional<double> number_after(std::string_view text, std::string_view what) {
  const std::size_t at = text.rfind(what);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string after(text.substr(at + what.size(), 40));
  char* end = nullptr;
  const double value = std::strtod(after.c_str(), &end);
  return end == after.c_str() ? std::nullopt : std::optional<double>(value);
}

// The first line that tells of an error.
std::string first_error(const ChildResult& result) {
  for (const std::string* const text : {&result.output, &result.errors})
    for (const char* const word : {"Error", "error", "out of memory"})
      if (const std::size_t at = text->find(word); at != std::string::npos) {
        const std::size_t before = text->rfind('\n', at);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        return text->substr(begin, std::min(text->find('\n', at), text->size()) - begin);
      }
  return fmt::format("ended with {} and no figures", result.exit_code);
}

}  // namespace

std::string missing_for_spin() {
  std::string missing;
  for (const char* const program : {"spin", "gcc", "timeout"})
    if (!is_in_path(program)) missing += (missing.empty() ? "" : ", ") + std::string(program);
  return missing;
}

Task spin_task(const Request& request, const SpinRun& run) {
  Task task{.model = run.model, .read = read_pan};
  std::error_code error;
  const std::filesystem::path model = std::filesystem::absolute(run.model, error);
  std::string generate = "spin -a" + words(run.generate);
  for (const std::string& define : run.defines) generate += ' ' + shell_word("-D" + define);
  const std::uint64_t megabytes = request.max_memory > 0 ? std::max<std::uint64_t>(request.max_memory >> 20U, 1) : 16000;
  const std::string compile = fmt::format("gcc -O2 -w -DMEMLIM={}{} -o pan pan.c", megabytes, words(run.compile));
  std::string verify = words(run.verify);
  if (!run.claim.empty()) verify += " -N " + shell_word(run.claim);
  task.shell = fmt::format(
      "{} {} >spin.txt 2>&1 || {{ cat spin.txt; exit 2; }}; {} || exit 2; for m in 10000 1000000 20000000; do "
      "timeout --foreground -s INT {} ./pan -n -m$m{} >pan.txt 2>&1; grep -q '{}' pan.txt || break; done; cat pan.txt",
      generate, shell_word(model.lexically_normal().string()), compile, request.max_time, verify, too_small);
  // A line of a trail is `step:process:transition`; with a claim, process 0 is the claim. A cycle begins behind a line of -1.
  if (run.counts_steps)
    task.shell +=
        "; if [ -e *.trail ]; then echo \"trail: $(grep -c '^[0-9]*:[1-9]' *.trail)\"; "
        "echo \"cycles: $(grep -c '^-1:' *.trail)\"; fi";
  return task;
}

std::vector<Record> read_pan(const Task&, const ChildResult& result, const Record& blank) {
  Record row = blank;
  const std::string& text = result.output;
  row[Figure::states] = number_before(text, " states, stored");
  row[Figure::transitions] = number_before(text, " transitions (=");
  row[Figure::depth] = number_after(text, "depth reached");
  row[Figure::seconds] = number_after(text, "pan: elapsed time");
  if (const auto total = number_before(text, "total actual memory usage")) row[Figure::peak_rss] = *total * megabyte;
  double store = 0;
  for (const char* const part : {"actual memory usage for states", "memory used for hash", "memory used for bit stack"})
    store += number_before(text, part).value_or(0) * megabyte;
  if (store > 0) row[Figure::store_bytes] = store;
  const auto errors = number_after(text, "errors:");
  if (!row.figures[static_cast<std::size_t>(Figure::states)] || !errors) {
    row.outcome = "error";
    row.detail = first_error(result);
    return {row};
  }
  row.verdict = *errors > 0 ? "violated" : "holds";
  if (*errors > 0) row[Figure::found] = errors;
  row[Figure::lasso] = number_after(text, "\ntrail:");
  if (text.find("acceptance cycle (at depth") != std::string::npos) row.kind = "cycle";
  if (row.kind == "cycle" && number_after(text, "\ncycles:") == 0.0) {
    row[Figure::lasso] = std::nullopt;
    row.detail = no_cycle;
  }
  if (text.find(too_small) != std::string::npos) row.detail = "the stack of pan was too small";
  const bool is_cut_off =
      text.find("Interrupted") != std::string::npos || (*errors == 0 && text.find("Search not completed") != std::string::npos);
  if (is_cut_off && row.detail.empty()) row.detail = "limit of time or memory";
  if (!row.detail.empty() && *errors == 0) row.outcome = "limit";
  return {row};
}

}  // namespace lariat::experiments
