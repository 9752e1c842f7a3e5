// SPDX-License-Identifier: Apache-2.0
// lariat check: checks properties of models, and shows a counterexample if one fails.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/model_check.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/rank_options.hpp"
#include "lariat/frontend/find_models.hpp"

namespace lariat::cli {
namespace {

using check::Requirement;
using check::Verdict;

// A state that --reach looks for is good news.
Exit exit_of_answer(const frontend::Answer& answer, bool strict) {
  if (answer.refused) return Exit::bad_input;
  const Verdict verdict = answer.finding.verdict;
  if (verdict == Verdict::unknown) return Exit::inconclusive;
  const Verdict good = answer.requirement.kind == Requirement::Kind::reach ? Verdict::violated : Verdict::holds;
  return verdict == good && !(strict && !answer.warnings.empty()) ? Exit::ok : Exit::nonempty;
}

// The models that are to be checked.
std::vector<std::string> models_of(const Options& options) {
  auto paths = frontend::find_models(options.paths);
  if (!paths) throw BadInput{paths.errors()};
  if (paths->size() > 1 && options.untrusted.wanted)
    refuse("--untrusted", "takes one model: it can open no other once the first is read");
  if (paths->size() > 1 && (!options.checkpoint.folder.empty() || !options.checkpoint.resume.empty()))
    refuse(options.checkpoint.folder.empty() ? "--resume" : "--checkpoint", "is for one model");
  return *std::move(paths);
}

}  // namespace

Exit run_check(Options& options, std::ostream& out) {
  prepare_for_ranks(options);
  options.untrusted.begin(options.search);
  const std::vector<std::string> paths = models_of(options);
  if (!options.untrusted.begin_reading(
          {options.trace, options.html, options.itf, options.trail.wanted ? options.trail.path(paths.front()) : std::string()}))
    return Exit::bad_input;
  CheckOutput output(options, out);
  const bool is_list = paths.size() > 1;
  if (is_list) output.begin_models();
  Exit exit = Exit::ok;
  for (const std::string& path : paths) {
    output.separate();
    try {
      ModelCheck model(options, path, output);
      for (std::size_t i = 0; i < model.size(); ++i) {
        ModelCheck::Watch watch(model, i);
        frontend::Answer& answer = model.checker().answer(i, model.options(i));
        watch.end();
        exit = join(exit, join(exit_of_answer(answer, options.strict), model.add(answer)));
      }
      exit = join(exit, model.end());
    } catch (const BadInput& bad) {
      if (!is_list) throw;
      output.add_unreadable(path, bad.diagnostics);  // the other models are checked all the same
      exit = join(exit, Exit::bad_input);
    }
  }
  if (is_list) output.end_models();
  return exit;
}

}  // namespace lariat::cli
