// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/reducer.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "reduce/deletion.hpp"
#include "reduce/instance_cache.hpp"

namespace lariat::reduce {

using model::none;
using model::TransitionId;

namespace {
constexpr std::size_t max_caches = 1024;
constexpr std::size_t max_links = 4'000'000;
// The tables that relate steps of two processes grow with the square of this number. A state in which more processes are alive
// is expanded fully.
constexpr std::size_t max_alive = 64;
constexpr std::size_t max_answers = 200'000;
constexpr std::size_t trial = 16384;     // states after which it is decided if answers are worth remembering
constexpr std::size_t least_use = 4;     // one of so many has to be known
constexpr std::size_t max_nodes = 3000;  // for the deletion algorithm: its tables grow with the square
constexpr std::size_t costly = 16;       // cost of bringing in an enabled step; others cost 1

// The node of the first of the choices.
constexpr std::uint32_t node_of(std::uint32_t process, Choices choices) {
  return process * 64 + static_cast<unsigned>(std::countr_zero(choices));
}
}  // namespace

Reducer::Reducer(model::Interpreter& interpreter, Method method, const Observed& observed)
    : interpreter_(interpreter),
      method_(method),
      dependence_(interpreter, observed),
      is_dynamic_(interpreter.layout().dynamic()),
      deletion_(std::make_unique<Deletion>()) {
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

Reducer::~Reducer() = default;

// Finds the locations and instances of the processes. False if an instance is not known.
bool Reducer::find_processes(model::StateView s) {
  const model::Layout& layout = interpreter_.layout();
  if (is_dynamic_) {
    if (s[layout.counts()] > max_alive) return false;
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
  }
  find_cache();
  return true;
}

// Finds the cache of the current instances.
void Reducer::find_cache() {
  bool is_same = cache_ != nullptr && present_.size() == processes_.size();
  for (std::size_t p = 0; is_same && p < processes_.size(); ++p) is_same = present_[p] == processes_[p].instance;
  if (is_same) return;
  present_.clear();
  for (const Process& process : processes_) present_.push_back(process.instance);
  if (caches_.size() >= max_caches || links_ >= max_links) {
    caches_.clear();
    answers_ = 0;
    links_ = 0;
  }
  std::unique_ptr<InstanceCache>& known = caches_[present_];
  if (known == nullptr) {
    known = std::make_unique<InstanceCache>(ConditionTable(dependence_, interpreter_.layout(), present_));
    for (const Process& process : processes_) {
      known->links.emplace_back(interpreter_.program().process_types[process.type].transitions.size());
      known->independent.emplace_back(interpreter_.program().process_types[process.type].locations.size(), -1);
    }
    known->visible =
        make_links(none, [&](Dependence::InstanceId other) -> const Dependence::Masks& { return dependence_.visible(other); });
  }
  cache_ = known.get();
  steps_of_.resize(std::max(steps_of_.size(), processes_.size() * 64));
  number_.resize(std::max(number_.size(), processes_.size() * 64));
}

// The links to the processes that are related by the masks.
Reducer::Links Reducer::make_links(std::uint32_t except, const auto& masks_of) {
  Links links;
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    if (p == except) continue;
    const Dependence::Masks& masks = masks_of(processes_[p].instance);
    if (std::any_of(masks.begin(), masks.end(), [](Choices choices) { return choices != 0; }))
      links.push_back({.process = p, .masks = masks.data()});
  }
  links_ += links.size();
  return links;
}

const Reducer::TransitionLinks& Reducer::links(std::uint32_t process, TransitionId transition) {
  TransitionLinks& links = cache_->links[process][transition];
  if (links.known) return links;
  links.known = true;
  const Dependence::InstanceId instance = processes_[process].instance;
  const Step& step = dependence_[instance].steps[transition];
  links.conflicts = make_links(process, [&](Dependence::InstanceId other) -> const Dependence::Masks& {
    return dependence_.conflicts(instance, transition, other);
  });
  if (step.meeting != Step::Meeting::none)
    links.partners = make_links(process, [&](Dependence::InstanceId other) -> const Dependence::Masks& {
      return dependence_.partners(instance, transition, other);
    });
  for (std::size_t c = 0; c < step.conditions.size(); ++c)
    links.enablers.push_back(make_links(none, [&](Dependence::InstanceId other) -> const Dependence::Masks& {
      return dependence_.enablers(instance, transition, c, other);
    }));
  return links;
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

// Loads the state, without its enabled transitions. False if it cannot be reduced at all.
bool Reducer::begin(model::StateView s, const model::Successors& successors) {
  if (!is_worth_it(successors)) return false;
  state_ = s;
  is_looked_at_ = false;
  if (!find_processes(s)) return false;
  truths_.assign(cache_->conditions.size(), -1);
  evaluated_.clear();
  return true;
}

bool Reducer::load(model::StateView s, const model::Successors& successors) {
  if (!begin(s, successors)) return false;
  find_enabled(successors);
  return true;
}

bool Reducer::is_worth_it(const model::Successors& successors) const {
  if (successors.size() < 2 || successors.has_faults()) return false;
  // If all steps belong to one process alone, they are alternatives of each other.
  for (std::size_t i = 0; i < successors.size(); ++i)
    for (const model::Action& action : successors.actions(i).first(std::min<std::size_t>(2, successors.actions(i).size())))
      if (action.process != successors.actions(0)[0].process) return true;
  return false;
}

// The key of the cached answers: the locations of the processes, and the transitions with which each step begins.
void Reducer::make_key(const model::Successors& successors) {
  key_.clear();
  const auto append = [&](std::uint32_t number) { key_.append(reinterpret_cast<const char*>(&number), sizeof number); };
  for (const Process& process : processes_) append(process.location);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const auto actions = successors.actions(i);
    append(actions[0].process << 24 | actions[0].transition);
    if (actions.size() > 1 && actions[1].process != actions[0].process)
      append(actions[1].process << 24 | actions[1].transition | 1U << 23);
  }
}

void Reducer::remember(bool reduces, const std::vector<bool>& selected) {
  if (answers_ >= max_answers) {
    for (auto& [instances, cache] : caches_) cache->answers.clear();
    answers_ = 0;
  }
  std::vector<AnswerTree::Value> values;
  for (const ConditionTable::Id condition : evaluated_)
    values.push_back({.condition = condition, .is_false = truths_[condition] == 0});
  const std::size_t before = cache_->answers.size();
  cache_->answers.add(key_, values, reduces ? selected : AnswerTree::Answer());
  answers_ += cache_->answers.size() - before;
}

void Reducer::find_enabled(const model::Successors& successors) {
  for (Process& process : processes_) process.enabled = process.invisible = 0;
  meetings_.clear();
  for (std::size_t i = 0; i < initiators_.size(); ++i) steps_of_[node_of(initiators_[i], initiated_[i])] = 0;
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
    ++steps_of_[node_of(actions[0].process, initiated_.back())];
    if (actions.size() < 2 || actions[1].process == actions[0].process) continue;
    enable(actions[1]);
    meetings_.push_back({.sender = actions[0].process,
                         .send = bit_of(actions[0]),
                         .receiver = actions[1].process,
                         .receive = bit_of(actions[1])});
  }
  // The two transitions of a rendezvous are visible together.
  for (const Meeting& meeting : meetings_) {
    const bool hidden = (processes_[meeting.sender].invisible & meeting.send) != 0 &&
                        (processes_[meeting.receiver].invisible & meeting.receive) != 0;
    if (hidden) continue;
    processes_[meeting.sender].invisible &= ~meeting.send;
    processes_[meeting.receiver].invisible &= ~meeting.receive;
  }
}

