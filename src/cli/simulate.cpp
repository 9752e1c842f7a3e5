// SPDX-License-Identifier: Apache-2.0
// lariat simulate: runs a model at random, or as the user chooses.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/simulation_session.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/nearest.hpp"
#include "lariat/frontend/check.hpp"
#include "lariat/run/chart.hpp"
#include "lariat/run/formats.hpp"
#include "lariat/run/simulation.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::cli {
namespace {

constexpr std::uint64_t default_steps = 100;

// Why a random simulation ended, as --json says it.
enum class Ending { steps, end, error, interrupted };

std::string_view to_string(Ending ending) {
  switch (ending) {
    case Ending::steps:
      return "steps";
    case Ending::end:
      return "end";
    case Ending::error:
      return "error";
    case Ending::interrupted:
      return "interrupted";
  }
  return "";
}

class SimulateCommand {
 public:
  SimulateCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)), json_(out) {
    text_ = {.color = terminal_.colors(), .utf8 = terminal_.utf8, .width = terminal_.width, .show_state = options.show_state};
  }

  Exit run() {
    if (!options_.untrusted.begin_reading(
            {options_.trace, options_.html, options_.itf, options_.trail.wanted ? options_.trail.path(options_.path) : ""}))
      return Exit::bad_input;
    frontend::Model model = read_model(options_.path, options_.model);
    if (options_.trail.wanted && model.promela() == nullptr)
      throw BadInput{{{.message = "trails are for models in Promela; --trace saves any run", .file = "--trail"}}};
    if (options_.simulate.watched) expect_observer(model);
    model::Interpreter interpreter(options_.simulate.watched ? model.watched_by(observer_of(model)) : model.program(),
                                   options_.model.interpretation());
    run::Run begun{.initial = interpreter.initial()};
    if (!options_.simulate.follow.empty()) {
      auto saved = frontend::load_run(options_.simulate.follow, model, interpreter, {.interrupted = &interrupted()});
      if (!saved) throw BadInput{saved.errors()};
      begun = std::move(saved->run);
    }
    if (!options_.html.empty()) sources_ = run::page_sources(model.program());
    options_.untrusted.end_reading(false);
    run::Simulation simulation(interpreter, std::move(begun), options_.simulate.seed, options_.simulate.watched);
    text_.show_automaton = !simulation.observer().empty();
    const Exit exit = options_.simulate.interactive ? interactive(simulation) : random(simulation);
    return join(exit, save(simulation, model));
  }

 private:
  std::string observer_of(const frontend::Model& model) const {
    return options_.simulate.observer.empty() ? model.observers().front() : options_.simulate.observer;
  }

  void expect_observer(const frontend::Model& model) const {
    const auto& names = model.observers();
    if (options_.simulate.observer.empty() ? !names.empty()
                                           : std::find(names.begin(), names.end(), options_.simulate.observer) != names.end())
      return;
    const std::string message =
        options_.simulate.observer.empty()
            ? "nothing watches the model: it has no never claim, and no property process"
            : fmt::format("there is no never claim or property process '{}'{}", printable(options_.simulate.observer),
                          suggestion(options_.simulate.observer, names));
    throw BadInput{{{.message = message, .file = "--property"}}};
  }

  Exit interactive(run::Simulation& simulation) {
    try {
      return run_session(simulation, {.model = options_.path, .text = text_}, out_);
    } catch (const Interrupted&) {
      return Exit::inconclusive;  // what was done so far is saved
    }
  }

  Exit random(run::Simulation& simulation) {
    const bool keep = options_.common.json || !options_.trace.empty() || !options_.html.empty() || !options_.itf.empty() ||
                      options_.trail.wanted || options_.chart;
    const std::uint64_t otherwise = options_.simulate.only_prints ? std::numeric_limits<std::uint32_t>::max() : default_steps;
    const std::uint64_t limit = options_.simulate.steps == 0 ? otherwise : options_.simulate.steps;
    const std::size_t begun = simulation.run().steps.size();
    const run::RunText text(simulation.interpreter(), text_, begun + limit);
    if (shows_steps()) text.write_initial(out_, simulation.run().initial);
    for (std::size_t i = 0; i < begun; ++i)
      show(simulation, text, i + 1, simulation.run().before(i), simulation.run().steps[i]);
    std::uint64_t done = 0;
    Ending ending = Ending::steps;
    for (; done < limit; ++done) {
      if (simulation.went_wrong()) {
        ending = Ending::error;
        break;
      }
      if (simulation.choices().empty() || interrupted()) {
        ending = interrupted() ? Ending::interrupted : Ending::end;
        break;
      }
      if (!keep) simulation.forget();
      const model::State before(simulation.state().begin(), simulation.state().end());
      const run::RunStep& step = simulation.take_any();
      show(simulation, text, begun + done + 1, before, step);
    }
    if (ending == Ending::steps && simulation.went_wrong()) ending = Ending::error;
    if (options_.chart && !options_.common.json) run::write_chart(out_, simulation.interpreter(), simulation.run(), text_);
    report(simulation, begun + done, ending);
    return ending == Ending::error ? Exit::nonempty : ending == Ending::interrupted ? Exit::inconclusive : Exit::ok;
  }

  bool shows_steps() const { return !options_.common.json && !options_.simulate.only_prints && !options_.chart; }

  void show(run::Simulation& simulation, const run::RunText& text, std::size_t number, model::StateView before,
            const run::RunStep& step) {
    if (number <= options_.simulate.skip) return;
    if (shows_steps()) text.write_step(out_, number, before, step);
    if (!options_.simulate.only_prints) return;
    std::vector<model::Action> actions = step.actions;
    if (!actions.empty() && actions.back().process == model::observer_number) actions.pop_back();
    for (const model::Printed& printed : simulation.interpreter().printed(before, actions)) {
      if (options_.simulate.raw)
        out_ << RawText{printed.text};
      else
        out_ << printed.text;
    }
    if (const model::Fault fault = run::fault_of(simulation.interpreter(), before, step))
      out_ << run::source_text(simulation.interpreter().program(), fault.source)
           << fmt::format(": error: {}\n", printable(describe(simulation.interpreter().program(), fault)));
  }

  void report(run::Simulation& simulation, std::size_t steps, Ending ending) {
    if (options_.common.json) {
      json_.begin_object();
      json_.field("command", "simulate");
      json_.field("version", LARIAT_VERSION);
      json_.field("input", options_.path);
      json_.field("seed", options_.simulate.seed);
      json_.field("ending", to_string(ending));
      run::write_run(json_, simulation.interpreter(), simulation.run(),
                     {.model = options_.path, .observer = simulation.observer()});
      json_.end();
      return;
    }
    const std::string after = fmt::format("after {}", counted(steps, "step"));
    std::string text;
    switch (ending) {
      case Ending::steps:
        text = fmt::format("{} done", counted(steps, "step"));
        break;
      case Ending::end:
        text = fmt::format("{} {}",
                           simulation.is_refused()
                               ? fmt::format("{} has no step, and refuses whatever follows,", printable(simulation.observer()))
                           : simulation.interpreter().is_valid_end(simulation.state()) ? "all processes have come to their end"
                                                                                       : "deadlock: no process can move",
                           after);
        break;
      case Ending::error:
        text = fmt::format("error {}", after);
        break;
      case Ending::interrupted:
        text = fmt::format("interrupted {}", after);
        break;
    }
    out_ << terminal_.paint(ending == Ending::error ? Paint::red : Paint::bold, text)
         << terminal_.paint(Paint::dim, fmt::format(" (seed {})", options_.simulate.seed)) << '\n';
    if (ending == Ending::end && !simulation.is_refused() && !options_.simulate.only_prints)
      for (const std::string& line : run::story_of_end(simulation.interpreter(), simulation.run()).ending)
        out_ << "  " << line << '\n';
  }

  Exit save(run::Simulation& simulation, frontend::Model& model) {
    const run::RunOrigin origin{.model = options_.path, .observer = simulation.observer()};
    const run::RunToWrite run{.interpreter = simulation.interpreter(),
                              .run = simulation.run(),
                              .origin = origin,
                              .promela = model.promela(simulation.observer()),
                              .sources = sources_};
    std::optional<Diagnostic> error;
    if (!options_.trace.empty()) error = run::save_run(options_.trace, *run::find_run_format("json"), run);
    if (!error && !options_.html.empty()) error = run::save_run(options_.html, *run::find_run_format("html"), run);
    if (!error && !options_.itf.empty()) error = run::save_run(options_.itf, *run::find_run_format("itf"), run);
    if (!error && options_.trail.wanted)
      error = run::save_run(options_.trail.path(options_.path), *run::find_run_format("trail"), run);
    if (!error) return Exit::ok;
    complain(to_string(*error));
    return Exit::bad_input;
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
  run::RunTextOptions text_;
  std::vector<run::PageSource> sources_;  // for a page
};

}  // namespace

Exit run_simulate(Options& options, std::ostream& out) {
  options.untrusted.begin(0);
  try {
    return SimulateCommand(options, out).run();
  } catch (const Interrupted&) {
    return Exit::inconclusive;
  }
}

}  // namespace lariat::cli
