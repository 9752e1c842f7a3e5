// SPDX-License-Identifier: Apache-2.0
#include "promela/report.hpp"

#include <algorithm>

namespace lariat::promela {

std::string quote(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 2);
  return result.append(1, '\'').append(text).append(1, '\'');
}

bool Report::is_new(SourceLocation place, const std::string& message) {
  const bool fresh = told_.emplace(place.at, message).second;
  if (!fresh) last_ = nullptr;
  return fresh;
}

void Report::add(std::vector<Diagnostic>& list, Diagnostic::Severity severity, SourceLocation place,
                 const std::string& message) {
  list.push_back(sources_.diagnostic(severity, place, message));
  last_ = &list;
  for (Diagnostic& note : sources_.notes(place)) list.push_back(std::move(note));
}

void Report::error(SourceLocation place, const std::string& message) {
  if (!is_new(place, message)) return;
  add(failures_, Diagnostic::Severity::error, place, message);
  if (++errors_ >= max_errors) throw Abort{};
}

void Report::warning(SourceLocation place, const std::string& message) {
  if (is_new(place, message)) add(warnings_, Diagnostic::Severity::warning, place, message);
}

void Report::fatal(SourceLocation place, const std::string& message) {
  error(place, message);
  throw Abort{};
}

void Report::note(SourceLocation place, const std::string& message) {
  if (last_ != nullptr) last_->push_back(sources_.diagnostic(Diagnostic::Severity::note, place, message));
}

void Suggestion::consider(std::string_view candidate) {
  constexpr std::size_t longest = 40;  // nobody misspells what is longer, and the time is the product of the lengths
  if (candidate.size() > longest || word_.size() > longest || candidate == best_) return;
  if (candidate.size() > word_.size() + best_distance_ || word_.size() > candidate.size() + best_distance_) return;
  std::vector<std::size_t> row(candidate.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= word_.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j < row.size(); ++j) {
      const std::size_t change = diagonal + (word_[i - 1] == candidate[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  const std::size_t distance = row.back();
  if (distance == 0 || distance > best_distance_ || distance >= std::max(word_.size(), candidate.size())) return;
  if (distance == best_distance_ && !best_.empty()) return;
  best_distance_ = distance;
  best_ = candidate;
}

}  // namespace lariat::promela
