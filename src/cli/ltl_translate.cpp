// SPDX-License-Identifier: Apache-2.0
// lariat ltl: the automata, and what is told of them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>

#include "cli/formula_input.hpp"
#include "cli/graphviz.hpp"
#include "cli/ltl.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "lariat/automata/analyse.hpp"
#include "lariat/automata/io/dot.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/io/never.hpp"
#include "lariat/automata/stutter.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/ltl/classify.hpp"
#include "lariat/ltl/print.hpp"
#include "lariat/ltl/rewrite.hpp"

namespace lariat::cli {
namespace {

// What is told of a formula and its automaton.
struct TranslationSummary {
  ltl::FormulaClass formula_class = ltl::FormulaClass::reactivity;
  std::optional<bool> stutter_invariant;
  automata::Analysis analysis;
};

std::string yes_or_no(const std::optional<bool>& answer) { return !answer ? "?" : *answer ? "yes" : "no"; }

class Translating {
 public:
  Translating(const Options& options, std::ostream& out)
      : options_(options), out_(out), terminal_(describe_terminal(options.common.color)) {}

  Exit run() {
    const Exit exit = for_each_formula(options_.ltl.formulas, options_.ltl.files, [&](FormulaItem& item) {
      const Exit result = visit(item);
      out_.flush();  // before the next line is waited for
      return result;
    });
    if (options_.ltl.format == LtlFormat::stats && count_ > 1)
      out_ << fmt::format("{:>6} {:>6} {:>4}  {:<8}  {:<3}  {:>9}  {}\n", states_, edges_, "", "", "", duration_text(seconds_),
                          fmt::format("total of {} formulas", count_));
    return exit;
  }

 private:
  Exit visit(FormulaItem& item) {
    if (options_.ltl.negate) item.formula = item.store.negation(item.formula);
    const std::string text = to_string(item.store, item.formula);
    const automata::TranslateOptions options = options_.ltl.translate();
    const auto begin = std::chrono::steady_clock::now();
    automata::Translation translation;
    std::optional<TranslationSummary> summary;
    std::string reason;
    double seconds = 0;
    try {
      const Progress progress([&] { return "translating " + printable(text.substr(0, 60)); });
      translation = automata::translate(item.store, item.formula, options);
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      reason = translation.reason;
      if (translation) {
        translation.automaton->name = text;
        if (is_summarised()) summary = describe(item, *translation.automaton, options);
        return write(item, text, *translation.automaton, summary, seconds, options.limits);
      }
    } catch (const Stopped& stopped) {
      reason = stopped.reason;
    } catch (const automata::Labels::TooLarge&) {
      reason = "the labels became too large";
    } catch (const std::length_error& error) {
      reason = error.what();
    }
    complain(to_string(Diagnostic{.message = fmt::format("no automaton: {}", reason), .file = printable(short_input(item))}));
    if (options_.ltl.format == LtlFormat::json) write_json(item, text, nullptr, nullptr, seconds, reason);
    return Exit::inconclusive;
  }

  static std::string short_input(const FormulaItem& item) { return shorten(item.input, 60); }

  TranslationSummary describe(FormulaItem& item, const automata::Automaton& automaton,
                              const automata::TranslateOptions& options) const {
    TranslationSummary summary;
    const ltl::Formula simple = ltl::Simplifier(item.store).simplify(item.formula);
    // Both are right; the smaller one says more.
    summary.formula_class = std::min(ltl::syntactic_class(item.store, item.formula), ltl::syntactic_class(item.store, simple));
    const automata::Answer answer = automata::is_stutter_invariant(item.store, item.formula, {.translate = options});
    if (answer != automata::Answer::unknown) summary.stutter_invariant = answer == automata::Answer::yes;
    summary.analysis = automata::analyse(automaton, {.limits = options.limits});
    return summary;
  }

  Exit write(const FormulaItem& item, const std::string& text, const automata::Automaton& automaton,
             const std::optional<TranslationSummary>& summary, double seconds, const Limits& limits) {
    switch (options_.ltl.format) {
      case LtlFormat::hoa: {
        static constexpr std::array next_free = {std::string_view("stutter-invariant")};
        const bool is_next_free = item.store.has(item.formula, ltl::is_next_free);
        automata::write_hoa(out_, automaton,
                            is_next_free ? std::span<const std::string_view>(next_free) : std::span<const std::string_view>());
        break;
      }
      case LtlFormat::never:
        automata::write_never(out_, automaton);
        break;
      case LtlFormat::dot:
        automata::write_dot(out_, automaton);
        break;
      case LtlFormat::json:
        write_json(item, text, &automaton, &*summary, seconds, "");
        break;
      case LtlFormat::stats:
        write_stats(text, automaton, *summary, seconds);
        break;
      case LtlFormat::text:
        write_text(text, automaton, *summary, seconds);
        break;
      case LtlFormat::svg:
      case LtlFormat::png: {
        const auto picture = draw(automata::to_dot(automaton), std::string(name_of(ltl_formats, options_.ltl.format)), limits);
        if (!picture) {
          for (const Diagnostic& error : picture.errors()) complain(to_string(error));
          return Exit::bad_input;
        }
        if (options_.ltl.format == LtlFormat::png)
          out_ << RawText{*picture};
        else
          out_ << *picture;
        break;
      }
    }
    return Exit::ok;
  }

