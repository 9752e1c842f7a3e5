// SPDX-License-Identifier: Apache-2.0
// Any text is answered as a trail of a small model: by an error, or by a run without a flaw, which can be written as a trail
// again and then gives the same run.
#include "lariat/run/trail.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "lariat/promela/lower.hpp"
#include "lariat/run/run.hpp"

namespace {

// One of everything: both kinds of channels, atomic and d_step sequences, processes that are created and end, an escape.
constexpr const char* text = R"(mtype { ping, pong };
chan meet = [0] of { mtype };
chan buffer = [2] of { byte };
byte x;

proctype Worker(byte n) {
  byte m;
  do
  :: x < 3 -> atomic { x = x + n; buffer!x }
  :: buffer?m -> d_step { m = m + 1; x = m - 1 }
  :: meet!ping
  :: x > 2 -> break
  od
}

init {
  run Worker(1);
  { do :: meet?_ -> skip :: else -> skip od } unless { x == 3 };
  assert(x != 3)
}
)";

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

lariat::promela::PromelaProgram make_program() {
  auto program = lariat::promela::read_promela(text, "trail.pml", {}, {});
  check(static_cast<bool>(program), "the model cannot be read");
  return *std::move(program);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static lariat::promela::PromelaProgram program = make_program();
  const std::string_view given(reinterpret_cast<const char*>(data), size);
  lariat::run::is_trail(given);
  lariat::run::claim_of(given, program);
  lariat::model::Interpreter interpreter(program.program());
  const auto read = lariat::run::parse_trail(given, "fuzz", program, interpreter);
  if (!read) {
    check(!read.errors().empty() && !read.errors().front().message.empty(), "an error without a message");
    lariat::to_string(read.errors().front());
    return 0;
  }
  const auto flaw = lariat::run::find_flaw(interpreter, read->run);
  check(!flaw, "a run with a flaw was read: " + flaw.value_or(""));
  std::ostringstream written;
  lariat::run::write_trail(written, program, read->run);
  const auto again = lariat::run::parse_trail(written.str(), "written", program, interpreter);
  check(static_cast<bool>(again), "what was written cannot be read:\n" + written.str());
  check(again->run.steps.size() == read->run.steps.size() && again->run.cycle == read->run.cycle,
        "reading back changed:\n" + written.str());
  return 0;
}
