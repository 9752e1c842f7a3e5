// SPDX-License-Identifier: Apache-2.0
#include "ltl/precedence.hpp"

namespace lariat::ltl {
namespace {

using enum TokenKind;

constexpr int model_level(TokenKind kind) {
  switch (kind) {
    case bar:
      return 10;
    case caret:
      return 11;
    case ampersand:
      return 12;
    case equal:
    case not_equal:
      return 13;
    case less:
    case greater:
    case less_equal:
    case greater_equal:
      return 14;
    case shift_left:
    case shift_right:
      return 15;
    case plus:
    case minus:
      return 16;
    case times:
    case divide:
    case modulo:
      return 17;
    default:
      return 0;
  }
}

}  // namespace

Binding infix_binding(Dialect dialect, TokenKind kind) {
  if (dialect == Dialect::promela) {
    switch (kind) {
      case implication:
      case equivalence:
        return {1};
      case or_or:
        return {2};
      case and_and:
        return {4};
      case until:
      case release:
      case weak_until:
        return {5};
      default:
        return {model_level(kind)};
    }
  }
  switch (kind) {
    case implication:
    case equivalence:
      return {1, true};
    case or_or:
    case bar:
      return {2};
    case caret:
    case xor_word:
      return {3};
    case and_and:
    case ampersand:
      return {4};
    case until:
    case release:
    case weak_until:
    case strong_release:
      return {5, true};
    default:
      return {model_level(kind)};
  }
}

}  // namespace lariat::ltl
