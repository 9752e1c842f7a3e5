// SPDX-License-Identifier: Apache-2.0
#include "cli/model_input.hpp"

#include <fmt/format.h>

#include <array>
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

}  // namespace

std::string language_of(const std::string& path) {
  if (path == "-") return "dve";
  for (const Ending& ending : endings)
    if (path.ends_with(ending.text)) return std::string(ending.language);
  return "";
}

Result<std::string> read_text(const std::string& path) {
  const auto refuse = [&](const std::string& message) { return Diagnostic{.message = message, .file = display_name(path)}; };
  std::string text;
  bool is_open = false;
  try {
    const File file(path);
    is_open = true;
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t count = file.read(buffer.data(), buffer.size())) {
      text.append(buffer.data(), count);
      if (text.size() > max_text) return refuse(fmt::format("longer than {} MB", max_text >> 20));
    }
  } catch (const std::system_error& error) {
    return refuse(fmt::format("cannot {}: {}", is_open ? "read" : "open", error.code().message()));
  }
  return text;
}

Result<Program> read_model(const std::string& path, const ModelOptions& options) {
  const std::string language = language_of(path);
  const auto refuse = [&](const std::string& message) { return Diagnostic{.message = message, .file = display_name(path)}; };
  if (language.empty()) return refuse("the name should end in .dve, which says what language the model is written in");
  if (language != "dve") return refuse("Promela is not supported yet");
  const auto text = read_text(path);
  if (!text) return text.errors();
  const std::string overflow = overflow_of(options, "error");
  return dve::read_dve(*text, display_name(path),
                       {.overflow = overflow == "wrap" ? Program::Overflow::wrap : Program::Overflow::error,
                        .error_state = overflow == "goes-on" ? Program::ErrorState::goes_on : Program::ErrorState::stops});
}

std::optional<Program> read_model_or_complain(const std::string& path, const ModelOptions& options) {
  auto program = read_model(path, options);
  if (program) return *std::move(program);
  for (const Diagnostic& error : program.errors()) complain(to_string(error));
  return std::nullopt;
}

void add_model(CLI::App& app, std::string& path, ModelOptions& options) {
  app.add_option("MODEL", path, "the model, a file in DVE; `-` is the standard input")->required()->type_name("");
  add_overflow(app, options);
}

Result<model::ExprId> read_expression(Program& program, std::string_view text, std::string label) {
  return dve::read_expression(program, text, std::move(label));
}

void add_overflow(CLI::App& app, ModelOptions& options) {
  add_word(app, "--overflow", options.overflow, "way to treat overflows", {"error", "wrap", "goes-on"},
           "a value that its variable cannot hold: error (the run ends there), wrap (only its lower bits are kept) or "
           "goes-on (an error, after which the other processes go on) [error]")
      ->group(model_group);
}

}  // namespace lariat::cli
