// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <charconv>
#include <ostream>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "lariat/automata/analyse.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/base/excerpt.hpp"

namespace lariat::automata {
namespace {

constexpr std::size_t most_analysed = 1000;  // states of an automaton that is looked into for more properties

// True iff the functions exclude each other. Gives up with `false` when the steps run out.
bool disjoint(const Labels& labels, LabelId a, LabelId b, std::size_t& steps) {
  std::vector<std::pair<LabelId, LabelId>> open = {{a, b}};
  std::unordered_set<std::uint64_t> seen;
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x == Labels::never || y == Labels::never) continue;
    if (x == y || x == Labels::always || y == Labels::always) return false;
    if (!seen.insert((std::uint64_t{x} << 32) | y).second) continue;
    if (steps == 0) return false;
    --steps;
    const std::uint32_t atom = std::min(labels.top_atom(x), labels.top_atom(y));
    const bool split_x = labels.top_atom(x) == atom;
    const bool split_y = labels.top_atom(y) == atom;
    open.emplace_back(split_x ? labels.low(x) : x, split_y ? labels.low(y) : y);
    open.emplace_back(split_x ? labels.high(x) : x, split_y ? labels.high(y) : y);
  }
  return true;
}

// True iff the automaton is known to be deterministic. The effort is limited to a few steps an edge, and to states with few
// edges: a hint is not worth more.
bool is_deterministic(const Automaton& automaton) {
  const Graph& graph = automaton.graph;
  if (graph.initial().size() > 1) return false;
  constexpr std::uint32_t most_edges = 64;
  std::size_t steps = 16 * graph.edges() + 1000;
  std::unordered_map<std::uint64_t, bool> known;
  for (StateId s = 0; s < graph.states(); ++s) {
    const std::uint32_t first = graph.first_edge(s);
    const auto last = first + static_cast<std::uint32_t>(graph.targets(s).size());
    if (last - first > most_edges) return false;
    for (std::uint32_t e = first; e < last; ++e) {
      for (std::uint32_t f = e + 1; f < last; ++f) {
        if (steps == 0) return false;
        --steps;
        const auto [a, b] = std::minmax(automaton.edge_labels[e], automaton.edge_labels[f]);
        const auto [entry, is_new] = known.try_emplace((std::uint64_t{a} << 32) | b, false);
        if (is_new) entry->second = disjoint(automaton.labels, a, b, steps);
        if (!entry->second) return false;
      }
    }
  }
  return true;
}

class Writer {
 public:
  Writer(std::ostream& out, const Automaton& automaton, std::span<const std::string_view> known)
      : out_(out), automaton_(automaton), graph_(automaton.graph), known_(known) {
    assert(automaton.edge_labels.size() == graph_.edges());
  }

  void run() {
    write_header();
    for (StateId s = 0; s < graph_.states(); ++s) write_state(s);
    text_ += "--END--\n";
    flush();
  }

 private:
  static constexpr std::size_t block = std::size_t{1} << 16;
  // Labels with more products than this are written by way of aliases.
  static constexpr std::size_t max_terms = 1000;
  static constexpr std::size_t max_literals = 1000000;

