// SPDX-License-Identifier: Apache-2.0
#include "lsp/json.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>

namespace lariat::lsp {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

Position position_of(const Json& json) {
  const Json& line = member(json, "line");
  const Json& character = member(json, "character");
  if (!line.is_number_integer() || !character.is_number_integer() || line.get<std::int64_t>() < 0 ||
      character.get<std::int64_t>() < 0)
    throw RequestError{invalid_params, "a position has a line and a character, both from 0"};
  return {line.get<std::size_t>(), character.get<std::size_t>()};
}

const Json& member(const Json& json, std::string_view name) {
  static const Json nothing;
  if (!json.is_object()) return nothing;
  const auto found = json.find(name);
  return found == json.end() ? nothing : *found;
}

std::string text_member(const Json& json, std::string_view name) {
  const Json& found = member(json, name);
  if (!found.is_string()) throw RequestError{invalid_params, fmt::format("'{}' must be a string", name)};
  return found.get<std::string>();
}

std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return {};
  uri.remove_prefix(scheme.size());
  uri.remove_prefix(std::min(uri.find('/'), uri.size()));  // the name of a machine
  uri = uri.substr(0, uri.find_first_of("?#"));
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && digit_of(uri[i + 1]) >= 0 && digit_of(uri[i + 2]) >= 0) {
      path += static_cast<char>(digit_of(uri[i + 1]) * 16 + digit_of(uri[i + 2]));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  if (path.find('\0') != std::string::npos) return {};
  return path;
}

std::string uri_of_path(std::string_view path) {
  std::string result = "file://";
  const std::string absolute = std::filesystem::absolute(std::filesystem::path(path)).lexically_normal().string();
  for (const char c : absolute) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '-' ||
                       c == '_' || c == '.' || c == '~';
    if (plain) {
      result += c;
    } else {
      constexpr std::string_view digits = "0123456789ABCDEF";
      const auto value = static_cast<unsigned char>(c);
      result += '%';
      result += digits[value >> 4U];
      result += digits[value & 15U];
    }
  }
  return result;
}

}  // namespace lariat::lsp
