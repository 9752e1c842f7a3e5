// SPDX-License-Identifier: Apache-2.0
// The Hanoi Omega-Automata format, version 1: automata with generalised Büchi acceptance are read and written.
//   T. Babiak et al. The Hanoi Omega-Automata format. CAV 2015; http://adl.github.io/hoaf/
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/base/input.hpp"
#include "lariat/base/result.hpp"

namespace lariat::automata {

// Reads automata one after the other. An automaton is returned as soon as its --END-- has been read.
class HoaReader {
 public:
  // What the input reads from must outlive the reader. The name is used in diagnostics.
  HoaReader(Input input, std::string file_name);
  HoaReader(std::istream& stream, std::string file_name);
  HoaReader(HoaReader&&) noexcept;
  HoaReader& operator=(HoaReader&&) noexcept;
  ~HoaReader();

  // The next automaton; nothing at the end of the input; a diagnostic where the text is wrong or cannot be read. After an
  // error reading cannot go on: the same error is given again.
  Result<std::optional<Automaton>> next();

  // Warnings of the last call of next, such as automata that their producer aborted.
  const std::vector<Diagnostic>& warnings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Writes the automaton so that reading gives it back: the same states and transitions in the same order, the same marks, and
// labels that are the same functions. In names and atoms each byte of what is no printable UTF-8 is written as \xNN; the reader
// replaces it in the same way. `properties:` has what the automaton shows itself, and the properties that are known besides.
void write_hoa(std::ostream& out, const Automaton& automaton, std::span<const std::string_view> known = {});
std::string to_hoa(const Automaton& automaton);

}  // namespace lariat::automata
