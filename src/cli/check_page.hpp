// SPDX-License-Identifier: Apache-2.0
// The page of `lariat check --html`: verdicts, runs with their explanations, and a picture of the states if there are few.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/check/check.hpp"
#include "lariat/run/page.hpp"

namespace lariat::cli {

class CheckPage {
 public:
  // The program must outlive this, and so must the findings that are added.
  CheckPage(const model::Program& program, std::vector<run::PageSource> sources,
            const model::InterpreterOptions& interpretation);

  // Adds a row to the table, and the run if there is one. `watched` is the program that the requirement was checked on.
  void add(const check::Requirement& requirement, const check::Finding& finding, std::string property, std::string_view verdict,
           std::string title, const model::Program& watched, const ltl::FormulaStore& formulas);

  bool has_runs() const { return !page_.runs.empty(); }
  std::optional<Diagnostic> save(const std::string& path);

 private:
  void add_space();

  const model::Program& program_;
  model::InterpreterOptions interpretation_;
  run::Page page_;
  std::deque<model::Interpreter> interpreters_;
};

}  // namespace lariat::cli
