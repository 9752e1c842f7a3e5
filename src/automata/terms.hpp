// SPDX-License-Identifier: Apache-2.0
// Functions over the atoms and over further variables that are never negated, as sums of terms.
//
// A term (letters, set) is the conjunction of a function of the atoms and of a set of further variables. A sum is kept in a
// canonical form: each set occurs once, its letters are exactly those for which the set is a prime implicant of what remains of
// the function, and terms are sorted by the number of their set. Two sums are the same function iff they have the same number.
// The number of terms is the number of transitions that a tableau makes of the function; no valuation of the atoms is
// enumerated on the way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "automata/tgba.hpp"
#include "lariat/automata/labels.hpp"

namespace lariat::automata {

using SetId = std::uint32_t;  // a set of variables; 0 is the empty set
using SumId = std::uint32_t;

struct Term {
  SetId set;
  LabelId letters;  // not `never`
  friend bool operator==(const Term&, const Term&) = default;
};

class SumStore {
 public:
  static constexpr SumId never = 0;
  static constexpr SumId always = 1;

  // Operations throw Stopped at a limit of the context, and Labels::TooLarge.
  explicit SumStore(Context& context);

  // A function of the atoms.
  SumId letters(LabelId label);
  // A further variable; any number.
  SumId variable(std::uint32_t index);
  SumId conjoin(std::span<const SumId> sums);
  SumId conjoin(SumId a, SumId b) { return conjoin_two(a, b); }
  SumId disjoin(std::span<const SumId> sums);
  SumId disjoin(SumId a, SumId b);
  // a and `label`.
  SumId restrict(SumId a, LabelId label);

  // Both stay valid while the store grows.
  std::span<const Term> terms(SumId a) const { return sums_[a]; }
  std::span<const std::uint32_t> variables(SetId set) const { return sets_[set].variables; }
  // Sets are numbered from 0.
  std::size_t sets() const { return sets_.size(); }

 private:
  using Sum = std::vector<Term>;
  struct Set {
    std::vector<std::uint32_t> variables;  // ascending
    std::uint64_t signature = 0;           // one bit for each variable; different variables may share one
  };
  struct SetHash {
    std::size_t operator()(std::span<const std::uint32_t> variables) const;
  };
  struct SumHash {
    std::size_t operator()(std::span<const Term> terms) const;
  };
  struct Same {
    bool operator()(const auto& a, const auto& b) const { return std::ranges::equal(a, b); }
  };

  SetId intern_set(std::vector<std::uint32_t> variables);
  SetId unite(SetId a, SetId b);
  SumId intern(Sum sum);
  SumId conjoin_two(SumId a, SumId b);
  Sum product(const Sum& a, const Sum& b, bool shared);
  bool implies(const Sum& a, const Sum& b);
  bool share_variables(SumId a, SumId b) const;
  void join_equal_sets(Sum& sum);
  void absorb(Sum& sum);
  bool includes(SetId large, SetId small) const;

  Context& context_;
  std::deque<Set> sets_;
  std::deque<Sum> sums_;
  std::vector<SetId> support_;  // by sum: the variables of all its terms
  std::unordered_map<std::span<const std::uint32_t>, SetId, SetHash, Same> set_numbers_;  // keys point into sets_
  std::unordered_map<std::span<const Term>, SumId, SumHash, Same> sum_numbers_;           // keys point into sums_
  std::unordered_map<std::uint64_t, SetId> unions_;                                       // by the pair of sets
  std::unordered_map<std::uint64_t, SumId> products_;                                     // by the pair of sums
};

}  // namespace lariat::automata
