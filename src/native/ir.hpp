// SPDX-License-Identifier: Apache-2.0
// One function in LLVM's textual language, written line by line.
//
// Where control flow joins, values are passed in slots (allocas of the entry block), which LLVM turns into registers. No phi is
// written.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace lariat::native {

class Function {
 public:
  // `head` is all that stands before the opening brace.
  explicit Function(std::string head) : head_(std::move(head)) {}

  // Writes an instruction that has a result, and returns the name of the result.
  template <class... Arguments>
  std::string value(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    std::string name = fmt::format("%v{}", next_++);
    body_ += fmt::format("  {} = ", name);
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
    body_ += '\n';
    return name;
  }

  // Writes an instruction without a result.
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    body_ += "  ";
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
    body_ += '\n';
  }

  // A variable in memory.
  std::string slot(std::string_view type) {
    std::string name = fmt::format("%s{}", next_++);
    slots_ += fmt::format("  {} = alloca {}\n", name, type);
    return name;
  }

  // Basic blocks. A jump closes the block; begin() another one before writing more.
  std::string label() { return fmt::format("b{}", next_++); }
  void begin(std::string_view label) {
    if (open_) line("br label %{}", label);
    body_ += fmt::format("{}:\n", label);
    open_ = true;
  }
  void jump(std::string_view label) {
    if (!open_) return;
    line("br label %{}", label);
    open_ = false;
  }
  void branch(std::string_view condition, std::string_view yes, std::string_view no) {
    line("br i1 {}, label %{}, label %{}", condition, yes, no);
    open_ = false;
  }
  void ret(std::string_view typed_value) {
    if (!open_) return;
    line("ret {}", typed_value);
    open_ = false;
  }
  // Gives up the state if the condition holds: the interpreter has to expand it.
  void bail_if(std::string_view condition) {
    bails_ = true;
    const std::string next = label();
    branch(condition, "bail", next);
    begin(next);
  }
  void bail() {
    bails_ = true;
    jump("bail");
  }
  bool is_open() const { return open_; }
  // Notes that a line closed the block.
  void close() { open_ = false; }

  // The whole text. `bail_lines` are the instructions that give up the state.
  std::string finish(std::string_view bail_lines) const {
    std::string text = fmt::format("{} nounwind {{\nentry:\n{}{}", head_, slots_, body_);
    if (open_) text += "  unreachable\n";
    if (bails_) text += fmt::format("bail:\n{}", bail_lines);
    return text + "}\n\n";
  }

 private:
  std::string head_;
  std::string slots_;
  std::string body_;
  unsigned next_ = 0;
  bool open_ = true;
  bool bails_ = false;
};

}  // namespace lariat::native
