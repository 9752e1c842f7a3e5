// SPDX-License-Identifier: Apache-2.0
// Any text is answered; what is read, can be written, and reading that gives the same automaton.
#include "lariat/automata/io/hoa.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "../automata/same_automaton.hpp"

namespace {

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

void check_round_trip(const lariat::automata::Automaton& automaton) {
  const std::string text = lariat::automata::to_hoa(automaton);
  std::istringstream in(text);
  lariat::automata::HoaReader reader(in, "written");
  const auto again = reader.next();
  check(static_cast<bool>(again), "what was written cannot be read:\n" + text);
  check(again->has_value(), "nothing was written");
  const std::string difference = lariat::automata::difference(automaton, **again);
  check(difference.empty(), "reading back changed: " + difference + "\n" + text);
  const auto end = reader.next();
  check(end && !*end, "more than one automaton was written:\n" + text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  lariat::automata::HoaReader reader(in, "fuzz");
  while (true) {
    const auto result = reader.next();
    if (!result) {
      const lariat::Diagnostic& error = result.errors().front();
      check(!error.message.empty() && error.line > 0 && error.column > 0, "an error without message or place");
      lariat::to_string(error);
      return 0;
    }
    if (!*result) return 0;
    check_round_trip(**result);
  }
}
