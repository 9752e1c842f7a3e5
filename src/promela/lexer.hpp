// SPDX-License-Identifier: Apache-2.0
// The words of Promela, after the preprocessor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/limits.hpp"
#include "promela/preprocessor.hpp"

namespace lariat::promela {

enum class Tok : std::uint8_t {
  end,
  name,
  number,  // a number, a character, true, false, skip: its value is in the token
  string,  // with its quotes
  bad,     // no word of Promela; reported when it is met, since inlines that are never called may hold anything
  // Signs
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  comma,
  colon,
  option,  // ::
  semicolon,
  arrow,  // ->
  dot,
  dots,  // ..
  assign,
  increment,
  decrement,
  plus,
  minus,
  times,
  divide,
  modulo,
  and_and,
  or_or,
  bit_and,
  bit_or,
  bit_xor,
  tilde,
  send,         // !, also negation
  sorted_send,  // !!
  receive,      // ?
  random_receive,
  equal,
  not_equal,
  less,
  greater,
  less_equal,
  greater_equal,
  shift_left,
  shift_right,
  at,
  // Words with a meaning of their own; keyword_table in lexer.cpp has their spellings
  type,  // bit, byte, ...: its Basic is in the token's value
  active_,
  assert_,
  atomic_,
  break_,
  c_code_,
  c_decl_,
  c_expr_,
  c_state_,
  c_track_,
  d_proctype_,
  do_,
  else_,
  empty_,
  enabled_,
  eval_,
  fi_,
  for_,
  full_,
  get_priority_,
  goto_,
  hidden_,
  if_,
  init_,
  inline_,
  len_,
  local_,
  ltl_,
  nempty_,
  never_,
  nfull_,
  notrace_,
  np_,
  od_,
  of_,
  pc_value_,
  printf_,
  printm_,
  priority_,
  proctype_,
  provided_,
  return_,
  run_,
  d_step_,
  select_,
  set_priority_,
  timeout_,
  trace_,
  show_,
  typedef_,
  unless_,
  xr_,
  xs_,
};

struct Token {
  Tok kind = Tok::end;
  bool newline = false;     // one or more stand before it
  bool implied = false;     // a separator that is not written
  bool inlined = false;     // it comes from the body of an inline
  bool too_large = false;   // a number that 32 bits cannot hold; value has its lower bits
  std::string_view text{};  // as written
  std::int32_t value = 0;
  SourceLocation place{};
  std::uint32_t offset = 0;  // in the preprocessed text
};

// All tokens; the last one is Tok::end. The text must outlive them. Throws Stopped when a limit is reached.
std::vector<Token> tokenize(const Preprocessed& text, LimitCheck check = LimitCheck(nullptr));

// Why Tok::bad is what it is.
std::string complaint(const Token& token);
// For messages: 'x', a number, the end of the file, ...
std::string describe(const Token& token);
// How a kind is written, for messages: "';'".
std::string describe(Tok kind);
bool is_keyword(std::string_view word);
void consider_keywords(Suggestion& suggestion);

}  // namespace lariat::promela
