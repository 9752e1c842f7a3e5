// SPDX-License-Identifier: Apache-2.0
#include "cli/run_file.hpp"

#include <sstream>

#include "cli/file_writer.hpp"
#include "cli/model_input.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/run/trail.hpp"

namespace lariat::cli {

using model::Interpreter;

std::optional<Diagnostic> save_run(const std::string& path, Interpreter& interpreter, const run::Run& run,
                                   const RunOrigin& origin) {
  std::ostringstream text;
  JsonWriter json(text);
  json.begin_object();
  json.field("version", LARIAT_VERSION);
  write_run(json, interpreter, run, origin);
  json.end();
  return write_file(path, text.view());
}

Result<SavedRun> load_run(const std::string& path, LoadedModel& model, Interpreter& interpreter) {
  const auto text = read_text(path);
  if (!text) return text.errors();
  const std::string file = path == "-" ? "<stdin>" : printable(path);
  // That of a run without a step may be empty.
  if (!run::is_trail(*text) && !path.ends_with(".trail"))
    return parse_run(*text, file, interpreter,
                     [&](const std::string& name) -> model::Program& { return model.watched_by(name); });
  if (model.promela() == nullptr)
    return Diagnostic{.message = "this is a trail of Spin, and the model is not in Promela", .file = file};
  const promela::PromelaProgram& program = *model.promela(run::claim_of(*text, *model.promela()));
  if (&program.program() != &interpreter.program()) interpreter = Interpreter(program.program(), interpreter.options());
  auto read = run::parse_trail(*text, file, program, interpreter);
  if (!read) return read.errors();
  return SavedRun{.origin = {.model = interpreter.program().name},
                  .run = std::move(read->run),
                  .notes = std::move(read->notes),
                  .is_trail = true};
}

std::optional<Diagnostic> save_trail(const std::string& path, const promela::PromelaProgram& program, const run::Run& run,
                                     const std::string& formula) {
  std::ostringstream text;
  run::write_trail(text, program, run, formula);
  return write_file(path, text.view());
}

}  // namespace lariat::cli
