// SPDX-License-Identifier: Apache-2.0
// How a Promela model is read.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lariat/base/limits.hpp"

namespace lariat::promela {

struct ParseOptions {
  std::vector<std::string> include_paths = {};  // searched for #include after the folder of the including file
  // Folders that included files must lie in, after links are resolved; a file in this list may be included itself. Empty: the
  // folder of the model and include_paths.
  std::vector<std::string> include_roots = {};
  std::vector<std::string> defines = {};    // `NAME` or `NAME=text`, as after -D
  std::vector<std::string> undefines = {};  // names, as after -U
  // Gives the text of a file to be included; nothing if there is none. If it is set, the disk is not read and include_roots do
  // not count.
  std::function<std::optional<std::string>(const std::string& path)> read_file = nullptr;
  Limits limits = {};  // of time and memory; reading throws Stopped when one is reached
};

struct LowerOptions {
  std::string claim = {};            // the never claim to watch the program; empty: the first one, if there is any
  bool no_claim = false;             // no claim watches
  Limits limits = {};                // of time and memory; lowering throws Stopped when one is reached
  bool inner_escapes_first = false;  // the inner one of nested `unless` wins, as with spin -J; otherwise the outer one
};

}  // namespace lariat::promela
