// SPDX-License-Identifier: Apache-2.0
// Macros and their expansion, as gcc does it: a macro is off while its own expansion is read, and its name, met then, is
// never expanded again.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "promela/pp_lexer.hpp"

namespace lariat::promela {

struct Macro {
  enum class Builtin : std::uint8_t { none, line, file, counter, include_level };

  std::string name = {};
  bool function_like = false;
  bool variadic = false;  // the last parameter takes the rest of the arguments
  std::vector<std::string_view> parameters = {};
  std::vector<PpToken> body = {};
  SourceLocation defined = {};
  Builtin builtin = Builtin::none;
  bool off = false;  // its expansion is being read
};

bool same_definition(const Macro& a, const Macro& b);

struct Macros {
  std::shared_ptr<Sources> sources;  // that the bodies stand in
  TextPool pool;
  std::unordered_map<std::string_view, std::unique_ptr<Macro>> table;  // the keys are in the macros
  std::vector<std::unique_ptr<Macro>> retired;                         // a use of one may be under way

  Macro* find(std::string_view name) const;
  void define(Macro macro);
  void undefine(std::string_view name);
  // A macro that stands for a text without macros of its own, such as a number.
  void define_text(std::string_view name, std::string_view text);
};

// What a text is as a single token of the preprocessor; PpKind::end if it is none.
PpKind kind_of(std::string_view text);

class Expander {
 public:
  // `source` gives the tokens of the file, PpKind::end at its end, as often as asked.
  Expander(Report& report, Macros& macros, std::function<PpToken()> source);

  // The next token after expansion.
  PpToken next();
  // Some tokens, expanded on their own.
  std::vector<PpToken> expand(std::vector<PpToken> tokens);

  void set_include_level(std::size_t level) { include_level_ = level; }
  Macros& macros() { return macros_; }

 private:
  struct Context {
    std::vector<PpToken> tokens;
    std::size_t next = 0;
    Macro* macro = nullptr;
    bool barrier = false;  // nothing below belongs to what is being expanded
  };
  struct Argument {
    std::vector<PpToken> tokens = {};
    std::vector<PpToken> expanded = {};
    bool is_expanded = false;
    bool is_absent = false;  // there is no comma before it either
  };
  using Arguments = std::vector<Argument>;

  PpToken raw();
  void push_back(const PpToken& token);
  bool enter(const PpToken& name, Macro& macro);
  bool collect(const PpToken& name, const Macro& macro, Arguments& arguments);
  bool counts_agree(const PpToken& name, const Macro& macro, Arguments& arguments);
  std::vector<PpToken> substitute(const PpToken& name, const Macro& macro, Arguments& arguments, std::uint32_t via);
  PpToken builtin(const PpToken& name, const Macro& macro);
  PpToken stringify(const PpToken& hash, const Argument& argument);
  void paste(std::vector<PpToken>& left, const PpToken& right);
  const std::vector<PpToken>& expanded(Argument& argument);

  Report& report_;
  Macros& macros_;
  std::function<PpToken()> source_;
  std::vector<Context> contexts_;
  std::size_t depth_ = 0;
  std::size_t produced_ = 0;
  std::size_t include_level_ = 0;
  std::uint32_t counter_ = 0;
};

}  // namespace lariat::promela
