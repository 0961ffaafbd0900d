import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Writes src/session/private-data/gitleaks-rules.ts from gitleaks' published rules:
 * `node scripts/write-key-rules.ts gitleaks.toml`, the file being `config/gitleaks.toml` of github.com/gitleaks/gitleaks.
 * Only rules whose tokens begin with a word of their own are taken: they are tried where it stands, on a bounded stretch.
 */
const [source = ""] = process.argv.slice(2);
const rules = readFileSync(source, "utf8").split("[[rules]]").slice(1);

/** What begins like words of every day, has no beginning of its own, or is code about a key. */
const notTaken =
  /^(?:curl-|kubernetes-|nuget-|freemius-|sidekiq-|facebook-access|sourcegraph-|azure-ad|private-key$|jwt|hashicorp-tf|maxmind|harness|pkcs12|clickhouse|openai|microsoft-teams|slack-webhook|vault-|octopus|square-)/;
const prefix = /^(?:\\b)?\(*(?:\?:)?\(*(?<words>(?:[A-Za-z0-9_~-]|\\\.){2,}|\[)/;

function toPattern(regex: string): string | undefined {
  const isFolded = regex.includes("(?i");
  const own = regex
    .replaceAll("(?i)", "")
    .replaceAll("(?i:", "(?:")
    .replaceAll("[[:alnum:]]", "[A-Za-z0-9]")
    .replace(/\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)$/, "")
    .replace(/\(\?:\[\^[^\]]+\]\|\\z\)$/, "")
    .replace(/\\b$/, "")
    .replace(/^\\b/, "");
  if (!prefix.test(own) || own.startsWith("[")) return undefined;
  if (new RegExp(own).test("")) return undefined; // Throws where it is none of JavaScript's.
  return JSON.stringify(own) + (isFolded ? ', "i"' : "");
}

const rows = rules.flatMap((rule) => {
  const id = /^id = "(.*)"/m.exec(rule)?.[1] ?? "";
  const regex = /^regex = '''(.*?)'''/m.exec(rule)?.[1] ?? "";
  if (notTaken.test(id) || regex.includes("[\\w.-]{0,50}?")) return [];
  const keywords = /^keywords = \[([^\]]*)\]/m.exec(rule)?.[1] ?? "";
  const starts = [...keywords.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
  const pattern = toPattern(regex);
  const own = starts.filter((word) => regex.toLowerCase().replaceAll("\\", "").includes(word));
  if (pattern === undefined || own.length === 0) return [];
  return [`  [${JSON.stringify(own)}, ${pattern}],`];
});

const text = `/** What keys of a format begin with, in lower case, and the whole of one; "i" where case does not matter. */
export type KeyRule = readonly [starts: readonly string[], pattern: string, flags?: "i"];

/**
 * Patterns of gitleaks (https://github.com/gitleaks/gitleaks, config/gitleaks.toml; MIT License, Copyright (c) 2019
 * Zachary Rice) whose tokens begin with a word of their own. Written by scripts/write-key-rules.ts.
 */
export const gitleaksRules: readonly KeyRule[] = [
${rows.join("\n")}
];
`;
const target = join(
  resolve(import.meta.dirname, ".."),
  "src/session/private-data/gitleaks-rules.ts",
);
writeFileSync(target, text);
