// SPDX-License-Identifier: Apache-2.0
// Types, variables and expressions of a Promela model, with all names resolved.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "promela/sources.hpp"

namespace lariat::promela {

// A position in one of the vectors of a Model.
template <class Tag>
struct Id {
  static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value = nothing;
  explicit operator bool() const { return value != nothing; }
  bool operator==(const Id&) const = default;
};
using ExprId = Id<struct ExprTag>;
using RefId = Id<struct RefTag>;
using VarId = Id<struct VarTag>;
using StmtId = Id<struct StmtTag>;
using LabelId = Id<struct LabelTag>;
using ProcessId = Id<struct ProcessTag>;
using TypedefId = Id<struct TypedefTag>;

enum class Basic : std::uint8_t {
  bit,
  boolean,
  byte,
  pid,
  short_integer,
  integer,
  unsigned_integer,
  mtype,
  channel,
  structure,
};

struct Type {
  Basic basic = Basic::integer;
  std::uint8_t width = 0;   // of an unsigned_integer, in bits: 1 to 31
  std::uint32_t index = 0;  // mtype: its list in Model::mtypes; structure: its TypedefId
};

// `[capacity] of { fields }`; a field that is a structure stands for its fields.
struct ChannelInit {
  SourceLocation place = {};
  std::uint32_t capacity = 0;
  std::vector<Type> fields = {};
};

struct Variable {
  enum class Kind : std::uint8_t {
    predefined,  // one of `Predefined`
    global,
    parameter,
    local,
    field,  // of a typedef
  };

  std::string name = {};
  SourceLocation place = {};
  Kind kind = Kind::global;
  Type type = {};
  bool is_array = false;
  std::uint32_t size = 1;  // elements
  bool hidden = false;     // not part of the state
  bool show = false;
  bool local = false;        // promised to be used by one process only
  ProcessId process = {};    // that a parameter or local belongs to
  std::uint32_t scope = 0;   // the block that it is declared in, numbered through the model; 0 outside of all bodies
  bool set_by_step = false;  // its initial value (0 if it has none) is assigned by a step where it is declared, not at creation

  // At most one of these. An array takes `initial` for all elements; with `elements`, the last is repeated to the end.
  ExprId initial = {};
  std::vector<ExprId> elements = {};
  std::optional<ChannelInit> channel = {};
};

// The first variables of every model.
enum class Predefined : std::uint8_t { underscore, pid, nr_pr, last, priority, p, count };

// One more name of `a.b[i].c`.
struct Selector {
  VarId field = {};
  ExprId index = {};  // missing: no array, or the array as a whole
};

// A variable, an element, a field, or one of a field's, and so on.
struct Reference {
  SourceLocation place = {};
  VarId variable = {};
  ExprId index = {};
  std::vector<Selector> fields = {};
};

// An argument of a receive, or of a poll.
struct MessageArgument {
  enum class Kind : std::uint8_t {
    variable,  // takes what the field holds; a structure stands for its fields. `_` takes anything and drops it.
    constant,  // matches this value
    evaluate,  // matches the value of an expression
  };
  Kind kind = Kind::variable;
  RefId target = {};
  ExprId value = {};
};

enum class ExprKind : std::uint8_t {
  constant,   // value; index: 0 for a number, or 1 + its list in Model::mtypes
  reference,  // reference
  // One operand
  minus,
  complement,  // ~
  negation,    // !
  enabled,
  pc_value,
  get_priority,
  // Two operands
  multiply,
  divide,
  modulo,
  add,
  subtract,
  shift_left,
  shift_right,
  less,
  greater,
  less_equal,
  greater_equal,
  equal,
  not_equal,
  bit_and,
  bit_xor,
  bit_or,
  logical_and,
  logical_or,
  // Three operands
  conditional,  // (a -> b : c)
  // Channels: reference is the channel
  len,
  empty,
  nempty,
  full,
  nfull,
  poll,  // c?[..]: messages[index]; value 1 for c??[..]
  // Processes
  run,              // runs[index]
  remote_label,     // remotes[index]
  remote_variable,  // remotes[index]
  // Nothing
  timeout,
  nonprogress,  // np_
};

struct Expr {
  ExprKind kind = ExprKind::constant;
  SourceLocation place = {};
  // The parts of an expression, those in brackets and arguments included, are exactly the expressions `first` to its own id:
  // operands come before operators, and a loop over them replaces recursion.
  ExprId first = {};
  std::array<ExprId, 3> operands = {};
  std::int32_t value = 0;
  std::uint32_t index = 0;
  RefId reference = {};
};

struct Run {
  ProcessId process = {};
  std::vector<ExprId> arguments = {};
  std::int32_t priority = 0;  // 0: none given
};

// `P[pid]@label`, `P[pid]:variable`
struct Remote {
  ProcessId process = {};
  ExprId pid = {};  // missing: the process of that type
  LabelId label = {};
  VarId variable = {};
  ExprId index = {};
};

}  // namespace lariat::promela
