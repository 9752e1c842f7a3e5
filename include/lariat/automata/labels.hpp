// SPDX-License-Identifier: Apache-2.0
// The labels of an automaton's transitions: Boolean functions over its atoms, as reduced ordered decision diagrams that
// belong to one automaton. Equal functions have equal ids, so "is it false?" and "are they the same?" are comparisons.
//
//   nodes_   [0] never, [1] always, then the nodes, children before parents; atoms grow on the way down
//   unique_  open addressing over nodes_: one node for each (atom, low, high); 0 is a free slot
//   cache_   results of operations, direct mapped; a lost entry costs time, never correctness
//
// No operation recurses, so atoms may number hundreds of thousands. A value type; threads may share it only for reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lariat::automata {

// A Boolean function inside a Labels.
using LabelId = std::uint32_t;

// A conjunction of literals over up to 64 atoms: it holds of a valuation v iff (v & care) == value.
struct Cube {
  std::uint64_t care = 0;
  std::uint64_t value = 0;
  friend bool operator==(const Cube&, const Cube&) = default;
};

// A conjunction of literals over any number of atoms: (atom, positive) pairs, atoms ascending.
using Conjunction = std::vector<std::pair<std::uint32_t, bool>>;

class Labels {
 public:
  static constexpr LabelId never = 0;   // false
  static constexpr LabelId always = 1;  // true

  // Thrown by the operations when there would be more than max_nodes nodes in all, or when one operation takes more than
  // max_steps steps. The object stays valid, and what it held before is unchanged.
  struct TooLarge {};
  static constexpr std::size_t max_nodes = std::size_t{1} << 22;
  static constexpr std::size_t max_steps = std::size_t{1} << 24;

  Labels() : Labels(max_nodes) {}
  // Holds at most node_limit nodes, and at most max_nodes.
  explicit Labels(std::size_t node_limit);

  // Atoms are below 2^32-1.
  LabelId atom(std::uint32_t index);
  LabelId negate(LabelId a);
  LabelId conjoin(LabelId a, LabelId b);
  LabelId disjoin(LabelId a, LabelId b);
  // a and not b.
  LabelId subtract(LabelId a, LabelId b);
  // atom ? high : low. Needs an atom smaller than those of low and high.
  LabelId choose(std::uint32_t atom, LabelId low, LabelId high) { return node(atom, low, high); }
  // True iff b holds wherever a does.
  bool implies(LabelId a, LabelId b) { return a == b || subtract(a, b) == never; }

  // The conjunction or disjunction of all. Quick for 100 000 of them: the order in which they are joined is chosen well.
  LabelId conjoin_all(std::span<const LabelId> labels) { return apply_all(Operation::conjoin, labels); }
  LabelId disjoin_all(std::span<const LabelId> labels) { return apply_all(Operation::disjoin, labels); }

  // True iff the function holds when exactly the atoms with a set entry are true; atoms beyond the end are false.
  bool holds(LabelId a, const std::vector<bool>& valuation) const;

  // One conjunction of literals that implies the function. None for `never`.
  std::optional<Conjunction> some_cube(LabelId a) const;

  // An irredundant sum of prime products. Empty for `never`; one empty product for `always`. May be exponentially large:
  // where that matters, ask for a limit. None if there are more than max_terms products or finding out takes too long;
  // without a limit, that throws TooLarge.
  std::vector<Conjunction> cover(LabelId a) const;
  std::optional<std::vector<Conjunction>> cover(LabelId a, std::size_t max_terms) const;

  // The cover as HOA writes a label: `t`, `f`, `0&!1 | 2`.
  std::string to_hoa(LabelId a) const;
  std::optional<std::string> to_hoa(LabelId a, std::size_t max_terms) const;

  // The diagram itself, for those who walk it: a function that is not constant is `top_atom ? high : low`.
  static constexpr std::uint32_t no_atom = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t top_atom(LabelId a) const { return nodes_[a].atom; }  // no_atom for `never` and `always`
  LabelId low(LabelId a) const { return nodes_[a].low; }
  LabelId high(LabelId a) const { return nodes_[a].high; }
  // The steps that all operations together have taken, a measure of time that is the same in each run; and the number of them
  // beyond which operations throw TooLarge.
  std::uint64_t steps() const { return steps_; }
  std::uint64_t step_limit() const { return step_limit_; }
  void limit_steps(std::uint64_t limit) { step_limit_ = limit; }
  // Nodes in all, those no longer needed included.
  std::size_t size() const { return nodes_.size(); }

 private:
  friend class CoverBuilder;
  enum class Operation : std::uint32_t { none, conjoin, disjoin, subtract };

  struct Node {
    std::uint32_t atom;
    LabelId low;   // the function where atom is false
    LabelId high;  // the function where atom is true
  };
  // A step of apply that waits for the results on its children.
  struct Frame {
    LabelId a, b;
    std::uint32_t atom;
    LabelId low;  // valid in the second half
    bool second_half;
  };
  struct CacheEntry {
    Operation operation = Operation::none;
    LabelId a = 0;
    LabelId b = 0;
    LabelId result = 0;
  };

  LabelId node(std::uint32_t atom, LabelId low, LabelId high);
  LabelId apply(Operation operation, LabelId a, LabelId b);
  LabelId apply_all(Operation operation, std::span<const LabelId> labels);
  LabelId join_balanced(Operation operation, std::vector<LabelId> labels);
  std::optional<LabelId> known(Operation operation, LabelId& a, LabelId& b) const;
  CacheEntry& cached(Operation operation, LabelId a, LabelId b);
  const CacheEntry& cached(Operation operation, LabelId a, LabelId b) const;
  bool is_literal(LabelId a) const;
  LabelId copy_from(const Labels& other, LabelId a);
  void grow();

  std::size_t node_limit_;
  std::uint64_t steps_ = 0;
  std::uint64_t step_limit_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<Node> nodes_;
  std::vector<LabelId> unique_;
  std::vector<CacheEntry> cache_;
  std::vector<Frame> stack_;  // of apply, kept for its memory; empty between operations
};

}  // namespace lariat::automata
