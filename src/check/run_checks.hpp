// SPDX-License-Identifier: Apache-2.0
// What a run of a program says about a requirement, found out without the search that found it.
#pragma once

#include <string_view>

#include "lariat/check/check.hpp"
#include "lariat/ltl/evaluate.hpp"

namespace lariat::check {

// The letters of a run with a cycle, one a state: bit i says whether atoms[i] holds.
ltl::LassoWord word_of(model::Interpreter& interpreter, const run::Run& run, const std::vector<model::ExprId>& atoms);

// What an atom of the requirement's formula stands for.
model::ExprId expression_of(const Requirement& requirement, std::string_view atom);

// True if some process is at such a location in a state of the cycle.
bool cycle_visits(const model::Program& program, const Finding& finding, bool (*has)(const model::Location&));

}  // namespace lariat::check
