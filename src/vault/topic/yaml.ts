import { createRequire } from "node:module";
import { isMap, isScalar, isSeq, parseDocument, visit } from "yaml";

/** A YAML mapping as far as Loci reads it: words and lists of words, as the file spells them. */
export type YamlValues = Readonly<Record<string, string | readonly string[]>>;

/** Why YAML cannot be read, and on which line. */
export type YamlFault = Readonly<{ line: number; reason: string }>;

const word = String.raw`(?!(?:null|true|false)(?: *[,\]]|$))[\p{L}\p{N}](?:[^:#\\"'\x60[\]{},&*!|>%@\p{C}\p{Z}]| (?=[^ ,\]]))*`;
const plainLine = new RegExp(
  String.raw`^(?!(?:null|true|false):)([a-z][a-z0-9_-]*): +(?:"([^"\\\p{C}\u2028\u2029]*)"|(${word})|\[ *(${word}(?: *, *${word})*) *\])$`,
  "iu",
);

/**
 * Reads the plain frontmatter that Loci itself writes: one `key: words`, `key: "words"` or `key: [words, words]` a
 * line. Undefined for anything else, which takes a parser many times as long; where it answers, it says what that says.
 */
export function readPlainYaml(lines: readonly string[]): YamlValues | undefined {
  const values = new Map<string, string | readonly string[]>();
  for (const line of lines) {
    if (line === "") continue;
    const [, key, quoted, words, list] = plainLine.exec(line) ?? [];
    if (key === undefined || values.has(key)) return undefined;
    values.set(key, quoted ?? words ?? list?.split(/ *, */) ?? "");
  }
  return Object.fromEntries(values);
}

/** A value as YAML: bare where that is plain, else in double quotes. */
export const yamlWord = (value: string): string =>
  readPlainYaml([`k: ${value}`])?.k === value ? value : JSON.stringify(value);

/** What YAML says, neither where it is not a mapping, or why it cannot be read. */
export type ReadYaml = Partial<{ values: YamlValues | undefined; fault: YamlFault | undefined }>;

/** True for YAML without faults, such as a key that is there twice. */
export const isYaml = (text: string): boolean => parseYaml(text).fault === undefined;

/** Reads the lines between the fences of frontmatter; those of a fault count from the first fence. */
export function readYaml(yaml: string): ReadYaml {
  // Loaded by the first file that needs it. Options, whichever, keep its content cache off.
  const matter: typeof import("gray-matter") = createRequire(import.meta.url)("gray-matter");
  const options = { language: "yaml", engines: { yaml: parseYaml } };
  return { values: {}, ...matter(`---\n${yaml}\n---\n`, options).data };
}

function parseYaml(text: string): ReadYaml {
  const document = parseDocument(text, { logLevel: "silent", prettyErrors: false });
  const faultAt = (offset: number, reason: string): ReadYaml => {
    return { fault: { line: text.slice(0, offset).split("\n").length, reason } };
  };
  const [error] = document.errors;
  if (error !== undefined) return faultAt(error.pos[0], error.message);
  let alias: ReadYaml | undefined;
  // An alias can make a small text grow without bound: none is followed.
  visit(document, {
    Alias(_, { source, range }) {
      alias = faultAt(range?.[0] ?? 0, `the alias "*${source}" is not followed`);
      return visit.BREAK;
    },
  });
  const { contents } = document;
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  return alias ?? { values: isMap(contents) || isEmpty ? toValues(contents) : undefined };
}

function toValues(map: unknown): YamlValues {
  const values = (isMap(map) ? map.items : []).flatMap(({ key, value }) => {
    const [name] = wordsOf(key);
    if (name === undefined) return [];
    const words = isSeq(value) ? [value.items.flatMap(wordsOf)] : wordsOf(value);
    return words.map((said) => [name, said] as const);
  });
  return Object.fromEntries(values);
}

/** A scalar as the file spells it: `0012` and `2026-02-10` stay what they are. */
function wordsOf(node: unknown): readonly string[] {
  if (!isScalar(node) || node.value === null) return [];
  const said = typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
  return [said.toWellFormed()]; // "\ud800" may be written, and no page be made of it.
}
