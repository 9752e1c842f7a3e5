// SPDX-License-Identifier: Apache-2.0
#include "walk/approximate.hpp"

#include <fmt/format.h>

#include <bit>

#include "lariat/base/memory.hpp"
#include "lariat/walk/run_along.hpp"

namespace lariat::walk {

std::string to_string(ApproximateOptions::Store store) {
  return store == ApproximateOptions::Store::bitstate ? "bitstate" : "hash-compact";
}

std::string remark(const Approximation& figures) {
  if (figures.swarm) {
    const SwarmReport& swarm = *figures.swarm;
    return fmt::format(
        "approximate: {} searches saw {:.3g} states, {:.0f}% of them by one search only; chance hid {:.3g} or more from all",
        swarm.members.size(), swarm.seen, 100 * swarm.seen_once / std::max(swarm.seen, 1.0), swarm.unseen);
  }
  const double percent = 100 * figures.missed;
  return fmt::format("approximate: {}% of the states were taken for others and left out",
                     percent < 0.001 ? "less than 0.001" : fmt::format("about {:.2g}", percent));
}

void RunBuilder::begin(system::Bytes first) {
  const system::Bytes state = expander_.system_state(first);
  run_.initial.assign(state.begin(), state.end());
  if (expander_.has_automaton()) run_.automaton_initial = expander_.property_state(first);
}

system::State RunBuilder::follow(system::Bytes source, std::size_t choice) {
  step(source, choice);
  const system::Bytes target = expansion_.state(choice);
  return {target.begin(), target.end()};
}

void RunBuilder::step(system::Bytes source, std::size_t choice) {
  expander_.expand(source, expansion_, true);
  run_.steps.push_back(run_step(expander_.describe(expansion_, choice)));
}

std::vector<std::unique_ptr<product::Product>> clones_for_threads(product::Product& product, unsigned threads) {
  std::vector<std::unique_ptr<product::Product>> clones;
  while (clones.size() + 1 < threads) {
    clones.push_back(product.clone_in_order(product.options().order));
    if (clones.back() != nullptr) continue;
    clones.clear();
    break;
  }
  return clones;
}

void add(const Approximation& one, Approximation& all) {
  all.store = one.store;
  all.bits = one.bits;
  all.hashes = one.hashes;
  all.occupancy = std::max(all.occupancy, one.occupancy);
  all.hash_factor = all.hash_factor == 0 ? one.hash_factor : std::min(all.hash_factor, one.hash_factor);
  all.missed = std::max(all.missed, one.missed);
  all.store_bytes = std::max(all.store_bytes, one.store_bytes);
  all.stack_bytes = std::max(all.stack_bytes, one.stack_bytes);
  all.state_bytes = std::max(all.state_bytes, one.state_bytes);
}

void check_size(const ApproximateOptions& options, const Limits& limits) {
  if (options.store != ApproximateOptions::Store::bitstate) return;
  const std::size_t bytes = (std::size_t{1} << options.bits) / 8;
  if (limits.max_memory != 0 && bytes >= limits.max_memory)
    throw Stopped{fmt::format("the memory limit was reached: 2^{} bits alone are more", options.bits)};
  const std::size_t there = usable_bytes();
  if (there != 0 && bytes >= there)
    throw Stopped{fmt::format("out of memory: this machine has less than 2^{} bits", options.bits)};
}

void fill_in(const store::Bitstate& store, std::uint64_t states, Approximation& figures) {
  const auto count = static_cast<double>(std::max<std::uint64_t>(states, 1));
  figures.bits = static_cast<unsigned>(std::bit_width(store.bytes()) + 2);
  figures.hashes = store.hashes();
  figures.occupancy = store.occupancy();
  figures.hash_factor = store.bits() / count;
  const double missed = store::expected_omissions(count, figures.occupancy, store.hashes());
  figures.missed = missed / (missed + count);
  figures.store_bytes = store.bytes();
}

void fill_in(const store::HashCompaction& store, std::uint64_t states, Approximation& figures) {
  const auto count = static_cast<double>(std::max<std::uint64_t>(states, 1));
  figures.bits = store::HashCompaction::kept_bits;
  figures.occupancy = store.occupancy();
  figures.missed = store::expected_omissions(count) / count;
  figures.store_bytes = store.bytes();
}

}  // namespace lariat::walk
