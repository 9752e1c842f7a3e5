// SPDX-License-Identifier: Apache-2.0
// What the names of a Promela text mean, by Spin's rules: scopes are the braces of a process, a name is visible from its
// declaration on, labels belong to their process. Names of macros, processes and inlines, and whatever is not found where it
// stands, are looked up in the whole text at the end.
#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lsp/index_builder.hpp"

namespace lariat::lsp {

// True if the word is in the list.
template <class List>
bool contains(const List& list, std::string_view word) {
  for (const std::string_view entry : list)
    if (!word.empty() && entry.front() == word.front() && entry == word) return true;
  return false;
}

class PromelaNames : protected IndexBuilder {
 protected:
  struct Scope {
    SymbolId owner = no_symbol;  // the process or inline; of a block, that around it
    bool is_body = false;        // the braces of the owner
    std::size_t brace = 0;
    std::unordered_map<std::string_view, SymbolId> names = {};
    std::vector<SymbolId> declared = {};
  };
  struct Pending {
    std::size_t word;
    bool is_label;
    SymbolId owner;  // of a label: the process that has it; none: to be looked up by the name at `process`
    std::size_t process;
    bool loose;
    bool is_remote = false;  // a local variable of the process
  };

  explicit PromelaNames(std::string_view text) : IndexBuilder(text, Language::promela) { scopes_.emplace_back(); }

  void names_until(std::size_t end);
  void add_to_scope(SymbolId id, std::size_t name);
  // True if a statement may begin here: not inside of an expression or of parentheses.
  bool is_statement_start(std::size_t i) const;
  SymbolId owner() const;
  // The word before i, over an index in brackets.
  std::size_t before_index(std::size_t i) const;
  // A name that is no declaration.
  void name_in_text(std::size_t i);
  void field(std::size_t i, std::size_t before);
  void label_use(std::size_t i, SymbolId process, std::size_t process_word);

  // --- Braces
  void open_body(SymbolId id);
  void open_block();
  void close_block();
  void close_scope(std::size_t end);
  // A unit begins, or the text ends: whatever is open is closed there.
  void close_scopes();

  // --- What was not found where it stands
  void resolve();
  SymbolId find_label(const Pending& pending);
  SymbolId find_remote(const Pending& pending);

  std::size_t at_ = 0;
  std::vector<Scope> scopes_;  // the first one is global
  std::unordered_map<std::string_view, SymbolId> macros_;
  std::unordered_map<std::string_view, SymbolId> processes_;
  std::unordered_map<std::string_view, SymbolId> types_;
  std::map<SymbolId, std::unordered_map<std::string_view, SymbolId>> fields_;
  std::map<SymbolId, std::unordered_map<std::string_view, SymbolId>> labels_;
  std::vector<Pending> pending_;
};

}  // namespace lariat::lsp
