// SPDX-License-Identifier: Apache-2.0
// How a Promela model is read.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lariat::promela {

struct ParseOptions {
  std::vector<std::string> include_paths = {};  // searched for #include after the folder of the including file
  std::vector<std::string> defines = {};        // `NAME` or `NAME=text`, as after -D
  std::vector<std::string> undefines = {};      // names, as after -U
  // Gives the text of a file to be included; nothing if there is none. Reads the disk if not set.
  std::function<std::optional<std::string>(const std::string& path)> read_file = nullptr;
};

struct LowerOptions {
  std::string claim = {};            // the never claim to watch the program; empty: the first one, if there is any
  bool no_claim = false;             // no claim watches
  bool inner_escapes_first = false;  // the inner one of nested `unless` wins, as with spin -J; otherwise the outer one
};

}  // namespace lariat::promela
