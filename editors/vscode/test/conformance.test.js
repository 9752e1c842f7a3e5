// SPDX-License-Identifier: Apache-2.0
// The server, asked by the client library of the protocol's authors: answers are what the protocol's own types say they are.
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const path = require("node:path");
const test = require("node:test");
const rpc = require("vscode-languageserver-protocol/node");

const program = process.env.LARIAT_PROGRAM;
const TEXT = `#define N 2
mtype = { ping };
chan c = [1] of { mtype, byte };
byte x;
active [N] proctype P() {
  byte i;
again:
  c!ping, i; x = 1 - x;
  assert(x < N);
  goto again
}
ltl p { [] (x < N) }
ltl q { [] (x < 1) }
`;
const uri = "untitled:model.pml";
const DVE = `const int N = 2;
byte turn, want[N];
channel {byte, int} c[3];
process P {
  byte x = N;
  state idle, CS;
  init idle;
  trans
    idle -> CS { guard want[0] == 0; sync c!{x, 1}; effect turn = 1; },
    CS -> idle { effect x = x + turn; };
}
process Q { byte y; int z; state wait; init wait; trans wait -> wait { sync c?{y, z}; }; }
system async;
`;

function every(list, is, what) {
  assert.ok(Array.isArray(list) && list.length > 0, what);
  for (const entry of list) assert.ok(is(entry), `${what}: ${JSON.stringify(entry)}`);
}

function isSymbolTree(symbol) {
  return rpc.DocumentSymbol.is(symbol) && (symbol.children ?? []).every(isSymbolTree);
}

function isCompletion(item) {
  return typeof item.label === "string" && Object.values(rpc.CompletionItemKind).includes(item.kind) &&
    (item.detail === undefined || typeof item.detail === "string");
}

// The place of a word in a text.
function at(words, inside = words, text = TEXT) {
  const before = text.slice(0, text.indexOf(words) + words.indexOf(inside));
  return { line: before.split("\n").length - 1, character: before.length - before.lastIndexOf("\n") - 1 };
}

test("requests and answers", { skip: program ? false : "no LARIAT_PROGRAM", timeout: 120000 }, async (context) => {
  const server = spawn(program, ["lsp"]);
  context.after(() => server.kill());
  const connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  const published = [];
  const progress = [];
  let refreshes = 0;
  connection.onNotification(rpc.PublishDiagnosticsNotification.type, (params) => published.push(params));
  connection.onNotification("$/progress", (params) => progress.push(params));
  connection.onRequest(rpc.WorkDoneProgressCreateRequest.type, () => undefined);
  connection.onRequest(rpc.CodeLensRefreshRequest.type, () => { refreshes += 1; });
  connection.listen();
  const initialized = await connection.sendRequest(rpc.InitializeRequest.type, {
    processId: process.pid, rootUri: null,
    capabilities: { window: { workDoneProgress: true }, workspace: { codeLens: { refreshSupport: true } } },
  });
  assert.strictEqual(initialized.capabilities.textDocumentSync.change, rpc.TextDocumentSyncKind.Incremental);
  assert.strictEqual(initialized.serverInfo.name, "lariat");
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type,
    { textDocument: rpc.TextDocumentItem.create(uri, "promela", 1, TEXT) });

  const here = { textDocument: { uri } };
  const where = (words, inside) => ({ ...here, position: at(words, inside) });
  every(await connection.sendRequest(rpc.DocumentSymbolRequest.type, here), isSymbolTree, "documentSymbol");
  every(await connection.sendRequest(rpc.DefinitionRequest.type, where("goto again", "again")), rpc.Location.is, "definition");
  every(await connection.sendRequest(rpc.ReferencesRequest.type, { ...where("byte x", "x"), context: { includeDeclaration: true } }),
    rpc.Location.is, "references");
  every(await connection.sendRequest(rpc.DocumentHighlightRequest.type, where("byte x", "x")), (h) => rpc.Range.is(h.range), "highlight");
  assert.ok(rpc.Range.is(await connection.sendRequest(rpc.PrepareRenameRequest.type, where("byte x", "x"))), "prepareRename");
  assert.ok(rpc.WorkspaceEdit.is(await connection.sendRequest(rpc.RenameRequest.type, { ...where("byte x", "x"), newName: "y" })), "rename");
  assert.ok(rpc.Hover.is(await connection.sendRequest(rpc.HoverRequest.type, where("byte x", "x"))), "hover");
  every(await connection.sendRequest(rpc.CompletionRequest.type, where("x = 1")), isCompletion, "completion");
  const signatures = await connection.sendRequest(rpc.SignatureHelpRequest.type, where("c!ping, i", "i"));
  assert.strictEqual(signatures.signatures[0].label, "c!mtype, byte");
  every(await connection.sendRequest(rpc.DocumentFormattingRequest.type,
    { ...here, options: rpc.FormattingOptions.create(4, true) }), rpc.TextEdit.is, "formatting");
  const lenses = await connection.sendRequest(rpc.CodeLensRequest.type, here);
  every(lenses, (lens) => rpc.CodeLens.is(lens) && rpc.Command.is(lens.command), "codeLens");

  const lens = lenses.find((candidate) => candidate.command.arguments[0].key === "formula:q");
  const answer = await connection.sendRequest(rpc.ExecuteCommandRequest.type,
    { command: lens.command.command, arguments: lens.command.arguments });
  assert.strictEqual(answer.verdict, "violated");
  assert.ok(refreshes > 0, "lenses are refreshed");
  assert.ok(progress[0].value.kind === "begin" && progress.at(-1).value.kind === "end");

  await connection.sendNotification(rpc.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: at("byte x", "byte"), end: at("byte x", " x") }, text: "bite" }],
  });
  while (!published.some((params) => params.version === 2)) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const params of published)
    for (const diagnostic of params.diagnostics) assert.ok(rpc.Diagnostic.is(diagnostic), JSON.stringify(diagnostic));
  const problems = published.find((params) => params.version === 2).diagnostics;
  every(await connection.sendRequest(rpc.CodeActionRequest.type, { ...here, range: problems[0].range, context: { diagnostics: problems } }),
    rpc.CodeAction.is, "codeAction");

  // A request that is cancelled is answered with the protocol's error.
  await connection.sendNotification(rpc.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 3 },
    contentChanges: [{ text: "int a, b;\nactive [2] proctype P() { do :: a++ :: b++ od }\nltl p { [] (a == a) }\n" }],
  });
  const source = new rpc.CancellationTokenSource();
  const running = connection.sendRequest(rpc.ExecuteCommandRequest.type,
    { command: "lariat.check", arguments: [{ uri, key: "formula:p" }] }, source.token);
  setTimeout(() => source.cancel(), 300);
  await assert.rejects(running, (error) => error.code === rpc.LSPErrorCodes.RequestCancelled);

  await connection.sendRequest(rpc.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(rpc.ExitNotification.type);
  assert.strictEqual(await ended, 0);
  connection.dispose();
});

