// SPDX-License-Identifier: Apache-2.0
#include "promela/names.hpp"

namespace lariat::promela {

Names::Class Names::classify(std::string_view word) const {
  if (mtype_constants.contains(word)) return Class::mtype_constant;
  if (typedefs.contains(word)) return Class::type_name;
  if (processes.contains(word)) return Class::process_name;
  if (inlines.contains(word)) return Class::inline_name;
  return Class::plain;
}

bool Names::encloses(std::uint32_t outer, std::uint32_t inner) const {
  while (inner > outer) inner = parents_[inner];  // a block has a larger number than those around it
  return inner == outer;
}

bool Names::is_visible(const Symbol& symbol) const {
  if (!symbol.process) return true;
  return symbol.process == process_ && encloses(symbol.scope, scope_);
}

Symbol* Names::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  // The process first, the latest first.
  Symbol* global = nullptr;
  for (auto symbol = found->second.rbegin(); symbol != found->second.rend(); ++symbol) {
    if (!is_visible(**symbol)) continue;
    if ((*symbol)->process || !process_) return *symbol;
    if (global == nullptr) global = *symbol;
  }
  return global;
}

Symbol* Names::add(Symbol symbol) {
  symbol.process = process_;
  symbol.scope = scope_;
  Symbol* const stored = &symbols_.emplace_back(std::move(symbol));
  by_name_[stored->name].push_back(stored);
  if (process_) inside_.push_back(stored);
  return stored;
}

// What is declared in a block is never seen again outside of it; the last declared is the last of its name.
void Names::forget(std::size_t remaining) {
  for (; inside_.size() > remaining; inside_.pop_back()) by_name_[inside_.back()->name].pop_back();
}

void Names::leave_process() {
  forget(0);
  process_ = {};
  scope_ = 0;
}

void Names::enter_block() {
  parents_.push_back(scope_);
  scope_ = static_cast<std::uint32_t>(parents_.size() - 1);
}

void Names::leave_block() {
  std::size_t remaining = inside_.size();
  while (remaining > 0 && inside_[remaining - 1]->scope == scope_) --remaining;
  forget(remaining);
  scope_ = parents_[scope_];
}

void Names::consider_visible(Suggestion& suggestion) const {
  for (const Symbol& symbol : symbols_)
    if (symbol.variable && is_visible(symbol)) suggestion.consider(symbol.name);
  for (const auto& [name, value] : mtype_constants) suggestion.consider(name);
  for (const auto& [name, value] : inlines) suggestion.consider(name);
}

}  // namespace lariat::promela
