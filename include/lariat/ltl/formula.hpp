// SPDX-License-Identifier: Apache-2.0
// Formulas of linear temporal logic: immutable, shared, and small to pass around.
//
// A FormulaStore owns formulas; a Formula is a number in a store. The store builds each formula once, so two formulas of a
// store are the same tree iff their numbers are equal. Invariants:
//   1. Operands have smaller numbers than the formula they belong to. A bottom-up pass is a loop over ascending numbers, and
//      nothing here or in the rest of ltl/ recurses: depth costs memory, never stack.
//   2. The operands of & and | are sorted, distinct, at least two, and none is itself an & (or |, respectively).
//   3. The identities listed at the factory functions have been applied.
//   4. Properties and size are computed once, when a formula is built.
//
// A store only grows. It may be read by any number of threads, and written by one while no other reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lariat::ltl {

enum class Op : std::uint8_t {
  constant_false,
  constant_true,
  atom,
  negation,
  conjunction,
  disjunction,
  exclusive_or,
  implication,
  equivalence,
  next,            // X a
  finally,         // F a
  globally,        // G a
  until,           // a U b: b happens, and a holds until then
  release,         // a R b: b holds until a happens, that moment included, or forever
  weak_until,      // a W b: a U b, or G a
  strong_release,  // a M b: a R b, and F a
};

inline constexpr std::size_t op_count = 16;

// A formula of some store. Equal handles of one store are equal formulas.
struct Formula {
  std::uint32_t id = 0;  // 0 is `false`, 1 is `true`
  friend bool operator==(const Formula&, const Formula&) = default;
  friend bool operator<(Formula a, Formula b) { return a.id < b.id; }
};

// Properties that follow from the syntax of a formula. Each bit is a promise about its meaning; a bit not set says nothing.
enum Property : std::uint32_t {
  is_boolean = 1U << 0,    // no temporal operator
  is_next_free = 1U << 1,  // no X: the formula cannot tell a word from a stuttering of it
  is_nnf = 1U << 2,        // built from literals with & | X F G U R W M only
  is_eventual = 1U << 3,   // holds of u·w if it holds of w
  is_universal = 1U << 4,  // holds of w if it holds of u·w
  is_safety = 1U << 5,     // the classes of Manna and Pnueli, see classify.hpp
  is_guarantee = 1U << 6,
  is_obligation = 1U << 7,
  is_recurrence = 1U << 8,
  is_persistence = 1U << 9,
};

class FormulaStore {
 public:
  FormulaStore();
  FormulaStore(FormulaStore&&) = default;
  FormulaStore& operator=(FormulaStore&&) = default;

  // Factories. Each returns a formula equivalent to the application of its operator; constants are propagated everywhere,
  // and these identities are applied:
  //   !!a = a   !(a ^ b) = a <-> b   a & a = a   a & !a = false   a -> a = true   a ^ a = false
  //   F F a = F a   G G a = G a   a U a = a R a = a W a = a M a = a
  //   true U a = F a   false R a = G a   a W false = G a   a M true = F a
  //   b U (a & b) = a M b   (a & b) M b = a M b   !b M b = false
  Formula truth() const { return {1}; }
  Formula falsity() const { return {0}; }
  Formula constant(bool value) const { return {value ? 1U : 0U}; }
  Formula atom(std::string_view name);
  Formula negation(Formula a);
  Formula conjunction(Formula a, Formula b);
  Formula conjunction(std::span<const Formula> operands);  // of none: true
  Formula disjunction(Formula a, Formula b);
  Formula disjunction(std::span<const Formula> operands);  // of none: false
  Formula exclusive_or(Formula a, Formula b);
  Formula implication(Formula a, Formula b);
  Formula equivalence(Formula a, Formula b);
  Formula next(Formula a);
  Formula finally(Formula a);
  Formula globally(Formula a);
  Formula until(Formula a, Formula b);
  Formula release(Formula a, Formula b);
  Formula weak_until(Formula a, Formula b);
  Formula strong_release(Formula a, Formula b);
  // The factory for `op` by value. Needs as many operands as the operator has; & and | take any number. Not for atoms.
  Formula make(Op op, std::span<const Formula> operands);

  Op op(Formula f) const { return nodes_[f.id].op; }
  // Stays valid while the store grows.
  std::span<const Formula> operands(Formula f) const { return {nodes_[f.id].operands, nodes_[f.id].count}; }
  Formula left(Formula f) const { return nodes_[f.id].operands[0]; }
  Formula right(Formula f) const { return nodes_[f.id].operands[1]; }
  // The text of an atom. Stays valid while the store grows.
  const std::string& name(Formula atom) const { return names_[nodes_[atom.id].atom]; }

  bool is(Formula f, Op op) const { return nodes_[f.id].op == op; }
  bool is_constant(Formula f) const { return f.id <= 1; }
  // An atom or its negation.
  bool is_literal(Formula f) const;
  std::uint32_t properties(Formula f) const { return nodes_[f.id].properties; }
  bool has(Formula f, std::uint32_t properties) const { return (nodes_[f.id].properties & properties) == properties; }
  // Nodes of the formula written as a tree with binary & and |; saturates at 2^64-1.
  std::uint64_t size(Formula f) const { return nodes_[f.id].size; }

  // All formulas that f is made of, itself included, each once, operands before what they belong to.
  std::vector<Formula> subformulas(Formula f) const;
  // The atoms of f, in the order in which the store met them.
  std::vector<Formula> atoms(Formula f) const;
  // How many formulas the store holds.
  std::size_t formulas() const { return nodes_.size(); }

 private:
  struct Node {
    const Formula* operands = nullptr;
    std::uint64_t size = 1;
    std::uint32_t count = 0;
    std::uint32_t properties = 0;
    std::uint32_t atom = 0;
    Op op = Op::constant_false;
  };

  struct Slot {
    std::uint32_t id = 0;  // 0: free
    std::uint32_t hash = 0;
  };

  Formula intern(Op op, std::span<const Formula> operands);
  Formula intern(Op op, Formula a) { return intern(op, std::span(&a, 1)); }
  Formula intern(Op op, Formula a, Formula b);
  Formula nary(Op op, std::span<const Formula> operands);
  bool complementary(Formula a, Formula b) const;
  const Formula* keep(std::span<const Formula> operands);
  void grow_table();
  std::uint32_t compute_properties(const Node& node) const;

  static constexpr std::size_t block_formulas = std::size_t{1} << 12;
  std::vector<Node> nodes_;
  std::vector<std::unique_ptr<Formula[]>> blocks_;  // operand lists; never moved
  std::size_t block_free_ = 0;                      // left in the last block of the usual size
  Formula* block_next_ = nullptr;
  std::vector<Slot> table_;  // open addressing; holds all but atoms and constants
  std::size_t table_used_ = 0;
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, Formula> atoms_;  // keys point into names_
};

}  // namespace lariat::ltl

template <>
struct std::hash<lariat::ltl::Formula> {
  std::size_t operator()(lariat::ltl::Formula f) const noexcept { return f.id * 0x9E3779B97F4A7C15U; }
};
