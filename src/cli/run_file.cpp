// SPDX-License-Identifier: Apache-2.0
#include "cli/run_file.hpp"

#include <sstream>

#include "cli/file_writer.hpp"
#include "cli/model_input.hpp"
#include "lariat/base/excerpt.hpp"

namespace lariat::cli {

using model::Interpreter;

std::optional<Diagnostic> save_run(const std::string& path, Interpreter& interpreter, const check::Run& run,
                                   const RunOrigin& origin) {
  std::ostringstream text;
  JsonWriter json(text);
  json.begin_object();
  json.field("version", LARIAT_VERSION);
  write_run(json, interpreter, run, origin);
  json.end();
  return write_file(path, text.view());
}

Result<SavedRun> load_run(const std::string& path, Interpreter& interpreter, const WatchedBy& watched_by) {
  const auto text = read_text(path);
  if (!text) return text.errors();
  return parse_run(*text, path == "-" ? "<stdin>" : printable(path), interpreter, watched_by);
}

}  // namespace lariat::cli
