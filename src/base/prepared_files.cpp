// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/prepared_files.hpp"

#include <fcntl.h>

#include <cerrno>
#include <map>
#include <system_error>

namespace lariat {
namespace {

using Descriptors = std::multimap<std::string, int>;

Descriptors& inputs() {
  static Descriptors files;
  return files;
}

Descriptors& outputs() {
  static Descriptors files;
  return files;
}

std::optional<int> take(Descriptors& files, const std::string& name) {
  const auto found = files.find(name);
  if (found == files.end()) return std::nullopt;
  const int descriptor = found->second;
  files.erase(found);
  return descriptor;
}

}  // namespace

void prepare_input(const std::string& name) {
  if (name == "-") return;
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // as File does
  if (descriptor >= 0) inputs().emplace(name, descriptor);
}

std::optional<Diagnostic> prepare_output(const std::string& name) {
  const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return Diagnostic{.message = "cannot write: " + std::generic_category().message(errno), .file = name};
  outputs().emplace(name, descriptor);
  return std::nullopt;
}

std::optional<int> take_prepared_input(const std::string& name) { return take(inputs(), name); }
std::optional<int> take_prepared_output(const std::string& name) { return take(outputs(), name); }

}  // namespace lariat
