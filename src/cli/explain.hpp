// SPDX-License-Identifier: Apache-2.0
// Why a reduced set is what it is, for people.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/search_options.hpp"
#include "lariat/model/program.hpp"

namespace lariat::cli {

// Explains the reduced set of the state with that number, in the order in which `lariat explore` meets them breadth first.
Exit explain_state(const model::Program& program, const model::InterpreterOptions& interpretation, const SearchOptions& search,
                   std::uint64_t state, bool json, const Terminal& terminal, std::ostream& out);

}  // namespace lariat::cli
