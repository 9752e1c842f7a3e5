// SPDX-License-Identifier: Apache-2.0
// Properties of a model that are given as text, or stated by the model itself.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/check/check.hpp"
#include "lariat/frontend/model.hpp"
#include "lariat/ltl/formula.hpp"
#include "lariat/model/program.hpp"

namespace lariat::frontend {

struct RequirementTexts {
  std::vector<std::string> formulas = {};      // LTL
  std::vector<std::string> defines = {};       // NAME=EXPRESSION
  std::vector<std::string> define_files = {};  // with a definition on each line
  std::vector<std::string> invariants = {};
  std::vector<std::string> reaches = {};
  bool deadlock = false;
  bool assertions = false;
  std::vector<std::string> properties = {};  // named ones of the model; an empty name is its property process
  bool end_states = false;
  bool acceptance = false;
  bool progress = false;

  // True if at least one requirement is asked for.
  bool any() const {
    return !formulas.empty() || !invariants.empty() || !reaches.empty() || deadlock || assertions || end_states || acceptance ||
           progress || !properties.empty();
  }
};

struct Requirements {
  std::vector<check::Requirement> list = {};
  std::vector<Diagnostic> warnings = {};
};

// The requirements in the order: property process, formulas, invariants, goals, assertions, deadlock. If nothing is asked for:
// what the model itself states. Otherwise everything that is wrong with them. Throws Interrupted and Stopped while it reads
// files of definitions.
Result<Requirements> read_requirements(Model& model, ltl::FormulaStore& formulas, const RequirementTexts& texts,
                                       const Limits& limits = {});

using Definitions = std::vector<std::pair<std::string, model::ExprId>>;

// The meaning of each definition, in their order.
Result<Definitions> read_definitions(Model& model, const RequirementTexts& texts, const Limits& limits = {});

}  // namespace lariat::frontend
