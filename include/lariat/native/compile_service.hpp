// SPDX-License-Identifier: Apache-2.0
// The other side of native::Engine: a process that only compiles.
//
// LLVM ends its process when memory runs out, so it never runs in the process that searches. A program that uses the engine can
// offer itself as the compiler (EngineOptions::compiler):
//
//   int main(int argc, char** argv) {
//     if (lariat::native::is_compile_service(argc, argv)) return lariat::native::compile_service();
//     ...
//     native::Engine engine({.compiler = "/proc/self/exe"});
#pragma once

#include <string>

namespace lariat::native {

// Returns true if the arguments are those with which the engine starts its compiler.
bool is_compile_service(int argc, const char* const* argv);

// Reads a module from standard input and writes object code to standard output. Returns the exit code of the process.
int compile_service();

// The LLVM that the service would load: `19.1.7 (libLLVM.so.19.1)`; empty if there is none. Loads the library, which takes a
// tenth of a second and stays.
std::string llvm_library();

}  // namespace lariat::native
