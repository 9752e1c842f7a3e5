// SPDX-License-Identifier: Apache-2.0
// lariat ltl: formulas become automata, or are compared.
#include "cli/ltl.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/Error.hpp>
#include <chrono>
#include <memory>

#include "cli/interruption.hpp"
#include "cli/json_writer.hpp"
#include "cli/output.hpp"
#include "cli/prepared_files.hpp"
#include "lariat/ltl/print.hpp"

namespace lariat::cli {
namespace {

Exit run_ltl(LtlOptions options, const CLI::App& app, std::ostream& out) {
  unshield(options.formulas);
  unshield(options.files);
  const auto given = [&](const char* name) { return app.get_option(name)->count() > 0; };
  const auto refuse = [](const std::string& name, const std::string& why) { throw CLI::ValidationError(name, why); };
  if (options.formulas.empty() && options.files.empty())
    refuse("FORMULA", "is required: write one, or name a file of them by --file");
  if (options.check + options.equivalent + options.implies > 1)
    refuse("--check", "only one of --check, --equivalent and --implies");
  if (options.common.json) {
    if (given("--format") && options.format != "json") refuse("--json", "not with another --format");
    options.format = "json";
  }
  if (options.check || options.equivalent || options.implies) {
    if (options.format != "text" && options.format != "json") refuse("--format", "an answer is written as text or json");
  }
  if (options.untrusted.wanted) {
    if (options.format == "svg" || options.format == "png")
      refuse("--format", "a picture is made by another program: not with --untrusted");
    options.untrusted.begin(options.max_time);
    for (const std::string& file : options.files) prepare_input(file);
    options.untrusted.close();
  }
  if (options.equivalent || options.implies) {
    const std::string name = options.equivalent ? "--equivalent" : "--implies";
    if (options.formulas.size() != 2 || !options.files.empty()) refuse(name, "takes two formulas");
    if (options.negate) refuse(name, "not with --negate");
    return compare_formulas(options, out);
  }
  if (options.check) return check_formulas(options, out);
  if (options.format == "never") {
    if (given("--type") && options.type != "ba") refuse("--format", "a never claim is of --type ba");
    options.type = "ba";
  }
  if (options.format == "svg" || options.format == "png") {
    if (options.formulas.size() != 1 || options.formulas[0] == "-" || !options.files.empty())
      refuse("--format", "a picture is made of one formula");
    if (options.format == "png" && ::isatty(STDOUT_FILENO) == 1) refuse("--format", "a picture is nothing for a terminal");
  }
  return translate_formulas(options, out);
}

Run define(CLI::App& app) {
  auto options = std::make_shared<LtlOptions>();
  app.add_option("FORMULA", options->formulas, "formulas (docs/ltl.md); `-` reads them from the standard input")->type_name("");
  app.add_option("--file,-F", options->files, "read formulas from FILE, one a line; `-` is the standard input")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(what_group);
  app.add_flag("--negate", options->negate, "translate the negation")->group(what_group);
  add_word(app, "--type", options->type, "type", {"tgba", "gba", "ba"},
           "tgba: generalised acceptance on transitions; gba: on states; ba: one set on states [tgba]")
      ->group(what_group);
  add_word(app, "--prefer", options->prefer, "preference", {"small", "deterministic"},
           "small or deterministic automata [small]")
      ->group(what_group);
  app.add_flag("--check", options->check, "verify the automaton against the negation and random words")->group(what_group);
  app.add_flag("--equivalent", options->equivalent, "have both formulas the same models? If not, show a word")
      ->group(what_group);
  app.add_flag("--implies", options->implies, "does the first formula imply the second? If not, show a word")
      ->group(what_group);
  add_count(app, "--words", options->words, 0, 1000000000, "random words for --check [1000]")->group(what_group);
  add_number(app, "--max-time", options->max_time, 0.001, 1e9, "give up on a formula after so many seconds")
      ->type_name("SECONDS")
      ->group(limit_group);
  add_count(app, "--max-states", options->max_states, 1, 4294967294, "give up on an automaton with more states on the way")
      ->group(limit_group);
  add_word(app, "--format", options->format, "format", {"text", "hoa", "never", "dot", "svg", "png", "stats", "json"},
           "text, hoa, never, dot, svg, png, stats or json [text]")
      ->group(output_group);
  add_untrusted(app, options->untrusted);
  add_output(app, options->common);
  return [options, &app](std::ostream& out) { return run_ltl(*options, app, out); };
}

}  // namespace

automata::TranslateOptions LtlOptions::translate() const {
  automata::TranslateOptions result;
  result.type = type == "ba"    ? automata::AutomatonType::ba
                : type == "gba" ? automata::AutomatonType::gba
                                : automata::AutomatonType::tgba;
  result.prefer = prefer == "deterministic" ? automata::Preference::deterministic : automata::Preference::small;
  result.max_states = max_states;
  result.limits.interrupted = &interrupted();
  if (max_time > 0)
    result.limits.deadline = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                                    std::chrono::duration<double>(max_time));
  return result;
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

extern const Command ltl_command;
const Command ltl_command = {"ltl", "translate formulas to automata, compare formulas", define};

}  // namespace lariat::cli
