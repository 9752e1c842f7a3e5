// SPDX-License-Identifier: Apache-2.0
#include "hoa_states.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lariat::automata::hoa {

std::uint8_t& StateRegister::flags(StateId s) {
  constexpr std::size_t slack = std::size_t{1} << 20;  // a megabyte: not worth a hash table
  if (s >= dense_.size() && s < 4 * seen_count_ + slack) {
    dense_.resize(std::max<std::size_t>(std::size_t{s} + 1, dense_.size() * 2));
    std::erase_if(sparse_, [&](const auto& entry) {
      if (entry.first >= dense_.size()) return false;
      dense_[entry.first] = entry.second;
      return true;
    });
  }
  return s < dense_.size() ? dense_[s] : sparse_[s];
}

void StateRegister::use(Lexer& lexer, StateId s) {
  std::uint8_t& f = flags(s);
  if (f != 0) return;
  f = seen;
  ++seen_count_;
  bound_ = std::max(bound_, std::size_t{s} + 1);
  first_uses_.push_back({s, lexer.line(), lexer.column()});
  if (sources_.size() < max_sources) sources_.emplace(s, lexer.source());
}

bool StateRegister::define(StateId s) {
  std::uint8_t& f = flags(s);
  if ((f & has_definition) != 0) return false;
  if (f == 0) ++seen_count_;
  f |= seen | has_definition;
  ++defined_;
  bound_ = std::max(bound_, std::size_t{s} + 1);
  sources_.erase(s);
  return true;
}

bool StateRegister::is_defined(StateId s) const {
  if (s < dense_.size()) return (dense_[s] & has_definition) != 0;
  const auto found = sparse_.find(s);
  return found != sparse_.end() && (found->second & has_definition) != 0;
}

Diagnostic StateRegister::at(const Use& use, const Lexer& lexer, std::string message) const {
  Diagnostic diagnostic{Diagnostic::Severity::error, std::move(message), lexer.file(), use.line, use.column, {}, 0};
  if (const auto source = sources_.find(use.state); source != sources_.end()) {
    diagnostic.source_line = source->second.text;
    diagnostic.caret = source->second.caret;
  }
  return diagnostic;
}

std::optional<Diagnostic> StateRegister::used_beyond(std::size_t bound, const Lexer& lexer) const {
  const auto use = std::ranges::find_if(first_uses_, [&](const Use& u) { return u.state >= bound; });
  if (use == first_uses_.end()) return std::nullopt;
  return at(*use, lexer, fmt::format("there is no state {}; {} declared", use->state, bound));
}

std::optional<Diagnostic> StateRegister::used_undefined(const Lexer& lexer) const {
  const auto use = std::ranges::find_if(first_uses_, [&](const Use& u) { return !is_defined(u.state); });
  if (use == first_uses_.end()) return std::nullopt;
  return at(*use, lexer, fmt::format("state {} has no definition", use->state));
}

StateId StateRegister::first_undefined() const {
  StateId s = 0;
  while (is_defined(s)) ++s;
  return s;
}

}  // namespace lariat::automata::hoa
