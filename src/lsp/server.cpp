// SPDX-License-Identifier: Apache-2.0
#include "lsp/server.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <system_error>
#include <utility>

namespace lariat::lsp {

bool serve(const ServeOptions& options) { return Server(options).run(); }

Server::Server(const ServeOptions& options)
    : options_(options), diagnoser_([this] { wake_up_.ask(); }), checks_(options.program) {}

const Server::Method* Server::find_method(std::string_view name) {
  static constexpr std::array methods = {
      Method{"initialize", &Server::initialize, true},
      Method{"initialized", &Server::nothing, false},
      Method{"shutdown", &Server::shutdown, true},
      Method{"$/cancelRequest", &Server::cancel, false},
      Method{"$/setTrace", &Server::nothing, false},
      Method{"textDocument/didOpen", &Server::did_open, false},
      Method{"textDocument/didChange", &Server::did_change, false},
      Method{"textDocument/didClose", &Server::did_close, false},
      Method{"textDocument/didSave", &Server::did_save, false},
      Method{"textDocument/codeAction", &Server::code_action, true},
      Method{"textDocument/documentSymbol", &Server::document_symbol, true},
      Method{"textDocument/definition", &Server::definition, true},
      Method{"textDocument/references", &Server::references, true},
      Method{"textDocument/documentHighlight", &Server::document_highlight, true},
      Method{"textDocument/prepareRename", &Server::prepare_rename, true},
      Method{"textDocument/rename", &Server::rename, true},
      Method{"textDocument/hover", &Server::hover, true},
      Method{"textDocument/completion", &Server::completion, true},
      Method{"textDocument/signatureHelp", &Server::signature_help, true},
      Method{"textDocument/formatting", &Server::formatting, true},
      Method{"textDocument/codeLens", &Server::code_lens, true},
      Method{"workspace/executeCommand", &Server::execute_command, true},
      Method{"window/workDoneProgress/cancel", &Server::cancel_progress, false},
  };
  const auto found = std::ranges::find(methods, name, &Method::name);
  return found == methods.end() ? nullptr : &*found;
}

bool Server::run() {
  bool open = true;
  while (!exit_ && open && !(options_.interrupted != nullptr && *options_.interrupted)) {
    std::vector<pollfd> descriptors = {{options_.input, POLLIN, 0}, {wake_up_.descriptor(), POLLIN, 0}};
    checks_.add_to(descriptors);
    const int timeout = !waiting_.empty() ? 0 : checks_.is_idle() ? 1000 : 100;
    if (::poll(descriptors.data(), descriptors.size(), timeout) < 0 && errno != EINTR) break;
    if (descriptors[0].revents != 0) open = read_input();
    if (descriptors[1].revents != 0) wake_up_.clear();
    if (!waiting_.empty()) {
      const Json message = std::move(waiting_.front());
      waiting_.pop_front();
      handle(message);
    }
    while (!open && !exit_ && !waiting_.empty()) {  // what was said before the end is still answered
      const Json message = std::move(waiting_.front());
      waiting_.pop_front();
      handle(message);
    }
    take_diagnoses();
    take_checks();
  }
  return shut_down_;
}

// False at the end of the input.
bool Server::read_input() {
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(options_.input, buffer.data(), buffer.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  reader_.append({buffer.data(), static_cast<std::size_t>(got)});
  while (const auto message = reader_.next()) {
    if (message->problem.empty())
      receive(message->body);
    else
      respond(nullptr, RequestError{parse_error, message->problem});
  }
  return got > 0;
}

void Server::receive(const std::string& body) {
  Json message = Json::parse(body, nullptr, false);
  if (message.is_discarded()) return respond(nullptr, RequestError{parse_error, "the message is no JSON"});
  if (!message.is_object())
    return respond(nullptr, RequestError{invalid_request, "a message is an object; there are no batches in the protocol"});
  // A request that still waits is cancelled before it is begun.
  if (member(message, "method") == "$/cancelRequest") {
    const Json& id = member(member(message, "params"), "id");
    const auto meant = std::ranges::find_if(waiting_, [&](const Json& other) {
      return member(other, "id") == id && member(other, "method").is_string() && !id.is_null();
    });
    if (meant != waiting_.end()) {
      waiting_.erase(meant);
      return respond(id, RequestError{request_cancelled, "cancelled"});
    }
  }
  waiting_.push_back(std::move(message));
}

void Server::handle(const Json& message) {
  const Json& method_name = member(message, "method");
  const bool has_id = message.contains("id");
  if (!method_name.is_string()) {
    const bool is_response = has_id && (message.contains("result") || message.contains("error"));
    if (!is_response) respond(has_id ? member(message, "id") : Json(), RequestError{invalid_request, "there is no method"});
    return;
  }
  const auto name = method_name.get<std::string>();
  if (name == "exit") {
    exit_ = true;
    return;
  }
  const Method* const method = find_method(name);
  if (has_id) return answer_request(message, method);
  if (method == nullptr || method->is_request || (!initialized_ && name != "initialized") || shut_down_) return;
  try {
    (this->*method->handler)(member(message, "params"));
  } catch (const RequestError& error) {  // a notification has no answer: the client's log has it
    notify("window/logMessage", {{"type", 2}, {"message", name + ": " + error.message}});
  } catch (const Json::exception& error) {
    notify("window/logMessage", {{"type", 2}, {"message", name + ": " + error.what()}});
  }
}

void Server::answer_request(const Json& message, const Method* method) {
  const Json& id = member(message, "id");
  if (!id.is_string() && !id.is_number_integer())
    return respond(nullptr, RequestError{invalid_request, "an id is a number or a string"});
  try {
    const auto name = message["method"].get<std::string>();
    if (shut_down_) throw RequestError{invalid_request, "the server is shut down"};
    if (!initialized_ && name != "initialize") throw RequestError{not_initialized, "initialize comes first"};
    if (initialized_ && name == "initialize") throw RequestError{invalid_request, "initialize came already"};
    if (method == nullptr || !method->is_request) throw RequestError{method_not_found, fmt::format("no method '{}'", name)};
    current_id_ = id;
    is_deferred_ = false;
    Json result = (this->*method->handler)(member(message, "params"));
    if (!is_deferred_) respond(id, std::move(result));
  } catch (const RequestError& error) {
    respond(id, error);
  } catch (const Json::exception& error) {
    respond(id, RequestError{invalid_params, error.what()});
  } catch (const std::system_error& error) {
    respond(id, RequestError{request_failed, error.what()});
  }
}

void Server::send(const Json& message) { options_.write(framed(message.dump(-1, ' ', false, Json::error_handler_t::replace))); }

void Server::notify(std::string_view method, Json params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

// A request to the client whose answer does not matter.
void Server::ask(std::string_view method, Json params) {
  Json message = {{"jsonrpc", "2.0"}, {"id", next_id_++}, {"method", method}};
  if (!params.is_null()) message["params"] = std::move(params);
  send(message);
}

void Server::respond(const Json& id, Json result) { send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}); }

void Server::respond(const Json& id, const RequestError& error) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", error.code}, {"message", error.message}}}});
}

