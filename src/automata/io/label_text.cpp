// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/io/label_text.hpp"

#include <algorithm>
#include <string_view>

#include "lariat/base/excerpt.hpp"

namespace lariat::automata {
namespace {

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '@' || c == '\''; };
  // The constants must not be mistaken for atoms.
  return !name.empty() && name != "t" && name != "f" && letter(name.front()) && std::ranges::all_of(name, inner);
}

void append_atom(std::string& text, const Automaton& automaton, std::uint32_t atom) {
  if (atom >= automaton.atoms.size()) {
    text += std::to_string(atom);
    return;
  }
  const std::string& name = automaton.atoms[atom];
  if (is_identifier(name)) {
    text += name;
    return;
  }
  text += '"';
  for (const char c : escaped(name)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text += '"';
}

void append_conjunction(std::string& text, const Automaton& automaton, const Conjunction& conjunction) {
  if (conjunction.empty()) text += 't';
  for (std::size_t i = 0; i < conjunction.size(); ++i) {
    if (i > 0) text += " & ";
    if (!conjunction[i].second) text += '!';
    append_atom(text, automaton, conjunction[i].first);
  }
}

}  // namespace

std::string label_text(const Automaton& automaton, LabelId label, std::size_t max_terms) {
  const auto cover = automaton.labels.cover(label, max_terms);
  std::string text;
  if (!cover) {
    text.append(letter_text(automaton, label)).append(" | ...");
    return text;
  }
  if (cover->empty()) text += 'f';
  for (const Conjunction& conjunction : *cover) {
    if (!text.empty()) text.append(" | ");
    append_conjunction(text, automaton, conjunction);
  }
  return text;
}

std::string letter_text(const Automaton& automaton, LabelId label) {
  std::string text;
  if (const auto cube = automaton.labels.some_cube(label))
    append_conjunction(text, automaton, *cube);
  else
    text += 'f';
  return text;
}

}  // namespace lariat::automata
