// SPDX-License-Identifier: Apache-2.0
// Which states of an automaton have been used, which defined, and where an undefined one was used first.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hoa_lexer.hpp"
#include "lariat/space/space.hpp"

namespace lariat::automata::hoa {

// Takes memory by the number of states seen, not by their ids: a file may name state 4000000000 only to be refused.
class StateRegister {
 public:
  // The current token names the state.
  void use(Lexer& lexer, StateId s);
  // False if it was defined before.
  bool define(StateId s);

  std::size_t defined() const { return defined_; }
  // One more than the largest state seen.
  std::size_t bound() const { return bound_; }

  // The position at which a state at or above `bound` was used first.
  std::optional<Diagnostic> used_beyond(std::size_t bound, const Lexer& lexer) const;
  // The position at which a state without definition was used first.
  std::optional<Diagnostic> used_undefined(const Lexer& lexer) const;
  // The first state without definition.
  StateId first_undefined() const;

 private:
  static constexpr std::uint8_t seen = 1;
  static constexpr std::uint8_t has_definition = 2;
  // So many uses keep their source line; beyond that a diagnostic has only line and column.
  static constexpr std::size_t max_sources = 1000;

  struct Use {
    StateId state;
    std::size_t line;
    std::size_t column;
  };
  std::uint8_t& flags(StateId s);
  bool is_defined(StateId s) const;
  Diagnostic at(const Use& use, const Lexer& lexer, std::string message) const;

  std::vector<std::uint8_t> dense_;                   // flags of the states below its size
  std::unordered_map<StateId, std::uint8_t> sparse_;  // flags of the others
  std::vector<Use> first_uses_;                       // of states that had no definition then
  std::unordered_map<StateId, Excerpt> sources_;      // of first uses; dropped when the definition comes
  std::size_t seen_count_ = 0;
  std::size_t defined_ = 0;
  std::size_t bound_ = 0;
};

}  // namespace lariat::automata::hoa
