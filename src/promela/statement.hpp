// SPDX-License-Identifier: Apache-2.0
// Statements of a Promela model: what is written, inlines in place of their calls, nothing else changed. What of it is a step,
// and what is not, is decided when the model becomes a program.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "promela/expression.hpp"

namespace lariat::promela {

using Sequence = std::vector<StmtId>;

struct Declaration {
  std::vector<VarId> variables;
};

// xr, xs: a promise to be the only receiver, or sender.
struct Exclusive {
  bool receives = false;
  std::vector<RefId> channels;
};

struct Assignment {
  enum class Kind : std::uint8_t { plain, increment, decrement };
  Kind kind = Kind::plain;
  RefId target;
  ExprId value = {};  // only if plain
};

struct Send {
  RefId channel;
  bool sorted = false;  // !!
  std::vector<ExprId> arguments;
};

struct Receive {
  RefId channel;
  bool random = false;  // ??
  bool keeps = false;   // <..>: the message stays
  std::vector<MessageArgument> arguments;
};

struct Condition {
  ExprId value;
  bool implied = false;  // a `skip` that is not written: behind a label at the end of a sequence
};

struct Assertion {
  ExprId value;
};

struct Print {
  std::string format;  // what stands between the quotes, escapes as they are written
  std::vector<ExprId> arguments;
};

struct PrintMtype {
  ExprId value;
};

struct SetPriority {
  ExprId process;
  ExprId priority;
};

struct Goto {
  LabelId label;
};

struct Break {};

struct Else {};

struct Block {
  enum class Kind : std::uint8_t { plain, atomic, d_step };
  Kind kind = Kind::plain;
  Sequence body;
  std::string inlined = {};  // the name of the inline that it is the body of
};

// if .. fi, do .. od
struct Choice {
  bool repeats = false;
  std::vector<Sequence> options;
};

// for (index : from .. to)
struct ForRange {
  RefId index;
  ExprId from;
  ExprId to;
  Sequence body;
};

// for (index in array)
struct ForArray {
  RefId index;
  RefId array;
  Sequence body;
};

// for (message in channel)
struct ForChannel {
  RefId message;
  RefId channel;
  Sequence body;
};

// select (target : from .. to)
struct Select {
  RefId target;
  ExprId from;
  ExprId to;
  // Spin makes one step of it: if :: target = from :: target = from + 1 .. fi. It does so between two numbers that are not more
  // than 32 apart, where it is not in an inline. Otherwise it is target = from; do :: target < to -> target++ :: break od.
  bool at_once = false;
  bool break_first = false;  // of a loop, with its options in the other order: unless between two numbers
};

struct Unless {
  StmtId body;
  StmtId escape;
};

struct Stmt {
  SourceLocation place = {};
  std::vector<LabelId> labels = {};
  std::variant<Condition, Declaration, Exclusive, Assignment, Send, Receive, Assertion, Print, PrintMtype, SetPriority, Goto,
               Break, Else, Block, Choice, ForRange, ForArray, ForChannel, Select, Unless>
      what = {};
};

}  // namespace lariat::promela
