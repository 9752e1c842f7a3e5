// SPDX-License-Identifier: Apache-2.0
// Formulas, automata and words.
#include <sstream>
#include <unordered_map>

#include "cli/interruption.hpp"
#include "common.hpp"
#include "interruptible.hpp"
#include "lariat/automata/accepts.hpp"
#include "lariat/automata/analyse.hpp"
#include "lariat/automata/compare.hpp"
#include "lariat/automata/emptiness.hpp"
#include "lariat/automata/io/dot.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/io/label_text.hpp"
#include "lariat/automata/io/never.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/classify.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"

namespace lariat::python {
namespace {

using automata::Automaton;
// A word as Python has it: the atoms that hold, for each letter of the stem and of the cycle.
using Letters = std::vector<std::vector<std::string>>;
using Word = std::pair<Letters, Letters>;

ltl::Formula parse(ltl::FormulaStore& store, const std::string& text) {
  return value_of(ltl::parse_formula(store, text)).formula;
}

Word to_word(const std::vector<std::string>& atoms, const ltl::LassoWord& word) {
  const auto part = [&](const std::vector<ltl::Letter>& letters) {
    Letters list;
    for (const ltl::Letter letter : letters) {
      list.emplace_back();
      for (std::size_t a = 0; a < atoms.size(); ++a)
        if ((letter >> a & 1) != 0) list.back().push_back(atoms[a]);
    }
    return list;
  };
  return {part(word.stem), part(word.cycle)};
}

ltl::LassoWord from_word(const std::vector<std::string>& atoms, const Word& word) {
  if (word.second.empty()) throw OptionProblem{"the cycle of a word must not be empty"};
  std::unordered_map<std::string, std::size_t> number;
  for (std::size_t a = 0; a < atoms.size() && a < ltl::max_atoms; ++a) number.emplace(atoms[a], a);
  const auto part = [&](const Letters& letters) {
    std::vector<ltl::Letter> list;
    for (const auto& names : letters) {
      list.push_back(0);
      for (const std::string& name : names)
        if (const auto at = number.find(name); at != number.end()) list.back() |= ltl::Letter{1} << at->second;
    }
    return list;
  };
  return {part(word.first), part(word.second)};
}

std::vector<std::string> names_of_atoms(const ltl::FormulaStore& store, const std::vector<ltl::Formula>& atoms) {
  std::vector<std::string> names;
  for (const ltl::Formula atom : atoms) names.push_back(store.name(atom));
  return names;
}

// (text, atoms, class) of a formula, in a notation.
py::tuple read_formula(const std::string& text, const std::string& notation) {
  static constexpr std::array notations = {Named{ltl::Notation::letters, "letters"}, Named{ltl::Notation::spin, "spin"},
                                           Named{ltl::Notation::words, "words"}, Named{ltl::Notation::lbt, "lbt"}};
  const auto how = find_named(notations, notation);
  if (!how) throw OptionProblem{"no notation '" + notation + "'"};
  ltl::FormulaStore store;
  const ltl::Formula f = parse(store, text);
  return py::make_tuple(ltl::to_string(store, f, *how), names_of_atoms(store, store.atoms(f)), store.size(f),
                        store.has(f, ltl::is_next_free));
}

bool holds_of(const std::string& text, const Word& word) {
  ltl::FormulaStore store;
  const ltl::Formula f = parse(store, text);
  const auto atoms = value_of(ltl::atom_list(store, f));
  return ltl::evaluate(store, f, atoms, from_word(names_of_atoms(store, atoms), word));
}

py::dict comparison_dict(const ltl::FormulaStore& store, const automata::Comparison& comparison) {
  static constexpr const char* answers[] = {"yes", "no", "unknown"};
  py::dict dict;
  dict["answer"] = answers[static_cast<std::size_t>(comparison.answer)];
  dict["reason"] = comparison.reason;
  dict["word"] = comparison.word ? py::cast(to_word(names_of_atoms(store, comparison.atoms), *comparison.word)) : py::none();
  return dict;
}

// The options of `lariat ltl`, with limits that Ctrl-C belongs to.
automata::TranslateOptions translate_options(const Arguments& arguments, const std::atomic<bool>& interrupted) {
  automata::TranslateOptions options = parse_options(cli::CommandId::ltl, arguments, 1).ltl.translate();
  options.limits.interrupted = &interrupted;
  return options;
}

Automaton translate(const std::string& text, const Arguments& arguments) {
  std::atomic<bool> interrupted = false;
  const automata::TranslateOptions options = translate_options(arguments, interrupted);
  std::optional<Automaton> automaton;
  run_interruptible(interrupted, [&] {
    ltl::FormulaStore store;
    const ltl::Formula f = parse(store, text);
    automata::Translation translation = automata::translate(store, f, options);
    if (!translation) throw Stopped{translation.reason};
    automaton = *std::move(translation.automaton);
    if (automaton->name.empty()) automaton->name = ltl::to_string(store, f);
  });
  return *std::move(automaton);
}

py::dict compare(const std::string& first, const std::string& second, bool equivalence, const Arguments& arguments) {
  std::atomic<bool> interrupted = false;
  const automata::TranslateOptions options = translate_options(arguments, interrupted);
  ltl::FormulaStore store;
  automata::Comparison comparison;
  run_interruptible(interrupted, [&] {
    const ltl::Formula f = parse(store, first);
    const ltl::Formula g = parse(store, second);
    comparison = equivalence ? automata::equivalent(store, f, g, options) : automata::implies(store, f, g, options);
  });
  return comparison_dict(store, comparison);
}

py::dict agrees(const Automaton& automaton, const std::string& text) {
  std::atomic<bool> interrupted = false;
  ltl::FormulaStore store;
  automata::Comparison comparison;
  run_interruptible(interrupted, [&] {
    automata::CheckTranslationOptions options;
    options.translate.limits.interrupted = &interrupted;
    comparison = automata::check_translation(store, parse(store, text), automaton, options);
  });
  return comparison_dict(store, comparison);
}

// Whether b accepts all words of a; if `both_ways`, whether they accept the same.
py::dict compare_automata(const Automaton& a, const Automaton& b, bool both_ways, std::size_t max_states) {
  std::atomic<bool> interrupted = false;
  py::dict dict;
  dict["answer"] = "yes";
  dict["reason"] = "";
  dict["word"] = py::none();
  automata::CommonWord found;
  std::string reason;
  run_interruptible(interrupted, [&] {
    try {
      const Limits limits = {.interrupted = &interrupted};
      found = automata::difference(a, b, max_states, limits);
      if (!found.word && both_ways) found = automata::difference(b, a, max_states, limits);
    } catch (const Stopped& stopped) {
      reason = stopped.reason;
    } catch (const automata::Labels::TooLarge&) {
      reason = "the labels became too large";
    }
  });
  if (!reason.empty()) {
    dict["answer"] = "unknown";
    dict["reason"] = reason;
  } else if (found.word) {
    dict["answer"] = "no";
    dict["word"] = to_word(found.atoms, *found.word);
  }
  return dict;
}

std::vector<Automaton> read_automata(const std::string& text, const std::string& name) {
  std::vector<Automaton> automata;
  if (text.find("never") < text.find("HOA:")) return value_of(automata::read_claims(text, name));
  std::istringstream stream(text);
  automata::HoaReader reader(stream, name);
  for (;;) {
    auto next = value_of(reader.next());
    if (!next) return automata;
    automata.push_back(*std::move(next));
  }
}

py::dict check_emptiness(const Automaton& automaton, const Arguments& arguments) {
  const cli::Options options = parse_options(cli::CommandId::empty, arguments, 1);
  std::atomic<bool> interrupted = false;
  search::CheckResult result;
  run_interruptible(interrupted, [&] {
    Limits limits = cli::limits_of(options.empty.max_time);
    limits.interrupted = &interrupted;
    if (options.minimize) {
      search::MinimizeOptions minimize;
      minimize.limits = limits;
      if (options.empty.max_length != 0) minimize.max_length = options.empty.max_length;
      result = automata::minimize(automaton.graph, *options.minimize, minimize).check;
      return;
    }
    search::CheckOptions how;
    how.algorithm = options.empty.algorithm.value_or(search::Algorithm::automatic);
    how.limits = limits;
    result = value_of(automata::check_emptiness(automaton.graph, how));
  });
  static constexpr const char* verdicts[] = {"empty", "nonempty", "unknown"};
  py::dict dict;
  dict["verdict"] = verdicts[static_cast<std::size_t>(result.verdict)];
  dict["reason"] = result.reason;
  dict["algorithm"] = std::string(search::info(result.algorithm).name);
  dict["notes"] = result.notes;
  dict["statistics"] = to_dict(result.statistics);
  dict["stem"] = py::none();
  if (!result.lasso) return dict;
  const auto steps = [&](const std::vector<Step>& part) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> list;
    for (const Step& step : part) list.emplace_back(step.source, step.target);
    return list;
  };
  // A letter for each step: one that its label allows.
  const auto letters = [&](const std::vector<Step>& part) {
    Letters list;
    for (const Step& step : part) {
      const automata::LabelId label = automaton.edge_labels[automaton.graph.first_edge(step.source) + step.choice];
      list.emplace_back();
      const auto cube = automaton.labels.some_cube(label);
      for (const auto& [atom, positive] : cube.value_or(automata::Conjunction{}))
        if (positive) list.back().push_back(automaton.atoms[atom]);
    }
    return list;
  };
  dict["stem"] = steps(result.lasso->stem);
  dict["cycle"] = steps(result.lasso->cycle);
  dict["word"] = Word{letters(result.lasso->stem), letters(result.lasso->cycle)};
  return dict;
}

// The atoms of a, then those that only b has, and where each of b's is among them.
std::vector<std::uint32_t> join_atoms(std::vector<std::string>& atoms, const std::vector<std::string>& others) {
  std::vector<std::uint32_t> places;
  for (const std::string& atom : others) {
    const auto at = std::find(atoms.begin(), atoms.end(), atom);
    places.push_back(static_cast<std::uint32_t>(at - atoms.begin()));
    if (at == atoms.end()) atoms.push_back(atom);
  }
  return places;
}

// A label of another automaton, with its atoms at other places.
automata::LabelId copy_label(automata::Labels& labels, const automata::Labels& others, automata::LabelId label,
                             const std::vector<std::uint32_t>& places) {
  std::vector<automata::LabelId> terms;
  for (const automata::Conjunction& term : others.cover(label)) {
    std::vector<automata::LabelId> literals;
    for (const auto& [atom, positive] : term) {
      const automata::LabelId literal = labels.atom(places[atom]);
      literals.push_back(positive ? literal : labels.negate(literal));
    }
    terms.push_back(labels.conjoin_all(literals));
  }
  return labels.disjoin_all(terms);
}

// The synchronous product: accepts the words that both accept. Acceptance is on transitions, the sets of a before those of b.
Automaton product(const Automaton& a, const Automaton& b, const std::atomic<bool>& interrupted) {
  const unsigned sets = a.graph.sets() + b.graph.sets();
  if (sets > max_sets) throw InputProblem{{{.message = "the product would have more than 64 acceptance sets"}}};
  Automaton result;
  result.atoms = a.atoms;
  const auto b_places = join_atoms(result.atoms, b.atoms);
  result.labels = a.labels;
  std::vector<automata::LabelId> b_labels;
  for (const automata::LabelId label : b.edge_labels) b_labels.push_back(copy_label(result.labels, b.labels, label, b_places));

  GraphBuilder builder(sets);
  std::vector<std::pair<StateId, StateId>> pairs;
  std::unordered_map<std::uint64_t, StateId> numbers;
  const auto number = [&](StateId s, StateId t) {
    const auto [at, is_new] = numbers.emplace(std::uint64_t{s} << 32 | t, static_cast<StateId>(pairs.size()));
    if (is_new) pairs.emplace_back(s, t);
    return at->second;
  };
  const auto name = [](const Automaton& automaton, StateId s) {
    const auto at = automaton.state_names.find(s);
    return at != automaton.state_names.end() ? at->second : std::to_string(s);
  };
  for (const StateId s : a.graph.initial())
    for (const StateId t : b.graph.initial()) builder.add_initial(number(s, t));
  std::vector<automata::LabelId> labels;
  for (StateId n = 0; n < pairs.size(); ++n) {
    if (interrupted) throw Stopped{"interrupted"};
    const auto [s, t] = pairs[n];
    result.state_names[n] = name(a, s) + "," + name(b, t);
    const Marks of_states = a.graph.state_marks(s) | (b.graph.sets() == 0 ? 0 : b.graph.state_marks(t) << a.graph.sets());
    for (std::uint32_t e = 0; e < a.graph.targets(s).size(); ++e)
      for (std::uint32_t f = 0; f < b.graph.targets(t).size(); ++f) {
        const std::uint32_t i = a.graph.first_edge(s) + e, j = b.graph.first_edge(t) + f;
        const automata::LabelId label = result.labels.conjoin(a.edge_labels[i], b_labels[j]);
        if (label == automata::Labels::never) continue;
        const Marks marks =
            of_states | a.graph.edge_marks(i) | (b.graph.sets() == 0 ? 0 : b.graph.edge_marks(j) << a.graph.sets());
        builder.add_edge(n, number(a.graph.edge_target(i), b.graph.edge_target(j)), marks);
        labels.push_back(label);
      }
  }
  builder.ensure_states(pairs.size());
  std::vector<std::uint32_t> order;
  result.graph = std::move(builder).build(&order);
  for (const std::uint32_t edge : order) result.edge_labels.push_back(labels[edge]);
  result.rejects_all = a.rejects_all || b.rejects_all;
  return result;
}

py::list edges_of(const Automaton& automaton) {
  const auto marks = [](Marks bits) {
    std::vector<unsigned> list;
    for (unsigned i = 0; i < max_sets; ++i)
      if ((bits >> i & 1) != 0) list.push_back(i);
    return list;
  };
  py::list list;
  for (StateId s = 0; s < automaton.graph.states(); ++s)
    for (std::uint32_t e = 0; e < automaton.graph.targets(s).size(); ++e) {
      const std::uint32_t edge = automaton.graph.first_edge(s) + e;
      list.append(py::make_tuple(s, automata::label_text(automaton, automaton.edge_labels[edge]),
                                 automaton.graph.edge_target(edge),
                                 marks(automaton.graph.edge_marks(edge) | automaton.graph.state_marks(s))));
    }
  return list;
}

py::dict analyse(const Automaton& automaton) {
  const automata::Analysis analysis = automata::analyse(automaton);
  py::dict dict;
  dict["strength"] = std::string(search::to_string(analysis.strength));
  dict["deterministic"] = analysis.deterministic;
  dict["complete"] = analysis.complete;
  dict["very_weak"] = analysis.very_weak;
  dict["unambiguous"] = analysis.unambiguous;
  return dict;
}

}  // namespace

