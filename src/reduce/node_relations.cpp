// SPDX-License-Identifier: Apache-2.0
#include "reduce/node_relations.hpp"

#include <bit>
#include <map>
#include <utility>

namespace lariat::reduce {
namespace {

std::uint64_t key_of(std::uint32_t half, std::uint32_t other) { return std::uint64_t{half} << 32 | other; }

// True if the transition may also make a step without a partner, or fail without one.
bool goes_alone(const Step& step) { return step.meeting == Step::Meeting::none || step.buffers || step.alone; }

}  // namespace

std::size_t NodeRelations::count_nodes(const Dependence& dependence, std::span<const Dependence::InstanceId> processes) {
  std::vector<const Step*> sends;
  std::vector<const Step*> receives;
  std::size_t count = 0;
  for (const Dependence::InstanceId id : processes)
    for (const Case& one : dependence[id].cases) {
      count += 1;
      if (one.step.meeting == Step::Meeting::sends) sends.push_back(&one.step);
      if (one.step.meeting == Step::Meeting::receives) receives.push_back(&one.step);
    }
  for (const Step* send : sends)
    for (const Step* receive : receives) count += may_meet(*send, *receive) ? 1 : 0;
  return count;
}

NodeRelations::NodeRelations(Dependence& dependence, const ConditionTable& conditions,
                             std::span<const Dependence::InstanceId> processes) {
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const Instance& instance = dependence[processes[p]];
    bases_.push_back(static_cast<std::uint32_t>(halves_.size()));
    for (std::uint32_t c = 0; c < instance.cases.size(); ++c) {
      const model::TransitionId t = instance.cases[c].transition;
      halves_.push_back({.process = p,
                         .number = c,
                         .transition = t,
                         .source = dependence.facts().program.process_types[instance.type].transitions[t].source});
    }
  }
  nodes_of_.resize(halves_.size());
  alone_.resize(halves_.size(), model::none);
  find_nodes(dependence, processes);
  words_ = (nodes_.size() + 63) / 64;
  bits_.resize((2 + nodes_.size()) * words_, 0);
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) bits_[n / 64] |= std::uint64_t{1} << (n % 64);
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const std::vector<std::uint64_t> visible = dependence.visible_row(processes[p]);
    lift(bits_.data() + words_, p, visible.size(), visible.data());
  }
  find_conflicts(dependence, processes);
  find_causes(dependence, conditions, processes);
  group_conditions();
  transpose();
}

std::uint32_t NodeRelations::find(std::uint32_t half, std::uint32_t other) const {
  const auto known = numbers_.find(key_of(half, other));
  return known == numbers_.end() ? model::none : known->second;
}

void NodeRelations::add_node(std::uint32_t half, std::uint32_t other, bool is_open) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.halves = {half, other}, .is_open = is_open});
  nodes_of_[half].push_back(number);
  if (other != model::none) nodes_of_[other].push_back(number);
  if (other != model::none)
    numbers_.emplace(key_of(half, other), number);
  else if (!is_open)
    alone_[half] = number;
}

void NodeRelations::find_nodes(Dependence& dependence, std::span<const Dependence::InstanceId> processes) {
  for (std::uint32_t h = 0; h < halves_.size(); ++h) {
    const std::uint32_t p = halves_[h].process;
    const Step& step = dependence[processes[p]].cases[halves_[h].number].step;
    if (goes_alone(step)) add_node(h);
    if (step.meeting == Step::Meeting::none) continue;
    bool is_open = false;
    for (std::uint32_t q = 0; q < processes.size(); ++q) {
      const PairRelations& pairs = dependence.pairs(processes[p], processes[q]);
      for (std::size_t w = 0; w < pairs.words; ++w) {
        const std::size_t at = halves_[h].number * pairs.words + w;
        is_open |= pairs.starting_partners[at] != 0;
        if (step.meeting != Step::Meeting::sends) continue;
        for (std::uint64_t rest = pairs.partners[at]; rest != 0; rest &= rest - 1)
          add_node(h, half(q, static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)))));
      }
    }
    if (is_open) add_node(h, model::none, true);
  }
}

// Two nodes are in conflict if some half of one clashes with some half of the other, and none excludes the other.
void NodeRelations::find_conflicts(Dependence& dependence, std::span<const Dependence::InstanceId> processes) {
  Bits excluded(words_);
  Bits starting(words_);
  for (Node& node : nodes_) {
    node.conflicts = add_row();
    std::uint64_t* const row = bits_.data() + std::size_t{node.conflicts} * words_;
    excluded.assign(words_, 0);
    starting.assign(words_, 0);
    for (const std::uint32_t h : node.halves) {
      if (h == model::none) continue;
      const Half& half = halves_[h];
      for (std::uint32_t q = 0; q < processes.size(); ++q) {
        const PairRelations& pairs = dependence.pairs(processes[half.process], processes[q]);
        const std::size_t at = half.number * pairs.words;
        lift(row, q, pairs.words, pairs.clashes.data() + at);
        lift(excluded.data(), q, pairs.words, pairs.excluded.data() + at);
        lift(starting.data(), q, pairs.words, pairs.starting.data() + at);
      }
    }
    node.rank = node.halves[1] == model::none ? 0 : static_cast<std::uint32_t>(size() + 1);
    for (std::size_t w = 0; w < words_; ++w) {
      row[w] = (row[w] & ~excluded[w]) | starting[w];
      node.rank += static_cast<std::uint32_t>(std::popcount(row[w]));
    }
  }
}

