// SPDX-License-Identifier: Apache-2.0
// The bundle in an editor that is only pretended: it starts the server, opens a document, checks a formula by the command of its
// lens, and shows the page of the counterexample under a policy that lets it load nothing.
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const test = require("node:test");

const program = process.env.LARIAT_PROGRAM;
const bundle = path.join(__dirname, "..", "dist", "extension.js");
const TEXT = "byte x;\nactive proctype P() { do :: x < 3 -> x++ :: else -> x = 0 od }\nltl small { [] (x < 2) }\n";
const uri = "untitled:model.pml";

// An object that has every member, can be called and constructed, and answers with more of its kind.
function anything() {
  const members = new Map();
  return new Proxy(function () {}, {
    get(target, name) {
      if (name === "prototype") return target.prototype;
      if (typeof name === "symbol" || name === "then" || name === "toJSON") return undefined;
      if (!members.has(name)) members.set(name, anything());
      return members.get(name);
    },
    set(_, name, value) { members.set(name, value); return true; },
    apply: () => anything(),
    construct: () => anything(),
  });
}

function editor(commands, panels) {
  const vscode = anything();
  const event = () => ({ dispose() {} });
  class EventEmitter {
    constructor() { this.listeners = []; this.event = (listener) => { this.listeners.push(listener); return { dispose() {} }; }; }
    fire(value) { for (const listener of this.listeners) listener(value); }
    dispose() {}
  }
  class Disposable {
    constructor(action) { this.dispose = action ?? (() => undefined); }
    static from() { return new Disposable(); }
  }
  class Uri {
    constructor(text) { this.text = text; }
    get fsPath() { return decodeURIComponent(new URL(this.text).pathname); }
    get scheme() { return this.text.split(":")[0]; }
    toString() { return this.text; }
    static parse(text) { return new Uri(text); }
    static file(name) { return new Uri("file://" + name); }
  }
  class CancellationTokenSource {
    constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: event }; }
    cancel() {}
    dispose() {}
  }
  const document = { uri: new Uri(uri), languageId: "promela", version: 1, fileName: "model.pml", isClosed: false, getText: () => TEXT };
  const configuration = { get: (name, usual) => (name === "program" ? program : usual) };
  for (const [name, value] of Object.entries({ EventEmitter, Disposable, Uri, CancellationTokenSource, version: "1.82.0" })) vscode[name] = value;
  vscode.env.appName = "test";
  vscode.env.language = "en";
  vscode.env.createTelemetryLogger = undefined;
  vscode.workspace.textDocuments = [document];
  vscode.workspace.workspaceFolders = undefined;
  vscode.workspace.notebookDocuments = [];
  vscode.workspace.getConfiguration = () => configuration;
  for (const name of ["onDidOpenTextDocument", "onDidCloseTextDocument", "onDidChangeTextDocument", "onDidChangeConfiguration",
    "onWillSaveTextDocument", "onDidSaveTextDocument", "onDidChangeWorkspaceFolders", "onDidOpenNotebookDocument",
    "onDidCloseNotebookDocument", "onDidChangeNotebookDocument"]) vscode.workspace[name] = event;
  vscode.languages.match = (selector, candidate) => (candidate.languageId === "promela" ? 10 : 0);
  vscode.window.visibleTextEditors = [];
  vscode.window.onDidChangeActiveTextEditor = event;
  vscode.window.tabGroups = { all: [], onDidChangeTabs: event };
  vscode.window.showErrorMessage = async (message) => { throw new Error(message); };
  vscode.window.createWebviewPanel = () => {
    const panel = { webview: { html: "" }, onDidDispose: event, reveal() {} };
    panels.push(panel);
    return panel;
  };
  vscode.commands.registerCommand = (name, action) => { commands.set(name, action); return { dispose() {} }; };
  return Object.create(vscode); // bundlers copy a module's own members and keep its prototype
}

const missing = program === undefined ? "no LARIAT_PROGRAM" : fs.existsSync(bundle) ? false : "no bundle";

test("the extension in an editor", { skip: missing, timeout: 120000 }, async () => {
  const commands = new Map();
  const panels = [];
  const vscode = editor(commands, panels);
  const load = Module._load;
  Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));
  const extension = require(bundle);
  Module._load = load;
  await extension.activate({ subscriptions: [] });
  for (const name of ["lariat.restart", "lariat.check", "lariat.showRun"]) assert.ok(commands.has(name), name);
  const answer = await commands.get("lariat.check")({ uri, key: "formula:small" });
  assert.strictEqual(answer.verdict, "violated");
  assert.strictEqual(panels.length, 1);
  assert.ok(panels[0].webview.html.includes("Content-Security-Policy") && panels[0].webview.html.includes("small"));
  await commands.get("lariat.showRun")({ page: answer.page });
  assert.strictEqual(panels.length, 1, "the page is shown in the same place");
  await extension.deactivate();
});
