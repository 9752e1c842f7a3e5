// SPDX-License-Identifier: Apache-2.0
#include "reduce/node_relations.hpp"

#include <bit>

namespace lariat::reduce {

std::size_t NodeRelations::estimate(const Dependence& dependence, std::span<const Dependence::InstanceId> processes) {
  std::size_t nodes = 0;
  std::size_t rows = 2;
  for (const Dependence::InstanceId id : processes) {
    const Instance& instance = dependence[id];
    nodes += instance.steps.size();
    rows += dependence.facts().program.process_types[instance.type].locations.size();
    for (const Step& step : instance.steps) rows += 1 + step.conditions.size();
  }
  return (nodes + 63) / 64 * (nodes + rows);
}

NodeRelations::NodeRelations(Dependence& dependence, std::span<const Dependence::InstanceId> processes) {
  std::size_t count = 0;
  for (const Dependence::InstanceId id : processes) {
    bases_.push_back(static_cast<std::uint32_t>(count));
    count += dependence[id].steps.size();
  }
  nodes_.resize(count);
  words_ = (count + 63) / 64;
  bits_.resize((2 + nodes_.size()) * words_, 0);
  bits_.reserve(estimate(dependence, processes));
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const Instance& instance = dependence[processes[p]];
    const model::ProcessType& type = dependence.facts().program.process_types[instance.type];
    const std::vector<std::uint64_t> visible = dependence.visible_row(processes[p]);
    copy(1, p, visible.size(), visible.data());
    std::vector<std::uint32_t> arrivals;
    for (model::LocationId location = 0; location < type.locations.size(); ++location) {
      arrivals.push_back(add_row());
      for (std::uint32_t q = 0; q < processes.size(); ++q) {
        const PairRelations& pairs = dependence.pairs(processes[p], processes[q]);
        copy(arrivals.back(), q, pairs.words, pairs.arrivals.data() + location * pairs.words);
      }
    }
    std::size_t condition = 0;
    for (model::TransitionId t = 0; t < instance.steps.size(); ++t) {
      Node& added = nodes_[node(p, t)];
      added.process = p;
      added.transition = t;
      added.source = type.transitions[t].source;
      added.arrivals = arrivals[added.source];
      added.conflicts = add_row();
      added.conditions = static_cast<std::uint32_t>(instance.steps[t].conditions.size());
      added.first_condition = static_cast<std::uint32_t>(rows());
      bits_[node(p, t) / 64] |= std::uint64_t{1} << (node(p, t) % 64);
      for (std::uint32_t c = 0; c < added.conditions; ++c) add_row();
      for (std::uint32_t q = 0; q < processes.size(); ++q) {
        const PairRelations& pairs = dependence.pairs(processes[p], processes[q]);
        copy(added.conflicts, q, pairs.words, pairs.conflicts.data() + t * pairs.words);
        for (std::uint32_t c = 0; c < added.conditions; ++c)
          copy(added.first_condition + c, q, pairs.words, pairs.enablers.data() + (condition + c) * pairs.words);
        copy(added.first_condition + added.conditions - 1, q, pairs.words, pairs.partners.data() + t * pairs.words);
      }
      condition += added.conditions;
    }
  }
  // Transposes: whoever has a node in one of its rows depends on it.
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const auto transpose = [&](std::uint32_t number) {
      for (std::size_t w = 0; w < words_; ++w)
        for (std::uint64_t rest = row(number)[w]; rest != 0; rest &= rest - 1) {
          const std::size_t to = w * 64 + static_cast<unsigned>(std::countr_zero(rest));
          bits_[(2 + to) * words_ + n / 64] |= std::uint64_t{1} << (n % 64);
        }
    };
    transpose(nodes_[n].conflicts);
    transpose(nodes_[n].arrivals);
    for (std::uint32_t c = 0; c < nodes_[n].conditions; ++c) transpose(nodes_[n].first_condition + c);
  }
}

std::uint32_t NodeRelations::add_row() {
  bits_.resize(bits_.size() + words_, 0);
  return static_cast<std::uint32_t>(rows() - 1);
}

// Adds a row over the transitions of one process to a row over all nodes.
void NodeRelations::copy(std::uint32_t row, std::uint32_t process, std::size_t words, const std::uint64_t* from) {
  std::uint64_t* const to = bits_.data() + std::size_t{row} * words_;
  const std::size_t first = bases_[process] / 64;
  const unsigned shift = bases_[process] % 64;
  for (std::size_t w = 0; w < words; ++w) {
    if (from[w] == 0) continue;
    to[first + w] |= from[w] << shift;
    const std::uint64_t carried = shift == 0 ? 0 : from[w] >> (64 - shift);
    if (carried != 0) to[first + w + 1] |= carried;
  }
}

}  // namespace lariat::reduce
