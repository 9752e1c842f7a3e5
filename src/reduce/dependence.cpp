// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/dependence.hpp"

#include <algorithm>
#include <utility>

namespace lariat::reduce {
namespace {

using model::Access;
using model::LocationId;
using model::none;
using model::ProcessTypeId;
using model::TransitionId;

constexpr std::size_t max_instances = 4096;

bool is_inside(const model::Program& program, ProcessTypeId type, std::uint32_t set, LocationId location,
               LocationId wanted = none) {
  if (location >= program.process_types[type].locations.size()) return false;
  const model::Location& place = program.process_types[type].locations[location];
  switch (set) {
    case model::this_location:
      return location == wanted;
    case model::committed_locations:
      return place.committed;
    case model::progress_locations:
      return place.progress;
    case model::accepting_locations:
      return place.accepting != 0;
    case model::asserting_locations:
      return !place.assertions.empty();
    default: {
      const auto& locations = program.location_sets[set];
      return std::find(locations.begin(), locations.end(), location) != locations.end();
    }
  }
}

// True if a move from one location to another changes the answer to a question about the location.
bool changes_answer(const model::Program& program, const Access& write, const Access& access) {
  if (write.from == write.to && write.from != none) return false;
  if (access.locations == none || write.from == none || write.to == none || write.type == none) return true;
  if (access.locations <= model::this_location && access.type != write.type) return true;
  return is_inside(program, write.type, access.locations, write.from, access.from) !=
         is_inside(program, write.type, access.locations, write.to, access.from);
}

bool disturbs(const model::Program& program, const Access& write, const Access& access) {
  if (!may_disturb(write, access)) return false;
  return write.kind != Access::Kind::location || access.kind != Access::Kind::location ||
         changes_answer(program, write, access);
}

bool disturb(const model::Program& program, const std::vector<Access>& writes, const std::vector<Access>& accesses) {
  for (const Access& write : writes)
    for (const Access& access : accesses)
      if (disturbs(program, write, access)) return true;
  return false;
}

// True if the update of one step leaves the conditions of the other one true.
bool keeps_conditions(const Update& update, const Update& other) {
  return std::all_of(other.conditions.begin(), other.conditions.end(), [&](const Range& range) {
    if (!update.relative) return range.contains(update.value);
    if (update.value == 0) return true;
    if (!update.stays_inside || range.hole) return false;
    return update.value > 0 ? range.high == std::numeric_limits<std::int64_t>::max()
                            : range.low == std::numeric_limits<std::int64_t>::min();
  });
}

// True if two steps that have these updates of one variable leave it as it is in either order, wherever both are enabled.
bool commute(const model::Program& program, const Update& a, const Update& b) {
  if (a.cell != b.cell || a.relative != b.relative || (!a.relative && a.value != b.value)) return false;
  if (program.overflow == model::Program::Overflow::error && !(a.stays_inside && b.stays_inside)) return false;
  return keeps_conditions(a, b) && keeps_conditions(b, a);
}

// Variables that both steps access but only by updates that commute.
std::vector<Access> common_updates(const model::Program& program, const Step& a, const Step& b) {
  std::vector<Access> cells;
  for (const Update& one : a.updates)
    for (const Update& other : b.updates)
      if (commute(program, one, other)) cells.push_back(one.cell);
  return cells;
}

bool disturb(const model::Program& program, const Step& writer, const Step& other, const std::vector<Access>& harmless) {
  const auto is_harmless = [&](const Access& write) {
    return std::find(harmless.begin(), harmless.end(), write) != harmless.end();
  };
  return std::any_of(writer.sets.writes.begin(), writer.sets.writes.end(), [&](const Access& write) {
    if (is_harmless(write)) return false;
    const auto disturbed = [&](const std::vector<Access>& list) {
      return std::any_of(list.begin(), list.end(), [&](const Access& access) { return disturbs(program, write, access); });
    };
    return disturbed(other.sets.guard_reads) || disturbed(other.sets.reads) || disturbed(other.sets.writes);
  });
}

// True if one step requires a process to be at certain locations, and the other is a step of that process from elsewhere.
bool is_elsewhere(const model::Program& program, const Condition& condition, const Step& other) {
  if (!condition.place || condition.place->process >= model::max_processes) return false;
  for (const Access& write : other.sets.writes) {
    if (write.kind != Access::Kind::location || write.process != condition.place->process ||
        write.type != condition.place->type || write.from == none)
      continue;
    // The first move of a sequence begins at the current location; a sequence has several moves.
    const auto moves = std::count_if(other.sets.writes.begin(), other.sets.writes.end(),
                                     [](const Access& access) { return access.kind == Access::Kind::location; });
    return moves == 1 && is_inside(program, write.type, condition.place->locations, write.from) != condition.inside;
  }
  return false;
}

// True if the two steps are never enabled in the same state.
bool exclude(const model::Program& program, const Step& a, const Step& b) {
  if (a.waits != b.waits) return true;
  if (a.ends && b.ends) return true;  // only the youngest process can end
  for (const Condition& condition : a.conditions) {
    if (is_elsewhere(program, condition, b)) return true;
    if (!condition.range) continue;
    for (const Condition& other : b.conditions)
      if (other.range && contradict(*condition.range, *other.range)) return true;
  }
  return std::any_of(b.conditions.begin(), b.conditions.end(),
                     [&](const Condition& condition) { return is_elsewhere(program, condition, a); });
}

// True if the write may make a test of this access true.
bool may_enable(const model::Program& program, const Access& write, const Access& read) {
  if (write.kind == Access::Kind::channel && read.kind == Access::Kind::channel) {
    if (write.use == Access::Use::send && read.use == Access::Use::room) return false;
    return write.channel == read.channel || write.channel == 0 || read.channel == 0;
  }
  return disturbs(program, write, read);
}

}  // namespace

std::optional<std::string> find_obstacle(const model::Program& program) {
  if (program.composition == model::Program::Composition::lockstep) return "all processes move at the same time";
  if (program.uses_priorities) return "processes have priorities";
  if (program.last_process != none) return "the model asks which process moved last";
  return std::nullopt;
}

bool may_meet(const Step& a, const Step& b) {
  if (a.meeting == Step::Meeting::none || b.meeting == Step::Meeting::none || a.meeting == b.meeting) return false;
  return a.channel == b.channel || a.channel == 0 || b.channel == 0;
}

bool clash(const model::Program& program, const Step& a, const Step& b) {
  const std::vector<Access> harmless = common_updates(program, a, b);
  return disturb(program, a, b, harmless) || disturb(program, b, a, harmless);
}

bool in_conflict(const model::Program& program, const Step& a, const Step& b) {
  return may_meet(a, b) || (!exclude(program, a, b) && clash(program, a, b));
}

std::optional<Clash> find_clash(const model::Program& program, const Step& a, const Step& b) {
  if (may_meet(a, b) || !in_conflict(program, a, b)) return std::nullopt;
  const std::vector<Access> harmless = common_updates(program, a, b);
  const auto find = [&](const Step& writer, const Step& other, bool is_first) -> std::optional<Clash> {
    for (const Access& write : writer.sets.writes)
      if (std::find(harmless.begin(), harmless.end(), write) == harmless.end())
        for (const auto* accesses : {&other.sets.writes, &other.sets.guard_reads, &other.sets.reads})
          for (const Access& access : *accesses) {
            if (!disturbs(program, write, access)) continue;
            const bool both = accesses == &other.sets.writes;
            return Clash{.part = access.kind == Access::Kind::everything ? write : access,
                         .writes = is_first || both,
                         .other_writes = !is_first || both};
          }
    return std::nullopt;
  };
  const auto clash = find(a, b, true);
  return clash ? clash : find(b, a, false);
}

bool may_enable(const model::Program& program, const Step& step, const Step& other, const Condition& condition) {
  for (const Access& write : step.sets.writes) {
    if (other.ends && write.kind == Access::Kind::table && !step.ends)
      continue;  // starting processes never enables the end of one
    const bool touches = std::any_of(condition.reads.begin(), condition.reads.end(),
                                     [&](const Access& read) { return may_enable(program, write, read); });
    if (!touches) continue;
    if (condition.channel != 0) {
      // A message is not brought by taking one out, nor room by putting one in.
      if (write.kind != Access::Kind::channel ||
          write.use != (condition.wants_message ? Access::Use::receive : Access::Use::send))
        return true;
      continue;
    }
    if (!condition.range || write != condition.range->cell) return true;
    const auto known = std::find_if(step.assignments.begin(), step.assignments.end(),
                                    [&](const Assignment& assignment) { return assignment.cell == write; });
    if (known == step.assignments.end()) return true;
    if (!known->relative) {
      if (condition.range->contains(known->value)) return true;
      continue;
    }
    // A variable that grows does not fall below a bound, unless it wraps around.
    if (program.overflow != model::Program::Overflow::error || condition.range->hole) return true;
    const bool too_small_helps = condition.range->low != std::numeric_limits<std::int64_t>::min();
    const bool too_large_helps = condition.range->high != std::numeric_limits<std::int64_t>::max();
    if ((known->value > 0 && too_small_helps) || (known->value < 0 && too_large_helps)) return true;
  }
  return false;
}

bool may_arrive(const Step& step, ProcessTypeId type, std::uint32_t process, LocationId location) {
  return std::any_of(step.sets.writes.begin(), step.sets.writes.end(), [&](const Access& write) {
    if (write.kind == Access::Kind::everything) return true;
    if (write.kind != Access::Kind::location) return false;
    return (write.process == process || write.process == none) && (write.type == type || write.type == none) &&
           (write.to == location || write.to == none);
  });
}

Dependence::Dependence(const model::Interpreter& interpreter, const Observed& observed)
    : limit_check_(&interpreter.limits(), 16), facts_(interpreter.program(), interpreter.options(), interpreter) {
  const model::Program& program = facts_.program;
  const model::Binding binding{.globals = &facts_.globals};
  const auto observe = [&](model::ExprId expression) {
    for (Access access : accesses(program, expression, &binding).reads) {
      if (access.process == model::own_process) access.process = none;
      observed_.push_back(access);
    }
  };
  for (const model::ExprId expression : observed.expressions) observe(expression);
  const auto observe_locations = [&](std::uint32_t set) {
    observed_.push_back({.kind = Access::Kind::location, .locations = set});
    if (program.is_dynamic()) observed_.push_back({.kind = Access::Kind::table});
  };
  if (observed.accepting) observe_locations(model::accepting_locations);
  if (observed.assertions)
    for (const model::ProcessType& type : program.process_types)
      for (const model::Location& location : type.locations)
        if (!location.assertions.empty()) {
          observe_locations(model::asserting_locations);
          for (const model::ExprId assertion : location.assertions) observe(assertion);
        }
  futures_.resize(program.process_types.size());
  // The types that processes of each type may start, directly and then indirectly.
  std::vector<std::vector<bool>> starts(program.process_types.size(), std::vector<bool>(program.process_types.size()));
  for (ProcessTypeId type = 0; type < starts.size(); ++type) {
    const auto note = [&](const std::vector<model::Effect>& effects) {
      for (const model::Effect& effect : effects)
        if (effect.kind == model::Effect::Kind::start) starts[type][effect.type] = true;
    };
    note(program.process_types[type].on_start);
    for (const model::Transition& transition : program.process_types[type].transitions) note(transition.effects);
  }
  for (std::size_t via = 0; via < starts.size(); ++via)
    for (auto& row : starts)
      if (row[via])
        for (std::size_t to = 0; to < starts.size(); ++to)
          if (starts[via][to]) row[to] = true;
  for (ProcessTypeId type = 0; type < starts.size(); ++type) {
    auto& list = starts_.emplace_back(1, type);
    for (ProcessTypeId to = 0; to < starts.size(); ++to)
      if (starts[type][to] && to != type) list.push_back(to);
  }
}

Dependence::~Dependence() = default;

Dependence::InstanceId Dependence::find(ProcessTypeId type, std::uint32_t process, std::span<const model::Value> frozen) {
  Key key{.type = type, .process = process, .frozen = {frozen.begin(), frozen.end()}};
  if (const auto known = ids_.find(key); known != ids_.end()) return known->second;
  if (instances_.size() == max_instances) return none;
  limit_check_();
  const auto id = static_cast<InstanceId>(instances_.size());
  instances_.push_back(std::make_unique<Instance>(make_instance(facts_, type, process, key.frozen)));
  ids_.emplace(std::move(key), id);
  const Instance& instance = *instances_.back();
  const model::ProcessType& process_type = facts_.program.process_types[type];
  Cache& cache = *caches_.emplace_back(std::make_unique<Cache>());
  cache.transitions.resize(instance.steps.size());
  cache.siblings.resize(instance.steps.size());
  for (TransitionId t = 0; t < instance.steps.size(); ++t) {
    cache.visible.push_back(disturb(facts_.program, instance.steps[t].sets.writes, observed_));
    cache.transitions[t].enablers.resize(instance.steps[t].conditions.size());
  }
  for (const model::Location& location : process_type.locations)
    for (std::size_t i = 0; i < location.out.size(); ++i) {
      const TransitionId t = location.out[i];
      for (std::size_t k = 0; k < location.out.size(); ++k) {
        const TransitionId u = location.out[k];
        // `else` gives way to what is earlier, but not to a receive that waits for a sender to begin.
        const auto gives_way = [&](TransitionId later, TransitionId earlier) {
          return process_type.transitions[later].is_else && instance.steps[earlier].meeting != Step::Meeting::receives;
        };
        const bool excluded = (k < i && gives_way(t, u)) || (i < k && gives_way(u, t));
        if (!excluded && (t == u || !exclude(facts_.program, instance.steps[t], instance.steps[u])))
          cache.siblings[t] |= choice_bit(k);
      }
    }
  return id;
}

const Instance& Dependence::future(ProcessTypeId type) {
  if (futures_[type] == nullptr)
    futures_[type] = std::make_unique<Instance>(make_instance(facts_, type, model::future_process, {}));
  return *futures_[type];
}

// By transition of the other process: does it start a process with a transition in the relation?
template <class Related>
std::vector<bool> Dependence::starting_steps(const Instance& other, const Related& related) {
  std::vector<bool> result(other.steps.size());
  std::vector<signed char> starting(facts_.program.process_types.size(),
                                    -1);  // by type: whether starting it leads to a related step; less than 0: not known yet
  const auto starts_related = [&](ProcessTypeId started) {
    if (starting[started] < 0) {
      starting[started] = 0;
      for (const ProcessTypeId next : starts_[started])
        for (const Step& step : future(next).steps)
          if (starting[started] == 0 && related(step)) starting[started] = 1;
    }
    return starting[started] == 1;
  };
  for (TransitionId t = 0; t < other.steps.size(); ++t) {
    const auto& starts = other.steps[t].starts;
    result[t] = std::any_of(starts.begin(), starts.end(), starts_related);
  }
  return result;
}

// By transition of the other process: is it in the relation, or does it start a process with a transition that is?
template <class Related>
std::vector<bool> Dependence::related_steps(const Instance& other, const Related& related) {
  std::vector<bool> result = starting_steps(other, related);
  for (TransitionId t = 0; t < other.steps.size(); ++t)
    if (!result[t]) result[t] = related(other.steps[t]);
  return result;
}

template <class Related>
std::unique_ptr<Dependence::Masks> Dependence::leading_to(const Instance& other, const Related& related) {
  limit_check_();
  const model::ProcessType& type = facts_.program.process_types[other.type];
  const Reachability& reachability = facts_.reachability[other.type];
  const std::vector<bool> is_related = related_steps(other, related);
  std::vector<LocationId> origins;
  for (LocationId from = 0; from < type.locations.size(); ++from) {
    const auto& out = type.locations[from].out;
    if (!facts_.passed[other.type][from] && std::any_of(out.begin(), out.end(), [&](TransitionId t) { return is_related[t]; }))
      origins.push_back(from);
  }
  auto masks = std::make_unique<Masks>(type.locations.size(), 0);
  if (origins.empty()) return masks;
  std::vector<bool> leads(type.locations.size());
  for (LocationId from = 0; from < type.locations.size(); ++from)
    leads[from] = std::any_of(origins.begin(), origins.end(), [&](LocationId to) { return reachability.leads(from, to); });
  for (LocationId from = 0; from < type.locations.size(); ++from)
    for (std::size_t i = 0; i < type.locations[from].out.size(); ++i) {
      const TransitionId t = type.locations[from].out[i];
      const LocationId target = type.transitions[t].target;
      if (is_related[t] || (target < leads.size() && leads[target])) (*masks)[from] |= choice_bit(i);
    }
  return masks;
}

const Dependence::Masks& Dependence::conflicts(InstanceId id, TransitionId transition, InstanceId other) {
  MasksByOther& known = caches_[id]->transitions[transition].conflicts;
  if (known.size() <= other) known.resize(instances_.size());
  if (known[other] == nullptr) {
    const Step& step = instances_[id]->steps[transition];
    known[other] = leading_to(*instances_[other], [&](const Step& u) { return in_conflict(facts_.program, step, u); });
  }
  return *known[other];
}

const Dependence::Masks& Dependence::partners(InstanceId id, TransitionId transition, InstanceId other) {
  MasksByOther& known = caches_[id]->transitions[transition].partners;
  if (known.size() <= other) known.resize(instances_.size());
  if (known[other] == nullptr) {
    const Step& step = instances_[id]->steps[transition];
    known[other] = leading_to(*instances_[other], [&](const Step& u) { return may_meet(step, u); });
  }
  return *known[other];
}

const Dependence::Masks& Dependence::enablers(InstanceId id, TransitionId transition, std::size_t condition, InstanceId other) {
  MasksByOther& known = caches_[id]->transitions[transition].enablers[condition];
  if (known.size() <= other) known.resize(instances_.size());
  if (known[other] == nullptr) {
    const Step& step = instances_[id]->steps[transition];
    known[other] = leading_to(*instances_[other],
                              [&](const Step& u) { return may_enable(facts_.program, u, step, step.conditions[condition]); });
  }
  return *known[other];
}

const Dependence::Masks& Dependence::visible(InstanceId id) {
  std::unique_ptr<Masks>& known = caches_[id]->visible_masks;
  if (known == nullptr)
    known = leading_to(*instances_[id], [&](const Step& u) { return disturb(facts_.program, u.sets.writes, observed_); });
  return *known;
}

const PairRelations& Dependence::pairs(InstanceId id, InstanceId other_id) {
  auto& known = caches_[id]->pairs;
  if (known.size() <= other_id) known.resize(instances_.size());
  if (known[other_id] != nullptr) return *known[other_id];
  limit_check_();
  const model::Program& program = facts_.program;
  const Instance& instance = *instances_[id];
  const Instance& other = *instances_[other_id];
  const model::ProcessType& type = program.process_types[instance.type];
  const bool is_same = id == other_id;
  auto pairs = std::make_unique<PairRelations>();
  pairs->words = (other.cases.size() + 63) / 64;
  const auto append = [&](PairRelations::Rows& rows, const auto& is_related) {
    const std::size_t begin = rows.size();
    rows.resize(begin + pairs->words, 0);
    for (std::size_t u = 0; u < other.cases.size(); ++u)
      if (is_related(other.cases[u])) rows[begin + u / 64] |= std::uint64_t{1} << (u % 64);
  };
  // Also of what starts processes that are related.
  const bool starts = std::any_of(other.steps.begin(), other.steps.end(), [](const Step& u) { return !u.starts.empty(); });
  const auto append_starting = [&](PairRelations::Rows& rows, const auto& is_related, bool only) {
    const std::vector<bool> starting = starts ? starting_steps(other, is_related) : std::vector<bool>();
    append(rows, [&](const Case& u) { return (starts && starting[u.transition]) || (!only && is_related(u.step)); });
  };
  // Clashes and exclusions are the same from the other side.
  const auto& others = caches_[other_id]->pairs;
  const PairRelations* const mirrored = !is_same && others.size() > id ? others[id].get() : nullptr;
  const auto append_mirrored = [&](PairRelations::Rows& rows, const PairRelations::Rows& from, std::size_t number) {
    append(rows, [&](const Case& u) {
      const auto row = static_cast<std::size_t>(&u - other.cases.data()) * mirrored->words;
      return (from[row + number / 64] >> (number % 64) & 1) != 0;
    });
  };
  for (const Case& one : instance.cases) {
    const Step& step = one.step;
    const auto is_excluded = [&](const Case& u) {
      if (!is_same) return exclude(program, step, u.step);
      if (type.transitions[u.transition].source != type.transitions[one.transition].source) return true;
      const auto& out = type.locations[type.transitions[u.transition].source].out;
      const auto position = static_cast<std::size_t>(std::find(out.begin(), out.end(), u.transition) - out.begin());
      return (siblings(id, one.transition) & choice_bit(position)) == 0 || (&u != &one && exclude(program, step, u.step));
    };
    if (mirrored != nullptr) {
      const auto number = static_cast<std::size_t>(&one - instance.cases.data());
      append_mirrored(pairs->clashes, mirrored->clashes, number);
      append_mirrored(pairs->excluded, mirrored->excluded, number);
    } else {
      append(pairs->clashes, [&](const Case& u) { return clash(program, step, u.step); });
      append(pairs->excluded, is_excluded);
    }
    append(pairs->partners, [&](const Case& u) { return !is_same && may_meet(step, u.step); });
    append_starting(
        pairs->starting, [&](const Step& u) { return in_conflict(program, step, u); }, true);
    append_starting(
        pairs->starting_partners, [&](const Step& u) { return may_meet(step, u); }, true);
    for (const Condition& condition : step.conditions) {
      const auto enables = [&](const Step& u) { return may_enable(program, u, step, condition); };
      append_starting(pairs->enablers, enables, false);
    }
  }
  for (LocationId location = 0; location < type.locations.size(); ++location) {
    const auto arrives = [&](const Step& u) { return may_arrive(u, instance.type, instance.process, location); };
    append_starting(pairs->arrivals, arrives, false);
  }
  known[other_id] = std::move(pairs);
  return *known[other_id];
}

std::vector<std::uint64_t> Dependence::visible_row(InstanceId id) {
  const Instance& instance = *instances_[id];
  const std::vector<bool> visible =
      related_steps(instance, [&](const Step& u) { return disturb(facts_.program, u.sets.writes, observed_); });
  std::vector<std::uint64_t> row((instance.cases.size() + 63) / 64, 0);
  for (std::size_t u = 0; u < instance.cases.size(); ++u)
    if (visible[instance.cases[u].transition]) row[u / 64] |= std::uint64_t{1} << (u % 64);
  return row;
}

}  // namespace lariat::reduce
