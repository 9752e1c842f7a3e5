// SPDX-License-Identifier: Apache-2.0
#include "cli/model_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/automata_input.hpp"
#include "cli/file.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/dve/read.hpp"

namespace lariat::cli {
namespace {

using model::Program;

// A file that goes on for longer is no model, but perhaps /dev/zero.
constexpr std::size_t max_text = std::size_t{256} << 20;

struct Ending {
  std::string_view text;
  std::string_view language;
};
constexpr std::array endings = {
    Ending{".dve", "dve"},      Ending{".pml", "promela"},     Ending{".pm", "promela"},
    Ending{".prom", "promela"}, Ending{".promela", "promela"},
};

std::string overflow_of(const ModelOptions& options, std::string_view otherwise) {
  return options.overflow.empty() ? std::string(otherwise) : options.overflow;
}

// The names of the never claims and formulas of a model.
std::vector<std::string> stated(const promela::PromelaProgram& program) {
  std::vector<std::string> names;
  for (const promela::NeverClaim& claim : program.claims()) names.push_back(claim.name);
  for (const promela::StatedFormula& formula : program.formulas()) names.push_back(formula.name);
  return names;
}

// Where included files may come from: the roots that were named, or the folders of the model, of the claims and of
// --include-path. The file of claims is included itself.
std::vector<std::string> roots(const std::string& path, const ModelOptions& options) {
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

}  // namespace

std::string language_of(const std::string& path) {
  if (path == "-") return "dve";
  for (const Ending& ending : endings)
    if (path.ends_with(ending.text)) return std::string(ending.language);
  return "";
}

Result<std::string> read_text(const std::string& path, const Limits& limits) {
  const auto refuse = [&](const std::string& message) { return Diagnostic{.message = message, .file = display_name(path)}; };
  std::string text;
  bool is_open = false;
  try {
    const File file(path);
    is_open = true;
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t count = file.read(buffer.data(), buffer.size(), limits)) {
      text.append(buffer.data(), count);
      if (text.size() > max_text) return refuse(fmt::format("longer than {} MB", max_text >> 20));
    }
  } catch (const std::system_error& error) {
    return refuse(fmt::format("cannot {}: {}", is_open ? "read" : "open", error.code().message()));
  }
  return text;
}

LoadedModel::LoadedModel(Program program) : program_(std::make_unique<Program>(std::move(program))) {
  if (program_->observer) observers_.push_back(program_->observer->name);
}

LoadedModel::LoadedModel(promela::PromelaProgram program) : promela_(std::move(program)) {
  for (const promela::StatedFormula& formula : promela_->formulas())
    formulas_.push_back({.name = formula.name, .text = formula.text, .atoms = formula.atoms});
  for (const promela::NeverClaim& claim : promela_->claims()) observers_.push_back(claim.name);
}

Program& LoadedModel::watched_by(const std::string& observer) {
  const auto wanted = std::find(observers_.begin(), observers_.end(), observer);
  if (wanted == observers_.end() || wanted == observers_.begin()) return program();
  const auto known = others_.find(observer);
  if (known != others_.end()) return known->second.program();
  // What could be lowered with one claim can be lowered with another; if not, this is an error of its own.
  Result<promela::PromelaProgram> lowered = promela_->watched_by(observer);
  if (!lowered) throw std::runtime_error(to_string(lowered.errors().front()));
  return others_.emplace(observer, *std::move(lowered)).first->second.program();
}

const promela::PromelaProgram* LoadedModel::promela(const std::string& observer) {
  watched_by(observer);
  const auto other = others_.find(observer);
  return other == others_.end() ? promela() : &other->second;
}

Result<model::ExprId> LoadedModel::read_expression(std::string_view text, std::string label) {
  if (promela_) return promela_->read_expression(text, std::move(label));
  return dve::read_expression(*program_, text, std::move(label));
}

Result<LoadedModel> read_model(const std::string& path, const ModelOptions& options, const Limits& limits) {
  const std::string language = language_of(path);
  const auto refuse = [&](const std::string& message) { return Diagnostic{.message = message, .file = display_name(path)}; };
  if (language.empty()) return refuse("the name should end in .dve or .pml, which says what language the model is written in");
  const auto text = read_text(path, limits);
  if (!text) return text.errors();
  if (language == "promela") {
    const auto read_with = [&](const std::string& more) {
      return promela::read_promela(*text + more, path,
                                   {.include_paths = options.include_paths,
                                    .include_roots = roots(path, options),
                                    .defines = options.macros,
                                    .limits = limits},
                                   {.limits = limits, .inner_escapes_first = options.inner_escapes});
    };
    Result<promela::PromelaProgram> read = read_with("");
    if (!read) return read.errors();
    std::vector<std::string> claimed;
    if (!options.claim_file.empty()) {
      const auto claims = read_text(options.claim_file, limits);
      if (!claims) return claims.errors();
      const std::vector<std::string> before = stated(*read);
      // As if the model ended with it, so that it may use whatever the model declares.
      read = read_with(fmt::format("\n#include \"{}\"\n", std::filesystem::absolute(options.claim_file).string()));
      if (!read) return read.errors();
      for (const std::string& name : stated(*read))
        if (std::find(before.begin(), before.end(), name) == before.end()) claimed.push_back(name);
      if (claimed.empty())
        return Diagnostic{.message = "there is no never claim and no ltl block in it",
                          .file = display_name(options.claim_file)};
    }
    for (const Diagnostic& warning : read->warnings()) complain(to_string(warning));
    if (options.overflow == "error") read->program().overflow = Program::Overflow::error;
    read->program().name = display_name(path);
    LoadedModel model(*std::move(read));
    model.claimed_ = std::move(claimed);
    return model;
  }
  if (!options.claim_file.empty())
    return refuse("--claim is for Promela models: give this one a property process, or use --ltl");
  const std::string overflow = overflow_of(options, "error");
  Result<Program> read =
      dve::read_dve(*text, display_name(path),
                    {.overflow = overflow == "wrap" ? Program::Overflow::wrap : Program::Overflow::error,
                     .error_state = overflow == "goes-on" ? Program::ErrorState::goes_on : Program::ErrorState::stops,
                     .limits = limits});
  if (!read) return read.errors();
  return LoadedModel(*std::move(read));
}

std::optional<LoadedModel> read_model_or_complain(const std::string& path, const ModelOptions& options, const Limits& limits) {
  auto program = read_model(path, options, limits);
  if (program) return *std::move(program);
  for (const Diagnostic& error : program.errors()) complain(to_string(error));
  return std::nullopt;
}

void add_model(CLI::App& app, std::string& path, ModelOptions& options) {
  app.add_option("MODEL", path, "the model, a file in Promela or DVE; `-` is DVE on the standard input")
      ->required()
      ->type_name("");
  add_model_options(app, options);
}

void add_model_options(CLI::App& app, ModelOptions& options) {
  add_word(app, "--overflow", options.overflow, "way to treat overflows", {"error", "wrap", "goes-on"},
           "a value that its variable cannot hold: error (the run ends there), wrap (only its lower bits are kept) or "
           "goes-on (an error, after which the other processes go on) [error; Promela: wrap]")
      ->group(model_group);
  app.add_option("--macro,-D", options.macros, "define a macro of the preprocessor (Promela)")
      ->type_name("NAME=TEXT")
      ->allow_extra_args(false)
      ->group(model_group);
  app.add_option("--include-path,-I", options.include_paths, "look for included files in this folder, too (Promela)")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->group(model_group);
  app.add_option("--include-root", options.include_roots,
                 "included files must lie in this folder (Promela) [the model's folder, and those of --include-path]")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->group(model_group);
  app.add_flag("--inner-escapes", options.inner_escapes, "of nested unless, the inner escape comes first (Promela)")
      ->group(model_group);
  app.add_flag("--lossy", options.lossy, "a message sent to a full channel is lost, and its sender goes on")
      ->group(model_group);
}

}  // namespace lariat::cli
