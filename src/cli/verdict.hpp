// SPDX-License-Identifier: Apache-2.0
// The verdict of an emptiness check: its name, colour and exit code.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {

inline std::string_view to_string(search::Emptiness verdict) {
  switch (verdict) {
    case search::Emptiness::empty:
      return "empty";
    case search::Emptiness::nonempty:
      return "nonempty";
    case search::Emptiness::unknown:
      return "unknown";
  }
  return "";
}

inline Paint paint_of(search::Emptiness verdict) {
  return verdict == search::Emptiness::empty      ? Paint::green
         : verdict == search::Emptiness::nonempty ? Paint::red
                                                  : Paint::yellow;
}

inline Exit exit_of(search::Emptiness verdict) {
  return verdict == search::Emptiness::empty      ? Exit::ok
         : verdict == search::Emptiness::nonempty ? Exit::nonempty
                                                  : Exit::inconclusive;
}

// `the automaton is weak`
inline std::string describe(search::Strength strength) {
  if (strength == search::Strength::general) return "the automaton is neither terminal nor weak";
  return "the automaton is " + std::string(search::to_string(strength));
}

}  // namespace lariat::cli
