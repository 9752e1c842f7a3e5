// SPDX-License-Identifier: Apache-2.0
#include "native/llvm.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <utility>

#include "lariat/native/compile_service.hpp"

namespace lariat::native {
namespace {

// LLVM's own types, all of them opaque, and the values of enumerations in its C interface.
using Ref = struct Opaque*;
constexpr int object_file = 1;
constexpr int reloc_pic = 2;
constexpr int code_model_small = 3;

// The libraries that will do, the one that is tested first.
constexpr std::array libraries = {"libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM.so.18.1", "libLLVM-18.so.1",
                                  "libLLVM-17.so.1", "libLLVM-16.so.1", "libLLVM-15.so.1"};

// Each name here is a function of LLVM's C interface.
struct Interface {
  void (*LLVMInitializeTargetInfo)();
  void (*LLVMInitializeTarget)();
  void (*LLVMInitializeTargetMC)();
  void (*LLVMInitializeAsmPrinter)();
  char* (*LLVMGetDefaultTargetTriple)();
  char* (*LLVMGetHostCPUName)();
  char* (*LLVMGetHostCPUFeatures)();
  void (*LLVMDisposeMessage)(char*);
  int (*LLVMGetTargetFromTriple)(const char*, Ref*, char**);
  Ref (*LLVMCreateTargetMachine)(Ref, const char*, const char*, const char*, int, int, int);
  void (*LLVMDisposeTargetMachine)(Ref);
  int (*LLVMTargetMachineEmitToMemoryBuffer)(Ref, Ref, int, char**, Ref*);
  Ref (*LLVMContextCreate)();
  void (*LLVMContextDispose)(Ref);
  Ref (*LLVMCreateMemoryBufferWithMemoryRangeCopy)(const char*, std::size_t, const char*);
  const char* (*LLVMGetBufferStart)(Ref);
  std::size_t (*LLVMGetBufferSize)(Ref);
  void (*LLVMDisposeMemoryBuffer)(Ref);
  int (*LLVMParseIRInContext)(Ref, Ref, Ref*, char**);
  void (*LLVMSetTarget)(Ref, const char*);
  void (*LLVMSetModuleDataLayout)(Ref, Ref);
  Ref (*LLVMCreateTargetDataLayout)(Ref);
  void (*LLVMDisposeTargetData)(Ref);
  void (*LLVMDisposeModule)(Ref);
  Ref (*LLVMCreatePassBuilderOptions)();
  void (*LLVMDisposePassBuilderOptions)(Ref);
  Ref (*LLVMRunPasses)(Ref, const char*, Ref, Ref);
  char* (*LLVMGetErrorMessage)(Ref);
  void (*LLVMDisposeErrorMessage)(char*);
};

// Where object code can be loaded (object_code.hpp).
#if defined(__x86_64__)
constexpr std::string_view architecture = "X86";
#else
constexpr std::string_view architecture = "";
#endif

// Fills in one function of the table; false if the library has none of that name.
template <class F>
bool find(void* library, const std::string& name, F& function) {
  void* const symbol = dlsym(library, name.c_str());
  function = reinterpret_cast<F>(symbol);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
  return symbol != nullptr;
}

bool fill(void* library, Interface& i) {
  const auto initialiser = [](std::string_view what) { return fmt::format("LLVMInitialize{}{}", architecture, what); };
  bool complete = !architecture.empty();
  complete = complete && find(library, initialiser("TargetInfo"), i.LLVMInitializeTargetInfo);
  complete = complete && find(library, initialiser("Target"), i.LLVMInitializeTarget);
  complete = complete && find(library, initialiser("TargetMC"), i.LLVMInitializeTargetMC);
  complete = complete && find(library, initialiser("AsmPrinter"), i.LLVMInitializeAsmPrinter);
#define LARIAT_FIND(name) complete = complete && find(library, #name, i.name)
  LARIAT_FIND(LLVMGetDefaultTargetTriple);
  LARIAT_FIND(LLVMGetHostCPUName);
  LARIAT_FIND(LLVMGetHostCPUFeatures);
  LARIAT_FIND(LLVMDisposeMessage);
  LARIAT_FIND(LLVMGetTargetFromTriple);
  LARIAT_FIND(LLVMCreateTargetMachine);
  LARIAT_FIND(LLVMDisposeTargetMachine);
  LARIAT_FIND(LLVMTargetMachineEmitToMemoryBuffer);
  LARIAT_FIND(LLVMContextCreate);
  LARIAT_FIND(LLVMContextDispose);
  LARIAT_FIND(LLVMCreateMemoryBufferWithMemoryRangeCopy);
  LARIAT_FIND(LLVMGetBufferStart);
  LARIAT_FIND(LLVMGetBufferSize);
  LARIAT_FIND(LLVMDisposeMemoryBuffer);
  LARIAT_FIND(LLVMParseIRInContext);
  LARIAT_FIND(LLVMSetTarget);
  LARIAT_FIND(LLVMSetModuleDataLayout);
  LARIAT_FIND(LLVMCreateTargetDataLayout);
  LARIAT_FIND(LLVMDisposeTargetData);
  LARIAT_FIND(LLVMDisposeModule);
  LARIAT_FIND(LLVMCreatePassBuilderOptions);
  LARIAT_FIND(LLVMDisposePassBuilderOptions);
  LARIAT_FIND(LLVMRunPasses);
  LARIAT_FIND(LLVMGetErrorMessage);
  LARIAT_FIND(LLVMDisposeErrorMessage);
#undef LARIAT_FIND
  return complete;
}

class LlvmImplementation : public Llvm {
 public:
  explicit LlvmImplementation(const Interface& interface) : i_(interface) {
    i_.LLVMInitializeTargetInfo();
    i_.LLVMInitializeTarget();
    i_.LLVMInitializeTargetMC();
    i_.LLVMInitializeAsmPrinter();
    triple_ = take(i_.LLVMGetDefaultTargetTriple());
    processor_ = take(i_.LLVMGetHostCPUName());
    features_ = take(i_.LLVMGetHostCPUFeatures());
  }

