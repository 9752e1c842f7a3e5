// SPDX-License-Identifier: Apache-2.0
#include "promela/preprocessor.hpp"

#include <algorithm>
#include <deque>

#include "promela/includes.hpp"
#include "promela/pp_condition.hpp"

namespace lariat::promela {
namespace {

constexpr std::size_t max_include_depth = 100;
constexpr std::size_t max_includes = 10'000;

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash + 1);
}

class Preprocessor {
 public:
  Preprocessor(Report& report, Macros& macros, const ParseOptions& options)
      : report_(report), macros_(macros), options_(options), expander_(report, macros, [this] { return file_token(); }) {}

  Preprocessed run(std::uint32_t first) {
    model_ = first;
    enter_file(first, {});
    for (PpToken token = expander_.next(); token.kind != PpKind::end; token = expander_.next()) emit(token);
    if (result_.pieces.empty()) result_.pieces.push_back({0, {first, 0}, false});  // even nothing has a place
    return std::move(result_);
  }

 private:
  struct Conditional {
    SourceLocation place;
    bool taken;         // one of its groups was
    bool last = false;  // #else was seen
  };
  struct Input {
    PpLexer lexer;
    SourceLocation included;
    std::vector<Conditional> conditionals = {};
  };

  void enter_file(std::uint32_t first, SourceLocation included) {
    inputs_.push_back({PpLexer(report_, macros_.pool, line_, first), included});
    ++line_;
    expander_.set_include_level(inputs_.size() - 1);
  }

  PpToken file_token() {
    while (!inputs_.empty()) {
      report_.tick();
      Input& input = inputs_.back();
      const PpToken token = input.lexer.next();
      if (token.kind == PpKind::end) {
        leave_file();
      } else if (token.first && token.is("#")) {
        directive(token.place);
      } else {
        return token;
      }
    }
    return {};
  }

  void leave_file() {
    for (const Conditional& open : inputs_.back().conditionals) report_.error(open.place, "this has no #endif");
    inputs_.pop_back();
    ++line_;
    expander_.set_include_level(inputs_.empty() ? 0 : inputs_.size() - 1);
  }

  PpLexer& lexer() { return inputs_.back().lexer; }