void bind_automata(py::module_& module) {
  module.def("read_formula", read_formula);
  module.def("holds_of", holds_of);
  module.def("translate", translate);
  module.def("compare", compare);
  module.def("read_automata", read_automata);
  py::class_<Automaton>(module, "Automaton")
      .def_readonly("name", &Automaton::name)
      .def_readonly("atoms", &Automaton::atoms)
      .def_property_readonly("states", [](const Automaton& a) { return a.graph.states(); })
      .def_property_readonly("transitions", [](const Automaton& a) { return a.graph.edges(); })
      .def_property_readonly("sets", [](const Automaton& a) { return a.rejects_all ? 0 : a.graph.sets(); })
      .def_property_readonly("state_based", [](const Automaton& a) { return a.graph.state_based(); })
      .def_property_readonly(
          "initial",
          [](const Automaton& a) { return std::vector<StateId>(a.graph.initial().begin(), a.graph.initial().end()); })
      .def_readonly("state_names", &Automaton::state_names)
      .def("edges", edges_of)
      .def("hoa", automata::to_hoa)
      .def("dot", automata::to_dot)
      .def("never",
           [](const Automaton& a) {
             try {
               return automata::to_never(a);
             } catch (const std::invalid_argument& error) {
               throw InputProblem{{{.message = error.what()}}};
             }
           })
      .def("analyse", analyse)
      .def("accepts", [](const Automaton& a, const Word& word) { return automata::accepts(a, from_word(a.atoms, word)); })
      .def("check_emptiness", check_emptiness)
      .def("agrees", agrees)
      .def("compare", compare_automata)
      .def("product",
           [](const Automaton& a, const Automaton& b) {
             std::atomic<bool> interrupted = false;
             std::optional<Automaton> result;
             run_interruptible(interrupted, [&] { result = product(a, b, interrupted); });
             return *std::move(result);
           })
      .def("common_word", [](const Automaton& a, const Automaton& b) -> std::optional<Word> {
        std::atomic<bool> interrupted = false;
        automata::CommonWord common;
        run_interruptible(interrupted, [&] { common = automata::common_word(a, b, {.interrupted = &interrupted}); });
        if (!common.word) return std::nullopt;
        return to_word(common.atoms, *common.word);
      });
}

}  // namespace lariat::python
