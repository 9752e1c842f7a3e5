// SPDX-License-Identifier: Apache-2.0
// Any text is answered as a run of a small model; what is read has no flaw, can be written, and reading that gives the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lariat/dve/read.hpp"
#include "lariat/run/saved_run.hpp"

namespace {

// A model with every feature: arrays, both kinds of channels, a rendezvous, a run-time error, a property process, an end.
constexpr const char* text = R"(byte x = 254;
byte a[2];
channel {byte} buffer[2];
channel meet;

process P {
  byte n;
  state p, q, r;
  init p;
  trans
    p -> q { sync meet!n; effect n = 1; },
    q -> p { guard n == 1; effect n = 0, a[n] = 3; },
    p -> p { sync buffer!x; },
    q -> r {};
}

process Q {
  byte m;
  state s;
  init s;
  trans
    s -> s { sync meet?m; },
    s -> s { sync buffer?m; effect x = x + 1; };
}

process W {
  state w, v;
  init w;
  accept v;
  trans
    w -> w {},
    w -> v { guard x == 255; },
    v -> v {};
}

system async property W;
)";

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

lariat::model::Program make_program() {
  auto program = lariat::dve::read_dve(text, "run.dve");
  check(static_cast<bool>(program), "the model cannot be read");
  return *std::move(program);
}

std::string write(lariat::model::Interpreter& interpreter, const lariat::run::SavedRun& saved) {
  return lariat::run::run_json(interpreter, saved.run, saved.origin);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const lariat::model::Program program = make_program();
  lariat::model::Interpreter interpreter(program);
  const auto saved = lariat::run::parse_run({reinterpret_cast<const char*>(data), size}, "fuzz", interpreter);
  if (!saved) {
    check(!saved.errors().empty() && !saved.errors().front().message.empty(), "an error without a message");
    lariat::to_string(saved.errors().front());
    return 0;
  }
  const auto flaw = lariat::run::find_flaw(interpreter, saved->run);
  check(!flaw, "a run with a flaw was read: " + flaw.value_or(""));
  const std::string written = write(interpreter, *saved);
  const auto again = lariat::run::parse_run(written, "written", interpreter);
  check(static_cast<bool>(again), "what was written cannot be read:\n" + written);
  check(write(interpreter, *again) == written, "reading back changed:\n" + written);
  return 0;
}
