// SPDX-License-Identifier: Apache-2.0
#include "cli/model_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/check_options.hpp"
#include "cli/checkpoint.hpp"
#include "cli/model_input.hpp"
#include "cli/output.hpp"
#include "cli/rank_options.hpp"
#include "lariat/base/file.hpp"

namespace lariat::cli {
namespace {

using check::Requirement;

}  // namespace

void CheckOutput::begin_models() {
  if (!options.common.json) return;
  json.begin_object();
  json.field("command", "check");
  json.field("version", LARIAT_VERSION);
  json.field("input", fmt::format("{}", fmt::join(options.paths, " ")));
  json.key("models");
  json.begin_array();
}

void CheckOutput::end_models() {
  if (!options.common.json) return;
  json.end();
  json.end();
}

void CheckOutput::separate() {
  if (!is_first_ && !options.common.json) out << '\n';
  is_first_ = false;
}

void CheckOutput::add_unreadable(const std::string& path, const std::vector<Diagnostic>& diagnostics) {
  if (options.common.json)
    write_bad_input(json, "check", path, diagnostics);
  else
    out << fmt::format("{}  cannot be read\n", terminal.paint(Paint::bold, display_name(path))) << std::flush;
  complain(diagnostics);
}

ModelCheck::ModelCheck(const Options& options, const std::string& path, CheckOutput& output)
    : options_(options), path_(path), output_(output), model_(read_model(path, options.model, options.search.limits(nullptr))) {
  if (options_.trail.wanted && model_.promela() == nullptr)
    throw BadInput{{{.message = "trails are for models in Promela; --trace saves any run", .file = "--trail"}}};
  agree_on_model(options_, model_.program());
  requirements_ = requirements_of(model_, formulas_, options_.requirements, options_.search.limits(nullptr)).list;
  if (!options_.html.empty() || options_.coverage) sources_ = run::page_sources(model_.program());
  options_.untrusted.end_reading(true);
  if (options_.syntax) {
    report_syntax();
    return;
  }
  prepare_checkpoints();
  use_.emplace(options_.search.engine, options_.search.limits(nullptr));
  checker_.emplace(model_, formulas_, requirements_);
  report_.emplace(options_, path_, model_, formulas_, output_.terminal, output_.json, output_.out);
  report_->begin(requirements_);
  output_.files.begin_model();
}

// Where the parts of the work are saved: the walk, and over ranks each search for an infinite run.
void ModelCheck::prepare_checkpoints() {
  std::vector<SavedWork> work;
  if (std::ranges::any_of(requirements_, [](const Requirement& r) { return is_found_by_walk(r.kind); })) work.push_back({});
  if (options_.cluster != nullptr)
    for (std::size_t i = 0; i < requirements_.size(); ++i)
      if (!is_found_by_walk(requirements_[i].kind))
        work.push_back({.name = fmt::format("property-{}", i + 1), .is_walk = false});
  checkpoints_ = checkpoints_of(options_, "check", model_.program(), work.empty() ? std::vector<SavedWork>{SavedWork{}} : work);
  if (!checkpoints_.empty() && work.empty()) complain("note: nothing is saved: searches for infinite runs begin again\n");
}

const walk::CheckpointOptions* ModelCheck::checkpoint_of(std::size_t i) const {
  const std::string name = is_found_by_walk(requirements_[i].kind) ? SavedWork{}.name : fmt::format("property-{}", i + 1);
  const auto found = std::ranges::find(checkpoints_, name, &walk::CheckpointOptions::name);
  return found == checkpoints_.end() ? nullptr : &*found;
}

check::ModelCheckOptions ModelCheck::options(std::optional<std::size_t> i) {
  const bool has_ranks = options_.cluster != nullptr;  // which search breadth first, also if they reduce
  return check_options(options_,
                       {.gauge = gauge_,
                        .engine = &use_->engine(),
                        .reduced_programs = reduced_programs_,
                        .order = has_ranks ? walk::SearchOrder::breadth_first
                                           : checker_->order_for(options_.search.por.value_or(reduce::Method::automatic)),
                        .checkpoint = i ? checkpoint_of(*i) : nullptr});
}

Exit ModelCheck::add(frontend::Answer& answer) {
  bool failed = false;
  report_->add(answer, output_.files.save(path_, model_, answer, failed));
  return failed ? Exit::bad_input : Exit::ok;
}

Exit ModelCheck::end() {
  if (!checker_) return exit_;
  if (options_.coverage) report_->add_coverage(count_executions(), sources_);
  report_->end(use_->json());
  if (!options_.html.empty() && !report_->write_page(output_.files.page_path(), std::move(sources_))) exit_ = Exit::bad_input;
  use_->complain_if_interpreted();
  return exit_;
}

void ModelCheck::reset_gauge() {
  gauge_.states = 0;
  gauge_.post_calls = 0;
  gauge_.transitions = 0;
  gauge_.depth = 0;
}

ModelCheck::Watch::Watch(ModelCheck& model, std::size_t i) : model_(model) {
  frontend::Checker& checker = *model.checker_;
  if (checker.is_answered(i)) return;
  model.reset_gauge();
  const check::ModelCheckOptions options = model.options(i);
  line_.emplace(model.gauge_,
                SearchPart{.search = &model.options_.search,
                           .part = frontend::describe(checker.requirement(i)),
                           .number = i + 1,
                           .parts = checker.size(),
                           .breadth_first = check::is_found_by_walk(checker.requirement(i).kind) &&
                                            options.order == walk::SearchOrder::breadth_first && !options.approximate});
  if (i + 1 < checker.size()) parts_.emplace();
  progress_.emplace(model.options_.search.progress, [this](double seconds) { return line_->describe(seconds); });
}

void ModelCheck::Watch::end() {
  if (!line_) return;
  if (const std::optional<double> seconds = model_.options_.vacuity; !seconds)
    model_.checker_->warn(model_.options());
  else if (*seconds > 0)
    model_.checker_->warn(model_.options(), check::VacuityBudget{.seconds = *seconds});
  if (parts_) parts_->next();
  progress_.reset();
  parts_.reset();
}

check::Executions ModelCheck::count_executions() {
  reset_gauge();
  SearchProgress line(gauge_, {.search = &options_.search,
                               .part = "coverage",
                               .number = checker_->size() + 1,
                               .parts = checker_->size() + 1,
                               .breadth_first = true});
  const Progress progress(options_.search.progress, [&](double seconds) { return line.describe(seconds); });
  return check::count_executions(model_.program(), options());
}

// --syntax: the model and the properties were read.
void ModelCheck::report_syntax() {
  if (!options_.common.json) {
    output_.out << fmt::format("{}  no error in the {} model, {}\n", output_.terminal.paint(Paint::bold, model_.program().name),
                               model_.language().title, counted(requirements_.size(), "property", "properties"));
    return;
  }
  JsonWriter& json = output_.json;
  json.begin_object();
  json.field("command", "check");
  json.field("version", LARIAT_VERSION);
  json.field("input", path_);
  json.field("language", model_.language().name);
  json.field("diagnostics", diagnostics_json(model_.warnings()));
  json.key("properties");
  json.begin_array();
  for (const Requirement& requirement : requirements_)
    json.value({{"name", requirement.name}, {"kind", check::to_string(requirement.kind)}, {"formula", requirement.text}});
  json.end();
  json.end();
}

}  // namespace lariat::cli
