// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <stdexcept>

#include "lariat/automata/never.hpp"

namespace lariat::automata {
namespace {

constexpr std::size_t max_terms = 100'000;

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

class Writer {
 public:
  Writer(std::ostream& out, const Automaton& automaton) : out_(out), automaton_(automaton), graph_(automaton.graph) {}

  void write() {
    out_ << "never {";
    if (!automaton_.name.empty()) out_ << "  /* " << comment() << " */";
    out_ << '\n';
    choose_initial();
    if (!initial_) {
      out_ << "T0_init:\n";
      write_choice(automaton_.rejects_all ? std::span<const StateId>() : graph_.initial());
    } else {
      write_state(*initial_);
    }
    if (!automaton_.rejects_all) {
      for (StateId s = 0; s < graph_.states(); ++s)
        if (initial_ != s && !accepts_all(s)) write_state(s);
    }
    // What stands last is followed by the end of the claim, which Spin takes for a match as well.
    if (jumps_to_all_) out_ << "accept_all:\n\tskip;\n";
    out_ << "}\n";
  }

 private:
  std::string comment() const {
    std::string text = automaton_.name;
    for (std::size_t i = 0; (i = text.find("*/", i)) != std::string::npos;) text.insert(i + 1, 1, ' ');
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
  }

  // One initial state begins the claim; several are entered by a state of their own, which does what each of them can do.
  void choose_initial() {
    if (!automaton_.rejects_all && graph_.initial().size() == 1) initial_ = graph_.initial().front();
  }

  bool accepting(StateId s) const { return graph_.sets() == 0 || graph_.state_marks(s) != 0; }

  bool accepts_all(StateId s) const {
    const auto targets = graph_.targets(s);
    return accepting(s) && targets.size() == 1 && targets[0] == s &&
           automaton_.edge_labels[graph_.first_edge(s)] == Labels::always;
  }

  std::string name(StateId s) {
    std::string name = accepting(s) ? "accept_" : "T0_";
    if (initial_ == s) return name.append("init");
    if (accepts_all(s)) {
      jumps_to_all_ = true;
      return "accept_all";
    }
    return name.append("S").append(std::to_string(s));
  }

  void write_state(StateId s) {
    out_ << name(s) << ":\n";
    write_choice(std::span(&s, 1));
  }

  void write_choice(std::span<const StateId> states) {
    bool any = false;
    for (const StateId s : states) {
      const std::uint32_t first = graph_.first_edge(s);
      for (std::uint32_t i = 0; i < graph_.targets(s).size(); ++i) {
        out_ << (any ? "" : "\tdo\n") << "\t:: ";
        write_label(automaton_.edge_labels[first + i]);
        out_ << " -> goto " << name(graph_.targets(s)[i]) << '\n';
        any = true;
      }
    }
    out_ << (any ? "\tod;\n" : "\tfalse;\n");
  }

  void write_label(LabelId label) {
    const auto cover = automaton_.labels.cover(label, max_terms);
    if (!cover) throw Labels::TooLarge{};
    if (cover->empty()) out_ << "(false)";
    bool first = true;
    for (const Conjunction& term : *cover) {
      out_ << (first ? "(" : " || (");
      first = false;
      if (term.empty()) out_ << '1';
      for (std::size_t i = 0; i < term.size(); ++i) {
        const std::string& atom = automaton_.atoms.at(term[i].first);
        out_ << (i > 0 ? " && " : "") << (term[i].second ? "" : "!");
        is_name(atom) ? out_ << atom : out_ << '(' << atom << ')';
      }
      out_ << ')';
    }
  }

  std::ostream& out_;
  const Automaton& automaton_;
  const Graph& graph_;
  std::optional<StateId> initial_;
  bool jumps_to_all_ = false;
};

}  // namespace

void write_never(std::ostream& out, const Automaton& automaton) {
  if (!automaton.graph.state_based() || automaton.graph.sets() > 1)
    throw std::invalid_argument("a never claim has at most one acceptance set, on states");
  Writer(out, automaton).write();
}

std::string to_never(const Automaton& automaton) {
  std::ostringstream out;
  write_never(out, automaton);
  return out.str();
}

}  // namespace lariat::automata
