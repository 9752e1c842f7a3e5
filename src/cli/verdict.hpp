// SPDX-License-Identifier: Apache-2.0
// The verdict of an emptiness check: its name, colour and exit code.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {

inline std::string_view to_string(Emptiness verdict) {
  switch (verdict) {
    case Emptiness::empty:
      return "empty";
    case Emptiness::nonempty:
      return "nonempty";
    case Emptiness::unknown:
      return "unknown";
  }
  return "";
}

inline Paint paint_of(Emptiness verdict) {
  return verdict == Emptiness::empty ? Paint::green : verdict == Emptiness::nonempty ? Paint::red : Paint::yellow;
}

inline Exit exit_of(Emptiness verdict) {
  return verdict == Emptiness::empty ? Exit::ok : verdict == Emptiness::nonempty ? Exit::nonempty : Exit::inconclusive;
}

// `the automaton is weak`
inline std::string describe(Strength strength) {
  if (strength == Strength::general) return "the automaton is neither terminal nor weak";
  return "the automaton is " + std::string(lariat::to_string(strength));
}

}  // namespace lariat::cli