// Appends to edges_ what must be in T if the node is.
void Reducer::append_edges(Node node) {
  const std::uint32_t index = node / 64;
  const Process& process = processes_[index];
  const Choices bit = Choices{1} << (node % 64);
  for (std::size_t i = node % 64; i < process.place->out.size() && choice_bit(i) == bit; ++i) {
    if ((process.enabled & bit) != 0)
      follow_enabled(index, process.place->out[i], bit);
    else
      follow_disabled(index, process.place->out[i]);
  }
}

void Reducer::append(const Links& links, Reason::Kind kind, model::ExprId condition) {
  for (const Link& link : links)
    if (const Choices choices = link.masks[processes_[link.process].location]; choices != 0)
      edges_.push_back({.process = link.process, .choices = choices, .kind = kind, .condition = condition});
}

void Reducer::follow_enabled(std::uint32_t index, TransitionId transition, Choices bit) {
  const Process& process = processes_[index];
  const auto add = [&](std::uint32_t other, Choices choices, Reason::Kind kind) {
    edges_.push_back({.process = other, .choices = choices, .kind = kind, .condition = none});
  };
  add(index, dependence_.siblings(process.instance, transition), Reason::Kind::alternative);
  append(links(index, transition).conflicts, Reason::Kind::conflict);
  for (const Meeting& meeting : meetings_) {
    if (meeting.sender == index && meeting.send == bit) add(meeting.receiver, meeting.receive, Reason::Kind::partner);
    if (meeting.receiver == index && meeting.receive == bit) add(meeting.sender, meeting.send, Reason::Kind::partner);
  }
  if ((process.invisible & bit) == 0) append(cache_->visible, Reason::Kind::visible);
}

