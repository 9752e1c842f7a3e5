// SPDX-License-Identifier: Apache-2.0
// lariat simulate: one run of a model, at random or as the user chooses.
#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "cli/command.hpp"
#include "cli/file.hpp"
#include "cli/interruption.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/run_file.hpp"
#include "cli/simulation_session.hpp"
#include "cli/trail_options.hpp"
#include "cli/untrusted.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/run/chart.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::cli {
namespace {

constexpr std::uint64_t default_steps = 100;

struct SimulateOptions {
  std::string path;
  ModelOptions model;
  CommonOptions common;
  Untrusted untrusted;
  std::string follow;
  std::string trace;
  TrailOptions trail;
  bool interactive = false;
  std::uint64_t seed = 1;
  std::uint64_t steps = 0;  // 0: not given
  std::uint64_t skip = 0;
  bool watched = false;
  std::string observer;  // that watches; empty: the first one
  bool show_state = false;
  bool only_prints = false;
  bool raw = false;  // control characters that the model prints are written as they are
  bool chart = false;
};

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
  SimulateCommand(const SimulateOptions& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color_mode())), json_(out) {
    text_ = {.color = terminal_.colors(), .utf8 = terminal_.utf8, .width = terminal_.width, .show_state = options.show_state};
  }

  Exit run() {
    std::optional<LoadedModel> model = read_model_or_complain(options_.path, options_.model);
    if (!model) return Exit::bad_input;
    if (options_.trail.wanted && !options_.trail.fits(*model)) return Exit::bad_input;
    if (options_.watched && !has_observer(*model)) return Exit::bad_input;
    model::Interpreter interpreter(options_.watched ? model->watched_by(observer_of(*model)) : model->program(),
                                   options_.model.interpretation());
    run::Run begun{.initial = interpreter.initial()};
    if (!options_.follow.empty()) {
      auto saved = load_run(options_.follow, *model, interpreter);
      if (!saved) {
        for (const Diagnostic& error : saved.errors()) complain(to_string(error));
        return Exit::bad_input;
      }
      begun = std::move(saved->run);
    }
    if (!options_.untrusted.close({options_.trace, options_.trail.wanted ? options_.trail.path(options_.path) : ""}))
      return Exit::bad_input;
    Simulation simulation(interpreter, std::move(begun), options_.seed, options_.watched);
    text_.show_automaton = !simulation.observer().empty();
    const Exit exit = options_.interactive ? interactive(simulation) : random(simulation);
    return join(exit, save(simulation, *model));
  }

 private:
  std::string observer_of(const LoadedModel& model) const {
    return options_.observer.empty() ? model.observers().front() : options_.observer;
  }

  bool has_observer(const LoadedModel& model) const {
    const auto& names = model.observers();
    if (options_.observer.empty() ? !names.empty() : std::find(names.begin(), names.end(), options_.observer) != names.end())
      return true;
    const std::string message = options_.observer.empty()
                                    ? "nothing watches the model: it has no never claim, and no property process"
                                    : fmt::format("there is no never claim or property process '{}'{}",
                                                  printable(options_.observer), suggestion(options_.observer, names));
    complain(to_string(Diagnostic{.message = message, .file = "--property"}));
    return false;
  }

  Exit interactive(Simulation& simulation) {
    try {
      return run_session(simulation, {.model = options_.path, .text = text_}, out_);
    } catch (const Interrupted&) {
      return Exit::inconclusive;  // what was done so far is saved
    }
  }

  Exit random(Simulation& simulation) {
    const bool keep = options_.common.json || !options_.trace.empty() || options_.trail.wanted || options_.chart;
    const std::uint64_t otherwise = options_.only_prints ? std::numeric_limits<std::uint32_t>::max() : default_steps;
    const std::uint64_t limit = options_.steps == 0 ? otherwise : options_.steps;
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

  bool shows_steps() const { return !options_.common.json && !options_.only_prints && !options_.chart; }

  void show(Simulation& simulation, const run::RunText& text, std::size_t number, model::StateView before,
            const run::RunStep& step) {
    if (number <= options_.skip) return;
    if (shows_steps()) text.write_step(out_, number, before, step);
    if (!options_.only_prints) return;
    std::vector<model::Action> actions = step.actions;
    if (!actions.empty() && actions.back().process == model::observer_number) actions.pop_back();
    for (const model::Printed& printed : simulation.interpreter().printed(before, actions)) {
      if (options_.raw)
        out_ << RawText{printed.text};
      else
        out_ << printed.text;
    }
    if (const model::Fault fault = run::fault_of(simulation.interpreter(), before, step))
      out_ << run::source_text(simulation.interpreter().program(), fault.source)
           << fmt::format(": error: {}\n", printable(describe(simulation.interpreter().program(), fault)));
  }

  void report(Simulation& simulation, std::size_t steps, Ending ending) {
    if (options_.common.json) {
      json_.begin_object();
      json_.field("command", "simulate");
      json_.field("version", LARIAT_VERSION);
      json_.field("input", options_.path);
      json_.field("seed", options_.seed);
      json_.field("ending", to_string(ending));
      write_run(json_, simulation.interpreter(), simulation.run(), {.model = options_.path, .observer = simulation.observer()});
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
         << terminal_.paint(Paint::dim, fmt::format(" (seed {})", options_.seed)) << '\n';
  }

  Exit save(Simulation& simulation, LoadedModel& model) {
    std::optional<Diagnostic> error;
    if (!options_.trace.empty())
      error = save_run(options_.trace, simulation.interpreter(), simulation.run(),
                       {.model = options_.path, .observer = simulation.observer()});
    if (!error && options_.trail.wanted)
      error = save_trail(options_.trail.path(options_.path), *model.promela(simulation.observer()), simulation.run());
    if (!error) return Exit::ok;
    complain(to_string(*error));
    return Exit::bad_input;
  }

  const SimulateOptions& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
  run::RunTextOptions text_;
};

Exit run_simulate(const SimulateOptions& options, std::ostream& out) {
  if (options.interactive && options.common.json) throw CLI::ValidationError("--interactive", "not with --json");
  if (options.interactive && (options.only_prints || options.chart || options.skip > 0))
    throw CLI::ValidationError(options.only_prints ? "--prints"
                               : options.chart     ? "--msc"
                                                   : "--skip",
                               "is for a random run: not with --interactive");
  for (const auto& [is_set, name] : {std::pair(options.only_prints, "--prints"), std::pair(options.chart, "--msc")})
    if (is_set && options.common.json) throw CLI::ValidationError(name, "not with --json");
  if (options.raw && !options.only_prints) throw CLI::ValidationError("--raw", "is for --prints");
  if (options.only_prints && options.chart) throw CLI::ValidationError("--prints", "not with --msc");
  if (options.interactive && options.steps > 0)
    throw CLI::ValidationError("--steps", "is for a random run: not with --interactive, where `r N` does it");
  if ((options.path == "-") + (options.follow == "-") + options.interactive > 1)
    throw CLI::ValidationError(options.path == "-" ? "MODEL" : "--follow", "the standard input is needed for something else");
  options.untrusted.begin(0);
  try {
    return SimulateCommand(options, out).run();
  } catch (const Interrupted&) {
    return Exit::inconclusive;
  }
}

Run define(CLI::App& app) {
  auto options = std::make_shared<SimulateOptions>();
  add_model(app, options->path, options->model);
  app.add_flag("--interactive", options->interactive, "ask for each step, in the terminal or from a script")->group(what_group);
  add_count(app, "--seed", options->seed, 0, std::numeric_limits<std::uint64_t>::max(),
            "the same seed takes the same steps everywhere [1]")
      ->group(what_group);
  add_count(app, "--steps", options->steps, 1, 1'000'000'000'000, "stop after N random steps [100]")->group(what_group);
  app.add_option_function<std::vector<std::string>>(
         "--property",
         [options](const std::vector<std::string>& names) {
           options->watched = true;
           if (!names.empty()) options->observer = names.front();
         },
         "let the property process or never claim of that NAME take its steps, too")
      ->type_name("NAME")
      ->expected(0, 1)
      ->group(what_group);
  app.add_option("--follow", options->follow, "begin with the steps of a saved run, or of a trail of Spin")
      ->type_name("FILE")
      ->group(what_group);
  app.add_option("--trace", options->trace, "save the run, for `lariat replay`")->type_name("FILE.json")->group(output_group);
  add_trail(app, options->trail);
  app.add_flag("--prints", options->only_prints, "show only what the model prints, and go on until it ends")
      ->group(output_group);
  app.add_flag("--raw", options->raw, "with --prints, write control characters as they are instead of escaping them")
      ->group(output_group);
  app.add_flag("--msc", options->chart, "show a message sequence chart instead of the steps")->group(output_group);
  add_count(app, "--skip", options->skip, 0, 1'000'000'000'000, "do not show the first N steps")->group(output_group);
  app.add_flag("--state", options->show_state, "show the whole state after each step")->group(output_group);
  add_untrusted(app, options->untrusted);
  add_report(app, options->common);
  return [options](std::ostream& out) { return run_simulate(*options, out); };
}

}  // namespace

extern const Command simulate_command;
const Command simulate_command = {"simulate", "run the model, at random or step by step as you choose", define};

}  // namespace lariat::cli
