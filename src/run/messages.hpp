// SPDX-License-Identifier: Apache-2.0
// What goes between the processes of a run: messages, starts and ends, with the steps that sent what is received.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lariat/run/run.hpp"

namespace lariat::run {

struct Message {
  std::size_t step = 0;  // from 0
  model::Event event = {};
  std::string text = {};  // `c!1,red`; of a print what stands behind `MSC:`
  std::size_t sent = 0;   // of a receive: the step that sent the message, from 1; 0: not known
};

// In the order in which they happen. Of what is printed only what is meant for charts: texts that begin with `MSC:`.
std::vector<Message> messages_of(model::Interpreter& interpreter, const Run& run);

}  // namespace lariat::run
