import { createRequire } from "node:module";
import type { Document, Node, Scalar, YAMLMap } from "yaml";
import type { YamlValues } from "./simple-yaml.ts";

/** Why YAML cannot be read, with its 1-based line. */
export class YamlFault extends Error {
  readonly line: number;

  constructor(line: number, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "YamlFault";
    this.line = line;
  }
}

/**
 * Reads YAML 1.2 through gray-matter, whose only engine is the `yaml` package; undefined when it is not a mapping.
 * Lines count from the opening fence. Throws YamlFault.
 */
export function readYamlBlock(yaml: string): YamlValues | undefined {
  const { matter } = packages();
  const refuse = (): never => {
    throw new YamlFault(1, "frontmatter is YAML and nothing else");
  };
  let found: YamlValues | undefined = {};
  const read = (text: string): object => {
    const map = parseMapping(text);
    found = map === "empty" ? {} : map === undefined ? undefined : toValues(map);
    return found ?? {};
  };
  const refused = { javascript: refuse, js: refuse, json: refuse, toml: refuse, coffee: refuse };
  // Options, whichever, keep gray-matter's content cache off.
  matter(`---\n${yaml}\n---\n`, { language: "yaml", engines: { ...refused, yaml: read } });
  return found;
}

/** The node of a key's value when that is one scalar; its offsets are those of `text`. Throws YamlFault. */
export function findScalar(text: string, key: string): Scalar | undefined {
  const { yaml } = packages();
  const map = parseMapping(text);
  if (map === undefined || map === "empty") return undefined;
  const pair = map.items.find((item) => wordOf(item.key) === key);
  return yaml.isScalar(pair?.value) && pair.value.anchor === undefined ? pair.value : undefined;
}

/** Parses a YAML document that must be a mapping, or empty; undefined when it is something else. Throws YamlFault. */
function parseMapping(text: string): YAMLMap | "empty" | undefined {
  const { yaml } = packages();
  const document = yaml.parseDocument(text, { version: "1.2", schema: "core", logLevel: "silent" });
  const error = document.errors[0];
  if (error !== undefined) {
    const reason =
      error.message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? "";
    throw new YamlFault(error.linePos?.[0].line ?? 1, reason, error);
  }
  refuseAliases(document, text);
  if (yaml.isMap(document.contents)) return document.contents;
  const isEmpty =
    document.contents === null ||
    (yaml.isScalar(document.contents) && document.contents.value === null);
  return isEmpty ? "empty" : undefined;
}

let loaded: { matter: typeof import("gray-matter"); yaml: typeof import("yaml") } | undefined;

/** Loaded by the first file that needs them: together they cost as much as starting Node twice. */
function packages(): NonNullable<typeof loaded> {
  const load = createRequire(import.meta.url);
  loaded ??= { matter: load("gray-matter"), yaml: load("yaml") };
  return loaded;
}

/** An alias can make a small text grow without bound: none is followed. */
function refuseAliases(document: Document, text: string): void {
  const { yaml } = packages();
  yaml.visit(document, {
    Alias(_, node) {
      const line = text.slice(0, node.range?.[0] ?? 0).split("\n").length;
      throw new YamlFault(line, `the alias "*${node.source}" is not followed`);
    },
  });
}

function toValues(map: YAMLMap): YamlValues {
  const { yaml } = packages();
  const values: [string, string | readonly string[]][] = [];
  for (const { key, value } of map.items) {
    const name = wordOf(key);
    if (name === undefined) continue;
    if (yaml.isSeq(value)) values.push([name, value.items.flatMap((item) => wordOf(item) ?? [])]);
    else {
      const word = wordOf(value);
      if (word !== undefined) values.push([name, word]);
    }
  }
  return Object.fromEntries(values);
}

/** A scalar as the file spells it: `0012` and `2026-02-10` stay what they are. */
function wordOf(node: unknown): string | undefined {
  const { yaml } = packages();
  if (!isNode(node) || !yaml.isScalar(node) || node.value === null) return undefined;
  return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
}

const isNode = (node: unknown): node is Node => packages().yaml.isNode(node);
