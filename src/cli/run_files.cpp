// SPDX-License-Identifier: Apache-2.0
#include "cli/run_files.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"

namespace lariat::cli {

using check::Requirement;

namespace {

// The first file has the name that was given, others have a number before its ending.
std::string numbered(std::string file, std::string_view ending, std::size_t number) {
  if (number > 1) file.insert(file.ends_with(ending) ? file.size() - ending.size() : file.size(), fmt::format("-{}", number));
  return file;
}

}  // namespace

std::string RunFiles::page_path() { return numbered(options_.html, ".html", ++pages_); }

void RunFiles::begin_model() {
  if (options_.trail.file.empty()) trails_ = 0;
}

SavedAs RunFiles::save(const std::string& path, frontend::Model& model, const frontend::Answer& answer, bool& failed) {
  SavedAs saved;
  if (!answer.finding.run) return saved;
  const Requirement& requirement = answer.requirement;
  const std::string observer = requirement.kind == Requirement::Kind::observer ? requirement.name : "";
  const auto save_as = [&](const run::RunFormat& format, const std::string& file) {
    model::Interpreter interpreter(frontend::program_of(model, requirement), answer.finding.interpretation);
    const run::RunOrigin origin{.model = path,
                                .property = fmt::format("{} {}", check::to_string(requirement.kind), requirement.text),
                                .observer = observer};
    const auto error = run::save_run(file, format,
                                     {.interpreter = interpreter,
                                      .run = *answer.finding.run,
                                      .origin = origin,
                                      .promela = model.promela(observer),
                                      .formula = requirement.kind == Requirement::Kind::ltl ? requirement.name : ""});
    if (!error) return file;
    complain(to_string(*error));
    failed = true;
    return std::string();
  };
  ++traces_;
  if (!options_.trace.empty()) saved.trace = save_as(*run::find_run_format("json"), numbered(options_.trace, ".json", traces_));
  if (!options_.itf.empty()) saved.itf = save_as(*run::find_run_format("itf"), numbered(options_.itf, ".json", traces_));
  if (options_.trail.wanted) saved.trail = save_as(*run::find_run_format("trail"), options_.trail.path(path, ++trails_));
  return saved;
}

}  // namespace lariat::cli
