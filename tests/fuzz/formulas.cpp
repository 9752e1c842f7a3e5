// SPDX-License-Identifier: Apache-2.0
// Any text is answered as a formula, in both dialects: by an error with a place, or by a formula, which reads the same when it
// is printed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lariat/ltl/parse.hpp"
#include "lariat/ltl/print.hpp"

namespace {

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

void try_dialect(const std::string& text, lariat::ltl::Dialect dialect, lariat::ltl::Notation notation) {
  lariat::ltl::FormulaStore store;
  const auto parsed = parse_formula(store, text, {.dialect = dialect});
  if (!parsed) {
    check(!parsed.errors().empty() && !parsed.errors().front().message.empty(), "an error without a message");
    lariat::to_string(parsed.errors().front());
    return;
  }
  const std::string printed = to_string(store, parsed->formula, notation);
  const auto again = parse_formula(store, printed, {.dialect = dialect});
  check(static_cast<bool>(again), "what was printed cannot be read: " + printed);
  check(again->formula == parsed->formula, "reading back changed: " + printed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try_dialect(text, lariat::ltl::Dialect::command_line, lariat::ltl::Notation::letters);
  try_dialect(text, lariat::ltl::Dialect::promela, lariat::ltl::Notation::words);
  return 0;
}
