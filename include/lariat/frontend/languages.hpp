// SPDX-License-Identifier: Apache-2.0
// The table of modelling languages. A new one is a file of src/frontend/ with its reader, and a row in languages.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lariat/base/limits.hpp"
#include "lariat/base/result.hpp"
#include "lariat/frontend/model.hpp"

namespace lariat::frontend {

struct Language {
  std::string_view name;                      // `promela`, `dve`: in options, JSON, saved runs and Program::language
  std::string_view title;                     // in text for people
  std::span<const std::string_view> endings;  // of the names of files; the first one is the usual one
  std::span<const std::string_view> words;    // keywords that no other language has
  // Reads a model. `file` is its name, `-` for the standard input.
  Result<std::unique_ptr<LanguageModel>> (*read)(const std::string& text, const std::string& file, const ReadOptions& options,
                                                 const Limits& limits);
};

// All languages. What stands on the standard input and shows no language is taken to be in the first one.
std::span<const Language> languages();

// By name; null if there is none.
const Language* find_language(std::string_view name);

// By the end of the name of a file; null if that says nothing.
const Language* language_of(std::string_view path);

// By the words of the text, outside comments and strings: the language of which it has most. Null if there are none, or as many
// of two languages.
const Language* language_by_content(std::string_view text);

}  // namespace lariat::frontend
