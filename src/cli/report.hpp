// SPDX-License-Identifier: Apache-2.0
// What the commands show of an automaton, a lasso and statistics, as text and as JSON.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <unordered_map>

#include "cli/automata_input.hpp"
#include "cli/json_writer.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/lasso.hpp"

namespace lariat::cli {

// `automaton 1 "GFa"  2 states, 4 transitions, 1 set`, with the file's name before it if there are several files.
std::string headline(const Item& item, const CommonOptions& options, const Terminal& terminal);

// `3 states, 5 transitions, depth 3, 0.1 ms`
std::string statistics_line(const search::Statistics& statistics);

// `{0 2}`, or nothing for no marks.
std::string marks_text(Marks marks);

// `[0, 2]`
nlohmann::ordered_json marks_list(Marks marks);

// Stem, cycle and word of a lasso, indented. More than 40 transitions are abbreviated, unless `full`.
void print_lasso(std::ostream& out, const automata::Automaton& automaton, const Lasso& lasso, const Terminal& terminal,
                 bool full);

// Visits the automata of the files (automata_input.hpp). With --json, the objects that `visit` writes are the list of that name
// in the command's object, and `write_rest` writes what follows the list.
Exit report_automata(std::string_view command, std::string_view list, const CommonOptions& options, std::ostream& out,
                     JsonWriter& json, const std::function<Exit(Item&)>& visit, const std::function<void()>& write_rest = {});

// The fields that every command's object begins with.
void begin_report(JsonWriter& json, std::string_view command, const CommonOptions& options);
// The field `error`, if there was one, and the end of the object.
void end_report(JsonWriter& json, const Outcome& outcome);

// The fields `file`, `number`, `name`, `states`, `transitions`, `sets` of an automaton.
void write_automaton(JsonWriter& json, const Item& item);
// The field `statistics`; `store_bytes` is what the states themselves take.
void write_statistics(JsonWriter& json, const search::Statistics& statistics, std::size_t store_bytes);
// The value of a field `lasso`.
void write_lasso(JsonWriter& json, const automata::Automaton& automaton, const Lasso& lasso);

}  // namespace lariat::cli
