// SPDX-License-Identifier: Apache-2.0
// A system of one's own: a lift that serves ten floors, as a C++ class that produces successors as bytes.
//
// The lift moves while somebody waits for it, up or down as it likes. Where somebody waits, it may open its door, and later
// closes it. Is everybody who calls it on the ground floor served? The program counts the states with an exact store, with a
// tree store and with two threads, and checks two formulas, one of which is violated by a shortest lasso.
#include <array>
#include <cstdint>
#include <cstdio>
#include <lariat/check/system.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace {

using lariat::system::Action;
using lariat::system::Batch;
using lariat::system::Bytes;
using lariat::system::State;

constexpr unsigned floors = 10;

// A state is four bytes: the floor, whether the door is open, and a bit for each floor where somebody waits.
class Lift final : public lariat::system::System {
 public:
  lariat::system::Layout layout() const override { return {.length = 4}; }
  std::vector<State> initial() override { return {State(4, 0)}; }

  void successors(std::span<const Bytes> states, Batch& out, lariat::system::Request /*request*/) override {
    out.clear();
    for (const Bytes s : states) {
      const unsigned floor = s[0];
      const bool open = s[1] != 0;
      const unsigned calls = s[2] | s[3] << 8U;
      const auto add = [&](unsigned to, bool door, unsigned waiting, std::uint32_t what) {
        const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(door ? 1 : 0),
                                                static_cast<std::uint8_t>(waiting), static_cast<std::uint8_t>(waiting >> 8U)};
        const Action action{.process = 0, .type = 0, .transition = what};
        out.add(bytes, lariat::system::no_flags, {&action, 1});
      };
      if (open) add(floor, false, calls, close_door);
      if (!open && calls != 0 && floor + 1 < floors) add(floor + 1, false, calls, go_up);
      if (!open && calls != 0 && floor > 0) add(floor - 1, false, calls, go_down);
      if (!open && (calls >> floor & 1U) != 0) add(floor, true, calls & ~(1U << floor), open_door);
      for (unsigned i = 0; i < floors; ++i)
        if ((calls >> i & 1U) == 0 && !(open && floor == i)) add(floor, open, calls | 1U << i, call + i);
      out.end_state();
    }
  }

  // On the ground floor: somebody waits; the door is open.
  std::vector<std::string> atoms() const override { return {"called", "served"}; }
  void valuations(std::span<const Bytes> states, std::span<lariat::system::Valuation> out) override {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const bool called = (states[i][2] & 1U) != 0;
      const bool served = states[i][0] == 0 && states[i][1] != 0;
      out[i] = {.holds = (called ? 1U : 0U) | (served ? 2U : 0U)};
    }
  }

  std::unique_ptr<System> clone() const override { return std::make_unique<Lift>(); }

  std::string describe(Bytes s) const override {
    std::string calls;
    for (unsigned i = 0; i < floors; ++i) calls += ((s[2] | s[3] << 8U) >> i & 1U) != 0 ? '1' : '0';
    return "floor " + std::to_string(s[0]) + (s[1] != 0 ? " open " : " closed ") + calls;
  }
  std::string describe(std::span<const Action> actions) const override {
    if (actions.empty()) return "nothing";
    const std::uint32_t what = actions.front().transition;
    if (what >= call) return "call " + std::to_string(what - call);
    return what == close_door ? "close" : what == open_door ? "open" : what == go_up ? "up" : "down";
  }

 private:
  static constexpr std::uint32_t close_door = 0, open_door = 1, go_up = 2, go_down = 3, call = 4;
};

// Counts the states, and looks for deadlocks on the way.
bool count(const char* what, const lariat::check::ModelCheckOptions& options) {
  using lariat::check::SystemGoal;
  Lift lift;
  const auto found = lariat::check::check_states(lift, std::array{SystemGoal{.kind = SystemGoal::Kind::deadlock}}, options);
  if (!found || found->front().verdict != lariat::check::Verdict::holds) return false;
  const lariat::search::Statistics& statistics = found->front().statistics;
  std::printf("%s: %llu states, %llu transitions, no deadlock\n", what, static_cast<unsigned long long>(statistics.states),
              static_cast<unsigned long long>(statistics.transitions));
  return true;
}

// Checks a formula and shows a short run that violates it: a lasso, or steps to a state after which nothing can satisfy it.
bool check(const char* formula) {
  Lift lift;
  const auto found = lariat::check::check_formula(lift, formula);
  if (!found) {
    std::printf("%s\n", lariat::to_string(found.errors().front()).c_str());
    return false;
  }
  std::printf("%s: %s\n", formula, std::string(lariat::check::to_string(found->verdict)).c_str());
  if (!found->run) return true;
  const lariat::run::Run& run = *found->run;
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    std::printf("%s %s: %s\n", run.cycle && i >= *run.cycle ? "cycle" : "stem ", lift.describe(run.before(i)).c_str(),
                lift.describe(run.steps[i].actions).c_str());
  return true;
}

}  // namespace

int main() {
  const bool good = count("exact store", {}) && count("tree store", {.product = {.store = lariat::store::StoreKind::tree}}) &&
                    count("two threads", {.product = {.threads = 2}}) && check("[] !(called && served)") &&
                    check("[] (called -> <> served)");
  return good ? 0 : 1;
}
