// SPDX-License-Identifier: Apache-2.0
#include "lariat/native/engine.hpp"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "lariat/native/code_text.hpp"
#include "lariat/space/counting.hpp"
#include "native/cache.hpp"
#include "native/comparison.hpp"
#include "native/compiler.hpp"
#include "native/object_code.hpp"
#include "native/runtime.hpp"

namespace lariat::native {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr std::size_t states_between_looks = 256;  // at the clock
constexpr double early = 0.1;                      // of the delay, until the cache is asked for code
constexpr std::size_t max_optimised = 10'000;      // transitions: for more it takes too long
constexpr std::uint64_t trial = 20'000;            // calls after which code that mostly gives up is given up
constexpr std::uint64_t most_unchecked = 4096;     // calls of code from the cache between two comparisons with the interpreter

// Signals are for the program's own threads; a file that becomes too large (SIGXFSZ) is an error of that write and no more.
void block_signals() {
  sigset_t signals;
  sigfillset(&signals);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&signals, fault);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

// The code of one program for one property, in up to two tiers.
struct Unit {
  Unit(const model::Program& wanted, const model::InterpreterOptions& how, std::span<const model::ExprId> which)
      : program(&wanted), options(how), atoms(which.begin(), which.end()) {}

  const model::Program* program;  // whose address it is known by
  model::InterpreterOptions options;
  std::vector<model::ExprId> atoms;
  model::Program copy;  // for the other thread, while expressions may be added to the original
  Cache::Key key;
  std::atomic<bool> is_cached = false;  // whether `code` comes from the cache
  std::atomic<const Code*> code = nullptr;
  std::array<Code, 2> tiers;
  std::vector<ObjectCode> objects;
  bool started = false;          // under the engine's lock
  Clock::time_point not_before;  // when it may be compiled, unless it is in the cache
  bool done = false;
};

}  // namespace

// The data that the engine, its accelerators and the thread that waits for the compiler share.
class Engine::Shared {
 public:
  explicit Shared(const EngineOptions& options) : options_(options), cache_(options.cache_directory) {}

  const EngineOptions& options() const { return options_; }

  std::shared_ptr<Unit> unit_for(const model::Program& program, const model::InterpreterOptions& options,
                                 std::span<const model::ExprId> atoms) {
    const std::lock_guard lock(mutex_);
    for (const std::shared_ptr<Unit>& unit : units_)
      if (unit->program == &program && unit->options == options &&
          std::equal(unit->atoms.begin(), unit->atoms.end(), atoms.begin(), atoms.end()))
        return unit;
    units_.push_back(std::make_shared<Unit>(program, options, atoms));
    return units_.back();
  }

  // Lets the other thread look for the unit in the cache, or have it compiled, but not before that time.
  static void start(const std::shared_ptr<Shared>& shared, const std::shared_ptr<Unit>& unit, Clock::time_point not_before) {
    const std::lock_guard lock(shared->mutex_);
    if (unit->started || shared->closed_) return;
    unit->started = true;
    unit->not_before = not_before;
    try {
      unit->copy = *unit->program;
      shared->queue_.push_back(unit);
      if (!shared->thread_.joinable()) shared->thread_ = std::thread([shared] { shared->work(); });
    } catch (const std::exception&) {  // no memory, no thread: the interpreter goes on
      unit->done = true;
      shared->set_obstacle("no memory");
    }
    shared->changed_.notify_all();
  }

