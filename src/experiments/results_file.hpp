// SPDX-License-Identifier: Apache-2.0
// The file of results: rows are appended as runs end, and found again by the next call.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/record.hpp"
#include "lariat/base/result.hpp"

namespace lariat::experiments {

// The right to write into a folder, which one process has at a time.
class FolderLock {
 public:
  FolderLock() = default;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  // Makes the folder if it is not there, and takes the right. Says what is in the way.
  std::optional<Diagnostic> take(const std::string& folder);

 private:
  int descriptor_ = -1;
};

class ResultsFile {
 public:
  explicit ResultsFile(std::string path) : path_(std::move(path)) {}
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;
  ~ResultsFile();

  bool exists() const;
  // Reads the rows of an earlier call. A last line without its end, and runs of which a row is missing, are left out. An error
  // if the file was not written by this command.
  std::optional<Diagnostic> load();
  // Begins the file again with the runs in memory.
  std::optional<Diagnostic> begin();
  // Adds the rows of one run, in one piece. Rows of a run that cannot be written as a whole are taken back.
  std::optional<Diagnostic> append(const std::vector<Record>& rows);
  // Rewrites the file with its runs in this order of keys; other runs are dropped.
  std::optional<Diagnostic> finish(const std::vector<std::string>& keys);

  // The rows of a run by its key; null if it is not there.
  const std::vector<Record>* find(const std::string& key) const;
  void forget(const std::string& key) { runs_.erase(key); }
  const std::string& path() const { return path_; }

 private:
  std::optional<Diagnostic> open_to_append();
  Diagnostic write_failure(int error) const;

  std::string path_;
  int descriptor_ = -1;
  std::map<std::string, std::vector<Record>> runs_;
};

}  // namespace lariat::experiments
