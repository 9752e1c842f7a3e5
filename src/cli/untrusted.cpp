// SPDX-License-Identifier: Apache-2.0
#include "cli/untrusted.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <cmath>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "lariat/base/prepared_files.hpp"
#include "lariat/base/sandbox.hpp"

namespace lariat::cli {
namespace {

constexpr std::uint64_t program_bytes = std::uint64_t{128} << 20;  // addresses that the program and its libraries take
constexpr time_t grace = 5;                                        // seconds between the request to end and the end

// Sanitizers reserve addresses by the terabyte.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool bounds_addresses = false;
#else
constexpr bool bounds_addresses = true;
#endif

void enter(SandboxStage stage) {
  for (const std::string& missing : enter_sandbox(stage).missing)
    complain(to_string(Diagnostic{.severity = Diagnostic::Severity::note, .message = missing, .file = "lariat: --untrusted"}));
}

}  // namespace

void Untrusted::begin(SearchOptions& search) const {
  if (!wanted) return;
  search.engine.engine = native::EngineOptions::Kind::interpreter;
  search.engine.no_cache = true;
  if (search.max_time == 0) search.max_time = default_time;
  if (search.max_memory == 0) search.max_memory = default_memory;
  begin(search.max_time, search.max_memory);
}

void Untrusted::begin(double max_time, std::uint64_t max_memory) const {
  if (!wanted) return;
  rlimit addresses{};
  if (bounds_addresses && ::getrlimit(RLIMIT_AS, &addresses) == 0) {
    const std::uint64_t most = (max_memory == 0 ? default_memory : max_memory) + program_bytes;
    addresses.rlim_cur = std::min<rlim_t>(addresses.rlim_max, most);
    ::setrlimit(RLIMIT_AS, &addresses);
  }
  // A second beyond the limit that searches look at themselves, so that they can say what they found.
  const double seconds = std::ceil(std::min(max_time == 0 ? default_time : max_time, 1e9)) + 1;
  watch_alarm();
  const itimerval timer{.it_interval = {.tv_sec = grace, .tv_usec = 0},
                        .it_value = {.tv_sec = static_cast<time_t>(seconds), .tv_usec = 0}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

bool Untrusted::begin_reading(const std::vector<std::string>& outputs) const {
  if (!wanted) return true;
  for (const std::string& output : outputs)
    if (!output.empty())
      if (const auto error = prepare_output(output)) {
        complain(to_string(*error));
        return false;
      }
  enter(SandboxStage::reading);
  return true;
}

void Untrusted::end_reading(bool searches) const {
  rlimit addresses{};
  if (!wanted) return;
  if (searches && bounds_addresses && ::getrlimit(RLIMIT_AS, &addresses) == 0) {
    addresses.rlim_cur = addresses.rlim_max;
    ::setrlimit(RLIMIT_AS, &addresses);
  }
  enter_sandbox();  // what is missing has been said
}

void Untrusted::close() const {
  if (wanted) enter(SandboxStage::closed);
}

}  // namespace lariat::cli