  void wait_for(const std::shared_ptr<Unit>& unit) {
    constexpr auto patience = std::chrono::milliseconds(20);
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, patience, [&] { return unit->done; }))
      if (options_.cancelled && options_.cancelled()) return;
  }

  // No more work is begun, and what is being compiled is given up. Waits for the other thread, which has little left to do.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      if (compiler_ != nullptr) compiler_->kill();
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
  }

  // Says that code from the cache was wrong, and sees to it that nobody uses it again.
  [[noreturn]] void reject(const Unit& unit, const std::string& difference) {
    cache_.remove(unit.key);
    throw Stopped{fmt::format(
        "code from the cache of compiled models differs from the interpreter ({}); it was removed: run again", difference)};
  }

  Report report() const {
    const std::lock_guard lock(mutex_);
    return report_;
  }

  void count(std::uint64_t expanded, std::uint64_t given_up) {
    const std::lock_guard lock(mutex_);
    report_.expanded += expanded;
    report_.given_up += given_up;
  }

 private:
  void work() {
    block_signals();
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return closed_ || !queue_.empty(); });
      if (closed_) return;
      const std::shared_ptr<Unit> unit = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      std::string obstacle;
      try {
        compile(*unit, obstacle);
      } catch (...) {  // of the standard library: there is no other
        obstacle = "no memory";
      }
      unit->copy = {};
      lock.lock();
      unit->done = true;
      if (!obstacle.empty() && !report_.native) set_obstacle(std::move(obstacle));
      changed_.notify_all();
    }
  }

  void compile(Unit& unit, std::string& obstacle) {
    const CodeText text = code_text(unit.copy, unit.options, unit.atoms);
    if (text.text.empty()) {
      obstacle = text.refusal;
      return;
    }
    const std::string processor = processor_identity();
    const bool uses_cache = !processor.empty();
    unit.key = Cache::key(text.text, processor);
    if (uses_cache && use_cached(unit, text)) return;
    if (!wait_until(unit.not_before)) return;
    // If the search waits for the code, unoptimised code is not worth waiting for.
    const bool optimises = options_.optimise && text.transitions <= max_optimised;
    const bool is_quick = options_.kind == EngineOptions::Kind::automatic || !optimises;
    Compiler compiler;
    const Registration registration(*this, compiler);
    const auto tiers = static_cast<char>((is_quick ? tier_none : 0) | (optimises ? tier_full : 0));
    if (!compiler.start(options_.compiler, text.text, tiers, obstacle)) return;
    if (is_quick) {
      const std::vector<char> object = compiler.next(obstacle);
      if (object.empty() || !publish(unit, text, object, 0, false, obstacle)) return;
    }
    if (!optimises) return;
    const std::vector<char> object = compiler.next(obstacle);
    if (object.empty() || !publish(unit, text, object, 1, false, obstacle) || !uses_cache) return;
    std::string note;
    cache_.write(unit.key, object, note);
    add_note(std::move(note));
  }

  // False if the engine is closed before that.
  bool wait_until(Clock::time_point time) {
    std::unique_lock lock(mutex_);
    return !changed_.wait_until(lock, time, [&] { return closed_; });
  }

  bool use_cached(Unit& unit, const CodeText& text) {
    std::string note;
    const auto object = cache_.read(unit.key, note);
    add_note(std::move(note));
    std::string problem;
    if (!object) return false;
    if (publish(unit, text, *object, 1, true, problem)) return true;
    cache_.remove(unit.key);
    return false;
  }

  // Makes the object the unit's code. False if it cannot be, or differs from the interpreter in a sample of states; nobody has
  // used it then.
  bool publish(Unit& unit, const CodeText& text, const std::vector<char>& object, std::size_t tier, bool cached,
               std::string& obstacle) {
    ObjectCode loaded = ObjectCode::load(object, obstacle);
    if (loaded.empty()) return false;
    Code code;
    const auto find = [&](const char* name, auto& function) {
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): code comes as an address
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(loaded.find(name));
      return function != nullptr;
    };
    bool complete = find("expand", code.expand) && find("expand_one", code.expand_one);
    if (text.has_atoms) complete = complete && find("valuation", code.valuation);
    if (text.has_observer) complete = complete && find("observe", code.observe);
    if (!complete) {
      obstacle = "the compiled code is not complete";
      return false;
    }
    if (options_.checks_code)
      if (const auto difference = Comparison(unit.copy, unit.options, unit.atoms).difference_in_sample(code)) {
        obstacle = "the compiled code differs from the interpreter: " + *difference;
        add_note((cached ? "code from the cache is not used: " : "") + obstacle);
        return false;
      }
    unit.objects.push_back(std::move(loaded));
    unit.tiers[tier] = code;
    unit.is_cached.store(cached, std::memory_order_relaxed);
    unit.code.store(&unit.tiers[tier], std::memory_order_release);
    const std::lock_guard lock(mutex_);
    report_.native = true;
    report_.optimised = tier == 1;
    report_.cached = cached;
    report_.obstacle.clear();
    report_.seconds = seconds_since(created_);
    return true;
  }

  // Under the lock. Does not throw.
  void set_obstacle(std::string obstacle) { report_.obstacle = std::move(obstacle); }

  // Only the first note is kept: what is wrong with a cache shows at every turn.
  void add_note(std::string note) {
    const std::lock_guard lock(mutex_);
    if (report_.note.empty()) report_.note = std::move(note);
  }

  // Lets close() know of the process that compiles, for as long as there is one.
  class Registration {
   public:
    Registration(Shared& shared, Compiler& compiler) : shared_(shared) {
      const std::lock_guard lock(shared_.mutex_);
      shared_.compiler_ = &compiler;
      if (shared_.closed_) compiler.kill();
    }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
    ~Registration() {
      const std::lock_guard lock(shared_.mutex_);
      shared_.compiler_ = nullptr;
    }

   private:
    Shared& shared_;
  };

  const EngineOptions options_;
  const Clock::time_point created_ = Clock::now();
  Cache cache_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Unit>> units_;
  std::deque<std::shared_ptr<Unit>> queue_;
  Compiler* compiler_ = nullptr;
  bool closed_ = false;
  Report report_;
  std::thread thread_;
};

