// SPDX-License-Identifier: Apache-2.0
// lariat ltl --check, --equivalent and --implies.
#include <fmt/format.h>

#include "cli/formula_input.hpp"
#include "cli/interruption.hpp"
#include "cli/ltl.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/ltl/print.hpp"

namespace lariat::cli {
namespace {

std::string_view to_string(automata::Answer answer) {
  switch (answer) {
    case automata::Answer::yes:
      return "yes";
    case automata::Answer::no:
      return "no";
    case automata::Answer::unknown:
      break;
  }
  return "unknown";
}

Paint answer_paint(automata::Answer answer) {
  return answer == automata::Answer::yes ? Paint::green : answer == automata::Answer::no ? Paint::red : Paint::yellow;
}

void print_row(std::ostream& out, const Terminal& terminal, std::string_view name, const std::string& value) {
  out << fmt::format("  {}{}\n", terminal.paint(Paint::dim, pad(name, 10)), value);
}

}  // namespace

Exit check_formulas(const Options& options, std::ostream& out) {
  const Terminal terminal = describe_terminal(options.common.color);
  return for_each_formula(options.ltl.formulas, options.ltl.files, [&](FormulaItem& item) {
    if (options.ltl.negate) item.formula = item.store.negation(item.formula);
    const std::string text = ltl::to_string(item.store, item.formula);
    automata::Comparison result;
    std::size_t states = 0;
    {
      const Progress progress([&] { return "checking " + printable(text.substr(0, 60)); });
      const automata::TranslateOptions translate_options = options.ltl.translate();
      const automata::Translation translation = automata::translate(item.store, item.formula, translate_options);
      result.reason = translation.reason;
      if (translation) {
        states = translation.automaton->graph.states();
        result = automata::check_translation(item.store, item.formula, *translation.automaton,
                                             {.words = options.ltl.words, .translate = translate_options});
      }
    }
    if (options.ltl.format == LtlFormat::json) {
      auto object = ltl_object(item.input);
      object["formula"] = text;
      object["type"] = name_of(automata::automaton_types, options.ltl.type);
      object["answer"] = to_string(result.answer);
      if (result.answer == automata::Answer::unknown) object["reason"] = result.reason;
      object["words"] = options.ltl.words;
      object["word"] = result.word ? word_json(item.store, result.atoms, *result.word) : nlohmann::ordered_json(nullptr);
      write_line(out, object);
    } else {
      const std::string shown = printable(text);
      out << terminal.paint(Paint::bold, options.common.full ? shown : shorten(shown, terminal.width)) << '\n';
      const std::string_view verdict = result.answer == automata::Answer::yes  ? "correct"
                                       : result.answer == automata::Answer::no ? "WRONG"
                                                                               : "unknown";
      out << fmt::format(
          "  {}{}\n", terminal.paint(answer_paint(result.answer), pad(verdict, 10)),
          result.answer == automata::Answer::unknown
              ? fmt::format("({})", result.reason)
              : fmt::format("{} with {}", name_of(automata::automaton_types, options.ltl.type), counted(states, "state")));
      if (result.answer == automata::Answer::yes) {
        print_row(out, terminal, "checked", "it shares no word with the automaton of the negation");
        print_row(
            out, terminal, "checked",
            fmt::format("it accepts exactly those of {} that satisfy the formula", counted(options.ltl.words, "random word")));
      }
      if (result.word) print_row(out, terminal, "word", printable(word_text(item.store, result.atoms, *result.word)));
    }
    out.flush();
    if (result.answer == automata::Answer::no) {
      complain(lariat::to_string(
          Diagnostic{.message = "internal error: the automaton is wrong; please report it", .file = "lariat"}));
      return Exit::internal;
    }
    return result.answer == automata::Answer::yes ? Exit::ok : Exit::inconclusive;
  });
}

Exit compare_formulas(const Options& options, std::ostream& out) {
  const Terminal terminal = describe_terminal(options.common.color);
  ltl::FormulaStore store;
  ltl::Formula f;
  ltl::Formula g;
  const bool first = read_formula(store, options.ltl.formulas[0], "first formula", 1, f);
  const bool second = read_formula(store, options.ltl.formulas[1], "second formula", 1, g);
  if (!first || !second) return Exit::bad_input;
  const automata::Comparison result = [&] {
    const Progress progress([] { return "comparing"; });
    return options.ltl.equivalent ? automata::equivalent(store, f, g, options.ltl.translate())
                                  : automata::implies(store, f, g, options.ltl.translate());
  }();
  const std::string question = options.ltl.equivalent ? "equivalent" : "implies";
  const std::string_view holds_of = result.word && evaluate(store, f, result.atoms, *result.word) ? "first" : "second";
  if (options.ltl.format == LtlFormat::json) {
    auto object = ltl_object(fmt::format("{} {}", options.ltl.formulas[0], options.ltl.formulas[1]));
    object["formulas"] = {ltl::to_string(store, f), ltl::to_string(store, g)};
    object["question"] = question;
    object["answer"] = to_string(result.answer);
    if (result.answer == automata::Answer::unknown) object["reason"] = result.reason;
    object["word"] = result.word ? word_json(store, result.atoms, *result.word) : nlohmann::ordered_json(nullptr);
    if (result.word) object["satisfies"] = holds_of;
    write_line(out, object);
  } else {
    const std::string said = options.ltl.equivalent ? "the same words satisfy both formulas"
                                                    : "every word that satisfies the first formula satisfies the second";
    const std::string denied = fmt::format("a word that satisfies only the {} formula:", holds_of);
    out << fmt::format("{}{}\n", terminal.paint(answer_paint(result.answer), pad(to_string(result.answer), 9)),
                       result.answer == automata::Answer::yes  ? said
                       : result.answer == automata::Answer::no ? denied
                                                               : fmt::format("({})", result.reason));
    if (result.word) out << fmt::format("         {}\n", printable(word_text(store, result.atoms, *result.word)));
  }
  return result.answer == automata::Answer::yes  ? Exit::ok
         : result.answer == automata::Answer::no ? Exit::nonempty
                                                 : Exit::inconclusive;
}

}  // namespace lariat::cli
