// SPDX-License-Identifier: Apache-2.0
// The client of `lariat lsp` in VS Code: starts the server, and shows the pages of counterexamples beside the model.
import { readFile } from "node:fs/promises";

import * as vscode from "vscode";
import { ExecuteCommandSignature, LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

// What the server answers to a check.
interface CheckAnswer {
  verdict: "holds" | "violated" | "unknown" | "failed";
  title: string;
  page: string | null;
}

let client: LanguageClient | undefined;
let panel: vscode.WebviewPanel | undefined;

/// Shows a page that the server wrote. Scripts of the page run: it is made by lariat, holds no links to elsewhere, and the policy
/// below keeps it from loading anything.
async function showPage(uri: string): Promise<void> {
  const text = await readFile(vscode.Uri.parse(uri).fsPath, "utf8");
  const policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; " +
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">";
  if (panel === undefined) {
    panel = vscode.window.createWebviewPanel(
      "lariat.run", "lariat: run", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true });
    panel.onDidDispose(() => { panel = undefined; });
  }
  panel.webview.html = text.includes("<head>") ? text.replace("<head>", "<head>" + policy) : policy + text;
  panel.reveal(undefined, true);
}

async function executeCommand(command: string, args: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
  if (command === "lariat.showRun") {
    await showPage((args[0] as { page: string }).page);
    return null;
  }
  const answer = (await next(command, args)) as CheckAnswer | null | undefined;
  const shows = vscode.workspace.getConfiguration("lariat").get<boolean>("showRuns", true);
  if (command === "lariat.check" && answer?.page != null && shows) await showPage(answer.page);
  return answer;
}

async function start(): Promise<void> {
  const program = vscode.workspace.getConfiguration("lariat").get<string>("program", "lariat");
  const server: ServerOptions = { command: program, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "promela" }, { language: "dve" }],
    middleware: { executeCommand },
  };
  client = new LanguageClient("lariat", "lariat", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void vscode.window.showErrorMessage(
      `lariat: cannot start '${program} lsp'. Install lariat, or set lariat.program to its path. (${String(error)})`);
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(vscode.commands.registerCommand("lariat.restart", async () => {
    await client?.stop();
    await start();
  }));
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(async (event) => {
    if (!event.affectsConfiguration("lariat.program")) return;
    await client?.stop();
    await start();
  }));
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
