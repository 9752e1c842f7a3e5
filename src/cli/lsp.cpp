// SPDX-License-Identifier: Apache-2.0
// lariat lsp: the language server for editors, over the standard input and output.
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/lsp/serve.hpp"

namespace lariat::cli {

Exit run_lsp(Options& /*options*/, std::ostream& out) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const bool clean = lsp::serve({.input = STDIN_FILENO,
                                 .write = [&](std::string_view bytes) { out << RawText{bytes} << std::flush; },
                                 .program = error ? "" : self.string(),
                                 .interrupted = &interrupted()});
  return clean ? Exit::ok : Exit::nonempty;
}

}  // namespace lariat::cli
