// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/formats.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "lariat/base/file.hpp"
#include "lariat/base/file_writer.hpp"
#include "lariat/run/chart.hpp"
#include "lariat/run/trail.hpp"
#include "run/itf.hpp"

namespace lariat::run {
namespace {

std::optional<Diagnostic> write_as_text(std::ostream& out, const RunToWrite& run) {
  write_run(out, run.interpreter, run.run, run.text);
  return std::nullopt;
}

std::optional<Diagnostic> write_as_chart(std::ostream& out, const RunToWrite& run) {
  write_chart(out, run.interpreter, run.run, run.text);
  return std::nullopt;
}

std::optional<Diagnostic> write_as_json(std::ostream& out, const RunToWrite& run) {
  out << run_json(run.interpreter, run.run, run.origin);
  return std::nullopt;
}

std::optional<Diagnostic> write_as_trail(std::ostream& out, const RunToWrite& run) {
  if (run.promela == nullptr)
    return Diagnostic{.message = "trails are for models in Promela; --trace saves any run", .file = "--trail"};
  write_trail(out, *run.promela, run.run, run.formula);
  return std::nullopt;
}

std::optional<Diagnostic> write_as_itf(std::ostream& out, const RunToWrite& run) {
  write_itf(out, run.interpreter, run.run, run.origin);
  return std::nullopt;
}

std::optional<Diagnostic> write_as_page(std::ostream& out, const RunToWrite& run) {
  const std::string title = run.origin.property.empty()
                                ? "a run of " + run.origin.model
                                : "a run of " + run.origin.model + " that violates " + run.origin.property;
  write_page(out, {.title = run.origin.model,
                   .language = run.interpreter.program().language,
                   .sources = run.sources,
                   .runs = {{.interpreter = run.interpreter,
                             .run = run.run,
                             .title = title,
                             .story = run.text.story != nullptr ? *run.text.story : story_of_end(run.interpreter, run.run)}}});
  return std::nullopt;
}

bool is_json(std::string_view /*text*/, std::string_view /*path*/) { return true; }

Result<SavedRun> read_json(std::string_view text, const std::string& file, const RunReader& reader) {
  return parse_run(text, file, reader.interpreter, reader.watched_by);
}

// The trail of a run without a step may be empty.
bool is_a_trail(std::string_view text, std::string_view path) { return is_trail(text) || path.ends_with(".trail"); }

Result<SavedRun> read_trail(std::string_view text, const std::string& file, const RunReader& reader) {
  const promela::PromelaProgram* const model = reader.promela ? reader.promela("") : nullptr;
  if (model == nullptr) return Diagnostic{.message = "this is a trail of Spin, and the model is not in Promela", .file = file};
  const promela::PromelaProgram& program = *reader.promela(claim_of(text, *model));
  model::Interpreter& interpreter = reader.interpreter;
  if (&program.program() != &interpreter.program()) interpreter = model::Interpreter(program.program(), interpreter.options());
  auto read = parse_trail(text, file, program, interpreter);
  if (!read) return read.errors();
  return SavedRun{.origin = {.model = interpreter.program().name},
                  .run = std::move(read->run),
                  .notes = std::move(read->notes),
                  .is_trail = true};
}

// A text is read by the first format that recognises it; JSON, which comes last, says what is wrong with any other text.
constexpr std::array table = {
    RunFormat{"text", "", "steps, and the variables that each changes", write_as_text, nullptr, nullptr},
    RunFormat{"msc", "", "a message sequence chart", write_as_chart, nullptr, nullptr},
    RunFormat{"html", "", "a page for a browser", write_as_page, nullptr, nullptr},
    RunFormat{"itf", "", "a trace in the Informal Trace Format, for viewers of TLA+ and Quint", write_as_itf, nullptr, nullptr},
    RunFormat{"trail", ".trail", "a trail of Spin, for models in Promela", write_as_trail, is_a_trail, read_trail},
    RunFormat{"json", ".json", "an object that lariat replay reads", write_as_json, is_json, read_json},
};

}  // namespace

std::span<const RunFormat> run_formats() { return table; }

const RunFormat* find_run_format(std::string_view name) {
  const auto found = std::ranges::find(table, name, &RunFormat::name);
  return found == table.end() ? nullptr : &*found;
}

Result<SavedRun> read_run(std::string_view text, const std::string& path, const RunReader& reader) {
  const auto format =
      std::ranges::find_if(table, [&](const RunFormat& one) { return one.recognise != nullptr && one.recognise(text, path); });
  return format->read(text, display_name(path), reader);
}

std::optional<Diagnostic> save_run(const std::string& path, const RunFormat& format, const RunToWrite& run) {
  std::ostringstream text;
  if (auto error = format.write(text, run)) return error;
  return write_file(path, text.view());
}

}  // namespace lariat::run
