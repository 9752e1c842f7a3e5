// SPDX-License-Identifier: Apache-2.0
// The words of a text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dve/diagnostics.hpp"
#include "dve/source_text.hpp"

namespace lariat::dve {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    identifier,
    number,
    bad,  // no word of DVE; reported already
    // Keywords, in the order of keyword_table.
    kw_accept,
    kw_and,
    kw_assert,
    kw_async,
    kw_buchi,
    kw_byte,
    kw_channel,
    kw_commit,
    kw_const,
    kw_effect,
    kw_false,
    kw_genbuchi,
    kw_guard,
    kw_imply,
    kw_init,
    kw_int,
    kw_muller,
    kw_not,
    kw_or,
    kw_process,
    kw_property,
    kw_rabin,
    kw_state,
    kw_streett,
    kw_sync,
    kw_system,
    kw_trans,
    kw_true,
    // Signs
    semicolon,
    colon,
    comma,
    dot,
    open_brace,
    close_brace,
    open_bracket,
    close_bracket,
    open_paren,
    close_paren,
    question,
    exclamation,
    tilde,
    arrow,       // ->
    wide_arrow,  // =>
    assign,
    plus,
    minus,
    times,
    slash,
    percent,
    bar,
    ampersand,
    caret,
    shift_left,
    shift_right,
    bar_bar,
    ampersand_ampersand,
    less_equal,
    less,
    greater_equal,
    greater,
    equal,
    not_equal
  };

  Kind kind = Kind::end;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// All tokens, the last of which is `end`. What is no token is reported, and becomes `bad`.
std::vector<Token> tokenise(const SourceText& source, Diagnostics& diagnostics);

// How a keyword is spelt.
std::string_view spelling(Token::Kind keyword);

}  // namespace lariat::dve
