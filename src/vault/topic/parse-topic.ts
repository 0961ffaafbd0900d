import { fileNameOf, type TopicPath } from "../paths.ts";
import { decodeText } from "../vault-text.ts";
import { withoutComments } from "./comments.ts";
import { cleanText } from "./entry.ts";
import { toFrontmatter } from "./frontmatter.ts";
import { toPassages } from "./passages.ts";
import { type ReadTopic, readTopic } from "./read-topic.ts";
import { isMarkedSecret } from "./secret-marks.ts";
import { findSecrets, isSecret } from "./secrets.ts";
import type { Entry, Passage, Problem, Topic } from "./topic.ts";

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

/** A topic as far as a reader elsewhere may know it; undefined where all of it is secret. */
export function withoutSecrets(topic: Topic): Topic | undefined {
  if (topic.secrets.isWhole) return undefined;
  const isOpen = (part: Entry | Passage): boolean => !isSecret(part, topic);
  const entries = topic.entries.filter(isOpen).map((entry) => {
    return { ...entry, text: cleanText(withoutComments(entry.text)) };
  });
  return {
    ...topic,
    title: isMarkedSecret([topic.title]) ? nameInWords(topic.path) : topic.title,
    entries: entries.filter(({ text }) => text !== ""),
    passages: topic.passages.filter(isOpen),
  };
}

/** `topics/cooking-rice.md` → `Cooking rice`; a name in plain words, and a date, stay: `Wi-Fi at home.md`. */
export function nameInWords(path: TopicPath): string {
  const name = fileNameOf(path);
  const words = name.replace(/[-_]+/g, " ").trim();
  if (words === "" || /[\p{Lu}\s]/u.test(name) || /^\d{4}(?: \d\d){1,2}$/.test(words)) return name;
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

function problemsOf(
  { text, isUtf8 }: ReturnType<typeof decodeText>,
  { frontmatter, lines }: ReadTopic,
): Problem[] {
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
  ];
  return problems.flatMap((problem) => problem || []);
}

const lineOf = (lines: readonly string[], sign: string): number =>
  lines.findIndex((line) => line.includes(sign)) + 1;