void Reducer::follow_disabled(std::uint32_t index, TransitionId transition) {
  const Step& step = dependence_[processes_[index].instance].steps[transition];
  const TransitionLinks& known = links(index, transition);
  const auto conditions = cache_->conditions.of(index, transition);
  const std::size_t rest = step.conditions.size() - 1;
  std::size_t chosen = rest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  // Chooses the false condition that brings in the fewest steps.
  for (std::size_t c = 0; c < rest && least != 0; ++c) {
    if (method_ == Method::closure) {  // the first one will do
      if (!is_false(conditions[c])) continue;
      chosen = c;
      break;
    }
    // Conditions that take longer to evaluate come last, and only if the others bring in an enabled step.
    if (least < costly && !step.conditions[c].is_simple()) break;
    if (!is_false(conditions[c])) continue;
    std::size_t cost = 0;
    for (const Link& link : known.enablers[c]) {
      const Process& other = processes_[link.process];
      const Choices added = link.masks[other.location];
      if (added != 0) cost += (added & other.enabled) != 0 ? costly : 1;
    }
    if (cost >= least) continue;
    least = cost;
    chosen = c;
  }
  append(known.enablers[chosen], Reason::Kind::enabling, step.conditions[chosen].expression);
  if (chosen == rest) append(known.partners, Reason::Kind::partner);
}

bool Reducer::evaluate(std::uint32_t condition) {
  const ConditionTable::Entry& entry = cache_->conditions[condition];
  bool is_false = false;
  if (entry.expression == none) {
    is_false = entry.is_false(state_.data() + (entry.process == none ? 0 : processes_[entry.process].base));
  } else {
    if (!is_looked_at_) interpreter_.look_at(state_);
    is_looked_at_ = true;
    const model::Evaluation evaluation = interpreter_.evaluate_there(entry.expression, entry.process);
    is_false = !evaluation.fault && evaluation.value == 0;
  }
  truths_[condition] = is_false ? 0 : 1;
  evaluated_.push_back(condition);
  return is_false;
}

// True if the steps of the process from its current location are independent of all other processes, whatever those do: no
// conflict, no rendezvous, no visible step, and no other process that could enable one.
bool Reducer::is_independent(std::uint32_t index) {
  const Process& process = processes_[index];
  signed char& known = cache_->independent[index][process.location];
  if (known >= 0) return known == 1;
  bool independent = true;
  for (const TransitionId transition : process.place->out) {
    const TransitionLinks& about = links(index, transition);
    independent &= about.conflicts.empty() && !dependence_.is_visible(process.instance, transition) &&
                   dependence_[process.instance].steps[transition].meeting == Step::Meeting::none;
    for (const Links& enablers : about.enablers)
      for (const Link& link : enablers) independent &= link.process == index;
  }
  known = independent ? 1 : 0;
  return independent;
}

