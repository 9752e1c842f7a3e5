// SPDX-License-Identifier: Apache-2.0
// Tables of named values: the values of an option, the kinds of a thing. Whoever reads or prints a name looks it up here.
//
//   inline constexpr std::array colours = {Named{Colour::red, "red", "like blood"}, Named{Colour::blue, "blue", "like the
//   sky"}}; name_of(colours, Colour::red);     // "red" find_named(colours, "blue");       // Colour::blue
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lariat {

template <class T>
struct Named {
  T value;
  std::string_view name;          // as users write it
  std::string_view summary = {};  // one line
};

template <class T>
Named(T, const char*) -> Named<T>;
template <class T>
Named(T, const char*, const char*) -> Named<T>;

// The name of a value; empty if the table has no row for it. A row is anything with the fields `value` and `name`.
template <class Table, class T>
constexpr std::string_view name_of(const Table& table, const T& value) {
  for (const auto& row : table)
    if (row.value == value) return row.name;
  return {};
}

// The value of a name, if there is one.
template <class Table>
constexpr auto find_named(const Table& table, std::string_view name) {
  std::optional<std::remove_cvref_t<decltype(table.begin()->value)>> found;
  for (const auto& row : table)
    if (row.name == name) found = row.value;
  return found;
}

// All names, in the order of the table.
template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table) names.emplace_back(row.name);
  return names;
}

// Returns true if the rows of the table are all values of an enumeration from its first one to `last`, in their order. A table
// that must be complete asserts this.
template <class Table, class T>
constexpr bool lists_all(const Table& table, T last) {
  std::size_t next = 0;
  for (const auto& row : table)
    if (static_cast<std::size_t>(row.value) != next++) return false;
  return next == static_cast<std::size_t>(last) + 1;
}

}  // namespace lariat
