// SPDX-License-Identifier: Apache-2.0
#include "lsp/promela_names.hpp"

#include <algorithm>
#include <array>

namespace lariat::lsp {

void PromelaNames::names_until(std::size_t end) {
  for (; at_ < end && at_ < size(); ++at_)
    if (is_name(at_)) name_in_text(at_);
}

void PromelaNames::add_to_scope(SymbolId id, std::size_t name) {
  Scope& scope = scopes_.back();
  scope.names[text(name)] = id;
  scope.declared.push_back(id);
}

bool PromelaNames::is_statement_start(std::size_t i) const {
  if (i == 0 || word(i).starts_line) return true;
  static constexpr std::array before = {"{", "}", ";", "->", "::", ":", "-->", "fi", "od", "else"};
  return contains(before, text(i - 1)) || word(i - 1).in_directive;
}

SymbolId PromelaNames::owner() const { return scopes_.back().owner; }

std::size_t PromelaNames::before_index(std::size_t i) const {
  if (i == 0) return size();
  std::size_t j = i - 1;
  if (is(j, "]")) {
    if (opening(j) == j || opening(j) == 0) return size();
    j = opening(j) - 1;
  }
  return j;
}

void PromelaNames::name_in_text(std::size_t i) {
  if (is_used(i)) return;
  if (i > 0 && (is(i - 1, ".") || is(i - 1, "@") || is(i - 1, ":"))) {
    const std::size_t before = before_index(i - 1);
    if (before < size() && is_name(before)) {
      if (is(i - 1, ".")) return field(i, before);
      if (is(i - 1, "@")) return label_use(i, no_symbol, before);
      // P:x is a variable of P, if P is a process; they may be declared later.
      if (processes_.find(text(before)) != processes_.end() && meaning(before) == processes_[text(before)]) {
        pending_.push_back({i, false, no_symbol, before, loose_, true});
        return;
      }
    }
  }
  if (macros_.find(text(i)) != macros_.end()) return use(i, macros_[text(i)]);
  for (std::size_t depth = scopes_.size(); depth-- > 0;) {
    const auto found = scopes_[depth].names.find(text(i));
    if (found != scopes_[depth].names.end()) return use(i, found->second);
  }
  pending_.push_back({i, false, no_symbol, size(), loose_});
}

void PromelaNames::field(std::size_t i, std::size_t before) {
  const SymbolId of = meaning(before);
  if (of != no_symbol) {
    const auto type = types_.find(symbol(of).type);
    if (type != types_.end()) {
      const auto& names = fields_[type->second];
      if (const auto found = names.find(text(i)); found != names.end()) return use(i, found->second);
    }
  }
  use(i, no_symbol);
}

void PromelaNames::label_use(std::size_t i, SymbolId process, std::size_t process_word) {
  pending_.push_back({i, true, process, process_word, loose_});
}

void PromelaNames::open_body(SymbolId id) {
  if (at_ < size() && is(at_, "{")) {
    if (scopes_.back().owner != id || scopes_.size() == 1) scopes_.push_back({.owner = id});
    scopes_.back().is_body = true;
    scopes_.back().brace = at_++;
  } else {
    close_scopes();
  }
}

void PromelaNames::open_block() {
  if (scopes_.size() > 1) scopes_.push_back({.owner = owner(), .brace = at_});
}

void PromelaNames::close_block() {
  if (scopes_.size() == 1) return;
  close_scope(word(at_).end);
}

void PromelaNames::close_scope(std::size_t end) {
  Scope& scope = scopes_.back();
  for (const SymbolId id : scope.declared) symbol(id).visible.end = end;
  if (scope.is_body) {
    symbol(scope.owner).extent.end = end;
    loose_ = false;
  }
  scopes_.pop_back();
}

void PromelaNames::close_scopes() {
  const std::size_t end = at_ > 0 ? word(std::min(at_, size()) - 1).end : 0;
  while (scopes_.size() > 1) close_scope(end);
  loose_ = false;
}

void PromelaNames::resolve() {
  const auto& globals = scopes_.front().names;
  for (const Pending& pending : pending_) {
    loose_ = pending.loose;
    if (pending.is_label) {
      use(pending.word, find_label(pending));
      continue;
    }
    if (pending.is_remote) {
      use(pending.word, find_remote(pending));
      continue;
    }
    SymbolId found = no_symbol;
    if (const auto macro = macros_.find(text(pending.word)); macro != macros_.end()) found = macro->second;
    if (const auto global = globals.find(text(pending.word)); found == no_symbol && global != globals.end())
      found = global->second;
    if (found == no_symbol || pending.loose) {
      // `P:x` where P is declared later.
      const std::size_t i = pending.word;
      const std::size_t before = i > 0 && is(i - 1, ":") ? before_index(i - 1) : size();
      if (before < size() && is_name(before) && processes_.find(text(before)) != processes_.end()) {
        use(i, find_remote({i, false, no_symbol, before, pending.loose, true}));
        continue;
      }
    }
    use(pending.word, found);
  }
  loose_ = false;
}

SymbolId PromelaNames::find_label(const Pending& pending) {
  SymbolId process = pending.owner;
  if (process == no_symbol && pending.process < size()) {
    const auto found = processes_.find(text(pending.process));
    if (found != processes_.end()) process = found->second;
  }
  const auto& labels = labels_[process];
  const auto found = labels.find(text(pending.word));
  return found == labels.end() ? no_symbol : found->second;
}

SymbolId PromelaNames::find_remote(const Pending& pending) {
  const auto process = processes_.find(text(pending.process));
  if (process == processes_.end()) return no_symbol;
  for (SymbolId id = 0; id < index_.symbols.size(); ++id)
    if (symbol(id).parent == process->second && symbol(id).name == text(pending.word) && symbol(id).kind != Kind::label)
      return id;
  return no_symbol;
}

}  // namespace lariat::lsp
