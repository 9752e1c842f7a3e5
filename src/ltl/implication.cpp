// SPDX-License-Identifier: Apache-2.0
// Syntactic implication between formulas in negation normal form. Sound, far from complete, cheap. Each step goes to smaller
// formulas; answers are remembered, so a question costs at most one step per pair of subformulas.
#include <algorithm>

#include "ltl/rules.hpp"

namespace lariat::ltl {

bool Context::implies(Formula a, Formula b, int depth) {
  if (a == b || a == store.falsity() || b == store.truth()) return true;
  if (a == store.truth() || b == store.falsity()) return false;
  if (store.is_literal(a) && store.is_literal(b)) return false;
  if (depth > max_depth) return false;
  const std::uint64_t key = (std::uint64_t{a.id} << 32) | b.id;
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  const bool proved = prove(a, b, depth + 1);
  if (known_.size() >= max_known) known_.clear();
  known_.emplace(key, proved);
  return proved;
}

bool Context::prove(Formula a, Formula b, int depth) {
  const auto yes = [&](Formula x, Formula y) { return implies(x, y, depth); };
  // The two that lose nothing come first.
  if (store.is(a, Op::disjunction)) return std::ranges::all_of(store.operands(a), [&](Formula x) { return yes(x, b); });
  if (store.is(b, Op::conjunction)) return std::ranges::all_of(store.operands(b), [&](Formula y) { return yes(a, y); });
  return prove_pair(a, b, depth) || prove_from(a, b, depth) || prove_to(a, b, depth);
}

// By what a implies.
bool Context::prove_from(Formula a, Formula b, int depth) {
  const auto yes = [&](Formula x, Formula y) { return implies(x, y, depth); };
  const bool eventual = store.has(b, is_eventual);  // then F b and X b imply b
  switch (store.op(a)) {
    case Op::conjunction:
      return std::ranges::any_of(store.operands(a), [&](Formula x) { return yes(x, b); });
    case Op::next:
      return eventual && yes(store.left(a), b);
    case Op::finally:
      return eventual && yes(store.left(a), b);
    case Op::globally:
      return yes(store.left(a), b);
    case Op::until:
      return yes(store.right(a), b) && (eventual || yes(store.left(a), b));
    case Op::weak_until:
      return yes(store.right(a), b) && yes(store.left(a), b);
    case Op::release:
      return yes(store.right(a), b);
    case Op::strong_release:
      return yes(store.right(a), b) || (eventual && yes(store.left(a), b));
    default:
      return false;
  }
}

// By what b follows from.
bool Context::prove_to(Formula a, Formula b, int depth) {
  const auto yes = [&](Formula x, Formula y) { return implies(x, y, depth); };
  const bool universal = store.has(a, is_universal);  // then a implies X a and G a
  switch (store.op(b)) {
    case Op::disjunction:
      return std::ranges::any_of(store.operands(b), [&](Formula y) { return yes(a, y); });
    case Op::next:
      return universal && yes(a, store.left(b));
    case Op::globally:
      return universal && yes(a, store.left(b));
    case Op::finally:
      return yes(a, store.left(b));
    case Op::until:
      return yes(a, store.right(b));
    case Op::weak_until:
      return yes(a, store.right(b)) || (universal && yes(a, store.left(b)));
    case Op::release:
      return yes(a, store.right(b)) && (universal || yes(a, store.left(b)));
    case Op::strong_release:
      return yes(a, store.right(b)) && yes(a, store.left(b));
    default:
      return false;
  }
}

// Operator against operator. U and M insist that something happens, R and W do not: the first kind implies the second.
bool Context::prove_pair(Formula a, Formula b, int depth) {
  const auto yes = [&](Formula x, Formula y) { return implies(x, y, depth); };
  const Op from = store.op(a), to = store.op(b);
  if (from == Op::next && to == Op::next) return yes(store.left(a), store.left(b));
  if (from < Op::until || to < Op::until) return false;
  const Formula al = store.left(a), ar = store.right(a), bl = store.left(b), br = store.right(b);
  const bool strong_from = from == Op::until || from == Op::strong_release;
  const bool strong_to = to == Op::until || to == Op::strong_release;
  if (strong_to && !strong_from) return false;
  const bool until_from = from == Op::until || from == Op::weak_until;
  const bool until_to = to == Op::until || to == Op::weak_until;
  // x R y is y W (x & y), and x M y is y U (x & y): compare what holds meanwhile, and what holds in the end.
  if (until_from && until_to) return yes(al, bl) && yes(ar, br);
  if (until_from) return yes(al, br) && yes(ar, bl) && yes(ar, br);
  if (until_to) return yes(ar, bl) && (yes(al, br) || yes(ar, br));
  return yes(ar, br) && (yes(al, bl) || yes(ar, bl));
}

}  // namespace lariat::ltl
