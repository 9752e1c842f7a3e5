// SPDX-License-Identifier: Apache-2.0
// Properties of a formula that follow from its syntax.
//
// Eventual and universal formulas: Etessami, Holzmann. Optimizing Büchi automata. CONCUR 2000; the rows for R, M, U and W go
// a little further than the paper's: in `f R e` only e needs to be eventual, since e then holds of every prefix put in front.
// Classes: Černá, Pelánek. Relating hierarchy of temporal properties to model checking. MFCS 2003.
#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {
namespace {

constexpr std::uint32_t all_classes = is_safety | is_guarantee | is_obligation | is_recurrence | is_persistence;

// The properties of the negation. Closed are boolean, next-free and obligation; the others come in dual pairs.
std::uint32_t negated(std::uint32_t p) {
  std::uint32_t q = p & (is_boolean | is_next_free | is_obligation);
  if (p & is_eventual) q |= is_universal;
  if (p & is_universal) q |= is_eventual;
  if (p & is_safety) q |= is_guarantee;
  if (p & is_guarantee) q |= is_safety;
  if (p & is_recurrence) q |= is_persistence;
  if (p & is_persistence) q |= is_recurrence;
  return q;
}

// Safety and guarantee formulas are obligations; obligations are recurrence and persistence formulas.
std::uint32_t closed(std::uint32_t p) {
  if (p & (is_safety | is_guarantee)) p |= is_obligation;
  if (p & is_obligation) p |= is_recurrence | is_persistence;
  return p;
}

}  // namespace

std::uint32_t FormulaStore::compute_properties(const Node& node) const {
  std::uint32_t a = node.count > 0 ? nodes_[node.operands[0].id].properties : 0;
  const std::uint32_t b = node.count > 1 ? nodes_[node.operands[1].id].properties : 0;
  const std::uint32_t either_way = is_next_free | is_nnf;
  const auto if_set = [](std::uint32_t p, std::uint32_t wanted, std::uint32_t given) { return p & wanted ? given : 0U; };
  switch (node.op) {
    case Op::constant_false:
    case Op::constant_true:
      return is_boolean | is_next_free | is_nnf | is_eventual | is_universal | all_classes;
    case Op::atom:
      return is_boolean | is_next_free | is_nnf | all_classes;
    case Op::negation:
      return negated(a) | (nodes_[node.operands[0].id].op == Op::atom ? is_nnf : 0U);
    case Op::conjunction:
    case Op::disjunction:
      for (std::uint32_t i = 1; i < node.count; ++i) a &= nodes_[node.operands[i].id].properties;
      return a;
    case Op::implication:
      return negated(a) & b & ~is_nnf;
    case Op::exclusive_or:
    case Op::equivalence:
      return a & b & negated(a) & negated(b) & ~is_nnf;
    case Op::next:
      return a & ~(is_boolean | is_next_free);
    case Op::finally:
      return closed((a & (either_way | is_guarantee | is_universal | is_persistence)) | is_eventual);
    case Op::globally:
      return closed((a & (either_way | is_safety | is_eventual | is_recurrence)) | is_universal);
    case Op::until:
      return closed((a & b & (either_way | is_guarantee | is_persistence)) | (b & (is_eventual | is_universal)) |
                    if_set(b, is_guarantee, a & (is_obligation | is_recurrence)));
    case Op::release:
      return closed((a & b & (either_way | is_safety | is_recurrence)) | (b & (is_eventual | is_universal)) |
                    if_set(b, is_safety, a & (is_obligation | is_persistence)));
    case Op::weak_until:
      return closed((a & b & (either_way | is_safety | is_recurrence | is_eventual)) | (b & is_universal) |
                    if_set(a, is_safety, b & (is_obligation | is_persistence)));
    case Op::strong_release:
      return closed((a & b & (either_way | is_guarantee | is_persistence | is_universal)) | (b & is_eventual) |
                    if_set(a, is_guarantee, b & (is_obligation | is_recurrence)));
  }
  return 0;
}

}  // namespace lariat::ltl
