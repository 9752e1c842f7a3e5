// SPDX-License-Identifier: Apache-2.0
// What is wrong with a model, collected while it is read.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lariat/base/limits.hpp"
#include "promela/sources.hpp"

namespace lariat::promela {

// Thrown where reading on makes no sense. What is to be said has been reported already.
struct Abort {};

class Report {
 public:
  // The limits must outlive it; null: there are none.
  explicit Report(Sources& sources, const Limits* limits = nullptr) : sources_(sources), limit_check_(limits) {}

  // To be called in every loop over the text. Throws Stopped.
  void tick() { limit_check_(); }
  LimitCheck& limit_check() { return limit_check_; }

  // Each says a thing once for a place, however often it is told. `error` throws Abort when there are too many.
  void error(SourceLocation place, const std::string& message);
  void warning(SourceLocation place, const std::string& message);
  [[noreturn]] void fatal(SourceLocation place, const std::string& message);
  // Belongs to the message before it, and is dropped with it.
  void note(SourceLocation place, const std::string& message);

  bool failed() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }
  // Errors, each with its notes; and warnings, with theirs.
  std::vector<Diagnostic> take_errors() { return std::move(failures_); }
  std::vector<Diagnostic> take_warnings() { return std::move(warnings_); }
  Sources& sources() { return sources_; }

 private:
  bool is_new(SourceLocation place, const std::string& message);
  void add(std::vector<Diagnostic>& list, Diagnostic::Severity severity, SourceLocation place, const std::string& message);

  static constexpr std::size_t max_errors = 20;
  Sources& sources_;
  LimitCheck limit_check_;
  std::vector<Diagnostic> failures_;
  std::vector<Diagnostic> warnings_;
  std::vector<Diagnostic>* last_ = nullptr;  // the list that notes go to; null if the message was not new
  std::size_t errors_ = 0;
  std::set<std::pair<std::uint32_t, std::string>> told_;
};

// 'text', for messages.
std::string quote(std::string_view text);

// The candidate that `word` is most likely a misspelling of; empty if there is none.
class Suggestion {
 public:
  // In words of two letters everything looks like everything.
  explicit Suggestion(std::string_view word) : word_(word), best_distance_(word.size() < 3 ? 0 : 1 + word.size() / 4) {}
  void consider(std::string_view candidate);
  // "; did you mean 'x'?", or nothing.
  std::string text() const { return best_.empty() ? "" : "; did you mean '" + best_ + "'?"; }

 private:
  std::string_view word_;
  std::size_t best_distance_;
  std::string best_;
};

}  // namespace lariat::promela
