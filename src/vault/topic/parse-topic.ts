import { fileNameOf, type TopicPath } from "../paths.ts";
import { decodeText, type VaultText } from "../vault-text.ts";
import { toFrontmatter } from "./frontmatter.ts";
import { toPassages } from "./passages.ts";
import { type ReadTopic, readTopic } from "./read-topic.ts";
import { findSecrets, withoutSecrets } from "./secrets.ts";
import type { Passage, Problem, Topic } from "./topic.ts";

/** Parses the bytes of a topic file. Never throws: what is wrong with a file is among its problems. */
export function parseTopic(path: TopicPath, bytes: Uint8Array): Topic {
  const decoded = decodeText(bytes);
  const read = readTopic(decoded.text);
  const passages = toPassages(read);
  return {
    path,
    title: read.title ?? nameInWords(path),
    frontmatter: toFrontmatter(read.frontmatter.values),
    entries: read.parts.flatMap((part) => (part.type === "item" && part.entry) || []),
    passages,
    owner: read.fileOwner,
    owners: ownersByLine(read, passages),
    secrets: findSecrets(read),
    problems: problemsOf(decoded, read),
  };
}

function ownersByLine(
  { parts, fileOwner, frontmatter: { lineCount } }: ReadTopic,
  passages: readonly Passage[],
): ReadonlyMap<number, string> {
  const top = { line: 1, endLine: lineCount, owner: fileOwner };
  const properties = passages.filter(({ endLine }) => endLine < lineCount);
  const owners = new Map<number, string>();
  for (const { line, endLine, owner } of [top, ...properties, ...parts]) {
    if (owner !== "") for (let at = line; at <= endLine; at++) owners.set(at, owner);
  }
  return owners;
}

/**
 * Parses the bytes of a topic file as far as a reader elsewhere may know them, entries by the ids that they have here;
 * undefined where all of it is secret.
 */
export function parseWithoutSecrets(path: TopicPath, bytes: Uint8Array): Topic | undefined {
  const { text } = decodeText(bytes);
  const open = withoutSecrets(text);
  if (open === undefined) return undefined;
  if (open === text) return parseTopic(path, bytes);
  const ids = new Map(parseTopic(path, bytes).entries.map(({ line, id }) => [line, id]));
  const topic = parseTopic(path, new TextEncoder().encode(open));
  const entries = topic.entries.map((entry) => ({ ...entry, id: ids.get(entry.line) ?? entry.id }));
  return { ...topic, entries };
}

/** `topics/cooking-rice.md` → `Cooking rice`; a name in plain words, and a date, stay: `Wi-Fi at home.md`. */
function nameInWords(path: TopicPath): string {
  const name = fileNameOf(path);
  const words = name.replace(/[-_]+/g, " ").trim();
  if (words === "" || /[\p{Lu}\s]/u.test(name) || /^\d{4}(?: \d\d){1,2}$/.test(words)) return name;
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

function problemsOf({ text, isUtf8 }: VaultText, { frontmatter, lines }: ReadTopic): Problem[] {
  const { fault } = frontmatter;
  const problems = [
    !isUtf8 && {
      code: "NOT_UTF8",
      line: lineOf(lines, "\ufffd"),
      message:
        "The file is not UTF-8, so it is searched as well as it can be read and never changed",
      fix: "Save it again as UTF-8 in your editor",
    },
    text.includes("\0") && {
      code: "NUL_BYTE",
      line: lineOf(lines, "\0"),
      message: "The file holds a NUL character, which makes git and other tools take it for binary",
      fix: "Delete the character in your editor",
    },
    fault && {
      code: "BAD_FRONTMATTER",
      line: fault.line,
      message: `The frontmatter cannot be read: ${fault.reason}`,
      fix: 'Correct it, or remove the block between the two "---" lines; until then Loci does not change this file',
    },
    ...conflictLines(lines).map((line) => ({
      code: "CONFLICT_MARKERS",
      line,
      message: "A merge by another git client left conflict markers here",
      fix: "Keep the lines you want and delete the markers",
    })),
  ];
  return problems.flatMap((problem) => problem || []);
}

const lineOf = (lines: readonly string[], sign: string): number =>
  lines.findIndex((line) => line.includes(sign)) + 1;

/** Where conflicts begin: all three markers in order, as git leaves them. */
function conflictLines(lines: readonly string[]): number[] {
  const markers = lines.flatMap((line, i) => {
    const [sign] = /^(?:<{7}(?= |$)|={7}$|>{7}(?= |$))/.exec(line)?.[0] ?? "";
    return sign === undefined ? [] : [{ sign, line: i + 1 }];
  });
  const signs = markers.map(({ sign }) => sign).join("");
  return Array.from(signs.matchAll(/<=+>/g), ({ index }) => markers[index]?.line ?? 1);
}
