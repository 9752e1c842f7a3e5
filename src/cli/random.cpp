// SPDX-License-Identifier: Apache-2.0
// lariat random: random automata, as HOA on the standard output.
#include "lariat/automata/random.hpp"

#include <CLI/Error.hpp>
#include <limits>
#include <memory>
#include <stdexcept>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "lariat/automata/io/hoa.hpp"

namespace lariat::cli {
namespace {

struct RandomOptions {
  automata::RandomAutomaton automaton;
  std::uint64_t sets = 1;
  std::uint64_t atoms = 0;
  std::uint64_t count = 1;
};

Exit run_random(RandomOptions options, std::ostream& out) {
  options.automaton.sets = static_cast<unsigned>(options.sets);
  options.automaton.atoms = static_cast<unsigned>(options.atoms);
  for (std::uint64_t i = 0; i < options.count; ++i, ++options.automaton.seed) {
    try {
      automata::write_hoa(out, automata::random_automaton(options.automaton, {.interrupted = &interrupted()}));
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError("random", error.what());
    } catch (const Stopped&) {
      return Exit::inconclusive;
    }
  }
  return Exit::ok;
}

Run define(CLI::App& app) {
  auto options = std::make_shared<RandomOptions>();
  automata::RandomAutomaton& automaton = options->automaton;
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  const char* const group = "The automata";
  add_count(app, "--states", automaton.states, 1, 4294967294, "number of states [20]")->group(group);
  add_number(app, "--degree", automaton.degree, 0, 1e9,
             "mean number of transitions that leave a state; a state has from none to twice as many, equally likely [2]")
      ->group(group);
  add_number(app, "--accepting", automaton.accepting, 0, 1, "probability that a state is in a set, for each set [0.1]")
      ->group(group);
  add_count(app, "--sets", options->sets, 0, max_sets, "number of acceptance sets [1]")->group(group);
  app.add_flag("--transitions", automaton.on_transitions, "transitions are in the sets instead of states")->group(group);
  add_count(app, "--atoms", options->atoms, 0, 64, "number of atomic propositions in labels [0]")->group(group);
  add_count(app, "--initial", automaton.initial, 1, 4294967294, "number of initial states [1]")->group(group);
  add_count(app, "--seed", automaton.seed, 0, any, "the same seed gives the same automaton everywhere [1]")->group(group);
  add_count(app, "--count", options->count, 1, any, "write N automata, with this seed and the ones that follow it [1]")
      ->group(group);
  return [options](std::ostream& out) { return run_random(*options, out); };
}

}  // namespace

extern const Command random_command;
const Command random_command = {"random", "write random automata as HOA", define};

}  // namespace lariat::cli
