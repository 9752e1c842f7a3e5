// SPDX-License-Identifier: Apache-2.0
// The errors and warnings found in a text so far.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dve/source_text.hpp"
#include "lariat/base/limits.hpp"

namespace lariat::dve {

class Diagnostics {
 public:
  // The limits must outlive it; null: there are none.
  explicit Diagnostics(const SourceText& source, const Limits* limits = nullptr) : source_(source), limit_check_(limits) {}

  // To be called in every loop over the text. Throws Stopped.
  void tick() { limit_check_(); }

  // A second error at the same place is dropped: it would be a consequence of the first.
  void error(std::uint32_t offset, std::string message);
  // Something that helps to understand the last error.
  void note(std::uint32_t offset, std::string message);

  // Something that is allowed, but cannot be meant. A second warning at the same place is dropped.
  void warning(std::uint32_t offset, std::string message);

  // True if there are no errors.
  bool empty() const { return errors_.empty(); }
  bool full() const;

  // The errors, or the warnings, in the order of the text.
  std::vector<Diagnostic> take();
  std::vector<Diagnostic> take_warnings();

 private:
  struct Entry {
    std::uint32_t offset;
    std::string message;
    std::vector<Diagnostic> notes = {};
  };

  const SourceText& source_;
  LimitCheck limit_check_;
  std::vector<Entry> errors_;
  std::vector<Entry> warnings_;
  bool last_dropped_ = false;
  bool more_ = false;
};

// Text of the user's within a message: in quotes, printable, shortened.
std::string quote(std::string_view text);

// ` (did you mean 'x'?)`, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace lariat::dve
