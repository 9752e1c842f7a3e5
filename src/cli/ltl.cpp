// SPDX-License-Identifier: Apache-2.0
// lariat ltl: translates formulas to automata, or compares formulas.
#include "cli/ltl.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/json_writer.hpp"
#include "cli/output.hpp"
#include "lariat/base/prepared_files.hpp"
#include "lariat/ltl/print.hpp"

namespace lariat::cli {
Exit run_ltl(Options& options, std::ostream& out) {
  LtlOptions& ltl = options.ltl;
  if (options.common.json) ltl.format = LtlFormat::json;
  if (options.untrusted.wanted) {
    options.untrusted.begin(ltl.max_time);
    for (const std::string& file : ltl.files) prepare_input(file);
    options.untrusted.close();
  }
  if (ltl.equivalent || ltl.implies) {
    if (ltl.formulas.size() != 2) refuse(ltl.equivalent ? "--equivalent" : "--implies", "takes two formulas");
    return compare_formulas(options, out);
  }
  if (ltl.check) return check_formulas(options, out);
  if (ltl.format == LtlFormat::never) ltl.type = automata::AutomatonType::ba;
  if (ltl.format == LtlFormat::svg || ltl.format == LtlFormat::png) {
    if (ltl.formulas.size() != 1) refuse("--format", "a picture is made of one formula");
    if (ltl.format == LtlFormat::png && ::isatty(STDOUT_FILENO) == 1) refuse("--format", "a png cannot be shown on a terminal");
  }
  return translate_formulas(options, out);
}

std::string word_text(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms, const ltl::LassoWord& word) {
  std::vector<std::string> names;
  for (const ltl::Formula atom : atoms) names.push_back(to_string(store, atom));
  std::string text;
  for (std::size_t i = 0; i < word.positions(); ++i) {
    if (i > 0) text += "; ";
    if (i == word.stem.size()) text += "cycle{";
    for (std::size_t a = 0; a < names.size(); ++a)
      text.append(a > 0 ? " & " : "").append((word.letter(i) >> a & 1) != 0 ? "" : "!").append(names[a]);
    if (names.empty()) text += 't';
  }
  return text + '}';
}

nlohmann::ordered_json word_json(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms,
                                 const ltl::LassoWord& word) {
  const auto part = [&](const std::vector<ltl::Letter>& letters) {
    auto list = nlohmann::ordered_json::array();
    for (const ltl::Letter letter : letters) {
      auto names = nlohmann::ordered_json::array();
      for (std::size_t a = 0; a < atoms.size(); ++a)
        if ((letter >> a & 1) != 0) names.push_back(store.name(atoms[a]));
      list.push_back(std::move(names));
    }
    return list;
  };
  return {{"stem", part(word.stem)}, {"cycle", part(word.cycle)}};
}

nlohmann::ordered_json ltl_object(const std::string& input) {
  return {{"command", "ltl"}, {"version", LARIAT_VERSION}, {"input", input}};
}

void write_line(std::ostream& out, const nlohmann::ordered_json& object) {
  JsonWriter(out).value(object);
  out << '\n';
}

}  // namespace lariat::cli
