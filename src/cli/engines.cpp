// SPDX-License-Identifier: Apache-2.0
// lariat engines: compiled code against the interpreter, state by state.
#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <memory>

#include "cli/automata_input.hpp"
#include "cli/command.hpp"
#include "cli/engine_options.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/native/agreement.hpp"

namespace lariat::cli {
namespace {

struct EnginesOptions {
  std::vector<std::string> paths;
  ModelOptions model;
  std::uint64_t max_states = 100'000;
  bool quick = false;
  bool no_cache = false;
  bool json = false;
};

Exit compare_all(const EnginesOptions& options, std::ostream& out) {
  native::EngineOptions engine{.kind = native::EngineOptions::Kind::native, .optimise = !options.quick};
  if (!options.no_cache) engine.cache_directory = native::default_cache_directory();
  engine.compiler = "/proc/self/exe";  // main() offers the service
  std::size_t width = 5;
  for (const std::string& path : options.paths) width = std::max(width, columns(display_name(path)));
  if (!options.json)
    out << fmt::format("{} {:>12} {:>12} {:>14} {:>14} {:>7}\n", pad("model", width), "states", "given up", "interpreted/s",
                       "native/s", "ratio");
  std::optional<JsonWriter> json;
  if (options.json) {
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
    std::optional<LoadedModel> model = read_model_or_complain(path, options.model);
    if (!model) return Exit::bad_input;
    const native::Agreement a =
        native::compare_with_interpreter(model->program(), options.model.interpretation(), {}, engine, options.max_states);
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

Run define(CLI::App& app) {
  auto options = std::make_shared<EnginesOptions>();
  app.add_option("MODEL", options->paths, "models, files in Promela or DVE")->required()->type_name("");
  add_model_options(app, options->model);
  add_count(app, "--max-states", options->max_states, 1, UINT64_MAX, "states to compare of each model [100000]")
      ->group(limit_group);
  app.add_flag("--quick", options->quick, "the code that is compiled quickly, not the optimised code")->group(what_group);
  app.add_flag("--no-cache", options->no_cache, "neither use nor keep compiled models of other runs")->group(what_group);
  app.add_flag("--json", options->json, "print one JSON object")->group(output_group);
  return [options](std::ostream& out) { return compare_all(*options, out); };
}

}  // namespace

extern const Command engines_command;
const Command engines_command = {"engines", "compare compiled code with the interpreter, state by state", define};

}  // namespace lariat::cli
