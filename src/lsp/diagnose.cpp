// SPDX-License-Identifier: Apache-2.0
#include "lsp/diagnose.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "lariat/base/file.hpp"
#include "lariat/frontend/languages.hpp"
#include "lariat/frontend/model.hpp"
#include "lariat/frontend/requirements.hpp"
#include "lariat/ltl/formula.hpp"

namespace lariat::lsp {
namespace {

constexpr std::chrono::seconds reading_limit{20};
constexpr std::size_t memory_limit = std::size_t{4} << 30;  // bytes of the whole server

// Turns what the readers say into problems of one text.
class Translator {
 public:
  Translator(const LinedText& text, std::string path, Language language)
      : text_(text), path_(std::move(path)), words_(lexemes(text.text(), language)) {}

  void add_all(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) add(diagnostic);
  }

  void add_warning(std::string message) {
    add(Diagnostic{.severity = Diagnostic::Severity::warning, .message = std::move(message)});
  }

  std::vector<Problem> take() { return std::move(problems_); }

 private:
  bool is_here(const Diagnostic& diagnostic) const {
    return diagnostic.line != 0 && (diagnostic.file == path_ || diagnostic.file == display_name(path_));
  }

  void add(const Diagnostic& diagnostic) {
    if (diagnostic.severity == Diagnostic::Severity::note && !problems_.empty()) {
      problems_.back().related.push_back(related(diagnostic, diagnostic.message));
      return;
    }
    Problem problem{.severity = diagnostic.severity, .message = diagnostic.message};
    if (is_here(diagnostic)) {
      problem.span = span(diagnostic);
      problem.fixes = fixes_of(problem.message, problem.span, text_, words_);
    } else {
      problem.span = including(diagnostic.file);
      if (diagnostic.line != 0) problem.related.push_back(related(diagnostic, diagnostic.message));
    }
    problems_.push_back(std::move(problem));
  }

  Related related(const Diagnostic& diagnostic, std::string message) const {
    if (is_here(diagnostic) || diagnostic.line == 0) return {.message = std::move(message), .span = span(diagnostic)};
    return {.message = std::move(message), .file = diagnostic.file, .line = diagnostic.line, .column = diagnostic.column};
  }

  // The word at the place of a message.
  Span span(const Diagnostic& diagnostic) const {
    const std::size_t begin = diagnostic.line == 0 ? 0 : text_.offset_of(diagnostic.line, diagnostic.column);
    const auto behind = std::upper_bound(words_.begin(), words_.end(), begin,
                                         [](std::size_t at, const Lexeme& word) { return at < word.begin; });
    if (behind == words_.begin()) return {begin, begin};
    const Lexeme& word = *(behind - 1);
    return {begin, begin < word.end && word.kind != Lexeme::Kind::comment ? word.end : begin};
  }

  // The directive that includes a file, or the beginning of the text.
  Span including(const std::string& file) const {
    const std::string name = std::filesystem::path(file).filename().string();
    for (const Lexeme& word : words_)
      if (word.in_directive && word.kind == Lexeme::Kind::string && !name.empty() &&
          text_.text().substr(word.begin, word.end - word.begin).find(name) != std::string::npos)
        return word.span();
    return {};
  }

  const LinedText& text_;
  std::string path_;
  std::vector<Lexeme> words_;
  std::vector<Problem> problems_;
};

}  // namespace

std::optional<std::vector<Problem>> diagnose(const LinedText& text, const std::string& path, Language language,
                                             const std::atomic<bool>& interrupted) {
  Translator translator(text, path, language);
  const Limits limits{
      .deadline = std::chrono::steady_clock::now() + reading_limit, .interrupted = &interrupted, .max_memory = memory_limit};
  try {
    frontend::ReadOptions options;
    options.language = frontend::find_language(language == Language::promela ? "promela" : "dve");
    auto model = frontend::read_model(text.text(), path, options, limits);
    if (!model) {
      translator.add_all(model.errors());
    } else {
      translator.add_all(model->warnings());
      ltl::FormulaStore formulas;
      const auto requirements = frontend::read_requirements(*model, formulas, {}, limits);
      translator.add_all(requirements ? requirements->warnings : requirements.errors());
    }
  } catch (const Interrupted&) {
    return std::nullopt;
  } catch (const Stopped& stopped) {
    if (interrupted) return std::nullopt;
    translator.add_warning("the model was not read: " + stopped.reason);
  } catch (const std::bad_alloc&) {
    translator.add_warning("the model was not read: out of memory");
  }
  return translator.take();
}

}  // namespace lariat::lsp
