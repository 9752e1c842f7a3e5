// SPDX-License-Identifier: Apache-2.0
// What `lariat check` does with one model, but for the checks themselves, and where it writes.
#pragma once

#include <deque>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/check_report.hpp"
#include "cli/command.hpp"
#include "cli/engine_options.hpp"
#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/run_files.hpp"
#include "lariat/frontend/check.hpp"

namespace lariat::cli {

// Where all models of a call are written.
class CheckOutput {
 public:
  CheckOutput(const Options& options, std::ostream& out)
      : options(options), out(out), terminal(describe_terminal(options.common.color)), json(out), files(options) {}

  // Around the objects of several models, if they are written as JSON.
  void begin_models();
  void end_models();
  // Says that the next model has to do without an answer.
  void add_unreadable(const std::string& path, const std::vector<Diagnostic>& diagnostics);
  // To be called before a model is written, between which and the one before is a line in text.
  void separate();

  const Options& options;
  std::ostream& out;
  Terminal terminal;
  JsonWriter json;
  RunFiles files;

 private:
  bool is_first_ = true;
};

class ModelCheck {
 public:
  // Reads the model and its properties, and begins the report. Throws BadInput, and Stopped at a limit.
  ModelCheck(const Options& options, const std::string& path, CheckOutput& output);

  // The properties to be checked, one after the other; none if nothing more than reading is to be done.
  std::size_t size() const { return checker_ ? checker_->size() : 0; }
  frontend::Checker& checker() { return *checker_; }
  // For property i, whose search is saved if that is asked for; or for what is done beside the properties.
  check::ModelCheckOptions options(std::optional<std::size_t> i = {});

  // Shows an answer, and saves its run. Exit::bad_input if that failed.
  Exit add(frontend::Answer& answer);
  // Ends the report.
  Exit end();

  // While it lives, property i of the model is being checked: its progress is shown, and Ctrl-C ends that check and none of the
  // next ones.
  class Watch {
   public:
    Watch(ModelCheck& model, std::size_t i);
    // The property is answered; looks for warnings about it.
    void end();

   private:
    ModelCheck& model_;
    std::optional<SearchProgress> line_;
    std::optional<InterruptibleParts> parts_;
    std::optional<Progress> progress_;
  };

 private:
  void report_syntax();
  void prepare_checkpoints();
  const walk::CheckpointOptions* checkpoint_of(std::size_t i) const;
  check::Executions count_executions();
  void reset_gauge();

  const Options& options_;
  std::string path_;
  CheckOutput& output_;
  frontend::Model model_;
  ltl::FormulaStore formulas_;
  std::vector<check::Requirement> requirements_;
  std::vector<run::PageSource> sources_;
  std::deque<model::ReducedProgram> reduced_programs_;  // lives longer than the engine
  std::vector<walk::CheckpointOptions> checkpoints_;
  Gauge gauge_;
  Exit exit_ = Exit::ok;  // of what came before the checks
  std::optional<EngineUse> use_;
  std::optional<frontend::Checker> checker_;
  std::optional<CheckReport> report_;
};

}  // namespace lariat::cli
