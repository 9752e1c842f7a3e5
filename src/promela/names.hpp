// SPDX-License-Identifier: Apache-2.0
// Who is meant by a name, by Spin's rules: scopes are the braces of a process, a name is visible from its declaration on, and
// labels are names like others.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "promela/model.hpp"
#include "promela/token_stream.hpp"

namespace lariat::promela {

struct Symbol {
  std::string name;
  ProcessId process;        // missing: global
  std::uint32_t scope = 0;  // the block
  VarId variable = {};      // missing: a label
  SourceLocation place = {};
  bool formal = false;  // an inline has a parameter of this name: Spin then lets the variable be declared again
};

struct MtypeConstant {
  std::uint32_t list = 0;
  std::int32_t value = 0;
};

class Names {
 public:
  // What the word is, apart from variables and labels: these come in that order, and hide them.
  enum class Class : std::uint8_t { plain, mtype_constant, type_name, process_name, inline_name };
  Class classify(std::string_view word) const;

  // Symbols. The pointers stay.
  Symbol* find(std::string_view name) const;
  Symbol* add(Symbol symbol);

  void enter_process(ProcessId process) { process_ = process; }
  void leave_process();
  void enter_block();
  void leave_block();
  std::uint32_t scope() const { return scope_; }
  ProcessId process() const { return process_; }
  bool encloses(std::uint32_t outer, std::uint32_t inner) const;

  std::map<std::string, MtypeConstant, std::less<>> mtype_constants;
  std::map<std::string, TypedefId, std::less<>> typedefs;
  std::map<std::string, ProcessId, std::less<>> processes;
  std::map<std::string, Inline, std::less<>> inlines;

  // Everything that is known here, for a message about something that is not.
  void consider_visible(Suggestion& suggestion) const;

 private:
  bool is_visible(const Symbol& symbol) const;

  void forget(std::size_t remaining);

  std::deque<Symbol> symbols_;
  std::unordered_map<std::string_view, std::vector<Symbol*>> by_name_;
  std::vector<Symbol*> inside_;               // those of the process; the ones of blocks that were left are not there any more
  std::vector<std::uint32_t> parents_ = {0};  // of scopes; 0 is outside of all blocks
  std::uint32_t scope_ = 0;
  ProcessId process_;
};

}  // namespace lariat::promela
