// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace lariat::automata {
namespace {

// splitmix64 (S. Vigna). The standard library's generators are portable, but its distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  // A number below n, for 0 < n < 2^32; all are equally likely.
  std::uint64_t below(std::uint64_t n) {
    while (true) {
      const std::uint64_t product = (next() >> 32) * n;
      if ((product & 0xffffffffU) >= (std::uint64_t{1} << 32) % n) return product >> 32;
    }
  }
  bool chance(double probability) { return static_cast<double>(next() >> 11) < probability * 0x1p53; }

 private:
  std::uint64_t state_;
};

constexpr std::uint64_t most_labels = 1000;

std::vector<LabelId> draw_labels(Labels& labels, unsigned atoms, Random& random) {
  std::uint64_t count = 1;
  for (unsigned i = 0; i < atoms && count < most_labels; ++i) count *= 3;
  std::vector<LabelId> drawn(std::min(count, most_labels));
  for (LabelId& label : drawn) {
    std::vector<LabelId> literals;
    for (unsigned atom = 0; atom < atoms; ++atom) {
      const std::uint64_t which = random.below(3);
      if (which == 0) continue;
      literals.push_back(which == 1 ? labels.atom(atom) : labels.negate(labels.atom(atom)));
    }
    label = labels.conjoin_all(literals);
  }
  return drawn;
}

void check(const RandomAutomaton& options) {
  const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
  if (options.states == 0 || options.states >= no_state) refuse("the number of states must be from 1 to 4294967294");
  if (options.initial > options.states) refuse("there are more initial states than states");
  if (!(options.degree >= 0)) refuse("the degree must not be negative");
  if (!(static_cast<double>(options.states) * options.degree < 4e9)) refuse("states times degree must be below 4000000000");
  if (!(options.accepting >= 0 && options.accepting <= 1)) refuse("the probability of acceptance must be from 0 to 1");
  if (options.sets > max_sets) refuse("there may be at most 64 acceptance sets");
  if (options.atoms > 64) refuse("there may be at most 64 atoms");
}

}  // namespace

Automaton random_automaton(const RandomAutomaton& options, const Limits& limits) {
  check(options);
  Random random(options.seed);
  Automaton automaton;
  automaton.name = fmt::format("random: {} states, degree {}, accepting {}, seed {}", options.states, options.degree,
                               options.accepting, options.seed);
  for (unsigned i = 0; i < options.atoms; ++i) automaton.atoms.push_back(fmt::format("p{}", i));
  const std::vector<LabelId> labels = draw_labels(automaton.labels, options.atoms, random);
  const auto draw_marks = [&] {
    Marks marks = 0;
    for (unsigned set = 0; set < options.sets; ++set)
      if (random.chance(options.accepting)) marks |= Marks{1} << set;
    return marks;
  };
  const double whole = std::floor(options.degree);
  GraphBuilder builder(options.sets);
  builder.ensure_states(options.states);
  for (StateId s = 0; s < options.initial; ++s) builder.add_initial(s);
  for (StateId s = 0; s < options.states; ++s) {
    if ((s & 0xfff) == 0) stop_at_limit(limits);
    if (!options.on_transitions) builder.mark_state(s, draw_marks());
    std::uint64_t degree = random.below(2 * static_cast<std::uint64_t>(whole) + 1);
    if (random.chance(options.degree - whole)) ++degree;
    for (; degree > 0; --degree) {
      const auto target = static_cast<StateId>(random.below(options.states));
      builder.add_edge(s, target, options.on_transitions ? draw_marks() : 0);
      automaton.edge_labels.push_back(labels.size() == 1 ? labels.front() : labels[random.below(labels.size())]);
    }
  }
  automaton.graph = std::move(builder).build();  // sources ascend, so transitions keep their numbers
  return automaton;
}

}  // namespace lariat::automata
