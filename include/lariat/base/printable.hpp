// SPDX-License-Identifier: Apache-2.0
// Text that a terminal shows and does not obey.
//
// Names, strings and file names of a model may contain anything: escape sequences that clear the screen or write into its
// title, marks that reverse the direction of writing, bytes that are no UTF-8. Here is the one definition of what is safe to
// show:
//
//   printable UTF-8                                            stays
//   a control character, a byte that is no UTF-8               \x1b, \x9b, \xff: `\x` and two digits for each byte
//   a character that changes how others look: directions,      \u202e, \u{e0001}
//   zero width, separators of lines, tags
//
// The result contains only printable characters, so that doing it twice changes nothing. A backslash stays as it is: this is
// for reading, and cannot be undone.
//
// Whatever the program writes passes through PrintableWriter (cli/output.cpp), so that no command has to remember anything;
// `printable` serves those that need to know the width of the text, or allow no line breaks in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lariat {

// The text made printable, in one line: a tab becomes a space, a line break is escaped.
std::string printable(std::string_view text);

// The text with each byte of what is not printable, tabs as well, written as \xNN. Different texts stay different, unless they
// contain such sequences already; so this is for names that are read again.
std::string escaped(std::string_view text);

// A piece at the beginning of a text, as it is shown.
struct PrintableCharacter {
  std::size_t length = 0;             // bytes of the text
  bool safe = false;                  // shown as it is
  std::optional<char32_t> code = {};  // nothing: a byte that is no UTF-8
};
// The first character of a text that is not empty.
PrintableCharacter first_character(std::string_view text);

// Escape sequences that the program itself writes, for colours. A sink that escapes all others knows them by a key behind their
// first character, which no model can guess.
struct Colors {
  bool on = false;
  std::string_view key = {};  // empty: plain sequences, for a stream that does not escape

  // The text between the sequence of that code, such as `1` or `31`, and the one that ends it. `code` is "" or nullptr: as it
  // is.
  std::string paint(const char* code, std::string_view text) const;
  std::string sequence(std::string_view code) const;
};

// Makes the pieces of a text of many lines printable as they come. Line breaks and tabs stay, and so do colours with the key.
class PrintableWriter {
 public:
  explicit PrintableWriter(std::string_view key = {}) : key_(key) {}

  // Appends the printable form of what can be decided so far: a character or sequence that may go on in the next piece waits
  // for it.
  void append(std::string& out, std::string_view text);
  // Appends what waits.
  void finish(std::string& out);

 private:
  void write(std::string& out, std::string_view text, bool is_last);

  std::string_view key_;
  std::string waiting_;
};

}  // namespace lariat
