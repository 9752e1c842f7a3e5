// SPDX-License-Identifier: Apache-2.0
// The automata of the files that a command was given, one after the other as they arrive.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "lariat/automata/automaton.hpp"

namespace lariat::cli {

struct Item {
  std::string file;
  std::size_t number;  // in its file, from 1
  automata::Automaton automaton;
};

struct Outcome {
  Exit exit = Exit::ok;
  std::vector<std::string> errors;  // one line each
};

// Calls visit for each automaton. What is wrong with a file is reported on the standard error, and the next file is read; what
// was visited before stays. Ends early when the user interrupts. Exceptions of visit end the automaton that they concern, save
// WriteError, which passes.
Outcome for_each_automaton(const std::vector<std::string>& files, const std::function<Exit(Item&)>& visit);

}  // namespace lariat::cli
