// SPDX-License-Identifier: Apache-2.0
// Why a set is what it is: the closure once more, from one step, with the reason for each transition.
#include <algorithm>
#include <bit>

#include "lariat/reduce/reducer.hpp"
#include "reduce/deletion.hpp"
#include "reduce/instance_cache.hpp"

namespace lariat::reduce {

std::vector<Reason> Reducer::explain(model::StateView s, const model::Successors& successors) {
  if (!load(s, successors)) return {};
  find_sets(false);
  const std::size_t least = least_steps(successors);
  // A set with all steps is worth an explanation as well.
  if (delete_steps(successors, least == successors.size() ? least + 1 : least)) return explain_deletion();
  return least < successors.size() ? explain_closure() : std::vector<Reason>();
}

// Finds a part of the state that the transition and its cause share, or their partners.
void Reducer::add_clash(Reason& reason) const {
  if (reason.kind != Reason::Kind::conflict) return;
  const auto step = [&](std::uint32_t process, model::TransitionId transition) -> const Step& {
    return dependence_[processes_[process].instance].steps[transition];
  };
  for (const auto& [process, transition] :
       {std::pair(reason.process, reason.transition), std::pair(reason.partner_process, reason.partner)})
    for (const auto& [cause_process, cause] :
         {std::pair(reason.cause_process, reason.cause), std::pair(reason.cause_partner_process, reason.cause_partner)})
      if (process != model::none && cause_process != model::none && !reason.clash)
        reason.clash = find_clash(interpreter_.program(), step(process, transition), step(cause_process, cause));
}

// Why each step of the closed set that find_sets has found belongs to it.
std::vector<Reason> Reducer::explain_closure() {
  std::vector<Reason> reasons;
  std::vector<Choices> members(processes_.size(), 0);
  std::vector<Node> todo;
  const auto add = [&](const Reason& cause, std::uint32_t index, Choices choices) {
    const Process& process = processes_[index];
    for (std::size_t i = 0; i < process.place->out.size(); ++i) {
      const Choices bit = choice_bit(i);
      if ((choices & bit & ~members[index]) == 0) continue;
      todo.push_back(index * 64 + static_cast<unsigned>(std::countr_zero(bit)));
      Reason reason = cause;
      reason.process = index;
      reason.transition = process.place->out[i];
      reason.enabled = (process.enabled & bit) != 0;
      reason.visible = dependence_.is_visible(process.instance, reason.transition);
      add_clash(reason);
      reasons.push_back(reason);
    }
    members[index] |= choices;
  };
  const Node seed = members_[sets_[best_].begin];
  add({}, seed / 64, Choices{1} << (seed % 64));
  for (std::size_t next = 0; next < todo.size(); ++next) {
    edges_.clear();
    append_edges(todo[next]);
    const Process& from = processes_[todo[next] / 64];
    for (const Edge& edge : edges_)
      add({.kind = edge.kind,
           .cause_process = todo[next] / 64,
           .cause = from.place->out[todo[next] % 64],
           .condition = edge.condition},
          edge.process, edge.choices);
  }
  edges_.clear();
  return reasons;
}

// Why each step of the set that the deletion algorithm has found belongs to it. The set has transitions that start anywhere;
// those that bring in no enabled step are left out.
std::vector<Reason> Reducer::explain_deletion() {
  const NodeRelations& relations = *cache_->nodes;
  const Look look{*this};
  const auto is_enabled = [&](std::uint32_t node) { return (deletion_->question.enabled[node / 64] >> (node % 64) & 1) != 0; };
  struct Member {
    std::uint32_t node;
    std::size_t cause;  // its position
    Reason reason;
    bool is_told;
  };
  std::vector<Member> members;
  std::vector<bool> known(relations.size());
  const auto add = [&](std::uint32_t node, std::size_t cause, Reason reason) {
    if (known[node]) return;
    known[node] = true;
    const NodeRelations::Half& half = relations.half(relations[node].halves[0]);
    reason.process = half.process;
    reason.transition = half.transition;
    if (relations[node].halves[1] != model::none) {
      reason.partner_process = relations.half(relations[node].halves[1]).process;
      reason.partner = relations.half(relations[node].halves[1]).transition;
    }
    reason.enabled = is_enabled(node);
    reason.visible = (relations.visible()[node / 64] >> (node % 64) & 1) != 0;
    members.push_back({.node = node, .cause = cause, .reason = reason, .is_told = reason.enabled});
  };
  add(deletion_->seed(), 0, {});
  for (std::size_t next = 0; next < members.size(); ++next) {
    const Member from = members[next];
    const NodeRelations::Node& about = relations[from.node];
    const NodeRelations::Cause* const why = from.reason.enabled ? nullptr : &deletion_->reason(relations, from.node, look);
    const auto shares_process = [&](std::uint32_t node) {
      for (const std::uint32_t a : about.halves)
        for (const std::uint32_t b : relations[node].halves)
          if (a != model::none && b != model::none && relations.half(a).process == relations.half(b).process) return true;
      return false;
    };
    const auto add_row = [&](NodeRelations::Row added, const auto& kind_of) {
      for (std::size_t w = 0; w < relations.words(); ++w)
        for (std::uint64_t rest = added[w]; rest != 0; rest &= rest - 1) {
          const auto node = static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
          Reason reason{.kind = kind_of(node),
                        .cause_process = from.reason.process,
                        .cause = from.reason.transition,
                        .cause_partner_process = from.reason.partner_process,
                        .cause_partner = from.reason.partner};
          if (why != nullptr && why->kind == NodeRelations::Cause::Kind::condition) {
            const NodeRelations::Half& half = relations.half(why->half);
            const auto ids = cache_->conditions.of_case(half.process, half.number);
            const auto position = static_cast<std::size_t>(std::find(ids.begin(), ids.end(), why->condition) - ids.begin());
            reason.condition =
                dependence_[processes_[half.process].instance].cases[half.number].step.conditions[position].expression;
          }
          add(node, next, reason);
        }
    };
    add_row(relations.row(why == nullptr ? about.conflicts : why->row), [&](std::uint32_t node) {
      if (why == nullptr) return shares_process(node) ? Reason::Kind::alternative : Reason::Kind::conflict;
      if (why->kind == NodeRelations::Cause::Kind::location) return Reason::Kind::arriving;
      return why->kind == NodeRelations::Cause::Kind::partner ? Reason::Kind::partner : Reason::Kind::enabling;
    });
    if ((deletion_->question.visible[from.node / 64] >> (from.node % 64) & 1) != 0)
      add_row(relations.visible(), [](std::uint32_t) { return Reason::Kind::visible; });
  }
  for (std::size_t i = members.size(); i-- > 0;)
    if (members[i].is_told) members[members[i].cause].is_told = true;
  std::vector<Reason> reasons;
  for (Member& member : members) {
    if (!member.is_told) continue;
    if (member.reason.cause != model::none) add_clash(member.reason);
    reasons.push_back(member.reason);
  }
  return reasons;
}

}  // namespace lariat::reduce
