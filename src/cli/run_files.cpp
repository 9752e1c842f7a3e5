// SPDX-License-Identifier: Apache-2.0
#include "cli/run_files.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"

namespace lariat::cli {

using check::Requirement;

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
  if (!options_.trace.empty()) {
    const run::RunFormat& format = *run::find_run_format("json");
    std::string file = options_.trace;
    if (++traces_ > 1)
      file.insert(file.ends_with(format.ending) ? file.size() - format.ending.size() : file.size(),
                  fmt::format("-{}", traces_));
    saved.trace = save_as(format, file);
  }
  if (options_.trail.wanted) saved.trail = save_as(*run::find_run_format("trail"), options_.trail.path(path, ++trails_));
  return saved;
}

}  // namespace lariat::cli
