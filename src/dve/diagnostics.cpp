// SPDX-License-Identifier: Apache-2.0
#include "dve/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dve/parse.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/nearest.hpp"

namespace lariat::dve {

bool Diagnostics::full() const { return errors_.size() >= max_errors; }

void Diagnostics::error(std::uint32_t offset, std::string message) {
  last_dropped_ =
      full() || std::any_of(errors_.begin(), errors_.end(), [&](const Entry& entry) { return entry.offset == offset; });
  if (full()) more_ = true;
  if (!last_dropped_) errors_.push_back({offset, std::move(message)});
}

void Diagnostics::note(std::uint32_t offset, std::string message) {
  if (last_dropped_ || errors_.empty()) return;
  errors_.back().notes.push_back(source_.diagnostic(Diagnostic::Severity::note, offset, std::move(message)));
}

void Diagnostics::warning(std::uint32_t offset, std::string message) {
  const bool is_known =
      std::any_of(warnings_.begin(), warnings_.end(), [&](const Entry& entry) { return entry.offset == offset; });
  if (warnings_.size() < max_errors && !is_known) warnings_.push_back({offset, std::move(message)});
}

std::vector<Diagnostic> Diagnostics::take_warnings() {
  std::ranges::stable_sort(warnings_, {}, &Entry::offset);
  std::vector<Diagnostic> result;
  for (Entry& entry : warnings_)
    result.push_back(source_.diagnostic(Diagnostic::Severity::warning, entry.offset, std::move(entry.message)));
  warnings_.clear();
  return result;
}

std::vector<Diagnostic> Diagnostics::take() {
  std::stable_sort(errors_.begin(), errors_.end(), [](const Entry& a, const Entry& b) { return a.offset < b.offset; });
  std::vector<Diagnostic> result;
  for (Entry& entry : errors_) {
    result.push_back(source_.diagnostic(Diagnostic::Severity::error, entry.offset, std::move(entry.message)));
    for (Diagnostic& note : entry.notes) result.push_back(std::move(note));
  }
  if (more_)
    result.push_back({.severity = Diagnostic::Severity::note,
                      .message = fmt::format("there are more errors; these are the first {}", max_errors),
                      .file = source_.file()});
  errors_.clear();
  return result;
}

std::string quote(std::string_view text) {
  static constexpr std::size_t longest = 40;
  return fmt::format("'{}{}'", printable(text.substr(0, longest)), text.size() > longest ? "..." : "");
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? fmt::format(" (did you mean '{}'?)", *meant) : "";
}

}  // namespace lariat::dve