  std::vector<char> compile(std::string_view text, Optimisation optimisation, std::string& problem) override {
    std::vector<char> object;
    const Ref context = i_.LLVMContextCreate();
    const Ref source = i_.LLVMCreateMemoryBufferWithMemoryRangeCopy(text.data(), text.size(), "model");
    Ref module = nullptr;
    char* message = nullptr;
    if (i_.LLVMParseIRInContext(context, source, &module, &message) != 0) {
      problem = take(message);
    } else {
      if (const Ref machine = make_machine(optimisation, problem)) {
        object = compile(module, machine, optimisation, problem);
        i_.LLVMDisposeTargetMachine(machine);
      }
      i_.LLVMDisposeModule(module);
    }
    i_.LLVMContextDispose(context);
    return object;
  }

 private:
  std::string take(char* message) {
    std::string text = message == nullptr ? "" : message;
    i_.LLVMDisposeMessage(message);
    return text;
  }

  bool fails(Ref error, std::string& problem) {
    if (error == nullptr) return false;
    char* const message = i_.LLVMGetErrorMessage(error);
    problem = message;
    i_.LLVMDisposeErrorMessage(message);
    return true;
  }

  Ref make_machine(Optimisation optimisation, std::string& problem) {
    Ref target = nullptr;
    char* message = nullptr;
    if (i_.LLVMGetTargetFromTriple(triple_.c_str(), &target, &message) != 0) {
      problem = take(message);
      return nullptr;
    }
    const int level = optimisation == Optimisation::none ? 0 : 2;
    return i_.LLVMCreateTargetMachine(target, triple_.c_str(), processor_.c_str(), features_.c_str(), level, reloc_pic,
                                      code_model_small);
  }

  std::vector<char> compile(Ref module, Ref machine, Optimisation optimisation, std::string& problem) {
    i_.LLVMSetTarget(module, triple_.c_str());
    const Ref layout = i_.LLVMCreateTargetDataLayout(machine);
    i_.LLVMSetModuleDataLayout(module, layout);
    i_.LLVMDisposeTargetData(layout);
    const Ref options = i_.LLVMCreatePassBuilderOptions();
    const bool failed = fails(
        i_.LLVMRunPasses(
            module, optimisation == Optimisation::none ? "always-inline,function(sroa,early-cse,simplifycfg)" : "default<O2>",
            machine, options),
        problem);
    i_.LLVMDisposePassBuilderOptions(options);
    if (failed) return {};
    Ref buffer = nullptr;
    char* message = nullptr;
    if (i_.LLVMTargetMachineEmitToMemoryBuffer(machine, module, object_file, &message, &buffer) != 0) {
      problem = take(message);
      return {};
    }
    const char* const start = i_.LLVMGetBufferStart(buffer);
    std::vector<char> object(start, start + i_.LLVMGetBufferSize(buffer));
    i_.LLVMDisposeMemoryBuffer(buffer);
    return object;
  }

  Interface i_;
  std::string triple_;
  std::string processor_;
  std::string features_;
};

}  // namespace

std::string llvm_library() {
  for (const char* const name : libraries) {
    void* const library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) continue;
    // Versions before 16 do not say which they are.
    const auto version = reinterpret_cast<void (*)(unsigned*, unsigned*, unsigned*)>(dlsym(library, "LLVMGetVersion"));
    if (version == nullptr) return name;
    unsigned numbers[3] = {};
    version(numbers, numbers + 1, numbers + 2);
    return fmt::format("{}.{}.{} ({})", numbers[0], numbers[1], numbers[2], name);
  }
  return "";
}

std::unique_ptr<Llvm> Llvm::load(std::string& problem) {
  std::string first_problem;
  for (const char* const name : libraries) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);  // it stays: LLVM does not like to be unloaded
    Interface interface {};
    if (library != nullptr && fill(library, interface)) return std::make_unique<LlvmImplementation>(interface);
    const char* const error = dlerror();
    if (first_problem.empty() && error != nullptr) first_problem = error;
  }
  problem = fmt::format("LLVM cannot be loaded: {}", first_problem);
  return nullptr;
}

}  // namespace lariat::native
