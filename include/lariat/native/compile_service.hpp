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

namespace lariat::native {

// Returns true if the arguments are those with which the engine starts its compiler.
bool is_compile_service(int argc, const char* const* argv);

// Reads a module from standard input and writes object code to standard output. Returns the exit code of the process.
int compile_service();

}  // namespace lariat::native
