// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation_session.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "cli/interruption.hpp"
#include "cli/line_input.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/run/formats.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::cli {
namespace {

constexpr std::string_view help =
    "  N          take choice N\n"
    "  Enter      take the only choice, or show the choices again\n"
    "  u, u N     undo one step, or N\n"
    "  r, r N     take one step at random, or N\n"
    "  /TEXT      show only choices with TEXT in them; / shows all again\n"
    "  s          show the whole state\n"
    "  l          list the run so far\n"
    "  w FILE     save the run so far, for `lariat replay` and --follow\n"
    "  q          quit\n"
    "  ?          show this\n";

// A number after the letter of a command; 1 if there is none, nothing if it is no number.
std::optional<std::size_t> count_of(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  if (text.empty()) return 1;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class Session {
 public:
  Session(run::Simulation& simulation, const SessionOptions& options, std::ostream& out)
      : simulation_(simulation), options_(options), out_(out), text_(simulation.interpreter(), options.text, 9999) {}

  Exit run() {
    if (input_.is_terminal()) out_ << dim("N chooses, u undoes, r is random, s shows the state, ? shows more, q quits") << '\n';
    text_.write_initial(out_, simulation_.run().initial);
    for (std::size_t i = 0; i < simulation_.run().steps.size(); ++i) text_.write_step(out_, simulation_.run(), i);
    show_choices();
    while (const auto line = input_.next(out_, fmt::format("step {}> ", steps() + 1))) {
      if (*line == "q") break;
      obey(*line);
    }
    return input_.failed() ? Exit::bad_input : exit_;
  }

 private:
  std::size_t steps() const { return simulation_.run().steps.size(); }
  std::string dim(std::string_view text) const { return options_.text.color.paint("2", text); }

  void obey(const std::string& line) {
    if (line.empty()) return enter();
    const std::string_view rest = std::string_view(line).substr(1);
    const bool alone = rest.empty();
    const bool spaced = alone || rest.front() == ' ' || (rest.front() >= '0' && rest.front() <= '9');
    if (line[0] >= '0' && line[0] <= '9') return choose(line);
    if (line[0] == '/') return filter(rest);
    if (line[0] == 'u' && spaced) return undo(rest);
    if (line[0] == 'r' && spaced) return go_on(rest);
    if (line[0] == 'w' && !alone && rest.front() == ' ') return save(rest);
    if (line == "s") return text_.write_state(out_, simulation_.state());
    if (line == "l") return list();
    if (line == "?" || line == "h") {
      out_ << help;
      return;
    }
    refuse(fmt::format("'{}' is no command; ? shows those that there are", printable(shorten(line, 40))));
  }

  void refuse(const std::string& message) {
    if (input_.is_terminal()) {
      out_ << message << '\n';
      return;
    }
    complain(to_string(Diagnostic{.message = message, .file = "<stdin>"}));
    exit_ = Exit::bad_input;
  }

  void show_choices() {
    const auto& choices = simulation_.choices();
    if (choices.empty()) {
      out_ << (simulation_.interpreter().is_error(simulation_.state()) ? "after the error nothing more happens"
               : simulation_.is_refused() ? "the observer has no step, and refuses whatever follows"
                                          : "the system has come to its end")
           << '\n';
      return;
    }
    std::size_t shown = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (!passes(choices[i])) continue;
      text_.write_choice(out_, i + 1, choices[i]);
      ++shown;
    }
    if (shown < choices.size())
      out_ << dim(fmt::format("{} of {} have '{}' in them", shown, choices.size(), printable(filter_))) << '\n';
  }

  // Whether the filter's text is in one of the transitions: in the name of its process, its place or its text.
  bool passes(const run::RunStep& step) {
    if (filter_.empty()) return true;
    const model::Program& program = simulation_.interpreter().program();
    for (const model::Action& action : step.actions) {
      const model::Transition& transition = program.process_types[action.type].transitions[action.transition];
      const std::string all = fmt::format("{} {} {}", run::process_name(program, action.process, action.type),
                                          run::source_text(program, transition.position), transition.text);
      if (all.find(filter_) != all.npos) return true;
    }
    return false;
  }

  void filter(std::string_view text) {
    filter_ = text;
    show_choices();
  }

  void enter() {
    std::optional<std::size_t> only;
    for (std::size_t i = 0; i < simulation_.choices().size(); ++i) {
      if (!passes(simulation_.choices()[i])) continue;
      if (only) return show_choices();
      only = i;
    }
    if (!only) return show_choices();
    take(*only);
    show_choices();
  }

  void choose(std::string_view text) {
    const auto number = count_of(text);
    const std::size_t count = simulation_.choices().size();
    if (!number || *number == 0 || *number > count)
      return refuse(count == 0 ? "there is nothing to choose from"
                               : fmt::format("'{}' is no number from 1 to {}", printable(shorten(text, 40)), count));
    take(*number - 1);
    show_choices();
  }

  void take(std::optional<std::size_t> choice) {
    const model::State before(simulation_.state().begin(), simulation_.state().end());
    const run::RunStep& step = choice ? simulation_.take(*choice) : simulation_.take_any();
    text_.write_step(out_, steps(), before, step);
    filter_.clear();
  }

  void go_on(std::string_view text) {
    const auto count = count_of(text);
    if (!count) return refuse("how many steps? r N takes N at random");
    if (simulation_.choices().empty()) return refuse("there is nothing to choose from");
    for (std::size_t i = 0; i < *count && !simulation_.choices().empty(); ++i) {
      if (interrupted()) throw Interrupted{};
      take(std::nullopt);
      if (simulation_.went_wrong()) break;
    }
    show_choices();
  }

  void undo(std::string_view text) {
    const auto count = count_of(text);
    if (!count) return refuse("how many steps? u N undoes N");
    if (*count > steps())
      return refuse(steps() == 0 ? "there is nothing to undo" : fmt::format("there are only {} steps", steps()));
    for (std::size_t i = 0; i < *count; ++i) simulation_.undo();
    filter_.clear();
    show_choices();
  }

  void list() { run::write_run(out_, simulation_.interpreter(), simulation_.run(), options_.text); }

  void save(std::string_view rest) {
    const std::string path(rest.substr(std::min(rest.find_first_not_of(' '), rest.size())));
    const run::RunOrigin origin{.model = options_.model, .observer = simulation_.observer()};
    if (const auto error =
            run::save_run(path, *run::find_run_format("json"),
                          {.interpreter = simulation_.interpreter(), .run = simulation_.run(), .origin = origin})) {
      complain(to_string(*error));
      if (!input_.is_terminal()) exit_ = Exit::bad_input;
      return;
    }
    out_ << fmt::format("saved {} as {}\n", counted(steps(), "step"), printable(path));
  }

  run::Simulation& simulation_;
  const SessionOptions& options_;
  std::ostream& out_;
  run::RunText text_;
  LineInput input_;
  std::string filter_;
  Exit exit_ = Exit::ok;
};

}  // namespace

Exit run_session(run::Simulation& simulation, const SessionOptions& options, std::ostream& out) {
  return Session(simulation, options, out).run();
}

}  // namespace lariat::cli
