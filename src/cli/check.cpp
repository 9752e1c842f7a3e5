// SPDX-License-Identifier: Apache-2.0
// lariat check: checks properties of models, and shows a counterexample if one fails.
#include "lariat/frontend/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "cli/check_options.hpp"
#include "cli/check_report.hpp"
#include "cli/checkpoint.hpp"
#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/rank_options.hpp"
#include "cli/report.hpp"
#include "cli/run_files.hpp"
#include "lariat/base/file.hpp"
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

class CheckCommand {
 public:
  CheckCommand(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)), json_(out), files_(options) {}

  Exit run() {
    const auto paths = frontend::find_models(options_.paths);
    if (!paths) throw BadInput{paths.errors()};
    if (paths->size() == 1) return check(paths->front());
    if (options_.untrusted.wanted) refuse("--untrusted", "takes one model: it can open no other once the first is read");
    return check_all(*paths);
  }

 private:
  Exit check_all(const std::vector<std::string>& paths) {
    if (options_.common.json) {
      json_.begin_object();
      json_.field("command", "check");
      json_.field("version", LARIAT_VERSION);
      json_.field("input", fmt::format("{}", fmt::join(options_.paths, " ")));
      json_.key("models");
      json_.begin_array();
    }
    Exit exit = Exit::ok;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (i > 0 && !options_.common.json) out_ << '\n';
      try {
        exit = join(exit, check(paths[i]));
      } catch (const BadInput& bad) {  // the other models are checked all the same
        if (options_.common.json)
          write_bad_input(json_, "check", paths[i], bad.diagnostics);
        else
          out_ << fmt::format("{}  cannot be read\n", terminal_.paint(Paint::bold, display_name(paths[i]))) << std::flush;
        complain(bad.diagnostics);
        exit = join(exit, Exit::bad_input);
      }
    }
    if (options_.common.json) {
      json_.end();
      json_.end();
    }
    return exit;
  }

  Exit check(const std::string& path) {
    if (options_.paths.size() > 1 && (!options_.checkpoint.folder.empty() || !options_.checkpoint.resume.empty()))
      throw BadInput{{{.message = "--checkpoint and --resume are for one model"}}};
    frontend::Model model = read_model(path, options_.model, options_.search.limits(nullptr));
    if (options_.trail.wanted && model.promela() == nullptr)
      throw BadInput{{{.message = "trails are for models in Promela; --trace saves any run", .file = "--trail"}}};
    agree_on_model(options_, model.program());
    ltl::FormulaStore formulas;
    const frontend::Requirements requirements = requirements_of(model, formulas, options_.requirements);
    options_.untrusted.end_reading();
    std::vector<run::PageSource> sources;
    if (!options_.html.empty() || options_.coverage) sources = run::page_sources(model.program());
    if (!options_.untrusted.close(
            {options_.trace, options_.html, options_.itf, options_.trail.wanted ? options_.trail.path(path) : ""}))
      return Exit::bad_input;
    if (options_.syntax) return report_syntax(path, model, requirements.list);

    checkpoint_ = checkpoint_of(options_, "check", model.program());
    if (checkpoint_ && std::none_of(requirements.list.begin(), requirements.list.end(),
                                    [](const Requirement& r) { return check::is_found_by_walk(r.kind); }))
      complain("note: nothing is saved: searches for infinite runs begin again\n");
    EngineUse use(options_.search.engine, options_.search.limits(nullptr));
    frontend::Checker checker(model, formulas, requirements.list);
    CheckReport report(options_, path, model, formulas, terminal_, json_, out_);
    report.begin(requirements.list);
    files_.begin_model();
    Exit exit = Exit::ok;
    for (std::size_t i = 0; i < checker.size(); ++i) {
      frontend::Answer& answer = find(checker, i, use);
      bool failed = false;
      report.add(answer, files_.save(path, model, answer, failed));
      exit = join(exit, exit_of_answer(answer, options_.strict));
      if (failed) exit = join(exit, Exit::bad_input);
    }
    if (options_.coverage) report.add_coverage(count_executions(model.program(), checker, use), sources);
    report.end(use.json());
    if (!options_.html.empty() && !report.write_page(files_.page_path(), std::move(sources)))
      exit = join(exit, Exit::bad_input);
    use.complain_if_interpreted();
    return exit;
  }

  // --syntax: the model and the properties were read.
  Exit report_syntax(const std::string& path, frontend::Model& model, const std::vector<Requirement>& requirements) {
    if (!options_.common.json) {
      out_ << fmt::format("{}  no error in the {} model, {}\n", terminal_.paint(Paint::bold, model.program().name),
                          model.language().title, counted(requirements.size(), "property", "properties"));
      return Exit::ok;
    }
    json_.begin_object();
    json_.field("command", "check");
    json_.field("version", LARIAT_VERSION);
    json_.field("input", path);
    json_.field("language", model.language().name);
    json_.field("diagnostics", diagnostics_json(model.warnings()));
    json_.key("properties");
    json_.begin_array();
    for (const Requirement& requirement : requirements)
      json_.value({{"name", requirement.name}, {"kind", check::to_string(requirement.kind)}, {"formula", requirement.text}});
    json_.end();
    json_.end();
    return Exit::ok;
  }

  // The answer to requirement i, with the warnings about it. Ctrl-C ends this one, and the next one begins.
  frontend::Answer& find(frontend::Checker& checker, std::size_t i, EngineUse& use) {
    const check::ModelCheckOptions options = model_options(checker, use);
    if (checker.is_answered(i)) return checker.answer(i, options);
    gauge_.states = 0;
    gauge_.post_calls = 0;
    gauge_.transitions = 0;
    gauge_.depth = 0;
    SearchProgress line(gauge_, {.search = &options_.search,
                                 .part = frontend::describe(checker.requirement(i)),
                                 .number = i + 1,
                                 .parts = checker.size(),
                                 .breadth_first = check::is_found_by_walk(checker.requirement(i).kind) &&
                                                  options.order == walk::SearchOrder::breadth_first && !options.approximate});
    std::optional<InterruptibleParts> parts;
    if (i + 1 < checker.size()) parts.emplace();
    const Progress progress(options_.search.progress, [&](double seconds) { return line.describe(seconds); });
    frontend::Answer& answer = checker.answer(i, options);
    if (options_.vacuity > 0) checker.warn(options, {.seconds = options_.vacuity});
    if (parts) parts->next();
    return answer;
  }

  check::Executions count_executions(const model::Program& program, const frontend::Checker& checker, EngineUse& use) {
    gauge_.states = 0;
    gauge_.transitions = 0;
    SearchProgress line(gauge_, {.search = &options_.search,
                                 .part = "coverage",
                                 .number = checker.size() + 1,
                                 .parts = checker.size() + 1,
                                 .breadth_first = true});
    const Progress progress(options_.search.progress, [&](double seconds) { return line.describe(seconds); });
    return check::count_executions(program, model_options(checker, use));
  }

  check::ModelCheckOptions model_options(const frontend::Checker& checker, EngineUse& use) {
    return check_options(options_, {.gauge = gauge_,
                                    .engine = &use.engine(),
                                    .reduced_programs = reduced_programs_,
                                    .order = checker.order_for(options_.search.por.value_or(reduce::Method::automatic)),
                                    .checkpoint = checkpoint_ ? &*checkpoint_ : nullptr});
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  JsonWriter json_;
  std::deque<model::ReducedProgram> reduced_programs_;
  RunFiles files_;
  std::optional<walk::CheckpointOptions> checkpoint_;  // of the model that is being checked
  Gauge gauge_;
};

}  // namespace

Exit run_check(Options& options, std::ostream& out) {
  prepare_for_ranks(options);
  options.untrusted.begin(options.search);
  return CheckCommand(options, out).run();
}

}  // namespace lariat::cli
