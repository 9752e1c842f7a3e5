// SPDX-License-Identifier: Apache-2.0
// The C preprocessor: what `gcc -std=gnu99 -E -x c` does with a model before Spin reads it, with the place of every word.
#pragma once

#include <string>
#include <vector>

#include "promela/macros.hpp"
#include "promela/parse.hpp"

namespace lariat::promela {

// The text that remains, and where its pieces come from.
struct Preprocessed {
  struct Piece {
    std::uint32_t offset;  // in the text, where it begins
    SourceLocation place;
    bool verbatim;  // its characters follow each other in the file as they do here
  };
  std::string text;
  std::vector<Piece> pieces;

  // Where the character at an offset of the text comes from.
  SourceLocation place(std::size_t offset) const;
};

// Macros as gcc has them before the first line, and those of the options.
void define_initial_macros(Macros& macros, Report& report, const ParseOptions& options);

// Takes the file that begins at `first`. Throws Abort where it makes no sense to go on.
Preprocessed preprocess(Report& report, Macros& macros, const ParseOptions& options, std::uint32_t first);

}  // namespace lariat::promela