void NodeRelations::find_causes(Dependence& dependence, const ConditionTable& conditions,
                                std::span<const Dependence::InstanceId> processes) {
  std::vector<std::vector<std::uint32_t>> arrivals;  // rows, by process and location
  std::vector<std::uint32_t> first_condition;        // rows, by half
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const Instance& instance = dependence[processes[p]];
    auto& list = arrivals.emplace_back();
    const std::size_t locations = dependence.facts().program.process_types[instance.type].locations.size();
    for (model::LocationId location = 0; location < locations; ++location) {
      list.push_back(add_row());
      for (std::uint32_t q = 0; q < processes.size(); ++q) {
        const PairRelations& pairs = dependence.pairs(processes[p], processes[q]);
        lift(bits_.data() + std::size_t{list.back()} * words_, q, pairs.words, pairs.arrivals.data() + location * pairs.words);
      }
    }
    std::size_t condition = 0;
    for (const Case& one : instance.cases) {
      first_condition.push_back(static_cast<std::uint32_t>(rows()));
      for (std::size_t c = 0; c < one.step.conditions.size(); ++c, ++condition) {
        const std::uint32_t row = add_row();
        for (std::uint32_t q = 0; q < processes.size(); ++q) {
          const PairRelations& pairs = dependence.pairs(processes[p], processes[q]);
          lift(bits_.data() + std::size_t{row} * words_, q, pairs.words, pairs.enablers.data() + condition * pairs.words);
        }
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> groups;  // rows, by process and location
  for (const auto& list : arrivals) {
    groups.emplace_back();
    for (std::size_t location = 0; location < list.size(); ++location) groups.back().push_back(add_row());
  }
  for (std::uint32_t n = 0; n < nodes_.size(); ++n)
    for (const std::uint32_t h : nodes_[n].halves)
      if (h != model::none)
        bits_[std::size_t{groups[halves_[h].process][halves_[h].source]} * words_ + n / 64] |= std::uint64_t{1} << (n % 64);
  for (Node& node : nodes_) {
    node.first_cause = static_cast<std::uint32_t>(causes_.size());
    const std::uint32_t rest = add_row();
    for (const std::uint32_t h : node.halves) {
      if (h == model::none) continue;
      const Half& half = halves_[h];
      causes_.push_back({.kind = Cause::Kind::location,
                         .half = h,
                         .row = arrivals[half.process][half.source],
                         .group = groups[half.process][half.source]});
      const auto explicit_ones = conditions.of_case(half.process, half.number);
      for (std::uint32_t c = 0; c < explicit_ones.size(); ++c)
        causes_.push_back(
            {.kind = Cause::Kind::condition, .half = h, .condition = explicit_ones[c], .row = first_condition[h] + c});
      if (node.is_open) continue;
      for (std::size_t w = 0; w < words_; ++w)
        for (std::uint32_t c = 0; c <= explicit_ones.size(); ++c)
          bits_[rest * words_ + w] |= bits_[(first_condition[h] + c) * words_ + w];
    }
    if (node.is_open) {
      const Half& half = halves_[node.halves[0]];
      for (std::uint32_t q = 0; q < processes.size(); ++q) {
        const PairRelations& pairs = dependence.pairs(processes[half.process], processes[q]);
        lift(bits_.data() + std::size_t{rest} * words_, q, pairs.words,
             pairs.starting_partners.data() + half.number * pairs.words);
      }
    }
    causes_.push_back({.kind = node.is_open ? Cause::Kind::partner : Cause::Kind::rest, .half = node.halves[0], .row = rest});
    node.causes = static_cast<std::uint32_t>(causes_.size()) - node.first_cause;
  }
}

// Nodes with one condition, which the same nodes may make true, share the reason that it is false.
void NodeRelations::group_conditions() {
  struct Group {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> causes;
  };
  std::map<std::pair<ConditionTable::Id, Bits>, Group> groups;
  for (std::uint32_t n = 0; n < nodes_.size(); ++n)
    for (std::uint32_t c = nodes_[n].first_cause; c < nodes_[n].first_cause + nodes_[n].causes; ++c) {
      if (causes_[c].kind != Cause::Kind::condition) continue;
      Group& group = groups[{causes_[c].condition, Bits(row(causes_[c].row), row(causes_[c].row) + words_)}];
      group.nodes.push_back(n);
      group.causes.push_back(c);
    }
  for (const auto& [key, group] : groups) {
    if (group.nodes.size() < 2) continue;
    const std::uint32_t number = add_row();
    for (const std::uint32_t n : group.nodes) bits_[std::size_t{number} * words_ + n / 64] |= std::uint64_t{1} << (n % 64);
    for (const std::uint32_t c : group.causes) causes_[c].group = number;
  }
}

// Whoever has a node in one of its rows depends on it.
void NodeRelations::transpose() {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const auto note = [&](std::uint32_t number) {
      for (std::size_t w = 0; w < words_; ++w)
        for (std::uint64_t rest = row(number)[w]; rest != 0; rest &= rest - 1) {
          const std::size_t to = w * 64 + static_cast<unsigned>(std::countr_zero(rest));
          bits_[(2 + to) * words_ + n / 64] |= std::uint64_t{1} << (n % 64);
        }
    };
    note(nodes_[n].conflicts);
    for (const Cause& cause : causes(nodes_[n])) note(cause.row);
  }
}

std::uint32_t NodeRelations::add_row() {
  bits_.resize(bits_.size() + words_, 0);
  return static_cast<std::uint32_t>(rows() - 1);
}

void NodeRelations::lift(std::uint64_t* row, std::uint32_t process, std::size_t words, const std::uint64_t* from) const {
  for (std::size_t w = 0; w < words; ++w)
    for (std::uint64_t rest = from[w]; rest != 0; rest &= rest - 1)
      for (const std::uint32_t n :
           nodes_of_[half(process, static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))))])
        row[n / 64] |= std::uint64_t{1} << (n % 64);
}

}  // namespace lariat::reduce
