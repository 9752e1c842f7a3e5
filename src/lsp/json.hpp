// SPDX-License-Identifier: Apache-2.0
// Pieces of the protocol as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "lsp/document.hpp"

namespace lariat::lsp {

using Json = nlohmann::json;

// A request that cannot be answered; becomes an error response.
struct RequestError {
  int code;
  std::string message;
};
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int not_initialized = -32002;
inline constexpr int request_cancelled = -32800;
inline constexpr int request_failed = -32803;

// An object of names and values: object("line", 1, "character", 2). Values are moved into it; a list in braces would copy each
// of them with all that is inside, which takes most of the time of answers with thousands of places.
inline void add_members(Json::object_t&) {}
template <class Value, class... Others>
void add_members(Json::object_t& object, std::string_view name, Value&& value, Others&&... others) {
  object.emplace(name, std::forward<Value>(value));
  add_members(object, std::forward<Others>(others)...);
}
template <class... Members>
Json object(Members&&... members) {
  Json::object_t result;
  add_members(result, std::forward<Members>(members)...);
  return result;
}

inline Json to_json(Position position) { return object("line", position.line, "character", position.character); }

// Reads a position; throws RequestError if it is none.
Position position_of(const Json& json);

// The member of an object; null if there is none. Never throws.
const Json& member(const Json& json, std::string_view name);
// The text of a member; throws RequestError if there is none.
std::string text_member(const Json& json, std::string_view name);
// True if the members name, one inside the other, a `true`.
template <class... Names>
bool flag_member(const Json& json, Names... names) {
  const Json* at = &json;
  ((at = &member(*at, names)), ...);
  return at->is_boolean() && at->get<bool>();
}

// The path of a file: URI, or an empty text for another one.
std::string path_of_uri(std::string_view uri);
// The URI of a path.
std::string uri_of_path(std::string_view path);

}  // namespace lariat::lsp