// Finds the first process whose only step is independent of all others: there is no smaller set.
bool Reducer::find_independent_step() {
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    const Choices enabled = processes_[p].enabled;
    if (enabled == 0 || (enabled & (enabled - 1)) != 0 || !is_independent(p)) continue;
    const Node node = node_of(p, enabled);
    if (steps_of_[node] != 1) continue;
    members_.assign(1, node);
    sets_.assign(1, {.begin = 0, .end = 1, .steps = 1});
    return true;
  }
  return false;
}

// R. Tarjan's search for components, over the nodes that can be reached from the enabled steps.
void Reducer::find_sets(bool all) {
  for (Process& process : processes_) process.visited = process.done = process.fruitful = 0;
  sets_.clear();
  members_.clear();
  best_ = 0;
  count_ = 0;
  if (method_ == Method::closure) {
    close_first_step();
    return;
  }
  if (!all && (find_independent_step() || deletes())) return;
  for (std::uint32_t p = 0; p < processes_.size(); ++p)
    for (Choices rest = processes_[p].enabled & ~processes_[p].visited; rest != 0;
         rest = processes_[p].enabled & ~processes_[p].visited) {
      enter(node_of(p, rest));
      while (!frames_.empty()) {
        Frame& frame = frames_.back();
        bool entered = false;
        while (!entered && frame.edge < edges_.size()) {
          const Edge& edge = edges_[frame.edge];
          Process& target = processes_[edge.process];
          if (const Choices fresh = edge.choices & ~target.visited; fresh != 0) {
            enter(node_of(edge.process, fresh));
            entered = true;
            continue;
          }
          frame.fruitful |= (edge.choices & target.fruitful) != 0;
          for (Choices open = edge.choices & ~target.done; open != 0; open &= open - 1)
            frame.low = std::min(frame.low, number_[node_of(edge.process, open)]);
          ++frame.edge;
        }
        if (!entered) leave(all);
      }
      if (!all && !sets_.empty() && sets_[best_].steps == 1) return;
    }
}

// The stubborn set as E. Pater describes Valmari's closure (Partial order reduction for PINS, 2011): it begins with the first
// enabled step; an enabled transition adds those that conflict with it, a disabled one those that can make its first false
// condition true. Nothing is tried twice.
void Reducer::close_first_step() {
  waiting_.clear();
  const auto add = [&](std::uint32_t index, Choices choices) {
    Process& process = processes_[index];
    for (Choices fresh = choices & ~process.visited; fresh != 0; fresh &= fresh - 1) waiting_.push_back(node_of(index, fresh));
    process.visited |= choices;
  };
  add(initiators_.front(), initiated_.front());
  Set set;
  while (!waiting_.empty()) {
    const Node node = waiting_.back();
    waiting_.pop_back();
    if ((processes_[node / 64].enabled >> (node % 64) & 1) != 0) {
      members_.push_back(node);
      set.steps += steps_of_[node];
    }
    edges_.clear();
    append_edges(node);
    for (const Edge& edge : edges_) add(edge.process, edge.choices);
  }
  edges_.clear();
  set.end = static_cast<std::uint32_t>(members_.size());
  if (is_usable(set)) sets_.push_back(set);
}

void Reducer::enter(Node node) {
  processes_[node / 64].visited |= Choices{1} << (node % 64);
  number_[node] = ++count_;
  waiting_.push_back(node);
  const auto first = static_cast<std::uint32_t>(edges_.size());
  frames_.push_back({.node = node, .first_edge = first, .edge = first, .low = count_, .fruitful = false});
  append_edges(node);
}

