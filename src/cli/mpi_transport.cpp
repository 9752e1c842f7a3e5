// SPDX-License-Identifier: Apache-2.0
#include "cli/mpi_transport.hpp"

#include <unistd.h>

#include "lariat/cluster/patience.hpp"

namespace lariat::cli {
namespace {

constexpr int batch_tag = 1;
constexpr std::size_t most_under_way = 2;  // batches to one rank

// True if no machine has fewer processors than ranks. Collective.
bool all_have_processors() {
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  int ranks = 0;
  MPI_Comm_size(machine, &ranks);
  MPI_Comm_free(&machine);
  // Not those that the rank is bound to: mpirun binds it to one of them.
  int is_enough = ranks <= sysconf(_SC_NPROCESSORS_ONLN) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &is_enough, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return is_enough != 0;
}

}  // namespace

MpiTransport::MpiTransport() {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  rank_ = static_cast<unsigned>(rank);
  ranks_ = static_cast<unsigned>(ranks);
  have_processors_ = all_have_processors();
  sending_.resize(ranks_);
}

// MPI would use all of the processor for as long as it waits.
void MpiTransport::wait_for(MPI_Request& request) const {
  cluster::Patience patience(have_processors_);
  for (int is_done = 0; MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), is_done == 0;) patience.wait();
}

bool MpiTransport::try_send(unsigned to, std::vector<std::uint8_t>& batch) {
  std::deque<Sending>& sending = sending_[to];
  std::vector<std::uint8_t> spare;
  while (!sending.empty()) {
    int is_done = 0;
    MPI_Test(&sending.front().request, &is_done, MPI_STATUS_IGNORE);
    if (is_done == 0) break;
    spare.swap(sending.front().batch);
    sending.pop_front();
  }
  if (sending.size() == most_under_way) return false;
  Sending& next = sending.emplace_back();  // a deque does not move what it has
  next.batch.swap(batch);
  batch.swap(spare);
  batch.clear();
  MPI_Isend(next.batch.data(), static_cast<int>(next.batch.size()), MPI_BYTE, static_cast<int>(to), batch_tag, MPI_COMM_WORLD,
            &next.request);
  return true;
}

bool MpiTransport::try_receive(std::vector<std::uint8_t>& batch) {
  int has_arrived = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Improbe(MPI_ANY_SOURCE, batch_tag, MPI_COMM_WORLD, &has_arrived, &message, &status);
  if (has_arrived == 0) return false;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  batch.resize(static_cast<std::size_t>(size));
  MPI_Mrecv(batch.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  return true;
}

std::size_t MpiTransport::bytes_under_way() const {
  std::size_t bytes = 0;
  for (const std::deque<Sending>& to_rank : sending_)
    for (const Sending& one : to_rank) bytes += one.batch.size();
  return bytes;
}

void MpiTransport::begin_count(std::span<const std::uint64_t> sent_to) {
  counts_.assign(sent_to.begin(), sent_to.end());
  MPI_Ireduce_scatter_block(counts_.data(), &count_, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD, &counting_);
}

std::optional<std::uint64_t> MpiTransport::try_count() {
  int is_done = 0;
  MPI_Test(&counting_, &is_done, MPI_STATUS_IGNORE);
  if (is_done == 0) return std::nullopt;
  return count_;
}

void MpiTransport::sum(std::span<std::uint64_t> values) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD, &request);
  wait_for(request);
}

std::vector<std::vector<std::uint8_t>> MpiTransport::gather(std::span<const std::uint8_t> bytes) {
  const int size = static_cast<int>(bytes.size());
  std::vector<int> sizes(ranks_);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD, &request);
  wait_for(request);
  std::vector<int> begins;
  int end = 0;
  for (const int one : sizes) {
    begins.push_back(end);
    end += one;
  }
  std::vector<std::uint8_t> all(static_cast<std::size_t>(end));
  MPI_Iallgatherv(bytes.data(), size, MPI_BYTE, all.data(), sizes.data(), begins.data(), MPI_BYTE, MPI_COMM_WORLD, &request);
  wait_for(request);
  std::vector<std::vector<std::uint8_t>> result;
  for (std::size_t i = 0; i < ranks_; ++i) result.emplace_back(all.begin() + begins[i], all.begin() + begins[i] + sizes[i]);
  return result;
}

}  // namespace lariat::cli
