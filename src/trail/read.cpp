// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "lariat/trail/trail.hpp"
#include "trail/follow.hpp"
#include "trail/lines.hpp"

namespace lariat::trail {
namespace {

using check::Run;
using check::RunStep;
using model::Interpreter;
using model::State;

constexpr std::size_t max_rounds = 300;       // of a cycle, until it closes
constexpr std::size_t max_steps = 1'000'000;  // of a run with all rounds

// Without what the claim does.
Lines without_claim(Lines lines) {
  std::size_t kept = 0;
  std::optional<std::size_t> cycle;
  for (std::size_t i = 0; i < lines.moves.size(); ++i) {
    if (lines.cycle == i) cycle = kept;
    if (lines.moves[i].process != model::observer_number) lines.moves[kept++] = lines.moves[i];
  }
  if (lines.cycle && !cycle) cycle = kept;
  lines.moves.resize(kept);
  lines.cycle = cycle;
  return lines;
}

// Equal but for what is hidden.
bool same(const Interpreter& interpreter, const State& a, const State& b) {
  const auto hidden = static_cast<std::ptrdiff_t>(interpreter.layout().hidden_bytes());
  return a.size() == b.size() && std::equal(a.begin() + hidden, a.end(), b.begin() + hidden);
}

class Reader {
 public:
  Reader(const promela::PromelaProgram& program, Interpreter& interpreter, const Lines& lines, bool observed)
      : interpreter_(interpreter), lines_(lines), follower_(program, interpreter, lines, observed) {}

  std::optional<ReadTrail> read() {
    ReadTrail result{.run = {.initial = interpreter_.initial()}};
    auto path = follower_.follow(result.run.initial, 0);
    if (!path) return std::nullopt;
    result.run.steps = std::move(path->steps);
    if (lines_.cycle) close(result, path->at);
    return result;
  }

  Follower& follower() { return follower_; }

 private:
  State at(const Run& run, std::size_t i) const {
    const model::StateView state = run.before(i);
    return {state.begin(), state.end()};
  }

  // Goes through the cycle until a round begins as an earlier one did.
  void close(ReadTrail& result, const std::vector<std::size_t>& lines) {
    Run& run = result.run;
    std::size_t begin = 0;
    while (begin < lines.size() &&
           (lines[begin] < *lines_.cycle || (begin + 1 < lines.size() && lines[begin + 1] == *lines_.cycle)))
      ++begin;
    if (*lines_.cycle == lines_.moves.size()) return stay(result);
    std::vector<std::size_t> rounds = {begin};
    while (rounds.size() <= max_rounds && run.steps.size() < max_steps) {
      const State end = at(run, run.steps.size());
      for (const std::size_t round : rounds)
        if (same(interpreter_, at(run, round), end)) {
          run.cycle = round;
          return;
        }
      auto more = follower_.follow(end, *lines_.cycle);
      if (!more) break;
      rounds.push_back(run.steps.size());
      run.steps.insert(run.steps.end(), more->steps.begin(), more->steps.end());
    }
    run.steps.resize(rounds.size() > 1 ? rounds[1] : run.steps.size());
    result.notes.emplace_back(
        "the cycle of the trail does not come back to the same state here: Spin takes variables as equal that are not read any "
        "more");
  }

  // A cycle in which nobody moves.
  void stay(ReadTrail& result) {
    Run& run = result.run;
    const std::vector<RunStep> possible = check::possible_steps(interpreter_, at(run, run.steps.size()));
    if (possible.size() != 1 || !possible[0].actions.empty()) {
      result.notes.emplace_back("the trail marks a cycle in which the model takes no step, though it could");
      return;
    }
    run.cycle = run.steps.size();
    run.steps.push_back(possible[0]);
  }

  Interpreter& interpreter_;
  const Lines& lines_;
  Follower follower_;
};

}  // namespace

Result<ReadTrail> parse_trail(std::string_view text, const std::string& file, const promela::PromelaProgram& program,
                              Interpreter& interpreter) {
  const auto lines = parse_lines(text, file);
  if (!lines) return lines.errors();
  const Lines of_model = without_claim(*lines);
  std::optional<ReadTrail> result;
  if (lines->claim && lines->claim == claim_number(program)) result = Reader(program, interpreter, *lines, true).read();
  if (!result) {
    Reader reader(program, interpreter, of_model, false);
    result = reader.read();
    if (!result) {
      const std::size_t at = std::min(reader.follower().furthest(), of_model.moves.size() - 1);
      return Diagnostic{.message = reader.follower().complaint(), .file = file, .line = of_model.moves[at].line};
    }
    if (lines->claim && lines->claim == claim_number(program))
      result->notes.emplace_back("what the claim does in the trail does not fit the model, and is left out");
  }
  if (const auto flaw = check::find_flaw(interpreter, result->run))
    return Diagnostic{.message = fmt::format("the trail is no run of the model: {}", *flaw), .file = file};
  return *std::move(result);
}

}  // namespace lariat::trail
