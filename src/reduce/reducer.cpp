// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/reducer.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace lariat::reduce {

using model::none;
using model::TransitionId;

Reducer::Reducer(model::Interpreter& interpreter, Method method, const Observed& observed)
    : interpreter_(interpreter),
      method_(method),
      dependence_(interpreter, observed),
      is_dynamic_(interpreter.layout().dynamic()) {
  const model::Program& program = interpreter.program();
  for (const model::ProcessType& type : program.process_types) {
    auto& positions = positions_.emplace_back(type.transitions.size(), 0);
    for (const model::Location& location : type.locations)
      for (std::uint32_t i = 0; i < location.out.size(); ++i) positions[location.out[i]] = i;
  }
  if (is_dynamic_) return;
  std::uint32_t base = interpreter.layout().processes();
  for (const model::InitialProcess& process : program.processes) {
    processes_.push_back({.type = process.type, .base = base});
    base += interpreter.layout().shape(process.type).bytes;
  }
}

// Where the processes are. False if something about them is not known.
bool Reducer::find_processes(model::StateView s) {
  const model::Layout& layout = interpreter_.layout();
  if (is_dynamic_) {
    processes_.resize(s[layout.counts()]);
    std::uint32_t base = layout.processes();
    for (Process& process : processes_) {
      process.type = static_cast<model::ProcessTypeId>(
          layout.type_bytes() == 1 ? s[base] : s[base] | static_cast<unsigned>(s[base + 1]) << 8);
      process.base = base;
      base += layout.shape(process.type).bytes;
    }
  }
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    Process& process = processes_[p];
    const model::Layout::ProcessShape& shape = layout.shape(process.type);
    process.location =
        static_cast<model::LocationId>(model::load(s.data() + process.base + shape.location, shape.location_type));
    const auto& locations = interpreter_.program().process_types[process.type].locations;
    if (process.location >= locations.size()) return false;
    process.place = &locations[process.location];
    process.instance = instance_of(s, p, process.type, process.base);
    if (process.instance == none) return false;
    process.enabled = process.invisible = 0;
  }
  return true;
}

Dependence::InstanceId Reducer::instance_of(model::StateView s, std::uint32_t process, model::ProcessTypeId type,
                                            std::uint32_t base) {
  if (remembered_.size() <= process) remembered_.resize(process + 1);
  Remembered& remembered = remembered_[process];
  const ProgramFacts& facts = dependence_.facts();
  const auto& variables = facts.program.process_types[type].variables;
  const auto& frozen = facts.frozen_locals[type];
  const auto value_of = [&](model::VariableId id) {
    return model::load(s.data() + base + interpreter_.layout().shape(type).variables[id], variables[id].type);
  };
  bool is_same = remembered.type == type;
  for (std::size_t i = 0; is_same && i < frozen.size(); ++i) is_same = remembered.frozen[i] == value_of(frozen[i]);
  if (is_same) return remembered.instance;
  remembered.type = type;
  remembered.frozen.clear();
  for (const model::VariableId id : frozen) remembered.frozen.push_back(value_of(id));
  return remembered.instance = dependence_.find(type, process, remembered.frozen);
}

// Takes the state in. False if it cannot be reduced whatever is tried.
bool Reducer::load(model::StateView s, const model::Successors& successors) {
  if (successors.size() < 2 || successors.has_faults()) return false;
  state_ = s;
  if (!find_processes(s)) return false;
  meetings_.clear();
  initiators_.clear();
  initiated_.clear();
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const auto actions = successors.actions(i);
    const auto bit_of = [&](const model::Action& action) { return choice_bit(positions_[action.type][action.transition]); };
    const auto enable = [&](const model::Action& action) {
      Process& process = processes_[action.process];
      process.enabled |= bit_of(action);
      if (!dependence_.is_visible(process.instance, action.transition)) process.invisible |= bit_of(action);
    };
    enable(actions[0]);
    initiators_.push_back(actions[0].process);
    initiated_.push_back(bit_of(actions[0]));
    if (actions.size() < 2 || actions[1].process == actions[0].process) continue;
    enable(actions[1]);
    meetings_.push_back({.sender = actions[0].process,
                         .send = bit_of(actions[0]),
                         .receiver = actions[1].process,
                         .receive = bit_of(actions[1])});
  }
  // Two that meet are seen together.
  for (const Meeting& meeting : meetings_) {
    const bool hidden = (processes_[meeting.sender].invisible & meeting.send) != 0 &&
                        (processes_[meeting.receiver].invisible & meeting.receive) != 0;
    if (hidden) continue;
    processes_[meeting.sender].invisible &= ~meeting.send;
    processes_[meeting.receiver].invisible &= ~meeting.receive;
  }
  return true;
}