  std::string_view type_name() const { return name_of(automata::automaton_types, options_.ltl.type); }

  bool is_summarised() const {
    const LtlFormat format = options_.ltl.format;
    return format == LtlFormat::text || format == LtlFormat::stats || format == LtlFormat::json;
  }

  void write_text(const std::string& text, const automata::Automaton& automaton, const TranslationSummary& summary,
                  double seconds) {
    const auto row = [&](std::string_view name, const std::string& value) {
      out_ << fmt::format("  {}{}\n", terminal_.paint(Paint::dim, pad(name, 11)), value);
    };
    const std::string shown = printable(text);
    out_ << terminal_.paint(Paint::bold, options_.common.full ? shown : shorten(shown, terminal_.width)) << '\n';
    row("formula", fmt::format("{}, {}", to_string(summary.formula_class),
                               !summary.stutter_invariant   ? "may or may not be stutter-invariant"
                               : *summary.stutter_invariant ? "stutter-invariant"
                                                            : "not stutter-invariant"));
    row("automaton", fmt::format("{}, {}, {}, {}", type_name(), counted(automaton.graph.states(), "state"),
                                 counted(automaton.graph.edges(), "edge"), counted(automaton.graph.sets(), "set")));
    const automata::Analysis& analysis = summary.analysis;
    std::string kind(search::to_string(analysis.strength));
    if (analysis.very_weak) kind += ", very weak";
    kind += analysis.deterministic ? ", deterministic" : ", not deterministic";
    if (!analysis.deterministic && analysis.unambiguous.value_or(false)) kind += ", unambiguous";
    if (analysis.complete) kind += ", complete";
    row("class", kind);
    row("time", duration_text(seconds));
  }

  void write_stats(const std::string& text, const automata::Automaton& automaton, const TranslationSummary& summary,
                   double seconds) {
    if (count_++ == 0) out_ << "states  edges sets  class     det       time  formula\n";
    states_ += automaton.graph.states();
    edges_ += automaton.graph.edges();
    seconds_ += seconds;
    const std::string shown = printable(text);
    out_ << fmt::format("{:>6} {:>6} {:>4}  {:<8}  {:<3}  {:>9}  {}\n", automaton.graph.states(), automaton.graph.edges(),
                        automaton.graph.sets(), search::to_string(summary.analysis.strength),
                        yes_or_no(summary.analysis.deterministic), duration_text(seconds),
                        options_.common.full ? shown : shorten(shown, 120));
  }

  void write_json(const FormulaItem& item, const std::string& text, const automata::Automaton* automaton,
                  const TranslationSummary* summary, double seconds, const std::string& reason) {
    auto object = ltl_object(item.input);
    const auto optional = [](const std::optional<bool>& value) {
      return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
    };
    object["formula"] = text;
    object["negated"] = options_.ltl.negate;
    object["type"] = type_name();
    if (automaton == nullptr) {
      object["states"] = nullptr;
      object["reason"] = reason;
      return write_line(out_, object);
    }
    const automata::Analysis& analysis = summary->analysis;
    object["formula_class"] = to_string(summary->formula_class);
    object["stutter_invariant"] = optional(summary->stutter_invariant);
    object["atoms"] = automaton->atoms;
    object["states"] = automaton->graph.states();
    object["edges"] = automaton->graph.edges();
    object["sets"] = automaton->graph.sets();
    object["class"] = search::to_string(analysis.strength);
    object["very_weak"] = analysis.very_weak;
    object["deterministic"] = analysis.deterministic;
    object["complete"] = analysis.complete;
    object["unambiguous"] = optional(analysis.unambiguous);
    object["seconds"] = seconds;
    write_line(out_, object);
  }

  const Options& options_;
  std::ostream& out_;
  Terminal terminal_;
  std::size_t count_ = 0, states_ = 0, edges_ = 0;  // for the total of stats
  double seconds_ = 0;
};

}  // namespace

Exit translate_formulas(const Options& options, std::ostream& out) { return Translating(options, out).run(); }

}  // namespace lariat::cli
