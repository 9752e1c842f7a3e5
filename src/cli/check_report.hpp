// SPDX-License-Identifier: Apache-2.0
// What `lariat check` shows of a model: a row for each property, then the runs; or an object of JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/json_writer.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/verdict_table.hpp"
#include "lariat/check/executions.hpp"
#include "lariat/frontend/check.hpp"
#include "lariat/run/page.hpp"

namespace lariat::cli {

// The files in which a run was saved; empty if it was not.
struct SavedAs {
  std::string trace = {};
  std::string trail = {};
  std::string itf = {};
};

class CheckReport {
 public:
  // All must outlive this. `path` is the name of the model's file as it was given.
  CheckReport(const Options& options, std::string path, frontend::Model& model, const ltl::FormulaStore& formulas,
              const Terminal& terminal, JsonWriter& json, std::ostream& out);

  // The heading, for all that is asked; then an answer after the other, each with all answers so far; then the runs and
  // statements that were never reached.
  void begin(const std::vector<check::Requirement>& requirements);
  void add(frontend::Answer& answer, SavedAs saved);
  // The executions of each statement, which end() writes. The sources get their counts, for a page.
  void add_coverage(check::Executions executions, std::vector<run::PageSource>& sources);
  void end(const nlohmann::ordered_json& engine);
  // Writes everything as a page. False after an error, which the user has been told.
  bool write_page(const std::string& file, std::vector<run::PageSource> sources);

 private:
  std::string what(const check::Requirement& requirement) const;
  std::string_view method_name() const {
    return name_of(reduce::methods, options_.search.reduction(reduce::Method::automatic).method);
  }
  void print(const frontend::Answer& answer);
  void print_statistics(const check::Finding& finding);
  void print_runs();
  void print_unreached();
  std::string run_title(const check::Requirement& requirement, const check::Finding& finding) const;
  const std::vector<model::Coverage::Statement>* unreached() const;
  void write(const frontend::Answer& answer, const SavedAs& saved);

  const Options& options_;
  std::string path_;
  frontend::Model& model_;
  model::Program& program_;
  const ltl::FormulaStore& formulas_;
  const Terminal& terminal_;
  JsonWriter& json_;
  std::ostream& out_;
  bool asks_for_deadlocks_ = false;
  std::optional<VerdictTable> table_;
  std::vector<const frontend::Answer*> answers_;
  std::vector<SavedAs> saved_;
  std::optional<check::Executions> executions_;
  const std::vector<run::PageSource>* sources_ = nullptr;  // with the executions
};

}  // namespace lariat::cli
