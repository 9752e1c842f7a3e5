// SPDX-License-Identifier: Apache-2.0
// The server: one loop that reads messages, answers requests in their order, and passes on what the readers and the checks that
// run beside it have found.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/lsp/serve.hpp"
#include "lsp/check_runner.hpp"
#include "lsp/diagnoser.hpp"
#include "lsp/included.hpp"
#include "lsp/json.hpp"
#include "lsp/message_reader.hpp"
#include "lsp/open_document.hpp"
#include "lsp/wake_up.hpp"

namespace lariat::lsp {

class Server {
 public:
  explicit Server(const ServeOptions& options);

  // Until the client says `exit`, the input ends, or the server is interrupted. True after a proper `shutdown`.
  bool run();

 private:
  using Handler = Json (Server::*)(const Json& params);
  struct Method {
    std::string_view name;
    Handler handler;
    bool is_request;
  };
  static const Method* find_method(std::string_view name);

  // --- Messages (server.cpp)
  bool read_input();
  void receive(const std::string& body);
  void handle(const Json& message);
  void answer_request(const Json& message, const Method* method);
  void send(const Json& message);
  void notify(std::string_view method, Json params);
  void ask(std::string_view method, Json params);
  void respond(const Json& id, Json result);
  void respond(const Json& id, const RequestError& error);

  // --- Life (server.cpp)
  Json initialize(const Json& params);
  Json nothing(const Json& params);
  Json shutdown(const Json& params);
  Json cancel(const Json& params);

  // --- Texts and their problems (server_documents.cpp)
  Json did_open(const Json& params);
  Json did_change(const Json& params);
  Json did_save(const Json& params);
  Json did_close(const Json& params);
  Json code_action(const Json& params);
  OpenDocument& document_of(const Json& params);
  std::size_t offset_of(const OpenDocument& document, const Json& params) const;
  Json range(const OpenDocument& document, Span span) const;
  Json location(const OpenDocument& document, const Related& related) const;
  void text_changed(OpenDocument& document);
  void take_diagnoses();
  void publish(const OpenDocument& document);

  // --- Navigation (server_navigation.cpp)
  struct Foreign {
    const IncludedFile* file;
    SymbolId symbol;
  };
  // What an included file declares under the name that stands at a place and that the text itself does not declare.
  std::optional<Foreign> declared_elsewhere(OpenDocument& document, std::size_t offset);
  Json document_symbol(const Json& params);
  Json definition(const Json& params);
  Json references(const Json& params);
  Json document_highlight(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json hover(const Json& params);
  Json completion(const Json& params);
  Json signature_help(const Json& params);
  Json formatting(const Json& params);

  // --- Checks (server_checks.cpp)
  Json code_lens(const Json& params);
  Json execute_command(const Json& params);
  Json cancel_progress(const Json& params);
  void start_check(const Json& arguments, const Json& token);
  void take_checks();
  void finish_check(const CheckRunner::Finished& finished);

  const ServeOptions& options_;
  WakeUp wake_up_;
  MessageReader reader_;
  std::deque<Json> waiting_;  // messages that were read and are not handled yet
  bool initialized_ = false;
  bool shut_down_ = false;
  bool exit_ = false;
  Encoding encoding_ = Encoding::utf16;
  bool has_progress_ = false;
  bool has_lens_refresh_ = false;
  bool has_show_document_ = false;
  Json current_id_ = nullptr;  // of the request that is being answered
  bool is_deferred_ = false;   // it will be answered later
  std::int64_t next_id_ = 1;   // of requests to the client
  std::int64_t edition_ = 0;
  std::map<std::string, OpenDocument> documents_;
  IncludedFiles included_;
  Diagnoser diagnoser_;
  CheckRunner checks_;
};

}  // namespace lariat::lsp