test("requests about a DVE model", { skip: program ? false : "no LARIAT_PROGRAM", timeout: 120000 }, async (context) => {
  const server = spawn(program, ["lsp"]);
  context.after(() => server.kill());
  const connection = rpc.createProtocolConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  connection.listen();
  await connection.sendRequest(rpc.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  const here = { textDocument: { uri: "untitled:model.dve" } };
  const where = (words, inside) => ({ ...here, position: at(words, inside, DVE) });
  const diagnosed = new Promise((resolve) => connection.onNotification(rpc.PublishDiagnosticsNotification.type, resolve));
  await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type,
    { textDocument: rpc.TextDocumentItem.create("untitled:model.dve", "dve", 1, DVE) });
  assert.deepStrictEqual((await diagnosed).diagnostics, []);
  every(await connection.sendRequest(rpc.DocumentSymbolRequest.type, here), isSymbolTree, "documentSymbol");
  every(await connection.sendRequest(rpc.DefinitionRequest.type, where("effect turn", "turn")), rpc.Location.is, "definition");
  every(await connection.sendRequest(rpc.ReferencesRequest.type, { ...where("effect turn", "turn"), context: { includeDeclaration: true } }),
    rpc.Location.is, "references");
  assert.ok(rpc.Hover.is(await connection.sendRequest(rpc.HoverRequest.type, where("want[N]"))), "hover");
  assert.ok(rpc.WorkspaceEdit.is(await connection.sendRequest(rpc.RenameRequest.type, { ...where("want[N]"), newName: "wish" })), "rename");
  every(await connection.sendRequest(rpc.CompletionRequest.type, where("x + turn")), isCompletion, "completion");
  every(await connection.sendRequest(rpc.CodeLensRequest.type, here), (lens) => rpc.CodeLens.is(lens) && rpc.Command.is(lens.command), "codeLens");
  const formatted = await connection.sendRequest(rpc.DocumentFormattingRequest.type, { ...here, options: rpc.FormattingOptions.create(2, true) });
  assert.ok(formatted === null || formatted.every(rpc.TextEdit.is), "formatting");
  const signatures = await connection.sendRequest(rpc.SignatureHelpRequest.type, where("c!{x, 1}", "1}"));
  assert.strictEqual(signatures.signatures[0].label, "c!byte, int");
  assert.strictEqual(signatures.activeParameter, 1);
  await connection.sendRequest(rpc.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(rpc.ExitNotification.type);
  assert.strictEqual(await ended, 0);
  connection.dispose();
});
