// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "lariat/base/excerpt.hpp"
#include "lariat/run/trail.hpp"
#include "run/trail_follower.hpp"
#include "run/trail_lines.hpp"

namespace lariat::run {
namespace {

using model::Interpreter;
using model::State;

constexpr std::size_t max_rounds = 300;       // of a cycle, until it closes
constexpr std::size_t max_steps = 1'000'000;  // of a run with all rounds

template <class Wanted>
Lines only(Lines lines, const Wanted& is_wanted) {
  std::size_t kept = 0;
  std::optional<std::size_t> cycle;
  for (std::size_t i = 0; i < lines.moves.size(); ++i) {
    if (lines.cycle == i) cycle = kept;
    if (is_wanted(lines.moves[i])) lines.moves[kept++] = lines.moves[i];
  }
  if (lines.cycle && !cycle) cycle = kept;
  lines.moves.resize(kept);
  lines.cycle = cycle;
  return lines;
}

// Without jumps and ends of choices that are steps in Spin, as the last ones of atomic sequences, and none here.
Lines without_jumps(Lines lines, const promela::PromelaProgram& program) {
  std::vector<bool> is_step(program.element_count(), false);
  for (const auto& type : program.elements())
    for (const std::uint32_t element : type)
      if (element < is_step.size()) is_step[element] = true;
  return only(std::move(lines), [&](const Move& move) { return move.element >= is_step.size() || is_step[move.element]; });
}

Lines without_claim(Lines lines) {
  return only(std::move(lines), [](const Move& move) { return move.process != model::observer_number; });
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

  // How many steps there are behind the last line.
  std::size_t behind(const std::vector<std::size_t>& lines) const {
    return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), lines_.moves.size()));
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
    std::size_t least = run.steps.size() - behind(lines);  // what follows the last line may belong to it or not
    while (rounds.size() <= max_rounds && run.steps.size() < max_steps) {
      std::optional<Follower::Path> more;
      std::size_t end = run.steps.size();
      for (; end >= least && !more; --end) {
        for (const std::size_t round : rounds)
          if (same(interpreter_, at(run, round), at(run, end))) {
            run.cycle = round;
            run.steps.resize(end);
            return;
          }
        more = follower_.follow(at(run, end), *lines_.cycle, lines_.moves.back().process);
      }
      if (!more) break;
      run.steps.resize(end + 1);
      rounds.push_back(run.steps.size());
      run.steps.insert(run.steps.end(), more->steps.begin(), more->steps.end());
      least = run.steps.size() - behind(more->at);
    }
    run.steps.resize(rounds.size() > 1 ? rounds[1] : run.steps.size());
    result.notes.emplace_back(
        "the cycle of the trail does not come back to the same state here: Spin takes variables as equal that are not read any "
        "more");
  }

  // A cycle in which nobody moves.
  void stay(ReadTrail& result) {
    Run& run = result.run;
    const std::vector<RunStep> possible = possible_steps(interpreter_, at(run, run.steps.size()));
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

// Whether the last line is a send: a verifier that stops at its bound may have tried one that nobody answers.
bool ends_with_send(const promela::PromelaProgram& program, const Lines& lines) {
  const model::Program& model = program.program();
  for (std::size_t type = 0; type < model.process_types.size(); ++type)
    for (std::size_t i = 0; i < program.elements()[type].size(); ++i) {
      if (program.elements()[type][i] != lines.moves.back().element) continue;
      const model::Transition& transition = model.process_types[type].transitions[i];
      return transition.communication != model::none;
    }
  return false;
}

Diagnostic at_line(std::string_view text, const std::string& file, std::size_t number, std::string message) {
  for (std::size_t i = 1; i < number; ++i) text.remove_prefix(text.find('\n') + 1);
  Excerpt shown = excerpt(text.substr(0, text.find('\n')), 0);
  return {.message = std::move(message),
          .file = file,
          .line = number,
          .column = 1,
          .source_line = std::move(shown.text),
          .caret = shown.caret};
}

// Whether `_nr_pr` counts a claim.
void count_claim(const promela::PromelaProgram& program, Interpreter& interpreter, bool counts) {
  model::InterpreterOptions options = interpreter.options();
  options.counts_observer = counts && program.program().counts_observer;
  if (options != interpreter.options()) interpreter = Interpreter(program.program(), options);
}

Result<ReadTrail> follow(const Lines& all, std::string_view text, const std::string& file,
                         const promela::PromelaProgram& program, Interpreter& interpreter) {
  const bool has_claim = all.claim && all.claim == claim_number(program);
  const Lines lines = without_jumps(has_claim ? all : without_claim(all), program);
  Lines of_model = without_claim(lines);
  std::optional<ReadTrail> result;
  if (has_claim) result = Reader(program, interpreter, lines, true).read();
  if (!result) {
    Reader reader(program, interpreter, of_model, false);
    result = reader.read();
    if (!result && reader.follower().furthest() + 1 == of_model.moves.size()) {
      // A verifier that searches breadth first writes what it tried last in a state where nothing can be done.
      const bool is_stuck = possible_steps(interpreter, reader.follower().furthest_state()).front().actions.empty();
      if (is_stuck || ends_with_send(program, of_model)) {
        of_model.moves.pop_back();
        result = Reader(program, interpreter, of_model, false).read();
        if (result && !is_stuck) result->notes.emplace_back("the last line of the trail cannot be done, and is left out");
      }
    }
    if (!result) {
      const std::size_t at = std::min(reader.follower().furthest(), of_model.moves.size() - 1);
      return at_line(text, file, of_model.moves[at].line,
                     all.permuted ? "cannot follow: the verifier tried processes in another order (PERMUTED), and only it can "
                                    "replay such trails: ./pan -r"
                                  : reader.follower().complaint());
    }
    if (has_claim) result->notes.emplace_back("what the claim does in the trail does not fit the model, and is left out");
  }
  if (const auto flaw = find_flaw(interpreter, result->run))
    return Diagnostic{.message = fmt::format("the trail is no run of the model: {}", *flaw), .file = file};
  return *std::move(result);
}

}  // namespace

Result<ReadTrail> parse_trail(std::string_view text, const std::string& file, const promela::PromelaProgram& program,
                              Interpreter& interpreter) {
  auto parsed = parse_lines(text, file);
  if (!parsed) return parsed.errors();
  const bool has_claim = parsed->claim.has_value();
  count_claim(program, interpreter, has_claim);
  auto read = follow(*parsed, text, file, program, interpreter);
  if (read || !program.program().counts_observer) return read;
  // A trail of a formula that Spin does not know says nothing of a claim.
  count_claim(program, interpreter, !has_claim);
  if (auto other = follow(*parsed, text, file, program, interpreter)) return other;
  count_claim(program, interpreter, has_claim);
  return read;
}

}  // namespace lariat::run
