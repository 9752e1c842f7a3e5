// SPDX-License-Identifier: Apache-2.0
// A claim as a flow chart: what the reader makes of the text, and an automaton is made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "automata/io/never_lexer.hpp"
#include "lariat/automata/labels.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::automata::never {

using NodeId = std::uint32_t;

// A place in the claim, and the statement that stands there.
struct Node {
  enum class Kind : std::uint8_t {
    jump,    // nothing: goes on at `next`
    step,    // reads a letter: of `guard` and goes on at `next`, or of `violation` and has matched
    other,   // `else`: like a step, of a letter that no option before it takes
    choice,  // one of the options
    end,     // of the claim: it has matched
  };
  Kind kind = Kind::jump;
  bool accepting = false;
  LabelId guard = Labels::always;
  LabelId violation = Labels::never;
  NodeId next = 0;
  std::size_t offset = 0;            // in the text
  std::string name = {};             // its label, if it has one
  std::vector<NodeId> options = {};  // `else` is the last
};

struct Claim {
  std::string name;
  std::vector<Node> nodes;  // the first is where it begins
  std::vector<std::string> atoms;
  Labels labels;
};

// Reads claims one after the other. Nesting costs memory, never stack.
class Parser {
 public:
  explicit Parser(Lexer& lexer) : lexer_(lexer) {}

  // The claim that begins at the current token; the one behind it becomes current. Throws Error.
  Claim parse();

 private:
  struct Frame {
    enum class Kind : std::uint8_t { claim, block, selection, repetition } kind;
    NodeId choice = 0;
    NodeId exit = 0;
    bool has_else = false;
    std::size_t offset = 0;
  };
  struct Goto {
    NodeId node;
    std::string_view label;
    std::size_t offset;
  };

  NodeId new_node();
  Node& here() { return claim_.nodes[here_]; }
  void statement();
  void end_sequence(NodeId next);
  void label();
  void begin_choice(bool repeats);
  void option();
  void end_choice();
  void close_brace();
  void step(LabelId guard, LabelId violation = Labels::never);
  void jump(NodeId next);
  void go_to();
  void leave_loop();
  void other();
  void atomic();
  LabelId expression();
  LabelId assertion();
  LabelId label_of(ltl::Formula f);
  void resolve_gotos();

  Lexer& lexer_;
  Claim claim_;
  NodeId here_ = 0;
  bool option_start_ = false;
  std::vector<Frame> frames_;
  std::vector<NodeId> loop_exits_;
  std::vector<Goto> gotos_;
  std::unordered_map<std::string_view, NodeId> named_;
  ltl::FormulaStore store_;
  std::unordered_map<std::uint32_t, LabelId> known_;  // by number of the formula
};

}  // namespace lariat::automata::never
