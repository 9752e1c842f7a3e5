// SPDX-License-Identifier: Apache-2.0
// The source of a model with the number of executions beside each statement.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "cli/output.hpp"
#include "lariat/check/executions.hpp"
#include "lariat/run/page.hpp"

namespace lariat::cli {

// The listing: every line of the files that have statements. Files whose text is not known are listed by statement.
void print_coverage(std::ostream& out, const Terminal& terminal, const model::Program& program,
                    const check::Executions& executions, const std::vector<run::PageSource>& sources);

nlohmann::ordered_json coverage_json(const model::Program& program, const check::Executions& executions);

// Notes the executions of each line in the sources of a page.
void add_counts(const check::Executions& executions, std::vector<run::PageSource>& sources);

}  // namespace lariat::cli