  void flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }
  void write_number(std::uint64_t number) {
    char digits[20];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
  }
  void write_item(std::string_view header, std::uint64_t number) {
    text_ += header;
    write_number(number);
    text_ += '\n';
  }
  // HOA has no way to write a control character but the character itself, which would reach the terminal of whoever looks at
  // the file.
  void write_string(std::string_view string) {
    text_ += '"';
    for (const char c : escaped(string)) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
  }
  void write_marks(Marks marks) {
    if (automaton_.rejects_all || marks == 0) return;
    char separator = '{';
    text_ += ' ';
    for (unsigned set = 0; set < graph_.sets(); ++set) {
      if (((marks >> set) & 1U) == 0) continue;
      text_ += separator;
      write_number(set);
      separator = ' ';
    }
    text_ += '}';
  }

  void write_header() {
    text_ += "HOA: v1\n";
    if (!automaton_.name.empty()) {
      text_ += "name: ";
      write_string(automaton_.name);
      text_ += '\n';
    }
    write_item("States: ", graph_.states());
    for (const StateId s : graph_.initial()) write_item("Start: ", s);
    text_ += "AP: ";
    write_number(automaton_.atoms.size());
    for (const std::string& atom : automaton_.atoms) {
      text_ += ' ';
      write_string(atom);
    }
    text_ += '\n';
    write_acceptance();
    write_properties();
    text_ += "tool: \"lariat\"\n";
    write_aliases();
    text_ += "--BODY--\n";
  }

  void write_acceptance() {
    const unsigned sets = graph_.sets();
    if (automaton_.rejects_all) {
      text_ += "acc-name: none\nAcceptance: 0 f\n";
    } else if (sets == 0) {
      text_ += "acc-name: all\nAcceptance: 0 t\n";
    } else {
      if (sets == 1)
        text_ += "acc-name: Buchi\n";
      else
        write_item("acc-name: generalized-Buchi ", sets);
      text_ += "Acceptance: ";
      write_number(sets);
      for (unsigned set = 0; set < sets; ++set) {
        text_ += set == 0 ? " Inf(" : "&Inf(";
        write_number(set);
        text_ += ')';
      }
      text_ += '\n';
    }
  }

  void write_properties() {
    text_ += "properties: trans-labels explicit-labels";
    bool state_marks = false;
    for (StateId s = 0; s < graph_.states() && !state_marks; ++s) state_marks = graph_.state_marks(s) != 0;
    if (graph_.state_based())
      text_ += " state-acc";
    else if (!state_marks)
      text_ += " trans-acc";
    if (is_deterministic(automaton_)) text_ += " deterministic unambiguous";
    if (graph_.states() <= most_analysed) write_analysis();
    for (const std::string_view property : known_) text_.append(" ").append(property);
    text_ += '\n';
  }

  // What takes longer to find out, of automata that are not large.
  void write_analysis() {
    try {
      const Analysis analysis = analyse(automaton_, {.max_pairs = 0});
      if (analysis.complete) text_ += " complete";
      if (analysis.strength != search::Strength::general && graph_.sets() != 0) text_ += " inherently-weak";
      // A component of one state whose marks are on the state has the same marks everywhere.
      if (analysis.very_weak && graph_.state_based()) text_ += " weak very-weak";
    } catch (const Labels::TooLarge&) {
      // Nothing is promised.
    }
  }

  // Works out how each label is written. Where a sum of products would be too long, the nodes of its diagram become aliases.
  void write_aliases() {
    const std::size_t terms = std::clamp<std::size_t>(max_literals / (automaton_.atoms.size() + 1), 1, max_terms);
    std::vector<LabelId> complex;
    for (const LabelId label : automaton_.edge_labels) {
      const auto [entry, is_new] = written_.try_emplace(label);
      if (!is_new) continue;
      if (auto text = automaton_.labels.to_hoa(label, terms))
        entry->second = '[' + std::move(*text) + "] ";
      else
        complex.push_back(label);
    }
    for (const LabelId label : complex) written_[label] = std::string("[@") + std::to_string(label) + "] ";
    for (const LabelId node : nodes_below(std::move(complex))) write_alias(node);
  }

  // All nodes that the functions consist of, children before parents.
  std::vector<LabelId> nodes_below(std::vector<LabelId> open) const {
    std::unordered_set<LabelId> seen = {Labels::never, Labels::always};
    std::vector<LabelId> nodes;
    while (!open.empty()) {
      const LabelId node = open.back();
      open.pop_back();
      if (!seen.insert(node).second) continue;
      nodes.push_back(node);
      open.push_back(automaton_.labels.low(node));
      open.push_back(automaton_.labels.high(node));
    }
    std::ranges::sort(nodes);
    return nodes;
  }

  void write_alias(LabelId node) {
    const auto write_child = [&](LabelId child) {
      if (child == Labels::always) {
        text_ += 't';
      } else {
        text_ += '@';
        write_number(child);
      }
    };
    const Labels& labels = automaton_.labels;
    text_ += "Alias: @";
    write_number(node);
    text_ += ' ';
    if (labels.high(node) != Labels::never) {
      write_number(labels.top_atom(node));
      text_ += '&';
      write_child(labels.high(node));
      if (labels.low(node) != Labels::never) text_ += " | ";
    }
    if (labels.low(node) != Labels::never) {
      text_ += '!';
      write_number(labels.top_atom(node));
      text_ += '&';
      write_child(labels.low(node));
    }
    text_ += '\n';
    if (text_.size() > block) flush();
  }

  void write_state(StateId s) {
    text_ += "State: ";
    write_number(s);
    if (const auto name = automaton_.state_names.find(s); name != automaton_.state_names.end()) {
      text_ += ' ';
      write_string(name->second);
    }
    write_marks(graph_.state_marks(s));
    text_ += '\n';
    const std::uint32_t first = graph_.first_edge(s);
    const auto targets = graph_.targets(s);
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
      text_ += written_.find(automaton_.edge_labels[first + i])->second;
      write_number(targets[i]);
      write_marks(graph_.edge_marks(first + i));
      text_ += '\n';
      if (text_.size() > block) flush();
    }
  }

  std::ostream& out_;
  const Automaton& automaton_;
  const Graph& graph_;
  std::span<const std::string_view> known_;  // properties
  std::string text_;
  std::unordered_map<LabelId, std::string> written_;  // how each label is written, brackets and all
};

}  // namespace

void write_hoa(std::ostream& out, const Automaton& automaton, std::span<const std::string_view> known) {
  Writer(out, automaton, known).run();
}

std::string to_hoa(const Automaton& automaton) {
  std::ostringstream out;
  write_hoa(out, automaton);
  return std::move(out).str();
}

}  // namespace lariat::automata
