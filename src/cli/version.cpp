// SPDX-License-Identifier: Apache-2.0
#include "cli/version.hpp"

#include <fmt/format.h>

#include "cli/commit.hpp"
#include "lariat/native/compile_service.hpp"

namespace lariat::cli {
namespace {

#if defined(__clang__)
constexpr const char* compiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* compiler = "GCC " __VERSION__;
#else
constexpr const char* compiler = "unknown";
#endif

}  // namespace

std::string version_text() {
  const std::string llvm = native::llvm_library();
  return fmt::format("lariat {}\ncommit    {}\ncompiler  {}\nLLVM      {}", LARIAT_VERSION,
                     *commit == '\0' ? "unknown" : commit, compiler, llvm.empty() ? "not found: models are interpreted" : llvm);
}

}  // namespace lariat::cli
