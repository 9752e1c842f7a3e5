// SPDX-License-Identifier: Apache-2.0
// lariat replay: replays a saved run and shows it.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/line_input.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/frontend/check.hpp"
#include "lariat/run/formats.hpp"
#include "lariat/run/run_text.hpp"

namespace lariat::cli {
namespace {

class ReplayCommand {
 public:
  ReplayCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)) {}

  Exit run() {
    if (!options_.untrusted.begin_reading({options_.html, options_.itf})) return Exit::bad_input;
    frontend::Model model = read_model(options_.path, options_.model);
    model::Interpreter interpreter(model.program(), options_.model.interpretation());
    const auto saved = frontend::load_run(options_.file, model, interpreter, {.interrupted = &interrupted()});
    if (!saved) throw BadInput{saved.errors()};
    std::vector<run::PageSource> sources;
    if (!options_.html.empty()) sources = run::page_sources(model.program());
    options_.untrusted.end_reading(false);
    for (const std::string& note : saved->notes)
      complain(
          to_string(Diagnostic{.severity = Diagnostic::Severity::note, .message = note, .file = printable(options_.file)}));
    const Exit written = join(save_as("html", options_.html, interpreter, *saved, sources),
                              save_as("itf", options_.itf, interpreter, *saved, {}));
    if (options_.run_format != nullptr) return join(written, convert(model, interpreter, *saved, std::move(sources)));
    if (!options_.common.json) return join(written, print(interpreter, *saved));
    write(interpreter, *saved);
    return written;
  }

 private:
  // Saves the run in another format, if a file for it was named.
  Exit save_as(std::string_view format, const std::string& path, model::Interpreter& interpreter, const run::SavedRun& saved,
               std::vector<run::PageSource> sources) {
    if (path.empty()) return Exit::ok;
    const auto error = run::save_run(path, *run::find_run_format(format),
                                     {.interpreter = interpreter,
                                      .run = saved.run,
                                      .origin = saved.origin,
                                      .text = text_options(),
                                      .sources = std::move(sources)});
    if (!error) return Exit::ok;
    complain(to_string(*error));
    return Exit::bad_input;
  }

  void write(model::Interpreter& interpreter, const run::SavedRun& saved) {
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "replay");
    json.field("version", LARIAT_VERSION);
    json.field("input", fmt::format("{} {}", options_.path, options_.file));
    run::write_run(json, interpreter, saved.run, saved.origin);
    json.end();
  }

  Exit print(model::Interpreter& interpreter, const run::SavedRun& saved) {
    const run::Run& run = saved.run;
    std::string title = fmt::format("a run of {}: {}", printable(saved.origin.model), counted(run.steps.size(), "step"));
    if (run.cycle) {
      const std::size_t length = run.steps.size() - *run.cycle;
      title +=
          length == 1 ? ", the last of which repeats for ever" : fmt::format(", the last {} of which repeat for ever", length);
    }
    out_ << terminal_.paint(Paint::bold, title) << '\n';
    if (!saved.origin.property.empty()) out_ << fmt::format("property: {}\n", printable(saved.origin.property));
    run::RunTextOptions text = text_options();
    run::Story story;
    if (saved.is_trail || saved.origin.property.starts_with("deadlock")) story = run::story_of_end(interpreter, run);
    text.story = &story;
    if (!options_.common.full) text.longest_run = run::usual_longest_run;
    if (options_.chart) return write_as(*run::find_run_format("msc"), interpreter, saved, nullptr);
    if (options_.by_steps) return show_by_steps(run::RunText(interpreter, text, run.steps.size()), run);
    run::write_run(out_, interpreter, run, text);
    if (saved.is_trail) write_ending(interpreter, run);
    return Exit::ok;
  }

  run::RunTextOptions text_options() const {
    return {.color = terminal_.colors(),
            .utf8 = terminal_.utf8,
            .width = terminal_.width,
            .show_automaton = options_.show_automaton,
            .show_state = options_.show_state};
  }

  // The run alone, in the format that --run-format names.
  Exit convert(frontend::Model& model, model::Interpreter& interpreter, const run::SavedRun& saved,
               std::vector<run::PageSource> sources) {
    if (sources.empty() && options_.run_format->name == "html") sources = run::page_sources(model.program());
    return write_as(*options_.run_format, interpreter, saved, model.promela(saved.origin.observer), std::move(sources));
  }

  Exit write_as(const run::RunFormat& format, model::Interpreter& interpreter, const run::SavedRun& saved,
                const promela::PromelaProgram* promela, std::vector<run::PageSource> sources = {}) {
    const auto error = format.write(out_, {.interpreter = interpreter,
                                           .run = saved.run,
                                           .origin = saved.origin,
                                           .promela = promela,
                                           .text = text_options(),
                                           .sources = std::move(sources)});
    if (!error) return Exit::ok;
    complain(to_string(*error));
    return Exit::bad_input;
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

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
};

}  // namespace

Exit run_replay(Options& options, std::ostream& out) {
  options.untrusted.begin(0);
  try {
    return ReplayCommand(options, out).run();
  } catch (const Interrupted&) {
    return Exit::inconclusive;
  }
}

}  // namespace lariat::cli
