// SPDX-License-Identifier: Apache-2.0
#include "lariat/native/engine.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "lariat/native/code_text.hpp"
#include "native/cache.hpp"
#include "native/llvm.hpp"
#include "native/runtime.hpp"

namespace lariat::native {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr unsigned calls_between_looks = 256;  // at the clock
constexpr std::size_t max_optimised = 10'000;  // transitions: for more it takes too long
constexpr std::uint64_t trial = 20'000;        // calls after which code that mostly gives up is given up

// What is compiled of one program for one property, in up to two tiers.
struct Unit {
  Unit(const model::Program& wanted, const model::InterpreterOptions& how, std::span<const model::ExprId> which)
      : program(&wanted), options(how), atoms(which.begin(), which.end()) {}

  const model::Program* program;  // whose address it is known by
  model::InterpreterOptions options;
  std::vector<model::ExprId> atoms;
  model::Program copy;  // for the other thread, while expressions may be added to the original
  std::atomic<const Code*> code = nullptr;
  std::array<Code, 2> tiers;
  std::vector<std::shared_ptr<LoadedObject>> objects;
  bool started = false;  // under the engine's lock
  bool done = false;
};

}  // namespace

// What the engine, its accelerators and the thread that compiles have in common.
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

  // Has the unit compiled on the other thread.
  static void start(const std::shared_ptr<Shared>& shared, const std::shared_ptr<Unit>& unit) {
    const std::lock_guard lock(shared->mutex_);
    if (unit->started || shared->closed_) return;
    unit->started = true;
    try {
      unit->copy = *unit->program;
      shared->queue_.push_back(unit);
      if (!shared->thread_.joinable()) shared->thread_ = std::thread([shared] { shared->work(); });
    } catch (const std::exception&) {  // no memory, no thread: the interpreter goes on
      unit->done = true;
      shared->report_.obstacle = "no memory left to compile it";
    }
    shared->changed_.notify_all();
  }

  void wait_for(const std::shared_ptr<Unit>& unit) {
    constexpr auto patience = std::chrono::milliseconds(20);
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, patience, [&] { return unit->done; }))
      if (options_.cancelled && options_.cancelled()) return;
  }

  // No more work is begun. Whether some is still going on.
  bool close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
    return busy_;
  }

  void join() {
    if (thread_.joinable()) thread_.join();
  }
  void detach() {
    if (thread_.joinable()) thread_.detach();
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
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return closed_ || !queue_.empty(); });
      if (closed_) return;
      const std::shared_ptr<Unit> unit = queue_.front();
      queue_.pop_front();
      busy_ = true;
      lock.unlock();
      std::string obstacle;
      try {
        compile(*unit, obstacle);
      } catch (const std::exception& error) {
        obstacle = error.what();
      }
      lock.lock();
      busy_ = false;
      unit->done = true;
      if (!obstacle.empty() && !report_.native) report_.obstacle = obstacle;
      changed_.notify_all();
    }
  }

  void compile(Unit& unit, std::string& obstacle) {
    const CodeText text = code_text(unit.copy, unit.options, unit.atoms);
    unit.copy = {};
    if (text.text.empty()) {
      obstacle = text.refusal;
      return;
    }
    if (llvm_ == nullptr) llvm_ = Llvm::load(obstacle);
    if (llvm_ == nullptr) return;
    const std::string key = Cache::key(text.text, llvm_->identity());
    if (const auto object = cache_.read(key); object && publish(unit, text, *object, 1, true, obstacle)) return;
    // Where the search waits for it, only the best will do.
    const bool optimises = options_.optimise && text.transitions <= max_optimised;
    if (options_.kind == EngineOptions::Kind::automatic || !optimises) {
      const std::vector<char> object = llvm_->compile(text.text, Optimisation::none, obstacle);
      if (object.empty() || !publish(unit, text, object, 0, false, obstacle)) return;
    }
    if (!optimises || is_closed()) return;
    const std::vector<char> object = llvm_->compile(text.text, Optimisation::full, obstacle);
    if (object.empty()) return;
    cache_.write(key, object);
    publish(unit, text, object, 1, false, obstacle);
  }

  bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

  bool publish(Unit& unit, const CodeText& text, const std::vector<char>& object, std::size_t tier, bool cached,
               std::string& obstacle) {
    std::shared_ptr<LoadedObject> loaded = llvm_->link(object, obstacle);
    if (loaded == nullptr) return false;
    Code& code = unit.tiers[tier];
    const auto find = [&](const char* name, auto& function) {
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): code comes as an address
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(loaded->find(name));
      return function != nullptr;
    };
    bool complete = find("expand", code.expand) && find("expand_one", code.expand_one);
    if (text.has_atoms) complete = complete && find("valuation", code.valuation);
    if (text.has_observer) complete = complete && find("observe", code.observe);
    if (!complete) {
      if (obstacle.empty()) obstacle = "the compiled code is not complete";
      return false;
    }
    unit.objects.push_back(std::move(loaded));
    unit.code.store(&code, std::memory_order_release);
    const std::lock_guard lock(mutex_);
    report_.native = true;
    report_.optimised = tier == 1;
    report_.cached = cached;
    report_.obstacle.clear();
    report_.seconds = seconds_since(created_);
    return true;
  }

  const EngineOptions options_;
  const Clock::time_point created_ = Clock::now();
  Cache cache_;
  std::shared_ptr<Llvm> llvm_;  // of the other thread

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Unit>> units_;
  std::deque<std::shared_ptr<Unit>> queue_;
  bool busy_ = false;
  bool closed_ = false;
  Report report_;
  std::thread thread_;
};

