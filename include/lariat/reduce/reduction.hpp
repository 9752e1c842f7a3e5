// SPDX-License-Identifier: Apache-2.0
// A proviso at work on a search.
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

// How the searches after the first one find what that one explored of a state.
//   G. Holzmann, D. Peled, M. Yannakakis. On nested depth first search. SPIN 1996, §5.2; S. Schwoon, J. Esparza. A note on
//   on-the-fly verification algorithms. TACAS 2005, §6.
enum class NestedPor : std::uint8_t {
  select_bit,     // a bit a state: all transitions, or the reduced set
  select_number,  // 8 bits a state: all, or which candidate set; decided when the state is entered, with the proviso Source
  discard         // a bit a state, if it was visited: all transitions, less those to states that were not
};

inline constexpr std::array nested_pors = {
    Named{NestedPor::select_bit, "select-bit", "one bit a state: all transitions, or the reduced set"},
    Named{NestedPor::select_number, "select-number", "8 bits a state: all transitions, or the number of the reduced set"},
    Named{NestedPor::discard, "discard", "one bit a state: transitions to states that were visited"},
};
static_assert(lists_all(nested_pors, NestedPor::discard));

inline std::string_view to_string(NestedPor nested) { return name_of(nested_pors, nested); }

struct ReductionOptions {
  Proviso proviso;
  NestedPor nested = NestedPor::select_bit;
};

// Why these do not go together; nothing if they do.
std::optional<Diagnostic> find_refusal(const ReductionOptions& options);

// The reduction of one search; null for Full, which reduces nothing. `state_bound` is the number of states, if it is known
// beforehand, or 0. Throws std::invalid_argument for options that are refused.
std::unique_ptr<Reduction> make_reduction(const ReductionOptions& options, std::size_t state_bound = 0);

// The bits a state that `make_reduction` allocates: those of the proviso, and those of the searches after the first one.
unsigned bits_per_state(const ReductionOptions& options);

}  // namespace lariat::reduce