Json Server::initialize(const Json& params) {
  initialized_ = true;
  const Json& capabilities = member(params, "capabilities");
  const Json& encodings = member(member(capabilities, "general"), "positionEncodings");
  if (encodings.is_array() && std::ranges::find(encodings, Json("utf-8")) != encodings.end()) encoding_ = Encoding::utf8;
  has_progress_ = flag_member(capabilities, "window", "workDoneProgress");
  has_lens_refresh_ = flag_member(capabilities, "workspace", "codeLens", "refreshSupport");
  has_show_document_ = flag_member(capabilities, "window", "showDocument", "support");
  Json result = {
      {"positionEncoding", encoding_ == Encoding::utf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
      {"documentSymbolProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"hoverProvider", true},
      {"completionProvider", {{"triggerCharacters", {".", "@"}}}},
      {"signatureHelpProvider", {{"triggerCharacters", {"!", "?", "(", ","}}}},
      {"documentFormattingProvider", true},
  };
  if (checks_.can_run()) {
    result["codeLensProvider"] = {{"resolveProvider", false}};
    result["executeCommandProvider"] = {{"commands", {"lariat.check", "lariat.showRun"}}, {"workDoneProgress", true}};
  }
  return {{"capabilities", std::move(result)}, {"serverInfo", {{"name", "lariat"}, {"version", LARIAT_VERSION}}}};
}

Json Server::nothing(const Json& /*params*/) { return nullptr; }

Json Server::shutdown(const Json& /*params*/) {
  shut_down_ = true;
  checks_.cancel([](const CheckRunner::Request&) { return true; });
  return nullptr;
}

Json Server::cancel(const Json& params) {
  const Json& id = member(params, "id");
  checks_.cancel([&](const CheckRunner::Request& request) { return !id.is_null() && request.id == id; });
  return nullptr;
}

}  // namespace lariat::lsp
