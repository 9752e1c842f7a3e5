// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/progression.hpp"

#include <algorithm>

namespace lariat::ltl {

Formula Progression::after(Formula f, Letter letter) {
  auto& known = known_[letter];
  if (const auto found = known.find(f); found != known.end()) return found->second;
  std::vector<Formula> rest;
  for (const Formula g : store_.subformulas(f)) {
    if (known.contains(g)) continue;
    const std::span<const Formula> operands = store_.operands(g);
    rest.clear();
    for (const Formula h : operands) rest.push_back(known.at(h));
    Formula result = g;
    switch (store_.op(g)) {
      case Op::constant_false:
      case Op::constant_true:
        break;
      case Op::atom: {
        const auto place = std::find(atoms_.begin(), atoms_.end(), g);
        result = store_.constant(place != atoms_.end() && (letter >> (place - atoms_.begin()) & 1) != 0);
        break;
      }
      case Op::next:
        result = operands[0];
        break;
      case Op::finally:
        result = store_.disjunction(rest[0], g);
        break;
      case Op::globally:
        result = store_.conjunction(rest[0], g);
        break;
      case Op::until:
      case Op::weak_until:
        result = store_.disjunction(rest[1], store_.conjunction(rest[0], g));
        break;
      case Op::release:
      case Op::strong_release:
        result = store_.conjunction(rest[1], store_.disjunction(rest[0], g));
        break;
      default:
        result = store_.make(store_.op(g), rest);
    }
    known.emplace(g, result);
  }
  return known.at(f);
}

}  // namespace lariat::ltl