void Reducer::add(std::uint32_t index, Choices choices, Reason::Kind kind, std::uint32_t cause_process, TransitionId cause,
                  model::ExprId condition) {
  Process& process = processes_[index];
  const Choices fresh = choices & ~process.member;
  if (fresh == 0) return;
  if (process.member == process.done) todo_.push_back(index);
  process.member |= fresh;
  if (reasons_ == nullptr) return;
  for (std::size_t i = 0; i < process.place->out.size(); ++i)
    if ((fresh & choice_bit(i)) != 0)
      reasons_->push_back({.kind = kind,
                           .process = index,
                           .transition = process.place->out[i],
                           .enabled = (process.enabled & choice_bit(i)) != 0,
                           .visible = dependence_.is_visible(process.instance, process.place->out[i]),
                           .cause_process = cause_process,
                           .cause = cause,
                           .condition = condition});
}

// Makes T from one process. False if it is no use.
bool Reducer::close(std::uint32_t seed) {
  for (Process& process : processes_) process.member = process.done = 0;
  todo_.clear();
  // One step that is possible; of an ample set, all of the process.
  const Choices enabled = processes_[seed].enabled;
  const Choices first = processes_[seed].invisible != 0 ? processes_[seed].invisible : enabled;
  add(seed, method_ == Method::ample ? enabled : first & (~first + 1), Reason::Kind::seed, none, none);
  while (!todo_.empty()) {
    const std::uint32_t index = todo_.back();
    todo_.pop_back();
    if (method_ == Method::ample && index != seed) return false;
    Process& process = processes_[index];
    while (process.member != process.done) {
      const Choices fresh = process.member & ~process.done;
      process.done = process.member;
      for (std::size_t i = 0; i < process.place->out.size(); ++i) {
        const Choices bit = choice_bit(i);
        if ((fresh & bit) == 0) continue;
        if ((process.enabled & bit) != 0)
          follow_enabled(index, process.place->out[i], bit);
        else
          follow_disabled(index, process.place->out[i]);
      }
    }
  }
  return has_invisible_key();
}

void Reducer::follow_enabled(std::uint32_t index, TransitionId transition, Choices bit) {
  const Process& process = processes_[index];
  add(index, dependence_.siblings(process.instance, transition), Reason::Kind::alternative, index, transition);
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    const Process& other = processes_[p];
    if (p == index || other.place->out.empty()) continue;
    add(p, dependence_.conflicts(process.instance, transition, other.instance)[other.location], Reason::Kind::conflict, index,
        transition);
  }
  for (const Meeting& meeting : meetings_) {
    if (meeting.sender == index && meeting.send == bit)
      add(meeting.receiver, meeting.receive, Reason::Kind::partner, index, transition);
    if (meeting.receiver == index && meeting.receive == bit)
      add(meeting.sender, meeting.send, Reason::Kind::partner, index, transition);
  }
  if ((process.invisible & bit) != 0) return;
  for (std::uint32_t p = 0; p < processes_.size(); ++p)
    add(p, dependence_.visible(processes_[p].instance)[processes_[p].location], Reason::Kind::visible, index, transition);
}

void Reducer::follow_disabled(std::uint32_t index, TransitionId transition) {
  const Dependence::InstanceId instance = processes_[index].instance;
  const Step& step = dependence_[instance].steps[transition];
  const std::size_t rest = step.conditions.size() - 1;
  std::size_t chosen = rest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  // Of the conditions that are false, the one that brings in least.
  for (std::size_t c = 0; c < rest && least != 0; ++c) {
    if (!is_false(index, step.conditions[c])) continue;
    std::size_t cost = 0;
    for (const Process& other : processes_) {
      if (other.place->out.empty()) continue;
      const Choices added = dependence_.enablers(instance, transition, c, other.instance)[other.location] & ~other.member;
      cost += static_cast<std::size_t>(4 * std::popcount(added & other.enabled) + (added != 0 ? 1 : 0));
    }
    if (cost >= least) continue;
    least = cost;
    chosen = c;
  }
  const model::ExprId condition = step.conditions[chosen].expression;
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    const Process& other = processes_[p];
    if (other.place->out.empty()) continue;
    add(p, dependence_.enablers(instance, transition, chosen, other.instance)[other.location], Reason::Kind::enabling, index,
        transition, condition);
    if (chosen == rest && step.meeting != Step::Meeting::none && p != index)
      add(p, dependence_.partners(instance, transition, other.instance)[other.location], Reason::Kind::partner, index,
          transition);
  }
}

