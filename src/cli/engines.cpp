// SPDX-License-Identifier: Apache-2.0
// lariat engines: compares native code with the interpreter, state by state.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/engine_options.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/base/file.hpp"
#include "lariat/native/agreement.hpp"

namespace lariat::cli {
Exit run_engines(Options& all, std::ostream& out) {
  const EnginesOptions& options = all.engines;
  const bool as_json = all.common.json;
  native::EngineOptions engine{.kind = native::EngineOptions::Kind::native, .optimise = !options.quick};
  if (!all.search.engine.no_cache) engine.cache_directory = native::default_cache_directory();
  engine.compiler = "/proc/self/exe";  // main() offers the service
  std::size_t width = 5;
  for (const std::string& path : options.paths) width = std::max(width, columns(display_name(path)));
  if (!as_json)
    out << fmt::format("{} {:>12} {:>12} {:>14} {:>14} {:>7}\n", pad("model", width), "states", "given up", "interpreted/s",
                       "native/s", "ratio");
  std::optional<JsonWriter> json;
  if (as_json) {
    json.emplace(out);
    json->begin_object();
    json->field("command", "engines");
    json->field("version", LARIAT_VERSION);
    json->field("input", fmt::format("{}", fmt::join(options.paths, " ")));
    json->key("rows");
    json->begin_array();
  }
  bool differs = false;
  for (const std::string& path : options.paths) {
    frontend::Model model = read_model(path, all.model);
    const native::Agreement a =
        native::compare_with_interpreter(model.program(), all.model.interpretation(), {}, engine, options.max_states);
    differs |= a.difference.has_value();
    const auto rate = [&](double seconds) { return static_cast<double>(a.states) / std::max(seconds, 1e-9); };
    if (json) {
      nlohmann::ordered_json row = {{"input", path},
                                    {"states", a.states},
                                    {"complete", a.complete},
                                    {"given_up", a.given_up},
                                    {"interpreter_seconds", a.interpreter_seconds},
                                    {"native_seconds", a.native_seconds}};
      if (!a.obstacle.empty()) row["obstacle"] = a.obstacle;
      if (a.difference) row["difference"] = *a.difference;
      json->value(row);
    } else if (!a.obstacle.empty()) {
      out << fmt::format("{} not compiled: {}\n", pad(display_name(path), width), a.obstacle);
    } else {
      out << fmt::format("{} {:>12} {:>12} {:>14} {:>14} {:>7.2f}\n", pad(display_name(path), width), grouped(a.states),
                         grouped(a.given_up), grouped(static_cast<std::uint64_t>(rate(a.interpreter_seconds))),
                         grouped(static_cast<std::uint64_t>(rate(a.native_seconds))),
                         a.interpreter_seconds / std::max(a.native_seconds, 1e-9));
      if (a.difference) out << fmt::format("  DIFFERENT: {}\n", *a.difference);
    }
    out.flush();
  }
  if (json) {
    json->end();
    json->end();
    out << '\n';
  }
  return differs ? Exit::internal : Exit::ok;
}

}  // namespace lariat::cli
