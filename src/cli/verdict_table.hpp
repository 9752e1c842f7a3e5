// SPDX-License-Identifier: Apache-2.0
// The table of `lariat check`: a row for each property. Rows are printed as they are found, so that the columns are settled
// before anything is known but what is asked.
//
//   verdict     what                      by            states   transitions      time
//   holds       G (try -> F critical)     sd                26            45   0.03 ms
//   unknown     a property that does not  bfs      123,456,789   234,567,890    60.0 s
//               fit into its column
//               the time limit was reached
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "lariat/search/statistics.hpp"

namespace lariat::cli {

class VerdictTable {
 public:
  // For properties that read so. The column of transitions is left out where the properties then fit into theirs, and where the
  // page is narrow.
  VerdictTable(const Terminal& terminal, const std::vector<std::string>& properties);

  // Each is one or more lines.
  std::string header() const;
  std::string row(Paint paint, std::string_view verdict, std::string_view property, std::string_view algorithm,
                  const search::Statistics& statistics) const;
  // What there is to say about the last row.
  std::string remark(Paint paint, std::string_view text) const;

 private:
  std::string cells(const std::string& verdict, std::string_view property, std::string_view algorithm, std::string_view states,
                    std::string_view transitions, std::string_view time) const;

  Terminal terminal_;
  std::size_t page_ = 0;
  std::size_t property_width_ = 0;
  bool with_transitions_ = true;
};

}  // namespace lariat::cli
