// SPDX-License-Identifier: Apache-2.0
// Spin's never claims: Büchi automata written as Promela. docs/never.md tells what is read and how it is understood.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/base/result.hpp"

namespace lariat::automata {

struct NeverOptions {
  std::size_t max_edges = 10'000'000;  // an error beyond; only nested choices that are entered at many places need so many
};

// Reads all claims of a text; the name of the file is used in diagnostics. An automaton has one acceptance set on states, the
// states are named after their labels, and the atoms stand in the order of their first use. The first error ends the reading.
Result<std::vector<Automaton>> read_claims(std::string_view text, const std::string& file_name,
                                           const NeverOptions& options = {});

// Reads a text with exactly one claim.
Result<Automaton> read_never(std::string_view text, const std::string& file_name, const NeverOptions& options = {});

// Writes a claim that Spin reads, with the name of the automaton as a comment. An atom that is no single expression (it has
// unpaired parentheses, separators, quotes or control characters) is called atom_N, and a comment says what it stands for.
// Throws std::invalid_argument unless acceptance is on states and there is at most one set; Labels::TooLarge for a label that
// cannot be written as a sum of products.
void write_never(std::ostream& out, const Automaton& automaton);
std::string to_never(const Automaton& automaton);

}  // namespace lariat::automata
