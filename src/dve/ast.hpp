// SPDX-License-Identifier: Apache-2.0
// A DVE model as it is written: what the parser saw, before names are looked up.
//
// Expressions are nodes of one table. The operands of a node stand before it, hence whoever visits the table from its
// beginning meets operands first, and nobody needs recursion, however long an expression is.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "dve/source_text.hpp"

namespace lariat::dve {

using ExprId = std::uint32_t;  // into Model::expressions

inline constexpr ExprId none = std::numeric_limits<ExprId>::max();  // no expression

// A name in the text. It is a view of SourceText, which the model keeps alive.
struct Name {
  std::string_view text = {};
  std::uint32_t offset = 0;
};

enum class Op : std::uint8_t {
  number,    // value
  variable,  // name, or process->name; with an index in `a`, or none
  at_state,  // process.name
  // Unary: a.
  negate,
  complement,
  logical_not,
  // Binary: a and b.
  imply,
  logical_and,
  logical_or,
  bit_and,
  bit_or,
  bit_xor,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  shift_left,
  shift_right,
  add,
  subtract,
  multiply,
  divide,
  remainder
};

struct Expr {
  Op op = Op::number;
  std::int32_t value = 0;
  ExprId a = none;
  ExprId b = none;
  std::uint32_t offset = 0;  // of the operator, or of the first letter of an operand
  Name process = {};         // of P.s and P->v; otherwise empty
  Name name = {};
};

enum class Type : std::uint8_t { byte, integer };

struct Variable {
  Type type = Type::byte;
  bool constant = false;
  Name name = {};
  ExprId size = none;        // none: no array
  bool initialised = false;  // has an initialiser
  bool braces = false;       // which is a list in braces
  std::vector<ExprId> initial = {};
};

struct Channel {
  Name name = {};
  bool typed = false;
  std::vector<Type> types = {};
  ExprId capacity = none;  // none: not given
};

struct Sync {
  Name channel = {};
  bool send = false;
  std::vector<ExprId> values = {};  // to send, or the variables to receive into
};

struct Assignment {
  ExprId target = none;
  ExprId value = none;
  std::uint32_t offset = 0;
};

struct Transition {
  Name from = {};  // where the text repeats the last source by leaving it out, the name stands where that one does
  Name to = {};
  bool repeats_source = false;
  ExprId guard = none;
  std::optional<Sync> sync = {};
  std::vector<Assignment> effects = {};
  Extent extent = {};  // of all its text, braces included
};

struct Assertion {
  Name state = {};
  ExprId condition = none;
};

struct Acceptance {
  enum class Kind : std::uint8_t { none, buchi, generalised_buchi, muller, rabin, streett };
  Kind kind = Kind::none;
  std::uint32_t offset = 0;
  std::vector<std::vector<Name>> sets = {};  // of Rabin and Streett: two for each pair
};

struct Process {
  Name name = {};
  std::vector<Variable> variables = {};
  std::vector<Name> states = {};
  std::optional<Name> initial = {};
  std::vector<Name> committed = {};
  Acceptance acceptance = {};
  std::vector<Assertion> assertions = {};
  std::vector<Transition> transitions = {};
};

struct Model {
  std::shared_ptr<const SourceText> source;
  std::vector<Expr> expressions = {};
  std::vector<Variable> variables = {};
  std::vector<Channel> channels = {};
  std::vector<Process> processes = {};
  bool synchronous = false;           // system sync
  std::uint32_t system_offset = 0;    // of that line
  std::optional<Name> property = {};  // the process that watches the others
};

// An expression on its own, as from the command line.
struct Expression {
  std::shared_ptr<const SourceText> source;
  std::vector<Expr> expressions = {};
  ExprId root = none;
};

}  // namespace lariat::dve
