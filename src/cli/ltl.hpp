// SPDX-License-Identifier: Apache-2.0
// Shared by the parts of lariat ltl.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/untrusted.hpp"
#include "lariat/automata/compare.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::cli {

// Translates each formula and shows what came of it.
Exit translate_formulas(const Options& options, std::ostream& out);
// --check
Exit check_formulas(const Options& options, std::ostream& out);
// --equivalent and --implies, of the two formulas
Exit compare_formulas(const Options& options, std::ostream& out);

// `a & !b; cycle{b}`
std::string word_text(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms, const ltl::LassoWord& word);
// {"stem": [["a"], []], "cycle": [["b"]]}: of each letter the atoms that are true
nlohmann::ordered_json word_json(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms,
                                 const ltl::LassoWord& word);

// The fields that an object begins with.
nlohmann::ordered_json ltl_object(const std::string& input);
// The object on a line of its own.
void write_line(std::ostream& out, const nlohmann::ordered_json& object);

}  // namespace lariat::cli
