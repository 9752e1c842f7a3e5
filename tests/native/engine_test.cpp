// SPDX-License-Identifier: Apache-2.0
// The engine: tiers, what it refuses, what it leaves to the interpreter, and what becomes of a search when the compiler or the
// cache fails.
#include "lariat/native/engine.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "lariat/dve/read.hpp"
#include "lariat/native/agreement.hpp"
#include "lariat/native/code_text.hpp"
#include "lariat/native/compile_service.hpp"
#include "lariat/space/counting.hpp"
#include "native/cache.hpp"

namespace lariat::native {
namespace {

constexpr const char* counters =
    "int x; byte a[3];\n"
    "process P { state run; init run; trans\n"
    "  run -> run { guard x < 12; effect x = x + 1, a[x % 3] = x % 3; },\n"
    "  run -> run { guard x > 6; effect x = x - 5; }; }\n"
    "process Q { byte y = 1; state one, two; init one; trans\n"
    "  one -> two { guard a[y] > 1; effect y = (y + x) % 3; }, two -> one { effect a[y] = 7 / (y + 2); }; }\n"
    "system async;\n";

// Has an assertion that fails if y becomes 7, and a division by y, which fails if it is 0.
constexpr const char* faulty =
    "byte y = 9; byte a[7]; int z;\n"
    "process P { state run; init run; trans\n"
    "  run -> run { guard y > 0; effect y = y - 1, z = 10 / y; },\n"
    "  run -> run { guard a[y] == 0; effect z = 0; }; }\n"
    "system async;\n";

model::Program program(const char* text) {
  auto result = dve::read_dve(text, "test.dve");
  EXPECT_TRUE(result) << to_string(result.errors().front());
  return *std::move(result);
}

// All states, by the interpreter as it is.
std::size_t count(model::Interpreter& interpreter) {
  std::set<model::State> known = {interpreter.initial()};
  std::vector<model::State> queue(known.begin(), known.end());
  model::Successors successors;
  while (!queue.empty()) {
    const model::State state = queue.back();
    queue.pop_back();
    interpreter.successors(state, successors);
    for (std::size_t i = 0; i < successors.size(); ++i) {
      model::State next(successors.state(i).begin(), successors.state(i).end());
      if (known.insert(next).second) queue.push_back(std::move(next));
    }
  }
  return known.size();
}

bool has_llvm() {
  Engine engine({.kind = EngineOptions::Kind::native});
  const model::Program small = program(counters);
  model::Interpreter interpreter(small);
  engine.accelerate(interpreter, {});
  return engine.report().native;
}

#define NEEDS_LLVM() \
  if (!has_llvm()) GTEST_SKIP() << "there is no LLVM here"

TEST(Engine, AgreesWithTheInterpreterInBothTiers) {
  NEEDS_LLVM();
  for (const char* text : {counters, faulty})
    for (const bool optimise : {false, true}) {
      const model::Program p = program(text);
      const Agreement agreement =
          compare_with_interpreter(p, {}, {}, {.kind = EngineOptions::Kind::native, .optimise = optimise}, 100'000);
      EXPECT_TRUE(agreement.complete);
      EXPECT_FALSE(agreement.difference) << *agreement.difference;
      EXPECT_EQ(agreement.obstacle, "");
      EXPECT_GT(agreement.states, 3U);
    }
}

TEST(Engine, LeavesStatesWithFaultsToTheInterpreter) {
  NEEDS_LLVM();
  const model::Program p = program(faulty);
  const Agreement agreement = compare_with_interpreter(p, {}, {}, {.kind = EngineOptions::Kind::native}, 100'000);
  EXPECT_GT(agreement.given_up, 0U);
  EXPECT_LT(agreement.given_up, agreement.states);
}

TEST(Engine, TakesOverWhileASearchGoesOn) {
  NEEDS_LLVM();
  const model::Program p = program(counters);
  model::Interpreter plain(p);
  const std::size_t states = count(plain);
  Engine engine({.kind = EngineOptions::Kind::automatic, .delay = 0});
  model::Interpreter interpreter(p);
  engine.accelerate(interpreter, {});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  do {
    EXPECT_EQ(count(interpreter), states);
  } while (!engine.report().optimised && std::chrono::steady_clock::now() < end);
  EXPECT_TRUE(engine.report().optimised);
  EXPECT_EQ(count(interpreter), states);
}

TEST(Engine, SeveralThreadsShareTheCode) {
  NEEDS_LLVM();
  const model::Program p = program(counters);
  model::Interpreter plain(p);
  const std::size_t states = count(plain);
  // Not in a copy of this process: the address sanitizer's allocator may be locked for ever in a copy of several threads.
  Engine engine({.kind = EngineOptions::Kind::automatic, .delay = 0, .compiler = "/proc/self/exe"});
  constexpr std::size_t workers = 3;
  std::vector<std::size_t> wrong(workers, 0);
  std::vector<std::thread> threads;
  for (std::size_t& result : wrong)
    threads.emplace_back([&] {
      model::Interpreter interpreter(p);
      engine.accelerate(interpreter, {});
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
      do {
        result += count(interpreter) != states ? 1 : 0;
      } while (!engine.report().optimised && std::chrono::steady_clock::now() < end);
      result += count(interpreter) != states ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<std::size_t>(workers, 0));
  EXPECT_GE(engine.report().expanded, workers * states) << "the last count of each was to be compiled code's";
}

TEST(Engine, LoadsNothingBeforeItsTime) {
  const model::Program p = program(counters);
  for (const auto kind : {EngineOptions::Kind::automatic, EngineOptions::Kind::interpreter}) {
    Engine engine({.kind = kind, .delay = 3600});
    model::Interpreter interpreter(p);
    engine.accelerate(interpreter, {});
    count(interpreter);
    EXPECT_FALSE(engine.report().native);
    EXPECT_EQ(engine.report().expanded, 0U);
  }
}

TEST(Engine, SaysWhyAProgramIsNotCompiled) {
  model::Program p = program(counters);
  p.composition = model::Program::Composition::lockstep;
  EXPECT_EQ(code_text(p, {}, {}).text, "");
  EXPECT_EQ(code_text(p, {}, {}).refusal, "processes that all move at the same time");
  Engine engine({.kind = EngineOptions::Kind::native});
  model::Interpreter interpreter(p);
  engine.accelerate(interpreter, {});
  EXPECT_FALSE(engine.report().native);
  EXPECT_NE(engine.report().obstacle, "");
}

TEST(Engine, EvaluatesAtoms) {
  NEEDS_LLVM();
  model::Program p = program(counters);
  std::vector<model::ExprId> atoms;
  for (const char* text : {"x > 5", "Q.two", "a[2] == x % 3", "Q.one or x < 5", "a[x] == 1"})
    atoms.push_back(*dve::read_expression(p, text, "atom"));
  const Agreement agreement = compare_with_interpreter(p, {}, atoms, {.kind = EngineOptions::Kind::native}, 100'000);
  EXPECT_TRUE(agreement.complete);
  EXPECT_FALSE(agreement.difference) << *agreement.difference;
}

// A directory for one test.
class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "lariat-engine-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  const std::filesystem::path& path() const { return path_; }

  // A program of that text.
  std::string script(const std::string& lines) const {
    const std::filesystem::path file = path_ / "compiler";
    std::ofstream(file) << "#!/bin/sh\n" << lines << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }

 private:
  std::filesystem::path path_;
};

TEST(Engine, GoesOnInterpretedWhenTheCompilerFails) {
  const model::Program p = program(counters);
  model::Interpreter plain(p);
  const std::size_t states = count(plain);
  const Folder folder;
  const std::vector<std::string> lines = {"exit 7",
                                          "kill -SEGV $$",
                                          "kill -ABRT $$",
                                          "head -c 1000 /dev/zero",
                                          "printf 'o\\377\\377\\377\\377\\377\\377\\377\\377'",
                                          "printf 'o\\010\\000\\000\\000\\000\\000\\000\\000notanelf'",
                                          "printf 'o\\010\\000\\000\\000\\000\\000\\000\\000half'",
                                          "printf 'p\\003\\000\\000\\000\\000\\000\\000\\000bad'"};
  for (const std::string& line : lines) {
    Engine engine({.kind = EngineOptions::Kind::native, .compiler = folder.script(line)});
    model::Interpreter interpreter(p);
    engine.accelerate(interpreter, {});
    EXPECT_FALSE(engine.report().native) << line;
    EXPECT_NE(engine.report().obstacle, "") << line;
    EXPECT_EQ(count(interpreter), states) << line;
  }
  Engine engine({.kind = EngineOptions::Kind::native, .compiler = "/there/is/no/such/program"});
  model::Interpreter interpreter(p);
  engine.accelerate(interpreter, {});
  EXPECT_NE(engine.report().obstacle, "");
  EXPECT_EQ(count(interpreter), states);
}

TEST(Engine, DoesNotWaitForACompilerThatHangs) {
  const model::Program p = program(counters);
  const Folder folder;
  const auto begin = std::chrono::steady_clock::now();
  {
    Engine engine({.delay = 0, .compiler = folder.script("exec sleep 1000")});
    model::Interpreter interpreter(p);
    engine.accelerate(interpreter, {});
    for (int i = 0; i < 20; ++i) count(interpreter);
    EXPECT_FALSE(engine.report().native);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

// A chain of 10,001 states.
std::string chain(const std::string& step) {
  return "int x;\nprocess P { state run; init run; trans\n  run -> run { guard x < 10000; effect x = " + step +
         "; }; }\nsystem async;\n";
}

// The cache holds code of one program under the key of another one.
void plant(const Folder& folder, const model::Program& wanted, const model::Program& planted) {
  const auto key = [](const model::Program& p) { return Cache::key(code_text(p, {}, {}).text, processor_identity()); };
  const Cache cache(folder.path());
  std::string note;
  {
    Engine engine({.kind = EngineOptions::Kind::native, .cache_directory = folder.path()});
    model::Interpreter interpreter(planted);
    engine.accelerate(interpreter, {});
  }
  const auto object = cache.read(key(planted), note);
  ASSERT_TRUE(object) << note;
  cache.write(key(wanted), *object, note);
  ASSERT_EQ(note, "");
}

TEST(Engine, TakesCodeFromTheCache) {
  NEEDS_LLVM();
  const Folder folder;
  const model::Program p = program(counters);
  model::Interpreter plain(p);
  const std::size_t states = count(plain);
  for (const bool cached : {false, true}) {
    Engine engine({.kind = EngineOptions::Kind::native, .cache_directory = folder.path(), .compiler = ""});
    model::Interpreter interpreter(p);
    engine.accelerate(interpreter, {});
    EXPECT_TRUE(engine.report().native);
    EXPECT_EQ(engine.report().cached, cached);
    EXPECT_EQ(engine.report().note, "");
    EXPECT_EQ(count(interpreter), states);
  }
}

TEST(Engine, CompilesAgainWhatTheCacheHasWrong) {
  NEEDS_LLVM();
  const Folder folder;
  const model::Program p = program(chain("x + 1").c_str());
  const model::Program other = program(chain("x + 2").c_str());
  plant(folder, p, other);
  Engine engine({.kind = EngineOptions::Kind::native, .cache_directory = folder.path()});
  model::Interpreter interpreter(p);
  engine.accelerate(interpreter, {});
  EXPECT_TRUE(engine.report().native);
  EXPECT_FALSE(engine.report().cached);
  EXPECT_NE(engine.report().note.find("differs from the interpreter"), std::string::npos) << engine.report().note;
  EXPECT_EQ(count(interpreter), 10'001U);
}

TEST(Engine, GivesNoAnswerByCodeThatTurnsOutToBeWrong) {
  NEEDS_LLVM();
  const Folder folder;
  const model::Program p = program(chain("x + 1").c_str());
  const model::Program other = program(chain("x + 1 + (x > 5000)").c_str());
  plant(folder, p, other);
  for (const bool wrong : {true, false}) {
    Engine engine({.kind = EngineOptions::Kind::native, .cache_directory = folder.path()});
    model::Interpreter interpreter(p);
    engine.accelerate(interpreter, {});
    EXPECT_EQ(engine.report().cached, wrong);
    if (wrong)
      EXPECT_THROW(count(interpreter), Stopped);
    else
      EXPECT_EQ(count(interpreter), 10'001U) << "the file should have been removed, and written anew";
  }
}

TEST(Engine, CanBeDestroyedWhileItCompiles) {
  NEEDS_LLVM();
  const model::Program p = program(counters);
  model::Interpreter interpreter(p);
  const std::size_t states = count(interpreter);
  std::optional<Engine> engine;
  engine.emplace(EngineOptions{.kind = EngineOptions::Kind::automatic, .delay = 0});
  engine->accelerate(interpreter, {});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  // Something is being compiled as soon as there is code of the first tier and none of the second.
  while (!engine->report().native && std::chrono::steady_clock::now() < end) count(interpreter);
  EXPECT_TRUE(engine->report().native);
  engine.reset();
  EXPECT_EQ(count(interpreter), states);
}

}  // namespace
}  // namespace lariat::native

// The tests are the compiler of one of them.
int main(int argc, char** argv) {
  if (lariat::native::is_compile_service(argc, argv)) return lariat::native::compile_service();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