namespace {

// Asks compiled code as soon as there is some.
template <class Shared>
class Accelerated : public model::Accelerator {
 public:
  Accelerated(std::shared_ptr<Shared> shared, std::shared_ptr<Unit> unit, const model::Interpreter& interpreter)
      : shared_(std::move(shared)), unit_(std::move(unit)), runtime_(interpreter.program(), interpreter.layout()) {}

  Accelerated(const Accelerated&) = delete;
  Accelerated& operator=(const Accelerated&) = delete;
  ~Accelerated() override { shared_->count(calls_, given_up_); }

  bool successors(model::StateView s, model::Successors& out) override {
    const Code* const code = current();
    if (code == nullptr) return false;
    ++calls_;
    if (runtime_.successors(*code, s, out)) return true;
    // Where it nearly always gives up, it costs more than it saves.
    if (++given_up_ > trial && given_up_ > calls_ / 4 * 3) is_useless_ = true;
    return false;
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
  const Code* current() {
    if (is_useless_) return nullptr;
    const Code* const code = unit_->code.load(std::memory_order_acquire);
    if (code == nullptr && !is_started_ && ++waited_ % calls_between_looks == 0 &&
        seconds_since(created_) > shared_->options().delay) {
      is_started_ = true;
      Shared::start(shared_, unit_);
    }
    return code;
  }

  std::shared_ptr<Shared> shared_;
  std::shared_ptr<Unit> unit_;
  Runtime runtime_;
  const Clock::time_point created_ = Clock::now();
  unsigned waited_ = 0;
  bool is_started_ = false;
  bool is_useless_ = false;
  std::uint64_t calls_ = 0;
  std::uint64_t given_up_ = 0;
};

}  // namespace

std::string default_cache_directory() { return Cache::default_directory(); }

Engine::Engine(const EngineOptions& options) : shared_(std::make_shared<Shared>(options)) {}

Engine::~Engine() {
  shared_->close();
  shared_->join();
}

void Engine::accelerate(model::Interpreter& interpreter, std::span<const model::ExprId> atoms) {
  if (shared_->options().kind == EngineOptions::Kind::interpreter) return;
  const std::shared_ptr<Unit> unit = shared_->unit_for(interpreter.program(), interpreter.options(), atoms);
  if (shared_->options().kind == EngineOptions::Kind::native) {
    Shared::start(shared_, unit);
    shared_->wait_for(unit);
    if (unit->code.load(std::memory_order_acquire) == nullptr) return;
  }
  interpreter.accelerate(std::make_unique<Accelerated<Shared>>(shared_, unit, interpreter));
}

Engine::Report Engine::report() const { return shared_->report(); }

bool Engine::leave() {
  const bool busy = shared_->close();
  if (busy) shared_->detach();
  return busy;
}

}  // namespace lariat::native
