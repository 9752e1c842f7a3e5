// SPDX-License-Identifier: Apache-2.0
#include "lsp/format.hpp"

#include <algorithm>
#include <optional>

#include "lsp/document.hpp"
#include "lsp/lexemes.hpp"

namespace lariat::lsp {
namespace {

// An open brace, parenthesis, if or do.
struct Frame {
  enum class Kind : std::uint8_t { brace, paren, choice };
  Kind kind = Kind::brace;
  std::size_t base = 0;     // the column of what closes it
  std::size_t content = 0;  // the column of lines inside
  bool is_formula = false;  // the braces of an ltl block: there `<>` and `[]` are words, and nothing is moved
  bool is_c = false;
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class Formatter {
 public:
  Formatter(const std::string& text, const FormatOptions& options)
      : lined_(text), text_(lined_.text()), options_(options), words_(lexemes(text_, Language::promela)) {
    options_.tab_size = std::clamp<std::size_t>(options_.tab_size, 1, 16);
  }

  std::vector<std::string> run() {
    std::vector<std::string> result;
    std::size_t begin = 0;
    for (std::size_t line = 0; line < lined_.lines(); ++line) {
      const std::string_view content = lined_.line(line);
      begin = static_cast<std::size_t>(content.data() - text_.data());
      const std::size_t end = begin + content.size();
      first_ = next_;
      while (next_ < words_.size() && words_[next_].begin < end) ++next_;
      result.push_back(format_line(begin, content));
      if (first_ < next_) covered_ = std::max<std::size_t>(covered_, words_[next_ - 1].end);
      follows_splice_ = content.ends_with('\\');
    }
    return result;
  }

 private:
  std::string_view text(const Lexeme& word) const { return text_.substr(word.begin, word.end - word.begin); }
  bool is_comment(std::size_t i) const { return words_[i].kind == Lexeme::Kind::comment; }

  std::string format_line(std::size_t begin, std::string_view content) {
    const bool continues = covered_ > begin;  // a comment of several lines
    const bool is_directive = first_ < next_ && words_[first_].in_directive;
    const bool verbatim = continues || is_directive || follows_splice_ || content.ends_with('\\') || in_c() || holds_c();
    if (verbatim) {
      std::string result(content);
      if (continues && comment_column_ && is_star_line(content)) result = spaces(*comment_column_ + 1) + trimmed(content);
      base_ = content_column();
      if (is_directive)
        condition();
      else
        for (std::size_t i = first_; i < next_; ++i) track(i);
      const bool keeps_end = is_directive || follows_splice_ || content.ends_with('\\') || ends_in_string();
      return keeps_end ? result : without_end(result);
    }
    comment_column_.reset();
    if (first_ == next_) return {};
    const std::size_t column = column_of_line();
    base_ = column + (text(words_[first_]) == "::" ? option_width() : 0);
    std::string result = spaces(column);
    for (std::size_t i = first_; i < next_; ++i) {
      if (i > first_) result += gap(i);
      result += text(words_[i]);
      track(i);
    }
    if (is_comment(first_) && first_ + 1 == next_) comment_column_ = column;
    // The last one may be a comment that goes on in the next lines.
    const std::size_t line_end = begin + content.size();
    if (words_[next_ - 1].end > line_end) result.resize(result.size() - (words_[next_ - 1].end - line_end));
    return ends_in_string() ? result : without_end(result);
  }

  // A string without its second quote takes the blanks at the end of the line.
  bool ends_in_string() const {
    return first_ < next_ && words_[next_ - 1].kind != Lexeme::Kind::comment && words_[next_ - 1].kind != Lexeme::Kind::sign;
  }

  static std::string without_end(std::string line) {
    line.erase(line.find_last_not_of(" \t\v\f") + 1);
    return line;
  }
  static std::string trimmed(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    return without_end(std::string(begin == std::string_view::npos ? "" : line.substr(begin)));
  }
  static bool is_star_line(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin != std::string_view::npos && line[begin] == '*';
  }

  std::string spaces(std::size_t column) const {
    if (options_.insert_spaces) return std::string(column, ' ');
    return std::string(column / options_.tab_size, '\t') + std::string(column % options_.tab_size, ' ');
  }

  // Behind `:: `; with tabs, a tab.
  std::size_t option_width() const { return options_.insert_spaces ? 3 : options_.tab_size; }

  std::size_t content_column() const { return frames_.empty() ? 0 : frames_.back().content; }

  std::size_t column_of_line() const {
    std::size_t first = first_;
    if (is_comment(first)) {
      // A comment before an option stands where the option does.
      while (first < words_.size() && is_comment(first)) ++first;
      const bool before_option = first < words_.size() && text(words_[first]) == "::";
      if (first >= next_ && !before_option) return content_column();
    }
    if (first >= words_.size() || frames_.empty()) return content_column();
    const std::string_view word = text(words_[first]);
    const Frame& top = frames_.back();
    if (top.kind == Frame::Kind::brace && word == "}") return top.base;
    if (top.kind == Frame::Kind::paren && is_one_of(word, {")", "]"})) return top.base;
    if (top.kind == Frame::Kind::choice && is_one_of(word, {"::", "od", "fi"})) return top.base;
    const bool is_label = words_[first].kind == Lexeme::Kind::name && first + 1 < next_ && text(words_[first + 1]) == ":" &&
                          top.kind != Frame::Kind::paren && !top.is_formula;
    return is_label ? frames_.front().base : top.content;
  }

  bool in_c() const {
    return std::any_of(frames_.begin(), frames_.end(), [](const Frame& frame) { return frame.is_c; });
  }
  bool holds_c() const {
    return std::any_of(words_.begin() + static_cast<std::ptrdiff_t>(first_),
                       words_.begin() + static_cast<std::ptrdiff_t>(next_),
                       [&](const Lexeme& word) { return is_c_word(word); });
  }
  bool is_c_word(const Lexeme& word) const {
    return word.kind == Lexeme::Kind::keyword && is_one_of(text(word), {"c_code", "c_decl", "c_expr", "c_state", "c_track"});
  }

  // The blanks between a word and the one before it. What is there already stays, unless it is none where there should be one,
  // or some where there should be none.
  std::string gap(std::size_t i) const {
    const std::string_view here = text(words_[i]);
    const std::string_view before = text(words_[i - 1]);
    const std::string written(text_.substr(words_[i - 1].end, words_[i].begin - words_[i - 1].end));
    if (is_comment(i) || is_comment(i - 1)) return written.empty() ? " " : written;
    if (!frames_.empty() && frames_.back().is_formula) return written;
    if (is_one_of(here, {",", ";", ")", "]"}) || is_one_of(before, {"(", "["})) return {};
    const auto is_spaced = [](std::string_view sign) {
      return is_one_of(sign, {"=", "==", "!=", "<=", ">=", "&&", "||", "->", "-->", "::"});
    };
    const bool wants_blank = is_one_of(before, {",", ";"}) || is_spaced(before) || is_spaced(here) || here == "{";
    return wants_blank && written.empty() ? " " : written;
  }

  // Opens and closes frames.
  void track(std::size_t i) {
    const Lexeme& word = words_[i];
    if (word.kind != Lexeme::Kind::sign && word.kind != Lexeme::Kind::keyword) return;
    const std::string_view what = text(word);
    if (what == "{") {
      open(Frame::Kind::brace, options_.tab_size);
      frames_.back().is_formula |= ltl_;
      frames_.back().is_c = c_;
      ltl_ = false;
      c_ = false;
    } else if (what == "(" || what == "[") {
      open(Frame::Kind::paren, 2 * options_.tab_size);
    } else if (what == "if" || what == "do") {
      open(Frame::Kind::choice, option_width());
    } else if (what == "}") {
      close(Frame::Kind::brace);
    } else if (what == ")" || what == "]") {
      close(Frame::Kind::paren);
    } else if (what == "fi" || what == "od") {
      close(Frame::Kind::choice);
    } else if (what == "ltl") {
      ltl_ = true;
    } else if (is_c_word(word)) {
      c_ = true;
    } else if (is_one_of(what, {"proctype", "D_proctype", "init", "never", "inline", "typedef"})) {
      frames_.clear();  // a brace is missing before it
      ltl_ = c_ = false;
    }
  }

  void open(Frame::Kind kind, std::size_t width) {
    const bool in_formula = !frames_.empty() && frames_.back().is_formula;
    frames_.push_back({.kind = kind, .base = base_, .content = base_ + width, .is_formula = in_formula});
    if (kind != Frame::Kind::paren) base_ += width;
  }

  // Closes the innermost frame of the kind; what is open inside of it was never closed. Braces hold everything else.
  void close(Frame::Kind kind) {
    for (std::size_t depth = frames_.size(); depth-- > 0;) {
      const bool is_meant = frames_[depth].kind == kind;
      if (!is_meant && frames_[depth].kind == Frame::Kind::brace) return;
      if (!is_meant) continue;
      base_ = frames_[depth].base;
      frames_.resize(depth);
      return;
    }
  }

  // Both branches of a condition of the preprocessor begin with what was open before it.
  void condition() {
    if (first_ + 1 >= next_ || text(words_[first_]) != "#") return;
    const std::string_view what = text(words_[first_ + 1]);
    if (is_one_of(what, {"if", "ifdef", "ifndef"})) {
      saved_.push_back(frames_);
    } else if (is_one_of(what, {"else", "elif"}) && !saved_.empty()) {
      frames_ = saved_.back();
    } else if (what == "endif" && !saved_.empty()) {
      saved_.pop_back();
    }
  }

  LinedText lined_;
  std::string_view text_;
  FormatOptions options_;
  std::vector<Lexeme> words_;
  std::size_t first_ = 0;  // words of the line
  std::size_t next_ = 0;
  std::size_t covered_ = 0;  // how far the words of earlier lines go
  bool follows_splice_ = false;
  std::optional<std::size_t> comment_column_;  // of a comment that begins a line of its own
  std::size_t base_ = 0;
  bool ltl_ = false;  // the next brace is that of a formula
  bool c_ = false;
  std::vector<Frame> frames_;
  std::vector<std::vector<Frame>> saved_;
};

}  // namespace

std::vector<std::string> format_promela(const std::string& text, const FormatOptions& options) {
  return Formatter(text, options).run();
}

}  // namespace lariat::lsp
