// SPDX-License-Identifier: Apache-2.0
// The preprocessor against gcc, and what gcc cannot say: places and errors.
#include "promela/preprocessor.hpp"

#include <algorithm>

#include "promela/lexer.hpp"
#include "promela/support.hpp"

namespace lariat::promela {
namespace {

// Words, each with a mark if it begins a line.
std::vector<std::string> words(const std::string& text) {
  promela::Preprocessed source{text, {}};
  std::vector<std::string> result;
  for (const promela::Token& token : promela::tokenize(source)) {
    if (token.kind == promela::Tok::end) break;
    std::string word(token.newline || result.empty() ? "\n" : "");
    result.push_back(word.append(token.text));
  }
  return result;
}

struct Preprocessing {
  std::string text;
  std::vector<Diagnostic> errors;
};

Preprocessing preprocessed(const std::string& text, const promela::ParseOptions& options = {}) {
  auto sources = std::make_shared<promela::Sources>();
  promela::Report report(*sources);
  promela::Macros macros;
  macros.sources = sources;
  Preprocessing result;
  try {
    promela::define_initial_macros(macros, report, options);
    result.text = promela::preprocess(report, macros, options, sources->add("m.pml", text)).text;
  } catch (const promela::Abort&) {
  }
  result.errors = report.take_errors();
  return result;
}

// Without the lines that tell where the text comes from.
std::string without_markers(const std::string& text) {
  std::string result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result += line.starts_with("# ") ? "\n" : line + "\n";
  return result;
}

TEST(Preprocessor, DoesWhatGccDoes) {
  if (!has_program("gcc --version")) GTEST_SKIP() << "no gcc here";
  const Folder folder;
  folder.write("inner.h", "#ifndef INNER\n#define INNER inner.h\nINNER\n#endif\n");
  promela::ParseOptions options;
  options.read_file = [&](const std::string& path) -> std::optional<std::string> {
    if (path != "inner.h") return std::nullopt;
    return read_text(folder.path() / path);
  };
  for (const std::string& text : snippets("preprocessor.txt")) {
    folder.write("m.pml", text);
    const Outcome gcc = run_in(folder, "gcc -std=gnu99 -E -x c m.pml 2>err.txt");
    const Preprocessing ours = preprocessed(text, options);
    EXPECT_EQ(gcc.status == 0, ours.errors.empty()) << text << read_text(folder.path() / "err.txt") << text_of(ours.errors);
    if (gcc.status == 0) {
      EXPECT_EQ(words(ours.text), words(without_markers(gcc.output))) << text;
    }
  }
}

TEST(Preprocessor, NamesThatGccDefines) {
  EXPECT_EQ(words(preprocessed("unix linux unixx").text), (std::vector<std::string>{"\n1", "1", "unixx"}));
  EXPECT_EQ(words(preprocessed("a b c", {.defines = {"a", "b=2+2", "c="}}).text),
            (std::vector<std::string>{"\n1", "2", "+", "2"}));
  EXPECT_EQ(words(preprocessed("unix", {.undefines = {"unix"}}).text), (std::vector<std::string>{"\nunix"}));
}

TEST(Preprocessor, PlacesAreThoseOfTheUser) {
  // The variable is wrong in an argument: there it stands. It is wrong in the macro: there it is used, and a note says why.
  const std::string text =
      "#define SET(v) v = wrong\n"
      "active proctype P() {\n"
      "  byte x;\n"
      "  SET(y);\n"
      "  x = 1 /* a\n"
      "   comment */; z = 2\n"
      "}\n";
  EXPECT_EQ(errors_of(text),
            (std::vector<std::string>{"4:7: 'y' is not declared", "4:3: 'wrong' is not declared",
                                      "1:9: note: 'SET' is a macro, defined here", "6:16: 'z' is not declared"}));
}

TEST(Preprocessor, PlacesInIncludedFiles) {
  promela::ParseOptions options;
  std::vector<std::string> asked;
  options.include_paths = {"lib"};
  options.read_file = [&](const std::string& path) -> std::optional<std::string> {
    asked.push_back(path);
    if (path == "lib/a.h") return "#include \"b.h\"\n";
    if (path == "lib/b.h") return "\nbyte x = q;\n";
    return std::nullopt;
  };
  EXPECT_EQ(errors_of("#include \"a.h\"\ninit { x = r }\n", options),
            (std::vector<std::string>{"lib/b.h:2:10: 'q' is not declared", "2:12: 'r' is not declared"}));
  EXPECT_EQ(asked, (std::vector<std::string>{"a.h", "lib/a.h", "lib/b.h"}));
  EXPECT_EQ(errors_of("\n #include <c.h>\n", options), (std::vector<std::string>{"2:3: cannot read the included file 'c.h'"}));
}

TEST(Preprocessor, LineMarkers) {
  // It counts for the lines behind it; an error at its own line is one of the file's first line.
  EXPECT_EQ(
      errors_of("#1"),
      (std::vector<std::string>{"1:1: no process runs at the beginning: there must be an 'init' or an 'active proctype'"}));
  EXPECT_EQ(errors_of("#line 10 \"x.pml\"\ninit { a = 1 }\n# 5 \"y.pml\" 2\ninit { b = 1 }\n"),
            (std::vector<std::string>{"x.pml:10:8: 'a' is not declared", "y.pml:5:8: 'b' is not declared"}));
}

TEST(Preprocessor, IncludesInACircle) {
  promela::ParseOptions options;
  options.read_file = [](const std::string& path) -> std::optional<std::string> {
    return path == "a.h" ? "#include \"b.h\"\n" : "#include \"a.h\"\n";
  };
  const std::vector<std::string> errors = errors_of("#include \"a.h\"\n", options);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_TRUE(errors[0].ends_with("files include each other in a circle: a.h includes b.h includes a.h") ||
              errors[0].ends_with("files include each other in a circle: b.h includes a.h includes b.h"))
      << errors[0];
}

TEST(Preprocessor, Errors) {
  const auto first = [](const std::string& text) {
    const Preprocessing result = preprocessed(text);
    if (result.errors.empty()) return std::string();
    const Diagnostic& error = result.errors.front();
    return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
  };
  EXPECT_EQ(first("#if 1\nx\n"), "1:2: this has no #endif");
  EXPECT_EQ(first("#endif\n"), "1:2: #endif without #if");
  EXPECT_EQ(first("#else\n"), "1:2: #else without #if");
  EXPECT_EQ(first("#if 0\n#else\n#else\n#endif\n"), "3:2: #else after #else");
  EXPECT_EQ(first("#if 1 / 0\n#endif\n"), "1:7: division by zero");
  EXPECT_EQ(first("#if (1\n#endif\n"), "1:2: expected ')'");
  EXPECT_EQ(first("#if\n#endif\n"), "1:2: this directive needs an expression");
  EXPECT_EQ(first("#defin X\n"), "1:2: '#defin' is no directive of the preprocessor; did you mean 'define'?");
  EXPECT_EQ(first("#error broken 'x\n"), "1:2: #error broken 'x");
  EXPECT_EQ(first("#define F(a,b) a\nF(1)\n"), "2:1: the macro 'F' takes 2 arguments, not 1");
  EXPECT_EQ(first("#define F(a) a\n  F(1\n"), "2:3: the arguments of the macro 'F' have no closing parenthesis");
  EXPECT_EQ(first("#define F(a) #b\n"), "1:14: '#' must be followed by a parameter of the macro");
  EXPECT_EQ(first("#define F a ##\n"), "1:13: '##' stands between two words, not at an end of the macro");
  EXPECT_EQ(first("#define F + ## 1\nF\n"), "2:1: '##' joins '+' and '1', which gives no word of the C preprocessor");
  EXPECT_EQ(first("x /* y\n"), "1:3: this comment has no end");
}

// Text that grows without end is refused, and quickly.
TEST(Preprocessor, Limits) {
  std::string text = "#define A0 x x x x\n";
  for (int i = 1; i < 40; ++i)
    text += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" + std::to_string(i - 1) + "\n";
  EXPECT_EQ(errors_of(text + "A39\n").at(0), "41:1: the macros expand to more than 4 million words");

  std::string nested = "#define F(a) a\n";
  for (int i = 0; i < 5000; ++i) nested += "F(";
  EXPECT_FALSE(preprocessed(nested + "1" + std::string(5000, ')') + "\n").errors.empty());
  EXPECT_FALSE(preprocessed("#if " + std::string(100000, '(') + "1\n#endif\n").errors.empty());
  EXPECT_FALSE(preprocessed("#if " + std::string(100000, '!') + "1\n#endif\n").errors.empty());
  EXPECT_TRUE(preprocessed("#if 1" + std::string(100000, '+') + "1\n#endif\n").errors.size() == 1);

  promela::ParseOptions options;
  options.read_file = [](const std::string&) { return "#include \"a.h\"\n#include \"a.h\"\n"; };
  EXPECT_FALSE(preprocessed("#include \"a.h\"\n", options).errors.empty());
  options.read_file = [](const std::string&) {
    return "#if __INCLUDE_LEVEL__ < 30\n#include \"a.h\"\n#include \"a.h\"\n#endif\n";
  };
  EXPECT_FALSE(preprocessed("#include \"a.h\"\n", options).errors.empty());
}

}  // namespace
}  // namespace lariat::promela