bool Reducer::is_false(std::uint32_t index, const Condition& condition) {
  const model::Layout& layout = interpreter_.layout();
  const model::Program& program = interpreter_.program();
  if (condition.range) {
    const model::Access& cell = condition.range->cell;
    if (cell.kind == model::Access::Kind::global) {
      const model::Type type = program.globals[cell.variable].type;
      return !condition.range->contains(
          model::load(state_.data() + layout.global(cell.variable) + cell.first * type.bytes(), type));
    }
    const Process& owner = processes_[index];
    const model::Type type = program.process_types[owner.type].variables[cell.variable].type;
    return !condition.range->contains(model::load(
        state_.data() + owner.base + layout.shape(owner.type).variables[cell.variable] + cell.first * type.bytes(), type));
  }
  const model::Evaluation evaluation = interpreter_.evaluate(condition.expression, state_, index);
  return !evaluation.fault && evaluation.value == 0;
}

std::size_t Reducer::members_enabled() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < initiators_.size(); ++i)
    count += (processes_[initiators_[i]].member & initiated_[i]) != 0 ? 1 : 0;
  return count;
}

// A set with visible steps needs an invisible one as well, if there is one: otherwise a run of invisible steps alone is lost.
bool Reducer::has_invisible_key() const {
  bool has_visible = false;
  bool has_invisible = false;
  bool leaves_invisible = false;
  for (const Process& process : processes_) {
    has_visible |= (process.member & process.enabled & ~process.invisible) != 0;
    has_invisible |= (process.member & process.invisible) != 0;
    leaves_invisible |= (process.invisible & ~process.member) != 0;
  }
  return !has_visible || has_invisible || !leaves_invisible;
}

void Reducer::select(const model::Successors& successors, std::vector<bool>& selected) const {
  selected.assign(successors.size(), false);
  for (std::size_t i = 0; i < initiators_.size(); ++i) selected[i] = (best_[initiators_[i]] & initiated_[i]) != 0;
}

bool Reducer::reduce(model::StateView s, const model::Successors& successors, std::vector<bool>& selected) {
  if (!load(s, successors)) return false;
  std::size_t least = successors.size();
  for (std::uint32_t p = 0; p < processes_.size() && least > 1; ++p) {
    if (processes_[p].enabled == 0 || !close(p)) continue;
    const std::size_t count = members_enabled();
    if (count >= least || count == 0) continue;
    least = count;
    best_.clear();
    for (const Process& process : processes_) best_.push_back(process.member);
  }
  if (least == successors.size()) return false;
  select(successors, selected);
  return true;
}

bool Reducer::candidate(model::StateView s, const model::Successors& successors, std::size_t k, std::vector<bool>& selected) {
  struct Set {
    std::size_t count;
    std::vector<Choices> members;
  };
  std::vector<Set> sets;
  if (load(s, successors))
    for (std::uint32_t p = 0; p < processes_.size(); ++p) {
      if (processes_[p].enabled == 0 || !close(p)) continue;
      const std::size_t count = members_enabled();
      if (count == successors.size() || count == 0) continue;
      Set& set = sets.emplace_back(Set{.count = count, .members = {}});
      for (const Process& process : processes_) set.members.push_back(process.member);
    }
  std::stable_sort(sets.begin(), sets.end(), [](const Set& a, const Set& b) { return a.count < b.count; });
  if (k > sets.size()) return false;
  if (k == sets.size()) {
    selected.assign(successors.size(), true);
  } else {
    best_ = sets[k].members;
    select(successors, selected);
  }
  return true;
}

std::vector<Reason> Reducer::explain(model::StateView s, const model::Successors& successors) {
  std::vector<Reason> best;
  if (!load(s, successors)) return best;
  std::size_t least = successors.size();
  for (std::uint32_t p = 0; p < processes_.size() && least > 1; ++p) {
    if (processes_[p].enabled == 0) continue;
    std::vector<Reason> reasons;
    reasons_ = &reasons;
    const bool is_closed = close(p);
    reasons_ = nullptr;
    if (!is_closed || members_enabled() >= least || members_enabled() == 0) continue;
    least = members_enabled();
    best = std::move(reasons);
  }
  return best;
}

}  // namespace lariat::reduce
