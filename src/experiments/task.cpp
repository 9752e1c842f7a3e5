// SPDX-License-Identifier: Apache-2.0
#include "experiments/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lariat/base/file.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/frontend/find_models.hpp"
#include "lariat/frontend/model.hpp"

namespace lariat::experiments {
namespace {

// A message in one line: `file:line:column: message`.
std::string one_line(const Diagnostic& diagnostic) {
  if (diagnostic.line == 0) return fmt::format("{}: {}", diagnostic.file, diagnostic.message);
  return fmt::format("{}:{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.message);
}

// The path below the folder, as it is named, wherever links lead.
std::string name_below(const std::string& folder, const std::string& path) {
  const std::string name = std::filesystem::path(path).lexically_relative(folder).string();
  return name.empty() || name == "." ? path : name;
}

ModelFile read_model_file(const Request& request, const std::string& path, const std::string& name) {
  ModelFile file{.path = path, .name = name};
  Limits limits{.interrupted = request.interrupted};
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  try {
    const auto model = frontend::load_model(path, {}, limits);
    if (!model) {
      file.problem = one_line(model.errors().front());
      return file;
    }
    const auto add = [&](const std::string& name) { file.properties.push_back({path, file.name + ':' + name, name}); };
    for (const frontend::StatedFormula& formula : model->formulas()) add(formula.name);
    for (const std::string& observer : model->observers()) add(observer);
  } catch (const Stopped& stopped) {
    file.problem = "cannot be read: " + stopped.reason;
  }
  return file;
}

}  // namespace

std::string shell_word(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/._-=:,+@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string shell_command(const Task& task) {
  if (!task.shell.empty()) return task.shell;
  std::string text = "lariat";
  for (const std::string& argument : task.arguments) text += ' ' + shell_word(argument);
  return text;
}

void add_limits(const Request& request, std::vector<std::string>& arguments) {
  arguments.insert(arguments.end(), {"--max-time", fmt::format("{}", request.max_time)});
  if (request.max_memory > 0) arguments.insert(arguments.end(), {"--max-memory", fmt::format("{}", request.max_memory)});
  if (request.max_states > 0) arguments.insert(arguments.end(), {"--max-states", fmt::format("{}", request.max_states)});
}

// --as-written and --engine interpreter: all algorithms see the same states, which every release has, and no run waits for a
// compiler.
std::vector<std::string> check_arguments(const Request& request, const std::string& model, const std::string& property) {
  std::vector<std::string> arguments = {"check", model,      "--property",  property, "--as-written", "--first", "--vacuity",
                                        "0",     "--engine", "interpreter", "--json", "--progress",   "none"};
  add_limits(request, arguments);
  return arguments;
}

Task unreadable(const ModelFile& model) {
  return {.subject = model.name, .arguments = {"check", model.path, "--syntax"}, .model = model.path, .problem = model.problem};
}

Result<std::vector<ModelFile>> read_models(const Request& request, const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return Diagnostic{.message = "there is no folder of models here: name one by --models", .file = folder};
  const auto paths = frontend::find_models({folder});
  if (!paths) return paths.errors();
  std::vector<ModelFile> models;
  for (const std::string& path : *paths) {
    const std::string name = name_below(folder, path);
    const auto is_in = [&](const std::string& word) { return name.find(word) != std::string::npos; };
    if (request.only.empty() || std::any_of(request.only.begin(), request.only.end(), is_in))
      models.push_back(read_model_file(request, path, name));
  }
  if (models.empty()) return Diagnostic{.message = "no model here has a name that --only names", .file = folder};
  return models;
}

}  // namespace lariat::experiments
