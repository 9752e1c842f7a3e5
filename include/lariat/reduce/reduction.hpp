// SPDX-License-Identifier: Apache-2.0
// Reductions: a cycle proviso with the options of later searches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "lariat/base/named.hpp"
#include "lariat/base/result.hpp"
#include "lariat/reduce/proviso.hpp"
#include "lariat/space/reducible.hpp"

namespace lariat::reduce {

// How later searches know what the first search explored of a state.
//   G. Holzmann, D. Peled, M. Yannakakis. On nested depth first search. SPIN 1996, §5.2; S. Schwoon, J. Esparza. A note on
//   on-the-fly verification algorithms. TACAS 2005, §6.
enum class NestedPor : std::uint8_t {
  select_bit,     // one bit per state: all transitions, or the reduced set
  select_number,  // 8 bits per state: all transitions, or the number of the candidate set; decided when the state is entered,
                  // with the proviso Source
  discard,        // one bit per state, whether it was visited: all transitions to visited states
  naive  // nothing: the proviso decides anew, on the stack of the later search. That misses runs (§4 of the first paper),
         // and is here to show it: whoever uses it may not say that there is no run
};

inline constexpr std::array nested_pors = {
    Named{NestedPor::select_bit, "select-bit", "one bit a state: all transitions, or the reduced set"},
    Named{NestedPor::select_number, "select-number", "8 bits a state: all transitions, or the number of the reduced set"},
    Named{NestedPor::discard, "discard", "one bit a state: transitions to states that were visited"},
    Named{NestedPor::naive, "naive", "nothing: decides anew, and misses runs; for experiments"},
};
static_assert(lists_all(nested_pors, NestedPor::naive));

inline std::string_view to_string(NestedPor nested) { return name_of(nested_pors, nested); }

struct ReductionOptions {
  Proviso proviso;
  NestedPor nested = NestedPor::select_bit;
};

// Explains why these options cannot be combined; nothing if they can.
std::optional<Diagnostic> find_refusal(const ReductionOptions& options);

// The reduction of one search; null for Full, which does not reduce. `state_bound` is the number of states, if it is known
// beforehand, or 0. Throws std::invalid_argument for options that are refused.
std::unique_ptr<Reduction> make_reduction(const ReductionOptions& options, std::size_t state_bound = 0);

// Bits per state that the reduction allocates: for the proviso and for later searches.
unsigned bits_per_state(const ReductionOptions& options);

}  // namespace lariat::reduce
