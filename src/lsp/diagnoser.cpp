// SPDX-License-Identifier: Apache-2.0
#include "lsp/diagnoser.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace lariat::lsp {

Diagnoser::Diagnoser(std::function<void()> answered) : answered_(std::move(answered)), thread_([this] { work(); }) {}

Diagnoser::~Diagnoser() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
    interrupted_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Diagnoser::post(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (current_ == job.uri) interrupted_ = true;
    const auto waiting = std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& other) { return other.uri == job.uri; });
    if (waiting != jobs_.end())
      *waiting = std::move(job);
    else
      jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
}

void Diagnoser::forget(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  if (current_ == uri) interrupted_ = true;
  std::erase_if(jobs_, [&](const Job& job) { return job.uri == uri; });
  std::erase_if(answers_, [&](const Answer& answer) { return answer.uri == uri; });
}

std::vector<Diagnoser::Answer> Diagnoser::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

void Diagnoser::work() {
  while (true) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      current_.clear();
      changed_.wait(lock, [this] { return done_ || !jobs_.empty(); });
      if (done_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
      current_ = job.uri;
      interrupted_ = false;
    }
    std::optional<std::vector<Problem>> problems;
    try {
      problems = diagnose(LinedText(std::move(job.text)), job.path, job.language, interrupted_);
    } catch (const std::exception& error) {  // a mistake of ours, which must not end the editor's session
      problems = {{.message = std::string("internal error while the model was read: ") + error.what()}};
    }
    if (!problems) continue;
    {
      const std::lock_guard lock(mutex_);
      if (interrupted_) continue;
      answers_.push_back({std::move(job.uri), job.edition, *std::move(problems)});
    }
    answered_();
  }
}

}  // namespace lariat::lsp
