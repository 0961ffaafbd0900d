/** Frontmatter as far as Loci reads it: words and lists of words, as the file spells them. */
export type YamlValues = Readonly<Record<string, string | readonly string[]>>;

const simpleKey = /^([A-Za-z][A-Za-z0-9_-]*):(?: +|$)/;
const simpleWords = /^[\p{L}\p{N}](?:[^:#\\"'`[\]{},&*!|>%@\p{C}\p{Z}]| (?=[^ ]))*$/u;
/** What stands between double quotes says itself, but for escapes. */
const plainQuote = /^"([^"\\\p{C}\u2028\u2029]*)"$/u;
const nullWord = /^(?:null|true|false)$/i;

/**
 * Reads the plain frontmatter that Loci itself writes: one `key: words`, `key: "words"` or `key: [words, words]` a line.
 * Undefined for anything else, which goes to the YAML engine; where it answers, it says what the engine says.
 */
export function readSimpleYaml(lines: readonly string[]): YamlValues | undefined {
  const values = new Map<string, string | readonly string[]>();
  for (const line of lines) {
    if (line === "") continue;
    const key = simpleKey.exec(line);
    const name = key?.[1] ?? "";
    const value = key === null ? undefined : readValue(line.slice(key[0].length));
    if (value === undefined || values.has(name) || nullWord.test(name)) return undefined;
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

function readValue(text: string): string | readonly string[] | undefined {
  const quote = plainQuote.exec(text);
  if (quote !== null) return quote[1];
  if (!text.startsWith("[")) return readWords(text);
  if (!text.endsWith("]")) return undefined;
  const words: string[] = [];
  for (const part of text.slice(1, -1).split(",")) {
    const word = readWords(part.replace(/^ +|(?<! ) +$/g, ""));
    if (word === undefined) return undefined;
    words.push(word);
  }
  return words;
}

const readWords = (text: string): string | undefined =>
  simpleWords.test(text) && !nullWord.test(text) ? text : undefined;
