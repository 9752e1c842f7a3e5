// SPDX-License-Identifier: Apache-2.0
// Any text is answered: by an error that has a place, or by automata, which can be written as claims and read again, with as
// many atoms, and not with more states once they have been written.
#include "lariat/automata/io/never.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lariat/automata/labels.hpp"

namespace {

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto claims = lariat::automata::read_claims(text, "fuzz", {.max_edges = 10'000});
  if (!claims) {
    check(!claims.errors().empty(), "no errors");
    for (const lariat::Diagnostic& error : claims.errors()) {
      check(!error.message.empty(), "an error without a message");
      check(error.line > 0 && error.column > 0, "an error without a place: " + error.message);
      lariat::to_string(error);
    }
    return 0;
  }
  for (const lariat::automata::Automaton& claim : *claims) {
    std::string written;
    try {
      written = lariat::automata::to_never(claim);
    } catch (const lariat::automata::Labels::TooLarge&) {
      continue;
    }
    const auto again = lariat::automata::read_never(written, "written");
    check(static_cast<bool>(again),
          "what was written cannot be read:\n" + written + (again ? "" : to_string(again.errors().front())));
    const std::string rewritten = lariat::automata::to_never(*again);
    const auto third = lariat::automata::read_never(rewritten, "rewritten");
    check(static_cast<bool>(third), "what was written again cannot be read:\n" + rewritten);
  }
  return 0;
}
