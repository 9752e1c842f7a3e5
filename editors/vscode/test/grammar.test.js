// SPDX-License-Identifier: Apache-2.0
// The grammars colour what the languages mean, and know every keyword that the server knows.
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = path.join(__dirname, "..");

async function grammar(language) {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
  await oniguruma.loadWASM(wasm).catch(() => undefined); // loaded already
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const file = path.join(here, "syntaxes", scope.replace("source.", "") + ".tmLanguage.json");
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  return registry.loadGrammar("source." + language);
}

// The innermost scope of the first token with that text.
function scopeOf(rules, text, word) {
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const result = rules.tokenizeLine(line, stack);
    for (const token of result.tokens)
      if (line.slice(token.startIndex, token.endIndex).trim() === word) return token.scopes.at(-1);
    stack = result.ruleStack;
  }
  return undefined;
}

test("Promela", async () => {
  const rules = await grammar("promela");
  const text = "#define N 3 // three\nactive proctype Worker(byte x) {\n  /* if */ do\n  :: x < N -> goto done\n  od;\ndone: " +
    "printf(\"%d do\", x)\n}\nltl p { [] <> (Worker@done) }\n";
  for (const [word, scope] of [["proctype", "storage.type.promela"], ["Worker", "entity.name.function.promela"],
    ["byte", "storage.type.promela"], ["do", "keyword.control.promela"], ["done", "entity.name.label.promela"],
    ["%d", "constant.character.escape.promela"], ["ltl", "keyword.other.ltl.promela"], ["[]", "keyword.operator.temporal.promela"],
    ["N", "entity.name.function.preprocessor.promela"], ["if", "comment.block.promela"]])
    assert.strictEqual(scopeOf(rules, text, word), scope, word);
});

test("DVE", async () => {
  const rules = await grammar("dve");
  const text = "byte x;\nprocess P {\n  state a;\n  trans a -> a { guard x == 1 and not true; };\n}\nsystem async;\n";
  for (const [word, scope] of [["byte", "storage.type.dve"], ["P", "entity.name.function.dve"], ["guard", "keyword.control.dve"],
    ["and", "keyword.operator.word.dve"], ["a", "entity.name.label.dve"], ["async", "storage.modifier.dve"]])
    assert.strictEqual(scopeOf(rules, text, word), scope, word);
});

test("every keyword is coloured", async () => {
  const source = fs.readFileSync(path.join(process.env.LARIAT_SOURCE_DIR ?? path.join(here, "..", ".."), "src", "lsp", "lexemes.cpp"), "utf8");
  for (const language of ["promela", "dve"]) {
    const rules = await grammar(language);
    const list = new RegExp(`${language}_keywords\\[\\] = \\{([^}]*)\\}`).exec(source);
    const words = list[1].match(/"\w+"/g).map((word) => word.slice(1, -1));
    assert.ok(words.length > 25);
    for (const word of words) assert.ok(/^(keyword|storage|support|constant|variable|invalid)/.test(scopeOf(rules, word, word)), word);
  }
});
