// SPDX-License-Identifier: Apache-2.0
// lariat replay: plays a saved run again, and shows it.
#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/file.hpp"
#include "cli/line_input.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/run_file.hpp"
#include "cli/untrusted.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/run/chart.hpp"
#include "lariat/run/run_text.hpp"

namespace lariat::cli {
namespace {

struct ReplayOptions {
  std::string path;
  std::string file;
  ModelOptions model;
  CommonOptions common;
  Untrusted untrusted;
  bool by_steps = false;
  bool show_state = false;
  bool chart = false;
  bool show_automaton = false;
};

class ReplayCommand {
 public:
  ReplayCommand(const ReplayOptions& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color_mode())) {}

  Exit run() {
    std::optional<LoadedModel> model = read_model_or_complain(options_.path, options_.model);
    if (!model) return Exit::bad_input;
    model::Interpreter interpreter(model->program(), options_.model.interpretation());
    const auto saved = load_run(options_.file, *model, interpreter);
    if (!saved) {
      for (const Diagnostic& error : saved.errors()) complain(to_string(error));
      return Exit::bad_input;
    }
    options_.untrusted.close();
    for (const std::string& note : saved->notes)
      complain(
          to_string(Diagnostic{.severity = Diagnostic::Severity::note, .message = note, .file = printable(options_.file)}));
    if (!options_.common.json) return print(interpreter, *saved);
    write(interpreter, *saved);
    return Exit::ok;
  }

 private:
  void write(model::Interpreter& interpreter, const SavedRun& saved) {
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "replay");
    json.field("version", LARIAT_VERSION);
    json.field("input", fmt::format("{} {}", options_.path, options_.file));
    write_run(json, interpreter, saved.run, saved.origin);
    json.end();
  }

  Exit print(model::Interpreter& interpreter, const SavedRun& saved) {
    const run::Run& run = saved.run;
    std::string title = fmt::format("a run of {}: {}", printable(saved.origin.model), counted(run.steps.size(), "step"));
    if (run.cycle) {
      const std::size_t length = run.steps.size() - *run.cycle;
      title +=
          length == 1 ? ", the last of which repeats for ever" : fmt::format(", the last {} of which repeat for ever", length);
    }
    out_ << terminal_.paint(Paint::bold, title) << '\n';
    if (!saved.origin.property.empty()) out_ << fmt::format("property: {}\n", printable(saved.origin.property));
    const run::RunTextOptions text{.color = terminal_.colors(),
                                   .utf8 = terminal_.utf8,
                                   .width = terminal_.width,
                                   .show_automaton = options_.show_automaton,
                                   .show_state = options_.show_state};
    if (options_.chart) {
      run::write_chart(out_, interpreter, run, text);
      return Exit::ok;
    }
    if (options_.by_steps) return show_by_steps(run::RunText(interpreter, text, run.steps.size()), run);
    run::write_run(out_, interpreter, run, text);
    if (saved.is_trail) write_ending(interpreter, run);
    return Exit::ok;
  }

  // Why a trail ends where it does, if the last step does not show it.
  void write_ending(model::Interpreter& interpreter, const run::Run& run) {
    const model::StateView last = run.before(run.steps.size());
    const std::vector<run::RunStep> possible = run::possible_steps(interpreter, last);
    if (run.cycle || interpreter.is_error(last) || possible.size() != 1 || !possible[0].actions.empty()) return;
    out_ << (interpreter.is_valid_end(last) ? "all processes have come to their end" : "invalid end state: no process can move")
         << '\n';
  }

  // Enter goes on, b goes back, q ends; s shows the state.
  Exit show_by_steps(const run::RunText& text, const run::Run& run) {
    LineInput input;
    text.write_initial(out_, run.initial);
    std::size_t at = 0;
    while (const auto line =
               input.next(out_, fmt::format("{}/{}  Enter: next, b: back, s: state, q: quit> ", at, run.steps.size()))) {
      if (*line == "q") break;
      if (line->empty() && at < run.steps.size()) {
        if (run.cycle == at) text.write_cycle_begin(out_);
        text.write_step(out_, run, at++);
        if (at == run.steps.size()) end(text, run);
      } else if (line->empty()) {
        end(text, run);
      } else if (*line == "b" && at > 0) {
        --at;
        if (at == 0)
          out_ << "back at the beginning\n";
        else
          text.write_step(out_, run, at - 1);
      } else if (*line == "s") {
        text.write_state(out_, run.before(at));
      } else {
        out_ << (*line == "b" ? "this is the beginning" : "Enter: next, b: back, s: state, q: quit") << '\n';
      }
    }
    return input.failed() ? Exit::bad_input : Exit::ok;
  }

  void end(const run::RunText& text, const run::Run& run) {
    if (run.cycle)
      text.write_cycle_end(out_, *run.cycle + 1);
    else
      out_ << "this is the end of the run\n";
  }

  const ReplayOptions& options_;
  std::ostream& out_;
  Terminal terminal_;
};

Run define(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  add_model(app, options->path, options->model);
  app.add_option("FILE", options->file, "the run: saved by --trace, or a trail of Spin; `-` is the standard input")
      ->required()
      ->type_name("");
  app.add_flag("--steps", options->by_steps, "show one step at a time: Enter is next, b back, q quit")->group(what_group);
  app.add_flag("--state", options->show_state, "show the whole state after each step")->group(output_group);
  app.add_flag("--msc", options->chart, "show a message sequence chart instead of the steps")->group(output_group);
  app.add_flag("--automaton", options->show_automaton, "show the states of the property's automaton in the run")
      ->group(output_group);
  add_untrusted(app, options->untrusted);
  add_report(app, options->common);
  return [options](std::ostream& out) {
    if (options->chart && options->common.json) throw CLI::ValidationError("--msc", "not with --json");
    if (options->chart && options->by_steps) throw CLI::ValidationError("--msc", "not with --steps");
    if (options->by_steps && options->common.json) throw CLI::ValidationError("--steps", "not with --json");
    if ((options->path == "-") + (options->file == "-") + options->by_steps > 1)
      throw CLI::ValidationError(options->path == "-" ? "MODEL" : "FILE", "the standard input is needed for something else");
    options->untrusted.begin(0);
    try {
      return ReplayCommand(*options, out).run();
    } catch (const Interrupted&) {
      return Exit::inconclusive;
    }
  };
}

}  // namespace

extern const Command replay_command;
const Command replay_command = {"replay", "show a run that was saved, as the model does it", define};

}  // namespace lariat::cli