  void directive(SourceLocation hash) {
    const PpToken name = lexer().next_in_line();
    if (name.kind == PpKind::end) return;
    if (name.kind == PpKind::number) return line_marker(name, hash);
    const SourceLocation place = name.place;
    const std::string_view word = name.text;
    if (word == "include" || word == "include_next" || word == "import") return include(place);
    if (word == "define") return define();
    if (word == "undef") return undefine(place);
    if (word == "if" || word == "ifdef" || word == "ifndef") return open_conditional(place, word);
    if (word == "elif" || word == "else") return other_group(place, word);
    if (word == "endif") return close_conditional(place);
    if (word == "line") return line_directive(place);
    if (word == "error") return report_.error(place, "#error" + rest_as_text());
    if (word == "warning") return report_.warning(place, "#warning" + rest_as_text());
    if (word == "pragma" || word == "ident" || word == "sccs") {
      lexer().rest_of_line();
      return;
    }
    Suggestion suggestion(word);
    for (const char* known : {"include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "line", "error"})
      suggestion.consider(known);
    report_.error(place, "'#" + std::string(word) + "' is no directive of the preprocessor" + suggestion.text());
    lexer().rest_of_line();
  }

  std::string rest_as_text() {
    std::string text;
    for (const PpToken& token : lexer().rest_of_line()) {
      if (token.space || text.empty()) text += ' ';
      text += token.text;
    }
    return text;
  }

  // # 12 "file" and #line 12 "file": the next line has this number.
  void line_marker(const PpToken& number, SourceLocation place) { renumber(number, lexer().rest_of_line(), place); }
  void line_directive(SourceLocation place) {
    std::vector<PpToken> rest = expander_.expand(lexer().rest_of_line());
    if (rest.empty()) return report_.error(place, "#line needs a number");
    const PpToken number = rest.front();
    rest.erase(rest.begin());
    renumber(number, rest, place);
  }
  void renumber(const PpToken& number, const std::vector<PpToken>& rest, SourceLocation place) {
    std::size_t line = 0;
    for (const char c : number.text) {
      if (c < '0' || c > '9' || line > 100'000'000) return report_.error(number.place, "this is no number of a line");
      line = 10 * line + static_cast<std::size_t>(c - '0');
    }
    std::string name;
    if (!rest.empty()) {
      if (rest[0].kind != PpKind::string) return report_.error(rest[0].place, "expected the name of a file in quotes");
      name = rest[0].text.substr(1, rest[0].text.size() - 2);
    }
    // It counts for the following line, hence one less for its own.
    report_.sources().renumber(place.at, line == 0 ? 0 : line - 1, name);
  }

  void define() {
    const PpToken name = lexer().next_in_line();
    if (name.kind != PpKind::identifier || name.text == "defined") {
      report_.error(name.place, "expected the name of a macro");
      lexer().rest_of_line();
      return;
    }
    Macro macro{.name = std::string(name.text), .defined = name.place};
    std::vector<PpToken> rest = lexer().rest_of_line();
    if (!rest.empty() && rest[0].is("(") && !rest[0].space) {
      macro.function_like = true;
      if (!read_parameters(macro, rest)) return;
    }
    if (!check_body(macro, rest)) return;
    macro.body = std::move(rest);
    if (const Macro* old = macros_.find(macro.name); old != nullptr && !same_definition(*old, macro)) {
      report_.warning(name.place, "the macro '" + macro.name + "' is defined anew, and differently");
      if (old->defined) report_.note(old->defined, "it was defined here");
    }
    macros_.define(std::move(macro));
  }

  // Takes the list of parameters off the tokens.
  bool read_parameters(Macro& macro, std::vector<PpToken>& tokens) {
    std::size_t i = 1;
    const auto fail = [&](const std::string& message) {
      report_.error(i < tokens.size() ? tokens[i].place : macro.defined, message);
      return false;
    };
    while (i < tokens.size() && !tokens[i].is(")")) {
      if (macro.variadic) return fail("'...' must be the last parameter");
      if (tokens[i].is("...")) {
        macro.parameters.push_back("__VA_ARGS__");
        macro.variadic = true;
      } else if (tokens[i].kind == PpKind::identifier) {
        const auto& known = macro.parameters;
        if (std::find(known.begin(), known.end(), tokens[i].text) != known.end())
          return fail("the parameter '" + std::string(tokens[i].text) + "' is there twice");
        macro.parameters.push_back(tokens[i].text);
        if (i + 1 < tokens.size() && tokens[i + 1].is("...")) {  // GNU: a name for the rest
          macro.variadic = true;
          ++i;
        }
      } else {
        return fail("expected the name of a parameter");
      }
      ++i;
      if (i < tokens.size() && tokens[i].is(",")) {
        ++i;
        if (i < tokens.size() && tokens[i].is(")")) return fail("expected the name of a parameter");
      } else if (i < tokens.size() && !tokens[i].is(")")) {
        return fail("expected ',' or ')'");
      }
    }
    if (i >= tokens.size()) return fail("the parameters of the macro '" + macro.name + "' have no closing parenthesis");
    tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return true;
  }

  bool check_body(const Macro& macro, const std::vector<PpToken>& body) {
    if (!body.empty() && (body.front().is("##") || body.back().is("##"))) {
      report_.error(body.front().is("##") ? body.front().place : body.back().place,
                    "'##' stands between two words, not at an end of the macro");
      return false;
    }
    for (std::size_t i = 0; macro.function_like && i < body.size(); ++i) {
      if (!body[i].is("#")) continue;
      const auto& names = macro.parameters;
      if (i + 1 < body.size() && std::find(names.begin(), names.end(), body[i + 1].text) != names.end()) continue;
      report_.error(body[i].place, "'#' must be followed by a parameter of the macro");
      return false;
    }
    return true;
  }

  void undefine(SourceLocation place) {
    const PpToken name = lexer().next_in_line();
    if (name.kind != PpKind::identifier) return report_.error(place, "#undef needs the name of a macro");
    lexer().rest_of_line();
    macros_.undefine(name.text);
  }

  bool test(SourceLocation place, std::string_view word) {
    const std::vector<PpToken> rest = lexer().rest_of_line();
    if (word == "if" || word == "elif") return condition_holds(report_, expander_, place, rest);
    if (rest.empty() || rest[0].kind != PpKind::identifier) {
      report_.error(place, std::string("#").append(word) + " needs the name of a macro");
      return false;
    }
    return (macros_.find(rest[0].text) != nullptr) == (word == "ifdef");
  }

  void open_conditional(SourceLocation place, std::string_view word) {
    const bool holds = test(place, word);
    inputs_.back().conditionals.push_back({place, holds});
    if (!holds) skip_group();
  }

  // The group before was taken: none of the others is.
  void other_group(SourceLocation place, std::string_view word) {
    lexer().rest_of_line();
    auto& open = inputs_.back().conditionals;
    if (open.empty()) return report_.error(place, std::string("#").append(word) + " without #if");
    begin_group(place, word);
    skip_group();
  }
  bool begin_group(SourceLocation place, std::string_view word) {
    Conditional& conditional = inputs_.back().conditionals.back();
    if (conditional.last) report_.error(place, std::string("#").append(word) + " after #else");
    if (word == "else") conditional.last = true;
    return !conditional.taken;
  }

  void close_conditional(SourceLocation place) {
    lexer().rest_of_line();
    auto& open = inputs_.back().conditionals;
    if (open.empty()) return report_.error(place, "#endif without #if");
    open.pop_back();
  }

  // Skips to a group that is taken, or behind #endif.
  void skip_group() {
    std::size_t inner = 0;
    while (lexer().skip_to_directive()) {
      report_.tick();
      lexer().next();
      const PpToken name = lexer().next_in_line();
      const std::string_view word = name.text;
      if (word == "if" || word == "ifdef" || word == "ifndef") {
        ++inner;
      } else if (word == "endif" && inner > 0) {
        --inner;
      } else if (word == "endif") {
        return close_conditional(name.place);
      } else if (inner == 0 && (word == "elif" || word == "else") && begin_group(name.place, word)) {
        if (word == "else" || test(name.place, word)) {
          inputs_.back().conditionals.back().taken = true;
          break;
        }
      }
      lexer().rest_of_line();
    }
    lexer().rest_of_line();
  }

  void include(SourceLocation place) {
    std::string name(lexer().header_name());
    const std::vector<PpToken> rest = lexer().rest_of_line();
    if (name.empty())
      for (const PpToken& token : expander_.expand(rest)) name += token.text;
    const bool quoted = name.size() > 2 && name.front() == '"' && name.back() == '"';
    if (!quoted && (name.size() <= 2 || name.front() != '<' || name.back() != '>'))
      return report_.error(place, "#include needs \"file\" or <file>");
    name = name.substr(1, name.size() - 2);

    std::vector<std::string> candidates;
    if (quoted || name[0] == '/')
      candidates.push_back(name[0] == '/' ? name : folder_of(report_.sources().name(lexer().first())) + name);
    for (const std::string& folder : options_.include_paths) candidates.push_back(folder + "/" + name);
    for (const std::string& path : candidates) {
      IncludedFile file = read(path);
      switch (file.status) {
        case IncludedFile::Status::read:
          check_depth(place, path);
          return enter_file(report_.sources().add(path, std::move(file.text)), place);
        case IncludedFile::Status::missing:
          break;
        case IncludedFile::Status::outside:
          report_.fatal(place,
                        "the included file " + quote(name) +
                            " lies outside of the folders that this model may include from; --include-root DIR allows another");
        case IncludedFile::Status::irregular:
          report_.fatal(place, "the included file " + quote(name) + " is no regular file");
        case IncludedFile::Status::too_large:
          report_.fatal(place, "the included file " + quote(name) + " is longer than 256 MB");
      }
    }
    report_.fatal(place, "cannot read the included file " + quote(name));
  }

  IncludedFile read(const std::string& path) {
    if (options_.read_file) {
      std::optional<std::string> text = options_.read_file(path);
      if (!text) return {};
      return {.status = IncludedFile::Status::read, .text = *std::move(text)};
    }
    std::vector<std::string> roots = options_.include_roots;
    if (roots.empty()) {
      roots = options_.include_paths;
      roots.push_back(folder_of(report_.sources().name(model_)));
    }
    return read_included(path, roots, report_.limit_check());
  }

  void check_depth(SourceLocation place, const std::string& path) {
    if (++includes_ > max_includes) report_.fatal(place, "more than 10000 files are included");
    if (inputs_.size() < max_include_depth) return;
    std::string circle;
    for (std::size_t i = inputs_.size(); i-- > 0;) {
      const std::string& name = report_.sources().name(inputs_[i].lexer.first());
      circle = name + " includes " + (circle.empty() ? path : circle);
      if (name == path) report_.fatal(place, "files include each other in a circle: " + circle);
    }
    report_.fatal(place, "includes are nested too deeply");
  }

  // Words that touch in the source touch in the result; a new line in the source is one in the result, if it is not
  // inside a use of a macro.
  void emit(const PpToken& token) {
    std::string& text = result_.text;
    if (token.line != last_line_) {
      text += '\n';
    } else if (!text.empty()) {
      const bool written_together = token.place.via == 0 && last_.via == 0 && last_end_ == token.place.at;
      const bool made_together = token.place.via != 0 && token.place == last_;
      if (token.space || !(written_together || made_together)) text += ' ';
    }
    result_.pieces.push_back({static_cast<std::uint32_t>(text.size()), token.place, token.place.via == 0});
    text += token.text;
    if (text.size() > max_text) report_.fatal(token.place, "the model is larger than 256 MB after preprocessing");
    last_line_ = token.line;
    last_ = token.place;
    last_end_ = token.place.at + static_cast<std::uint32_t>(token.text.size());
  }

  static constexpr std::size_t max_text = std::size_t{1} << 28;

  Report& report_;
  Macros& macros_;
  const ParseOptions& options_;
  std::uint32_t model_ = 0;  // the file that everything begins with
  std::uint32_t line_ = 1;
  std::deque<Input> inputs_;
  Expander expander_;
  std::size_t includes_ = 0;
  Preprocessed result_;
  std::uint32_t last_line_ = 0;
  SourceLocation last_;
  std::uint32_t last_end_ = 0;
};

}  // namespace

SourceLocation Preprocessed::place(std::size_t offset) const {
  const auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                      [](std::size_t wanted, const Piece& piece) { return wanted < piece.offset; });
  if (after == pieces.begin()) return pieces.empty() ? SourceLocation{} : pieces.front().place;
  const Piece& piece = *std::prev(after);
  SourceLocation result = piece.place;
  if (piece.verbatim) {
    const std::size_t end = after == pieces.end() ? text.size() : after->offset;
    result.at += static_cast<std::uint32_t>(std::min(offset, end) - piece.offset);
  }
  return result;
}

