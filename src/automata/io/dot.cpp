// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/io/dot.hpp"

#include <bit>
#include <ostream>
#include <sstream>

#include "lariat/automata/io/label_text.hpp"
#include "lariat/base/excerpt.hpp"

namespace lariat::automata {
namespace {

constexpr std::size_t max_terms = 16;    // of a label that is drawn
constexpr std::size_t line_length = 40;  // of a label before it goes on in the next line

// Inside double quotes; a line that has become long is broken at the next `|`.
std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  std::size_t column = 0;
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '|' && column > line_length) {
      result += "\\n";
      column = 0;
    }
    result += c;
    ++column;
  }
  return result + '"';
}

std::string marks_text(Marks marks) {
  std::string text;
  for (; marks != 0; marks &= marks - 1) {
    text += text.empty() ? '{' : ' ';
    text += std::to_string(std::countr_zero(marks));
  }
  return text.empty() ? text : text + '}';
}

}  // namespace

void write_dot(std::ostream& out, const Automaton& automaton) {
  const Graph& graph = automaton.graph;
  const bool circles = graph.state_based() && graph.sets() == 1;
  out << "digraph automaton {\n  rankdir=LR;\n";
  if (!automaton.name.empty()) out << "  label=" << in_quotes(automaton.name) << "; labelloc=t;\n";
  out << "  node [shape=circle, fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", arrowsize=0.8];\n";
  std::size_t number = 0;
  for (const StateId s : graph.initial()) {
    out << "  start" << number << " [shape=point, style=invis, label=\"\", width=0];\n";
    out << "  start" << number++ << " -> " << s << ";\n";
  }
  for (StateId s = 0; s < graph.states(); ++s) {
    const auto name = automaton.state_names.find(s);
    std::string text = name == automaton.state_names.end() ? std::to_string(s) : name->second;
    const Marks marks = graph.state_marks(s);
    if (marks != 0 && !circles) text += ' ' + marks_text(marks);
    out << "  " << s << " [label=" << in_quotes(text) << (marks != 0 && circles ? ", shape=doublecircle" : "") << "];\n";
  }
  for (StateId s = 0; s < graph.states(); ++s) {
    for (std::uint32_t i = 0; i < graph.targets(s).size(); ++i) {
      const std::uint32_t edge = graph.first_edge(s) + i;
      std::string text = label_text(automaton, automaton.edge_labels[edge], max_terms);
      if (graph.edge_marks(edge) != 0) text += "  " + marks_text(graph.edge_marks(edge));
      out << "  " << s << " -> " << graph.targets(s)[i] << " [label=" << in_quotes(text) << "];\n";
    }
  }
  out << "}\n";
}

std::string to_dot(const Automaton& automaton) {
  std::ostringstream out;
  write_dot(out, automaton);
  return out.str();
}

}  // namespace lariat::automata