void Reducer::leave(bool all) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  edges_.resize(frame.first_edge);
  if (!frames_.empty()) {
    frames_.back().low = std::min(frames_.back().low, frame.low);
    frames_.back().fruitful |= frame.fruitful;
  }
  if (frame.low != number_[frame.node]) return;
  // A component is complete. If it reaches no enabled step outside itself, it is a closed set together with what it reaches.
  const auto begin = std::find(waiting_.rbegin(), waiting_.rend(), frame.node).base() - 1;
  Set set{.begin = static_cast<std::uint32_t>(members_.size()), .end = 0, .steps = 0};
  for (auto node = begin; node != waiting_.end(); ++node) {
    const Choices bit = Choices{1} << (*node % 64);
    processes_[*node / 64].done |= bit;
    if ((processes_[*node / 64].enabled & bit) == 0) continue;
    members_.push_back(*node);
    set.steps += steps_of_[*node];
  }
  set.end = static_cast<std::uint32_t>(members_.size());
  const bool is_empty = set.begin == set.end;
  if (frame.fruitful || !is_empty) {
    for (auto node = begin; node != waiting_.end(); ++node) processes_[*node / 64].fruitful |= Choices{1} << (*node % 64);
    if (!frames_.empty()) frames_.back().fruitful = true;
  }
  waiting_.erase(begin, waiting_.end());
  const bool is_wanted = !frame.fruitful && !is_empty && is_usable(set);
  const bool is_better = is_wanted && (sets_.empty() || set.steps < sets_[best_].steps);
  if (!is_wanted || (!is_better && !all)) {
    members_.resize(set.begin);
    return;
  }
  if (is_better) best_ = sets_.size();
  sets_.push_back(set);
}

// A set with visible steps needs an invisible one as well, if there is one: otherwise a run of invisible steps alone is lost.
bool Reducer::is_usable(const Set& set) const {
  bool has_visible = false;
  bool has_invisible = false;
  for (std::uint32_t i = set.begin; i < set.end; ++i) {
    const Node node = members_[i];
    if (method_ == Method::ample && node / 64 != members_[set.begin] / 64) return false;
    ((processes_[node / 64].invisible >> (node % 64) & 1) != 0 ? has_invisible : has_visible) = true;
  }
  if (!has_visible || has_invisible) return true;
  return std::all_of(processes_.begin(), processes_.end(), [](const Process& process) { return process.invisible == 0; });
}

void Reducer::select(const Set& set, std::vector<bool>& selected) const {
  selected.assign(initiators_.size(), false);
  for (std::size_t i = 0; i < initiators_.size(); ++i) {
    const Node node = node_of(initiators_[i], initiated_[i]);
    for (std::uint32_t k = set.begin; k < set.end; ++k)
      if (members_[k] == node) selected[i] = true;
  }
}

std::size_t Reducer::least_steps(const model::Successors& successors) const {
  return sets_.empty() ? successors.size() : sets_[best_].steps;
}

// The relations for the deletion algorithm; null if it is not to be used.
NodeRelations* Reducer::nodes() {
  if (cache_->nodes == nullptr && cache_->has_nodes) {
    cache_->has_nodes = NodeRelations::count_nodes(dependence_, present_) <= max_nodes;
    if (cache_->has_nodes) {
      cache_->nodes = std::make_unique<NodeRelations>(dependence_, cache_->conditions, present_);
      links_ += cache_->nodes->rows() * cache_->nodes->words();
    }
  }
  return cache_->nodes.get();
}

// The case of a transition for the values that its variables have; none if such a step is never enabled.
std::uint32_t Reducer::case_of(std::uint32_t process, TransitionId transition) {
  const Instance& instance = dependence_[processes_[process].instance];
  for (std::uint32_t c = instance.first_case[transition]; c < instance.first_case[transition + 1]; ++c) {
    const auto values = cache_->conditions.of_case(process, c).first(instance.cases[c].values);
    if (std::none_of(values.begin(), values.end(), [&](ConditionTable::Id condition) { return is_false(condition); })) return c;
  }
  return none;
}