namespace {

// Uses compiled code as soon as there is some.
template <class Shared>
class Accelerated : public model::Accelerator {
 public:
  Accelerated(std::shared_ptr<Shared> shared, std::shared_ptr<Unit> unit, const model::Interpreter& interpreter)
      : shared_(std::move(shared)),
        unit_(std::move(unit)),
        program_(interpreter.program()),
        runtime_(program_, interpreter.layout()) {}

  Accelerated(const Accelerated&) = delete;
  Accelerated& operator=(const Accelerated&) = delete;
  ~Accelerated() override { shared_->count(calls_, given_up_); }

  std::size_t append_successors(std::span<const model::StateView> states, model::Successors& out,
                                std::span<std::uint32_t> ends) override {
    for (std::size_t done = 0;;) {
      const Code* const code = done < states.size() ? current(states.size() - done) : nullptr;
      if (code == nullptr) return done;
      if (calls_ + 1 == next_check_) compare(*code, states[done]);
      const std::size_t count = std::min<std::uint64_t>(states.size() - done, next_check_ - calls_ - 1);
      // That a run ends here is for the interpreter to say.
      const Runtime::Progress expanded = runtime_.append_successors(*code, states.subspan(done, count), out, ends.subspan(done),
                                                                    shared_->options().checks_code);
      calls_ += expanded.states;
      done += expanded.states;
      if (expanded.states == count) continue;
      ++calls_;
      // Where it nearly always gives up, it costs more than it saves.
      if (expanded.gave_up && ++given_up_ > trial && given_up_ > calls_ / 4 * 3) is_useless_ = true;
      return done;
    }
  }

  bool valuation(std::span<const model::ExprId> atoms, model::StateView s, std::uint64_t& bits) override {
    const Code* const code = current();
    return code != nullptr && code->valuation != nullptr &&
           std::equal(atoms.begin(), atoms.end(), unit_->atoms.begin(), unit_->atoms.end()) &&
           runtime_.valuation(*code, s, bits);
  }

  bool observer_moves(model::StateView s, std::vector<model::TransitionId>& out) override {
    const Code* const code = current();
    return code != nullptr && code->observe != nullptr && runtime_.observer_moves(*code, s, out);
  }

 private:
  // Code that this process did not make is compared again and again, often at first.
  void compare(const Code& code, model::StateView s) {
    next_check_ += std::min(most_unchecked, calls_ / 8 + 1);
    if (!unit_->is_cached.load(std::memory_order_relaxed) || !shared_->options().checks_code) return;
    if (!comparison_) comparison_.emplace(program_, unit_->options, unit_->atoms);
    if (const auto difference = comparison_->difference_in(s, code)) shared_->reject(*unit_, *difference);
  }

  // The code, if there is some, for so many states.
  const Code* current(std::size_t states = 1) {
    if (is_useless_) return nullptr;
    const Code* const code = unit_->code.load(std::memory_order_acquire);
    if (code == nullptr && !is_started_ && (waited_ += states) >= states_between_looks) {
      waited_ = 0;
      const double delay = shared_->options().delay;
      if (seconds_since(created_) > early * delay) {
        is_started_ = true;
        Shared::start(shared_, unit_,
                      created_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(delay)));
      }
    }
    return code;
  }

  std::shared_ptr<Shared> shared_;
  std::shared_ptr<Unit> unit_;
  const model::Program& program_;
  Runtime runtime_;
  std::optional<Comparison> comparison_;
  std::uint64_t next_check_ = 1;
  const Clock::time_point created_ = Clock::now();
  std::size_t waited_ = 0;  // states expanded by the interpreter since the clock was looked at
  bool is_started_ = false;
  bool is_useless_ = false;
  std::uint64_t calls_ = 0;
  std::uint64_t given_up_ = 0;
};

}  // namespace

std::string default_cache_directory() { return Cache::default_directory(); }

Engine::Engine(const EngineOptions& options) : shared_(std::make_shared<Shared>(options)) {}

Engine::~Engine() { shared_->close(); }

void Engine::accelerate(model::Interpreter& interpreter, std::span<const model::ExprId> atoms) {
  if (shared_->options().kind == EngineOptions::Kind::interpreter) return;
  const std::shared_ptr<Unit> unit = shared_->unit_for(interpreter.program(), interpreter.options(), atoms);
  if (shared_->options().kind == EngineOptions::Kind::native) {
    Shared::start(shared_, unit, Clock::now());
    shared_->wait_for(unit);
    if (unit->code.load(std::memory_order_acquire) == nullptr) return;
  }
  interpreter.accelerate(std::make_unique<Accelerated<Shared>>(shared_, unit, interpreter));
}

Engine::Report Engine::report() const { return shared_->report(); }

}  // namespace lariat::native
