// SPDX-License-Identifier: Apache-2.0
// What is expected of a model: comments of the model itself, or the rows of a file expected.csv beside or above it.
//
//   // expect: violated no_starvation        a property that the model states: an ltl block, a never claim
//   // expect: holds invariant n <= 1        a question, as the options of `lariat check` ask it
//   // expect: reachable n == 2
//   // expect: holds                         everything that the model states
//   // expect: error                         the model cannot be read
//   // define: both = n == 2                 a name for the formulas and expressions of expectations
//   // options: --fair -DN=3                 how the model is read and checked
//
// docs/testing-models.md describes both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/frontend/model.hpp"
#include "lariat/frontend/requirements.hpp"

namespace lariat::suite {

struct Expectation {
  enum class Verdict : std::uint8_t { holds, violated, reachable, unreachable, error };
  Verdict verdict = Verdict::holds;
  std::string what = {};                     // for people; empty: all that the model states
  frontend::RequirementTexts question = {};  // nothing: all that the model states
  std::string file = {};                     // where this is stated
  std::size_t line = 0;
};
std::string_view to_string(Expectation::Verdict verdict);

// What is expected of one model, and how it is to be checked.
struct Expectations {
  std::vector<Expectation> list = {};
  std::optional<std::uint64_t> states = {};  // of the model
  bool fair = false;
  bool lossy = false;
  bool ignores_ending_runs = false;
  std::vector<std::string> macros = {};
  std::optional<frontend::Overflow> overflow = {};
};

// The expectations in the comments of a text, which comes from that file.
Result<Expectations> read_comments(std::string_view text, const std::string& file);

// The rows about a model in the text of an expected.csv. `model` is the model's name relative to the file.
Result<Expectations> read_table(std::string_view text, const std::string& file, const std::string& model);

// All expectations of the model in a file. Without a comment, those of the nearest expected.csv in its folder or one above that
// has rows about it. Without any, everything that the model states is expected to hold.
Result<Expectations> read_expectations(const std::string& path, std::string_view text);

}  // namespace lariat::suite
