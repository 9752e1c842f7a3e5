// SPDX-License-Identifier: Apache-2.0
// Common parts of the tests of promela/: texts, and Spin as an oracle.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "promela/parse.hpp"

namespace lariat::promela {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A folder that is gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "lariat-promela-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name, std::ios::binary) << text; }

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int status = -1;  // of the shell; 128 + signal if it was killed
  std::string output;
};

// A command of the shell, in a folder.
inline Outcome run_in(const Folder& folder, const std::string& command) {
  Outcome result;
  FILE* const pipe = ::popen(("cd '" + folder.path().string() + "' && { " + command + "; } 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) result.output.append(buffer, count);
  const int status = ::pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

inline bool has_program(const std::string& check) { return run_in(Folder(), check).status == 0; }
inline bool has_spin() { return has_program("spin -V | grep -q 'Spin Version 6.5.2'"); }

// Spin in this folder, and how it ends: the number of errors, or a signal. Where there is nothing to preprocess, gcc is not
// asked: it takes most of the time.
inline Outcome run_spin(const Folder& folder, const std::string& options, const std::string& text) {
  folder.write("m.pml", text);
  const bool plain = text.find_first_of("#\\") == text.npos && text.find("//") == text.npos && text.find("unix") == text.npos;
  return run_in(folder, "timeout 20 spin " + std::string(plain ? "-Pcat " : "") + options + " m.pml");
}

inline std::string text_of(const std::vector<Diagnostic>& diagnostics) {
  std::string result;
  for (const Diagnostic& diagnostic : diagnostics) result += to_string(diagnostic);
  return result;
}

// The model, which must be right.
inline promela::Model model_of(const std::string& text, const promela::ParseOptions& options = {}) {
  Result<promela::Model> model = promela::parse(text, "m.pml", options);
  if (!model) {
    ADD_FAILURE() << text << "\n" << text_of(model.errors());
    return {};
  }
  return *std::move(model);
}

// The errors and notes of a model, which must be wrong: `line:column: error: message` each, without the lines shown.
inline std::vector<std::string> errors_of(const std::string& text, const promela::ParseOptions& options = {}) {
  std::vector<std::string> result;
  const Result<promela::Model> model = promela::parse(text, "m.pml", options);
  if (model) return result;
  for (const Diagnostic& diagnostic : model.errors()) {
    const std::string place =
        diagnostic.file.empty() ? "" : std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column) + ": ";
    const std::string file = diagnostic.file == "m.pml" ? "" : diagnostic.file + ":";
    result.push_back(file + place + (diagnostic.severity == Diagnostic::Severity::note ? "note: " : "") + diagnostic.message);
  }
  return result;
}

// The texts of a file, which are separated by lines of three dashes.
inline std::vector<std::string> snippets(const std::string& file) {
  std::vector<std::string> result(1);
  std::istringstream in(read_text(std::filesystem::path(LARIAT_SOURCE_DIR) / "tests" / "promela" / file));
  for (std::string line; std::getline(in, line);) {
    if (line == "---")
      result.emplace_back();
    else
      (result.back() += line) += '\n';
  }
  return result;
}

}  // namespace lariat::promela
