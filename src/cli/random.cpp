// SPDX-License-Identifier: Apache-2.0
// lariat random: writes random automata as HOA.
#include "lariat/automata/random.hpp"

#include <stdexcept>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "lariat/automata/io/hoa.hpp"

namespace lariat::cli {

Exit run_random(Options& options, std::ostream& out) {
  automata::RandomAutomaton& automaton = options.random.automaton;
  for (std::uint64_t i = 0; i < options.random.count; ++i, ++automaton.seed) {
    try {
      automata::write_hoa(out, automata::random_automaton(automaton, {.interrupted = &interrupted()}));
    } catch (const std::invalid_argument& error) {
      refuse("random", error.what());
    } catch (const Stopped&) {
      return Exit::inconclusive;
    }
  }
  return Exit::ok;
}

}  // namespace lariat::cli
