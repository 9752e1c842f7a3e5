// SPDX-License-Identifier: Apache-2.0
// The files that a model was read from, and places in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"

namespace lariat::promela {

// A place in the sources. Characters of all files are numbered in one sequence from 1; 0 is nowhere.
struct SourceLocation {
  std::uint32_t at = 0;   // where a user would look: inside a macro, where the macro is used
  std::uint32_t via = 0;  // how the text came there (an Origin), 0 if it is written there
  explicit operator bool() const { return at != 0; }
  bool operator==(const SourceLocation&) const = default;
};

// Why text stands at a place where it was not written.
struct Origin {
  enum class Kind : std::uint8_t {
    macro,   // the place is the use of a macro; `other` is where the macro is defined
    inlined  // the place is in an inline; `other` is where the inline is called
  };
  Kind kind = Kind::macro;
  std::string name = {};
  std::uint32_t other = 0;
  std::uint32_t parent = 0;  // the origin of the call, 0 if it has none
};

class Sources {
 public:
  // What a place is for people.
  struct LineAndColumn {
    std::string file;
    std::size_t line = 0;    // from 1
    std::size_t column = 0;  // from 1, in bytes
    std::string_view source_line;
  };

  // Adds a file and returns the number of its first character. Throws std::length_error beyond 4 GB in all.
  std::uint32_t add(std::string name, std::string text);
  // From here on, up to the end of the file, lines count from `line` and belong to the file `name` (if it is not empty).
  void renumber(std::uint32_t at, std::size_t line, std::string name);
  std::uint32_t add(Origin origin);

  std::string_view text(std::uint32_t first) const { return file_of(first).text; }
  // The text of its file from a place on.
  std::string_view from(std::uint32_t at) const { return std::string_view(file_of(at).text).substr(at - file_of(at).first); }
  const std::string& name(std::uint32_t at) const { return file_of(at).name; }
  const Origin& origin(std::uint32_t via) const { return origins_[via - 1]; }
  LineAndColumn locate(std::uint32_t at) const;

  // A message at a place; and the notes that say how the text came there, one for each origin, at most `limit`.
  Diagnostic diagnostic(Diagnostic::Severity severity, SourceLocation place, const std::string& message) const;
  std::vector<Diagnostic> notes(SourceLocation place, std::size_t limit = 6) const;

 private:
  struct Marker {
    std::uint32_t line_index;  // from 0: the first line that counts anew
    std::size_t line;
    std::string name;
  };
  struct File {
    std::string name;
    std::string text;
    std::uint32_t first = 0;
    std::vector<std::uint32_t> lines = {};  // where each begins in the text
    std::vector<Marker> markers = {};
  };
  std::size_t file_index(std::uint32_t at) const;
  const File& file_of(std::uint32_t at) const { return files_[file_index(at)]; }
  static std::uint32_t line_index(const File& file, std::uint32_t at);

  std::deque<File> files_;  // never moved: others keep views of the texts
  std::vector<Origin> origins_;
  std::uint32_t next_ = 1;
};

}  // namespace lariat::promela
