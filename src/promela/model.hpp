// SPDX-License-Identifier: Apache-2.0
// A Promela model as it is written, after the preprocessor and with all names resolved.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "promela/expression.hpp"
#include "promela/sources.hpp"
#include "promela/statement.hpp"

namespace lariat::promela {

// The names of `mtype = {..}`, or of `mtype:name = {..}`. names[i] has the value i + 1.
struct MtypeList {
  std::string name = {};  // empty for the list without one, which is the first
  std::vector<std::string> names = {};
};

struct Typedef {
  std::string name = {};
  SourceLocation place = {};
  std::vector<VarId> fields = {};
  // Of use to those who go through structures: how many values it is in a message (at most max_width + 1), how deep structures
  // are nested in it (1: not at all), whether there is an array somewhere in it, and whether there is one of structures.
  static constexpr std::size_t max_width = 1'000'000;
  std::size_t width = 0;
  std::size_t depth = 1;
  bool has_array = false;
  bool has_structure_array = false;
};

struct Label {
  std::string name = {};
  SourceLocation place = {};
  ProcessId process = {};
  StmtId target = {};
};

struct Process {
  enum class Kind : std::uint8_t { proctype, init, never, trace, notrace };

  Kind kind = Kind::proctype;
  std::string name = {};
  SourceLocation place = {};
  bool deterministic = false;  // D_proctype
  std::uint32_t active = 0;    // how many there are at the beginning
  std::vector<VarId> parameters = {};
  std::int32_t priority = 0;  // 0: none given
  ExprId provided = {};
  Sequence body = {};
  SourceLocation end = {};  // the closing brace
};

// `ltl name { text }`. The text is that after the preprocessor; docs/ltl.md describes it.
struct Ltl {
  std::string name = {};
  SourceLocation place = {};
  std::string text = {};
  std::string written = {};  // before macros were expanded, on one line; empty if that is not known
  // The expressions that its atoms mean, under the texts that parse_formula (Dialect::promela) gives them.
  struct Atom {
    std::string text = {};
    ExprId value = {};
  };
  std::vector<Atom> atoms = {};
  // The formula and its atoms with the names of macros where the source has them; empty if it has none.
  std::string named_text = {};
  std::vector<Atom> named_atoms = {};
};

// What stands outside of everything else, in the order of the text.
struct Unit {
  enum class Kind : std::uint8_t { type_definition, variable, process, ltl };
  Kind kind = Kind::variable;
  std::uint32_t index = 0;
};

struct Macros;

struct Model {
  std::shared_ptr<Sources> sources;
  std::shared_ptr<Macros> macros;  // those defined at the end of the text

  std::vector<MtypeList> mtypes;
  std::vector<Typedef> typedefs;
  std::vector<Variable> variables;  // the first are the predefined ones
  std::vector<Expr> expressions;
  std::vector<Reference> references;
  std::vector<Run> runs;
  std::vector<Remote> remotes;
  std::vector<std::vector<MessageArgument>> messages;  // of polls
  std::vector<Stmt> statements;
  std::vector<Label> labels;
  std::vector<Process> processes;
  std::vector<Ltl> ltls;
  std::vector<Unit> units;
  std::vector<Diagnostic> warnings;

  // What somewhere in the text is used, and changes how Spin understands the rest.
  bool uses_last = false;
  bool uses_priorities = false;

  Variable& operator[](VarId id) { return variables[id.value]; }
  const Variable& operator[](VarId id) const { return variables[id.value]; }
  const Expr& operator[](ExprId id) const { return expressions[id.value]; }
  const Reference& operator[](RefId id) const { return references[id.value]; }
  Stmt& operator[](StmtId id) { return statements[id.value]; }
  const Stmt& operator[](StmtId id) const { return statements[id.value]; }
  const Label& operator[](LabelId id) const { return labels[id.value]; }
  Process& operator[](ProcessId id) { return processes[id.value]; }
  const Process& operator[](ProcessId id) const { return processes[id.value]; }
  const Typedef& operator[](TypedefId id) const { return typedefs[id.value]; }

  // The variable or field that a reference ends in; it is an array as a whole if the last index is missing and it is_array.
  const Variable& target(RefId id) const;
  // How many values something of this type is in a message.
  std::size_t width(const Type& type) const { return type.basic == Basic::structure ? typedefs[type.index].width : 1; }
  // The name of a constant of an mtype; nullptr if the value has none.
  const std::string* mtype_name(std::uint32_t list, std::int32_t value) const;
};

inline VarId predefined(Predefined which) { return {static_cast<std::uint32_t>(which)}; }

}  // namespace lariat::promela
