// SPDX-License-Identifier: Apache-2.0
#include "lariat/cluster/transport.hpp"

#include <fmt/format.h>

namespace lariat::cluster {

void agree(Transport& transport, std::string_view what, std::uint64_t hash) {
  std::vector<std::uint8_t> mine;
  for (int shift = 0; shift < 64; shift += 8) mine.push_back(static_cast<std::uint8_t>(hash >> shift));
  mine.insert(mine.end(), what.begin(), what.end());
  const std::vector<std::vector<std::uint8_t>> all = transport.gather(mine);
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all[0]) continue;
    transport.note_disagreement();
    const auto text = [&](std::size_t i) { return std::string(all[i].begin() + 8, all[i].end()); };
    if (text(rank) != text(0)) throw Disagreement(fmt::format("rank {} {}, while rank 0 {}", rank, text(rank), text(0)));
    throw Disagreement(fmt::format("rank {} has another model, other options or another version of lariat than rank 0", rank));
  }
}

std::optional<std::vector<std::uint8_t>> first_of(Transport& transport, const std::optional<std::vector<std::uint8_t>>& mine) {
  std::vector<std::uint8_t> bytes = {static_cast<std::uint8_t>(mine ? 1 : 0)};
  if (mine) bytes.insert(bytes.end(), mine->begin(), mine->end());
  for (const std::vector<std::uint8_t>& found : transport.gather(bytes))
    if (found[0] != 0) return std::vector<std::uint8_t>(found.begin() + 1, found.end());
  return std::nullopt;
}

}  // namespace lariat::cluster
