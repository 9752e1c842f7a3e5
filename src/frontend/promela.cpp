// SPDX-License-Identifier: Apache-2.0
// Promela models: a program for each never claim that can watch it, and the formulas of its ltl blocks.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include "frontend/readers.hpp"
#include "lariat/base/file.hpp"
#include "lariat/promela/lower.hpp"

namespace lariat::frontend {
namespace {

using model::Program;
using promela::PromelaProgram;

// The names of the never claims and formulas of a model.
std::vector<std::string> stated(const PromelaProgram& program) {
  std::vector<std::string> names;
  for (const promela::NeverClaim& claim : program.claims()) names.push_back(claim.name);
  for (const promela::StatedFormula& formula : program.formulas()) names.push_back(formula.name);
  return names;
}

// The folders that included files may come from: the roots that were named, or the folders of the model, of the claims and of
// --include-path. The file of claims is included itself.
std::vector<std::string> roots(const std::string& path, const ReadOptions& options) {
  const auto folder = [](const std::string& file) { return std::filesystem::path(file).parent_path().string(); };
  std::vector<std::string> result = options.include_roots;
  if (result.empty()) {
    result = options.include_paths;
    result.push_back(folder(path));
    if (!options.claim_file.empty()) result.push_back(folder(options.claim_file));
  }
  if (!options.claim_file.empty()) result.push_back(options.claim_file);
  return result;
}

class PromelaModel : public LanguageModel {
 public:
  explicit PromelaModel(PromelaProgram program) : first_(std::move(program)) {
    for (const promela::StatedFormula& formula : first_.formulas())
      formulas.push_back({.name = formula.name, .text = formula.text, .written = formula.written, .atoms = formula.atoms});
    for (const promela::NeverClaim& claim : first_.claims()) observers.push_back(claim.name);
    warnings = first_.warnings();
    states_end_states = true;
    observer_kind = "never claim";
  }

  Program& program() override { return first_.program(); }
  Program& watched_by(const std::string& observer) override { return with(observer).program(); }
  const PromelaProgram* promela(const std::string& observer) override { return &with(observer); }
  Result<model::ExprId> read_expression(std::string_view text, std::string label) override {
    return first_.read_expression(text, std::move(label));
  }

 private:
  PromelaProgram& with(const std::string& observer) {
    const auto wanted = std::find(observers.begin(), observers.end(), observer);
    if (wanted == observers.end() || wanted == observers.begin()) return first_;
    const auto known = others_.find(observer);
    if (known != others_.end()) return known->second;
    // A model that could be lowered with one claim can be lowered with another; if not, this is an error of its own.
    Result<PromelaProgram> lowered = first_.watched_by(observer);
    if (!lowered) throw std::runtime_error(to_string(lowered.errors().front()));
    return others_.emplace(observer, *std::move(lowered)).first->second;
  }

  PromelaProgram first_;
  std::map<std::string, PromelaProgram> others_;  // with other observers than the first
};

}  // namespace

Result<std::unique_ptr<LanguageModel>> read_promela_model(const std::string& text, const std::string& file,
                                                          const ReadOptions& options, const Limits& limits) {
  // The path is needed to find files that are included; the standard input has none.
  const std::string name = file == "-" ? display_name(file) : file;
  const auto read_with = [&](const std::string& more) {
    return promela::read_promela(text + more, name,
                                 {.include_paths = options.include_paths,
                                  .include_roots = roots(file, options),
                                  .defines = options.macros,
                                  .limits = limits},
                                 {.limits = limits, .inner_escapes_first = options.inner_escapes});
  };
  Result<PromelaProgram> read = read_with("");
  if (!read) return read.errors();
  std::vector<std::string> claimed;
  if (!options.claim_file.empty()) {
    const auto claims = read_text(options.claim_file, limits);
    if (!claims) return claims.errors();
    const std::vector<std::string> before = stated(*read);
    // As if the model ended with the claims, so that they may use whatever the model declares.
    read = read_with(fmt::format("\n#include \"{}\"\n", std::filesystem::absolute(options.claim_file).string()));
    if (!read) return read.errors();
    for (const std::string& name : stated(*read))
      if (std::find(before.begin(), before.end(), name) == before.end()) claimed.push_back(name);
    if (claimed.empty())
      return Diagnostic{.message = "there is no never claim and no ltl block in it", .file = display_name(options.claim_file)};
  }
  if (options.overflow == Overflow::error) read->program().overflow = Program::Overflow::error;
  read->program().name = display_name(file);
  auto model = std::make_unique<PromelaModel>(*std::move(read));
  model->claimed = std::move(claimed);
  return std::unique_ptr<LanguageModel>(std::move(model));
}

}  // namespace lariat::frontend
