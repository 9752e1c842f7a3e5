// SPDX-License-Identifier: Apache-2.0
// Models that are read from files or texts, whatever their language.
//
//   auto model = lariat::frontend::load_model("models/promela/peterson.pml");
//   if (!model) ...  // model.errors()
//   model->program() ...
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/base/named.hpp"
#include "lariat/base/result.hpp"
#include "lariat/model/program.hpp"

namespace lariat::promela {
class PromelaProgram;
}

namespace lariat::frontend {

struct Language;

// What becomes of a value that its variable cannot hold.
enum class Overflow : std::uint8_t { error, wrap, goes_on };

inline constexpr std::array overflows = {
    Named{Overflow::error, "error", "the run ends there, with an error"},
    Named{Overflow::wrap, "wrap", "only the lower bits are kept"},
    Named{Overflow::goes_on, "goes-on", "an error, after which the other processes go on"},
};
static_assert(lists_all(overflows, Overflow::goes_on));

// How a model is read. Options that a language does not know have no effect on it, or are refused.
struct ReadOptions {
  const Language* language = nullptr;      // null: by the end of the file's name, or else by its content
  std::optional<Overflow> overflow;        // nothing: as the language says
  std::vector<std::string> macros;         // NAME or NAME=TEXT, for the preprocessor of Promela
  bool inner_escapes = false;              // the inner one of nested `unless` wins
  std::vector<std::string> include_paths;  // searched for files that a Promela model includes
  std::vector<std::string> include_roots;  // that these must lie in; empty: the model's folder and include_paths
  std::string claim_file;                  // never claims and ltl blocks beside those of the model
};

// A formula that a model states of itself.
struct StatedFormula {
  std::string name;
  std::string text;
  std::string written;  // for people: before macros were expanded; empty if that is not known
  std::vector<std::pair<std::string, model::ExprId>> atoms;  // what the texts of its atoms mean
};

// What a language has to offer of a model.
class LanguageModel {
 public:
  LanguageModel() = default;
  LanguageModel(const LanguageModel&) = delete;
  LanguageModel& operator=(const LanguageModel&) = delete;
  virtual ~LanguageModel() = default;

  // The program, with its first observer if there are any.
  virtual model::Program& program() = 0;
  // Adds an expression in the language of the model. Diagnostics name `label` where others name a file.
  virtual Result<model::ExprId> read_expression(std::string_view text, std::string label) = 0;
  // The program with that one of the observers; the first one for a name that is none.
  virtual model::Program& watched_by(const std::string& observer) = 0;
  // The model with that observer as Promela; null in other languages. Trails of Spin need it.
  virtual const promela::PromelaProgram* promela(const std::string& observer);

  std::vector<StatedFormula> formulas = {};
  std::vector<std::string> observers = {};  // property processes and never claims, by name
  std::vector<std::string> claimed = {};    // the observers and formulas that come from the file of claims
  std::vector<Diagnostic> warnings = {};
  bool states_end_states = false;               // the model says by labels where runs may end
  std::string_view observer_kind = "observer";  // what the language calls an observer
};

// A model that was read: a program, and what is needed to speak about it in its own language.
class Model {
 public:
  Model(std::unique_ptr<LanguageModel> model, const Language& language) : model_(std::move(model)), language_(&language) {}

  const Language& language() const { return *language_; }
  model::Program& program() { return model_->program(); }
  // Adds an expression in the language of the model. Diagnostics name `label` where others name a file.
  Result<model::ExprId> read_expression(std::string_view text, std::string label) {
    return model_->read_expression(text, std::move(label));
  }
  const std::vector<StatedFormula>& formulas() const { return model_->formulas; }
  const std::vector<Diagnostic>& warnings() const { return model_->warnings; }

  // What can watch the program: a property process, or the never claims.
  const std::vector<std::string>& observers() const { return model_->observers; }
  std::string_view observer_kind() const { return model_->observer_kind; }
  // The program with that one as its observer; that of program() is the first one.
  model::Program& watched_by(const std::string& observer) { return model_->watched_by(observer); }
  // The observers and formulas that do not come from the model but from the file of claims.
  const std::vector<std::string>& claimed() const { return model_->claimed; }
  // True if the model marks states in which its runs may end.
  bool states_end_states() const { return model_->states_end_states; }

  // The model with that observer as Promela, or null in other languages.
  const promela::PromelaProgram* promela(const std::string& observer = "") { return model_->promela(observer); }

 private:
  std::unique_ptr<LanguageModel> model_;
  const Language* language_;
};

// Reads a model from a file; `-` is the standard input. The diagnostics say what is wrong with it, or with reading it. Throws
// Interrupted, and Stopped when a limit is reached.
Result<Model> load_model(const std::string& path, const ReadOptions& options = {}, const Limits& limits = {});

// Reads a model from a text. Its language is that of the options, or the one that the name or the text shows.
Result<Model> read_model(const std::string& text, const std::string& name, const ReadOptions& options = {},
                         const Limits& limits = {});

}  // namespace lariat::frontend
