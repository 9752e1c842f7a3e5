// SPDX-License-Identifier: Apache-2.0
#include "cli/space_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/output.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::cli {
namespace {

constexpr std::size_t readable_states = 2000;  // a drawing with more is of no use

// Text between double quotes for Graphviz.
std::string quotable(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// The states and transitions; nothing where a limit was reached, which has been said.
std::optional<Graph> find_graph(product::Product& product, const SearchOptions& options) {
  std::optional<Graph> graph;
  if (const auto given_up = reason_to_give_up([&] { graph = check::explore_graph(product, options.limits(nullptr)); }))
    complain(fmt::format("lariat: {}\n", *given_up));
  return graph;
}

std::string state_label(const model::Interpreter& interpreter, model::StateView s) {
  std::string label;
  for (const run::StateItem& item : run::state_items(interpreter, s))
    label += fmt::format("{}{}{}", quotable(item.name), item.kind == run::StateItem::Kind::location ? "." : " = ",
                         quotable(item.value) + "\\l");
  return label;
}

std::string step_label(const model::Program& program, const product::ProductStep& step) {
  std::string label;
  for (const model::Action& action : step.actions) {
    const model::Transition& transition = program.process_types[action.type].transitions[action.transition];
    label +=
        fmt::format("{}{}: {}", label.empty() ? "" : "\\n", quotable(run::process_name(program, action.process, action.type)),
                    quotable(shorten(transition.text, 50)));
  }
  return label;
}

// A label of the Aldebaran format has no escapes: double quotes become single ones.
std::string aut_label(const model::Program& program, const product::ProductStep& step) {
  std::string label;
  for (const model::Action& action : step.actions)
    label += fmt::format("{}{}: {}", label.empty() ? "" : " / ", run::process_name(program, action.process, action.type),
                         program.process_types[action.type].transitions[action.transition].text);
  label = printable(label);
  std::replace(label.begin(), label.end(), '"', '\'');
  return label;
}

}  // namespace

Exit draw_dot(const model::Program& program, const Definitions& atoms, const SpacePictureOptions& options, std::ostream& out) {
  system::ProgramSystem system(program);
  model::Interpreter& interpreter = system.interpreter();
  SearchOptions search = options.search;
  if (!options.full && search.max_states == 0) search.max_states = readable_states;
  product::PlainProduct product(system, search.product(nullptr));
  const auto graph = find_graph(product, search);
  if (!graph) {
    if (options.search.max_states == 0 && !options.full)
      complain(fmt::format("lariat: a drawing of more than {} states is of little use; --full makes it all the same\n",
                           readable_states));
    return Exit::inconclusive;
  }
  out << fmt::format("digraph \"{}\" {{\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace, fontsize=10];\n",
                     quotable(program.name));
  out << "  start [shape=point];\n  start -> 0;\n";
  for (StateId s = 0; s < graph->states(); ++s) {
    std::string label = state_label(interpreter, product.system_state(s));
    for (const auto& [name, expression] : atoms)
      if (interpreter.evaluate(expression, product.system_state(s)).value != 0) label += fmt::format("({})\\l", quotable(name));
    const bool ends = graph->targets(s).empty();
    out << fmt::format("  {} [label=\"{}\"{}];\n", s, label, ends ? ", peripheries=2" : "");
    for (std::uint32_t choice = 0; choice < graph->targets(s).size(); ++choice)
      out << fmt::format("  {} -> {} [label=\"{}\"];\n", s, graph->targets(s)[choice],
                         step_label(program, product.describe(s, choice)));
  }
  out << "}\n";
  return Exit::ok;
}

Exit draw_aut(const model::Program& program, const SpacePictureOptions& options, std::ostream& out) {
  system::ProgramSystem system(program);
  product::PlainProduct product(system, options.search.product(nullptr));
  const auto graph = find_graph(product, options.search);
  if (!graph) return Exit::inconclusive;
  out << fmt::format("des (0, {}, {})\n", graph->edges(), graph->states());
  for (StateId s = 0; s < graph->states(); ++s)
    for (std::uint32_t choice = 0; choice < graph->targets(s).size(); ++choice)
      out << fmt::format("({}, \"{}\", {})\n", s, aut_label(program, product.describe(s, choice)), graph->targets(s)[choice]);
  return Exit::ok;
}

Exit draw_hoa(const model::Program& program, const Definitions& atoms, const SpacePictureOptions& options, std::ostream& out) {
  system::ProgramSystem system(program);
  model::Interpreter& interpreter = system.interpreter();
  product::PlainProduct product(system, options.search.product(nullptr));
  const auto graph = find_graph(product, options.search);
  if (!graph) return Exit::inconclusive;
  automata::Automaton automaton;
  automaton.name = program.name;
  std::vector<model::ExprId> expressions;
  for (const auto& [name, expression] : atoms) {
    automaton.atoms.push_back(name);
    expressions.push_back(expression);
  }
  GraphBuilder builder(0);
  builder.add_initial(0);
  for (StateId s = 0; s < graph->states(); ++s) {
    automata::LabelId label = automata::Labels::always;
    for (std::size_t i = 0; i < expressions.size(); ++i) {
      const automata::LabelId atom = automaton.labels.atom(static_cast<std::uint32_t>(i));
      const bool holds = interpreter.evaluate(expressions[i], product.system_state(s)).value != 0;
      label = automaton.labels.conjoin(label, holds ? atom : automaton.labels.negate(atom));
    }
    const auto add = [&](StateId t) {
      builder.add_edge(s, t);
      automaton.edge_labels.push_back(label);
    };
    for (const StateId t : graph->targets(s)) add(t);
    if (graph->targets(s).empty()) add(s);
  }
  automaton.graph = std::move(builder).build();
  automata::write_hoa(out, automaton);
  return Exit::ok;
}

}  // namespace lariat::cli
