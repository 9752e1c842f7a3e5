// SPDX-License-Identifier: Apache-2.0
// DVE models as programs. The language, and how it is read, is in docs/dve.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/base/result.hpp"
#include "lariat/model/program.hpp"

namespace lariat::dve {

struct DveOptions {
  // What becomes of a value that its variable cannot hold. The language says: an error.
  model::Program::Overflow overflow = model::Program::Overflow::error;
  // Whether the processes but the first go on after an error. Published numbers differ about it.
  model::Program::ErrorState error_state = model::Program::ErrorState::stops;
  // Of time and memory; reading throws Stopped when one is reached.
  Limits limits = {};
};

// The program that a text means. Otherwise the errors found in its syntax, or else in its names and types: in the order of the
// text, at most 20 and a note that there are more. If there are no errors, `warnings` takes the first 20 constants that cannot
// be meant: values that their variable cannot hold, and indices outside their array.
Result<model::Program> read_dve(std::string_view text, std::string file_name, const DveOptions& options = {},
                                std::vector<Diagnostic>* warnings = nullptr);

// Adds an expression of DVE to a program that was read from DVE, for a property: `P_0.CS`, `x == 1 && y > 2`, `P->v[i]`. Names
// are those that are visible outside of processes. Diagnostics name `label` where others name a file. If there are any, the
// program is unchanged but for expressions that nothing uses.
Result<model::ExprId> read_expression(model::Program& program, std::string_view text, std::string label);

}  // namespace lariat::dve