void define_initial_macros(Macros& macros, Report& report, const ParseOptions& options) {
  for (const char* name : {"unix", "__unix", "__unix__", "linux", "__linux", "__linux__", "__gnu_linux__", "__STDC__",
                           "__STDC_HOSTED__", "__x86_64__", "__x86_64", "__amd64__", "__amd64", "__LP64__", "_LP64", "__ELF__"})
    macros.define_text(name, "1");
  macros.define_text("__STDC_VERSION__", "199901L");
  macros.define_text("__GNUC__", "12");
  macros.define_text("__GNUC_MINOR__", "2");
  macros.define_text("__GNUC_PATCHLEVEL__", "0");
  macros.define_text("__INT_MAX__", "0x7fffffff");
  macros.define_text("__CHAR_BIT__", "8");
  macros.define({.name = "__LINE__", .builtin = Macro::Builtin::line});
  macros.define({.name = "__FILE__", .builtin = Macro::Builtin::file});
  macros.define({.name = "__COUNTER__", .builtin = Macro::Builtin::counter});
  macros.define({.name = "__INCLUDE_LEVEL__", .builtin = Macro::Builtin::include_level});

  // What the options say is a file of its own, so that messages can show it.
  std::string text;
  for (const std::string& define : options.defines) {
    const std::size_t equals = define.find('=');
    text += "#define " + define.substr(0, equals) + ' ' + (equals == define.npos ? "1" : define.substr(equals + 1)) + '\n';
  }
  for (const std::string& name : options.undefines) text += "#undef " + name + '\n';
  if (text.empty()) return;
  preprocess(report, macros, {}, report.sources().add("<command line>", text));
}

Preprocessed preprocess(Report& report, Macros& macros, const ParseOptions& options, std::uint32_t first) {
  return Preprocessor(report, macros, options).run(first);
}

}  // namespace lariat::promela
