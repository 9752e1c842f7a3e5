// SPDX-License-Identifier: Apache-2.0
// The labels of an automaton's transitions: Boolean functions over its atoms, as reduced ordered decision diagrams that
// belong to one automaton. Equal functions have equal ids, so "is it false?" and "are they the same?" are comparisons.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lariat {

// A Boolean function inside a Labels.
using LabelId = std::uint32_t;

// A conjunction of literals over up to 64 atoms: it holds of a valuation v iff (v & care) == value.
struct Cube {
  std::uint64_t care = 0;
  std::uint64_t value = 0;
  friend bool operator==(const Cube&, const Cube&) = default;
};

class Labels {
 public:
  static constexpr LabelId never = 0;   // false
  static constexpr LabelId always = 1;  // true

  // Thrown by the operations when a function needs more than max_nodes nodes in all.
  struct TooLarge {};
  static constexpr std::size_t max_nodes = std::size_t{1} << 22;

  Labels();

  LabelId atom(std::uint32_t index);
  LabelId negate(LabelId a);
  LabelId conjoin(LabelId a, LabelId b);
  LabelId disjoin(LabelId a, LabelId b);

  // Whether the function holds when exactly the atoms with a set entry are true; atoms beyond the end are false.
  bool holds(LabelId a, const std::vector<bool>& valuation) const;

  // One conjunction of literals that implies the function: (atom, positive) pairs. None for `never`.
  std::optional<std::vector<std::pair<std::uint32_t, bool>>> some_cube(LabelId a) const;

  // An irredundant sum of products, one list of (atom, positive) literals each. Empty for `never`; one empty list for `always`.
  std::vector<std::vector<std::pair<std::uint32_t, bool>>> cover(LabelId a) const;

  // The cover as HOA writes a label: `t`, `f`, `0&!1 | 2`.
  std::string to_hoa(LabelId a) const;

 private:
  struct Node {
    std::uint32_t atom;
    LabelId low;   // the function where atom is false
    LabelId high;  // the function where atom is true
  };
  std::vector<Node> nodes_;
  // (representation of the unique table and the operation cache is the implementation's choice)
};

}  // namespace lariat
