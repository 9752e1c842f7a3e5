// SPDX-License-Identifier: Apache-2.0
#include "experiments/results_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "lariat/base/file.hpp"
#include "lariat/base/file_writer.hpp"

namespace lariat::experiments {
namespace {

Diagnostic problem_with(const std::string& path, const std::string& what) { return {.message = what, .file = path}; }

// The number behind the slash of `part`; 0 if there is none.
std::size_t parts_of(const Record& record) {
  const std::size_t slash = record.part.find('/');
  if (slash == std::string::npos) return 0;
  return static_cast<std::size_t>(std::strtoull(record.part.c_str() + slash + 1, nullptr, 10));
}

std::string text_of(const std::vector<Record>& rows) {
  std::string text;
  for (const Record& row : rows) text += csv_line(row) + '\n';
  return text;
}

}  // namespace

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<Diagnostic> FolderLock::take(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return problem_with(folder, "cannot make this folder: " + error.message());
  const std::string path = folder + "/.lock";
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return problem_with(path, fmt::format("cannot write: {}", std::strerror(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
    return problem_with(folder, "another lariat bench is writing into this folder: wait for it, or choose another by --out");
  return std::nullopt;
}

ResultsFile::~ResultsFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool ResultsFile::exists() const {
  struct stat status = {};
  return ::stat(path_.c_str(), &status) == 0;
}

std::optional<Diagnostic> ResultsFile::load() {
  const Result<std::string> text = read_text(path_);
  if (!text) return text.errors().front();
  std::string_view left = *text;
  bool is_first = true;
  while (!left.empty()) {
    const std::size_t end = left.find('\n');
    if (end == std::string_view::npos) break;  // torn by a kill
    const std::string_view line = left.substr(0, end);
    left.remove_prefix(end + 1);
    if (std::exchange(is_first, false)) {
      if (line != csv_header()) return problem_with(path_, "not results of this version of lariat bench: choose another --out");
      continue;
    }
    if (auto record = parse_csv_line(line)) {
      const std::string key = record->key();
      runs_[key].push_back(std::move(*record));
    }
  }
  std::erase_if(runs_, [](const auto& run) { return parts_of(run.second.front()) != run.second.size(); });
  return std::nullopt;
}

Diagnostic ResultsFile::write_failure(int error) const {
  return problem_with(path_, fmt::format("cannot write: {}", std::strerror(error)));
}

std::optional<Diagnostic> ResultsFile::open_to_append() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) return write_failure(errno);
  return std::nullopt;
}

std::optional<Diagnostic> ResultsFile::begin() {
  std::string text = csv_header() + '\n';
  for (const auto& [key, rows] : runs_) text += text_of(rows);
  if (auto problem = write_file(path_, text)) return problem;
  return open_to_append();
}

std::optional<Diagnostic> ResultsFile::append(const std::vector<Record>& rows) {
  const std::string text = text_of(rows);
  struct stat status = {};
  ::fstat(descriptor_, &status);
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(descriptor_, text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const int error = written < 0 ? errno : EIO;
      if (::ftruncate(descriptor_, status.st_size) != 0) return write_failure(error);  // load() drops what is left
      return write_failure(error);
    }
    at += static_cast<std::size_t>(written);
  }
  runs_[rows.front().key()] = rows;
  return std::nullopt;
}

std::optional<Diagnostic> ResultsFile::finish(const std::vector<std::string>& keys) {
  std::string text = csv_header() + '\n';
  for (const std::string& key : keys)
    if (const auto* const rows = find(key)) text += text_of(*rows);
  return write_file(path_, text);
}

const std::vector<Record>* ResultsFile::find(const std::string& key) const {
  const auto found = runs_.find(key);
  return found == runs_.end() ? nullptr : &found->second;
}

}  // namespace lariat::experiments
