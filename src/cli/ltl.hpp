// SPDX-License-Identifier: Apache-2.0
// What the parts of lariat ltl share.
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

struct LtlOptions {
  std::vector<std::string> formulas;
  std::vector<std::string> files;
  std::string format = "text";
  std::string type = "tgba";
  std::string prefer = "small";
  bool negate = false;
  bool check = false;
  bool equivalent = false;
  bool implies = false;
  double max_time = 0;
  std::uint64_t max_states = 0;
  std::uint64_t words = 1000;
  CommonOptions common;
  Untrusted untrusted;

  // With a deadline that begins now.
  automata::TranslateOptions translate() const;
};

// Translates each formula and shows what came of it.
Exit translate_formulas(const LtlOptions& options, std::ostream& out);
// --check
Exit check_formulas(const LtlOptions& options, std::ostream& out);
// --equivalent and --implies, of the two formulas
Exit compare_formulas(const LtlOptions& options, std::ostream& out);

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
