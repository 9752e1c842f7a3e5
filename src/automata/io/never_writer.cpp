// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <stdexcept>

#include "lariat/automata/io/never.hpp"
#include "lariat/base/excerpt.hpp"

namespace lariat::automata {
namespace {

constexpr std::size_t max_terms = 100'000;

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// True iff the text, in parentheses, is one expression to whoever reads the claim: printable, parentheses in pairs, nothing
// that separates statements, and no quotes or comments in which something could hide.
bool is_expression(std::string_view text) {
  if (text.empty() || escaped(text) != text || text.find_first_of("\"'`#\\;{}") != text.npos) return false;
  for (const std::string_view part : {"/*", "*/", "//", "::"})
    if (text.find(part) != text.npos) return false;
  std::string open;
  for (const char c : text) {
    if (c == '(' || c == '[') open += c == '(' ? ')' : ']';
    if (c != ')' && c != ']') continue;
    if (open.empty() || open.back() != c) return false;
    open.pop_back();
  }
  return open.empty();
}

class Writer {
 public:
  Writer(std::ostream& out, const Automaton& automaton) : out_(out), automaton_(automaton), graph_(automaton.graph) {}

  void write() {
    out_ << "never {";
    if (!automaton_.name.empty()) out_ << "  /* " << comment(automaton_.name) << " */";
    out_ << '\n';
    name_atoms();
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
    // The last statement is followed by the end of the claim, which Spin takes for a match as well.
    if (jumps_to_all_) out_ << "accept_all:\n\tskip;\n";
    out_ << "}\n";
  }

 private:
  // Text that does not end the comment it stands in.
  static std::string comment(std::string_view text) {
    std::string result = escaped(text);
    for (std::size_t i = 0; (i = result.find("*/", i)) != std::string::npos;) result.insert(i + 1, 1, ' ');
    return result;
  }

  // How each atom is written: as it is, if that cannot be anything but an expression; otherwise by a name that is explained in
  // a comment.
  void name_atoms() {
    for (const std::string& atom : automaton_.atoms) {
      if (is_expression(atom)) {
        atoms_.push_back(is_name(atom) ? atom : '(' + atom + ')');
        continue;
      }
      std::string name = "atom_" + std::to_string(atoms_.size());
      while (std::ranges::find(automaton_.atoms, name) != automaton_.atoms.end()) name += '_';
      out_ << "  /* " << name << ": " << comment(atom) << " */\n";
      atoms_.push_back(std::move(name));
    }
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
        out_ << (i > 0 ? " && " : "") << (term[i].second ? "" : "!") << atoms_.at(term[i].first);
      }
      out_ << ')';
    }
  }

  std::ostream& out_;
  const Automaton& automaton_;
  const Graph& graph_;
  std::optional<StateId> initial_;
  bool jumps_to_all_ = false;
  std::vector<std::string> atoms_;
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