// Looks for a set of fewer steps than that.
bool Reducer::delete_steps(const model::Successors& successors, std::size_t bound) {
  if (!deletes() || bound < 2) return false;
  const NodeRelations* const relations = nodes();
  if (relations == nullptr) return false;
  Deletion::Question& question = deletion_->question;
  question.locations.clear();
  question.enabled.assign(relations->words(), 0);
  question.visible.assign(relations->words(), 0);
  for (const std::uint32_t node : question.candidates) question.steps[node] = 0;
  question.candidates.clear();
  question.steps.resize(std::max(question.steps.size(), relations->size()));
  nodes_of_steps_.clear();
  for (const Process& process : processes_) question.locations.push_back(process.location);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const auto actions = successors.actions(i);
    const model::Action& first = actions[0];
    bool is_visible = dependence_.is_visible(processes_[first.process].instance, first.transition);
    std::uint32_t node = none;
    const std::uint32_t one = case_of(first.process, first.transition);
    if (one == none) return false;
    if (actions.size() > 1 && actions[1].process != first.process) {
      const std::uint32_t other = case_of(actions[1].process, actions[1].transition);
      if (other == none) return false;
      node = relations->node(first.process, one, actions[1].process, other);
      is_visible |= dependence_.is_visible(processes_[actions[1].process].instance, actions[1].transition);
    } else {
      node = relations->node(first.process, one);
    }
    if (node == none) return false;
    nodes_of_steps_.push_back(node);
    if (question.steps[node]++ != 0) continue;
    question.candidates.push_back(node);
    question.enabled[node / 64] |= std::uint64_t{1} << (node % 64);
    if (is_visible) question.visible[node / 64] |= std::uint64_t{1} << (node % 64);
  }
  return deletion_->find(*relations, bound, Look{*this});
}

void Reducer::select_undeleted(std::vector<bool>& selected) const {
  selected.resize(nodes_of_steps_.size());
  for (std::size_t i = 0; i < nodes_of_steps_.size(); ++i) selected[i] = deletion_->contains(nodes_of_steps_[i]);
}

// The answer for the state, if it is remembered.
const std::vector<bool>* Reducer::recall(const model::Successors& successors) {
  InstanceCache& cache = *cache_;
  if (!cache.remembers) return nullptr;
  make_key(successors);
  const std::vector<bool>* const known = cache.answers.find(key_, Look{*this});
  ++cache.asked;
  cache.known += known == nullptr ? 0 : 1;
  if (cache.asked < trial) return known;
  // It takes longer to remember what is hardly ever asked for again.
  cache.remembers = cache.known * least_use >= cache.asked;
  cache.asked = cache.known = 0;
  if (cache.remembers) return known;
  if (known != nullptr) recalled_ = *known;
  answers_ -= cache.answers.size();
  cache.answers.clear();
  return known == nullptr ? nullptr : &recalled_;
}

bool Reducer::reduce(model::StateView s, const model::Successors& successors, std::vector<bool>& selected) {
  if (!begin(s, successors)) return false;
  if (const std::vector<bool>* const known = recall(successors)) {
    if (!known->empty()) selected = *known;
    return !known->empty();
  }
  find_enabled(successors);
  find_sets(false);
  const bool is_deleted = delete_steps(successors, least_steps(successors));
  const bool reduces = is_deleted || least_steps(successors) < successors.size();
  if (is_deleted)
    select_undeleted(selected);
  else if (reduces)
    select(sets_[best_], selected);
  if (cache_->remembers) remember(reduces, selected);
  return reduces;
}

bool Reducer::candidate(model::StateView s, const model::Successors& successors, std::size_t k, std::vector<bool>& selected) {
  if (!reduce(s, successors, selected)) {
    selected.assign(successors.size(), true);
    return k == 0;
  }
  if (k == 0) return true;
  const std::vector<bool> first = selected;
  load(s, successors);
  find_sets(true);
  std::erase_if(sets_, [&](const Set& set) { return set.steps == successors.size(); });
  std::stable_sort(sets_.begin(), sets_.end(), [](const Set& a, const Set& b) { return a.steps < b.steps; });
  for (const Set& set : sets_) {
    select(set, selected);
    if (selected != first && --k == 0) return true;
  }
  selected.assign(successors.size(), true);
  return k == 1;
}

}  // namespace lariat::reduce
