import { fileNameOf, type TopicPath } from "../paths.ts";
import { decodeText, type VaultText } from "../vault-text.ts";
import { toFrontmatter } from "./frontmatter.ts";
import { toPassages } from "./passages.ts";
import { partsOf, type ReadTopic, readTopic } from "./read-topic.ts";
import { findSecrets, withoutSecrets } from "./secrets.ts";
import type { Problem, Topic } from "./topic.ts";

/** Parses the bytes of a topic file. Never throws: what is wrong with a file is among its problems. */
export function parseTopic(path: TopicPath, bytes: Uint8Array): Topic {
  const decoded = decodeText(bytes);
  const read = readTopic(decoded.text);
  const { frontmatter } = read;
  const items = read.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  return {
    path,
    title: read.title ?? nameInWords(path),
    frontmatter: toFrontmatter(frontmatter.values),
    entries: items.flatMap((item) => item.entry ?? []),
    passages: toPassages(read),
    owner: read.fileOwner,
    owners: ownersByLine(read),
    secrets: findSecrets(read),
    problems: [...textProblems(decoded), ...frontmatterProblems(read), ...conflictProblems(read)],
  };
}

function ownersByLine({ blocks, fileOwner, frontmatter }: ReadTopic): ReadonlyMap<number, string> {
  const top = { line: 1, endLine: frontmatter.lineCount, owner: fileOwner };
  const owners = new Map<number, string>();
  for (const { line, endLine, owner } of [top, ...partsOf(blocks)]) {
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

function textProblems({ text, isUtf8 }: VaultText): Problem[] {
  const problems: Problem[] = [];
  if (!isUtf8) {
    problems.push({
      code: "NOT_UTF8",
      line: lineOf(text, text.indexOf("\ufffd")),
      message:
        "The file is not UTF-8, so it is searched as well as it can be read and never changed",
      fix: "Save it again as UTF-8 in your editor",
    });
  }
  const nul = text.indexOf("\0");
  if (nul >= 0) {
    problems.push({
      code: "NUL_BYTE",
      line: lineOf(text, nul),
      message: "The file holds a NUL character, which makes git and other tools take it for binary",
      fix: "Delete the character in your editor",
    });
  }
  return problems;
}

function frontmatterProblems({ frontmatter }: ReadTopic): Problem[] {
  const { fault } = frontmatter;
  if (fault === undefined) return [];
  return [
    {
      code: "BAD_FRONTMATTER",
      line: fault.line,
      message: `The frontmatter cannot be read: ${fault.reason}`,
      fix: 'Correct it, or remove the block between the two "---" lines; until then Loci does not change this file',
    },
  ];
}

/** All three markers in order, as git leaves them. */
function conflictProblems({ lines }: ReadTopic): Problem[] {
  const problems: Problem[] = [];
  let start: number | undefined;
  let hasMiddle = false;
  lines.forEach((line, i) => {
    if (/^<{7}(?: |$)/.test(line)) {
      start = i + 1;
      hasMiddle = false;
    } else if (/^={7}$/.test(line)) hasMiddle = start !== undefined;
    else if (/^>{7}(?: |$)/.test(line) && hasMiddle && start !== undefined) {
      problems.push(conflict(start));
      start = undefined;
      hasMiddle = false;
    }
  });
  return problems;
}

const conflict = (line: number): Problem => ({
  code: "CONFLICT_MARKERS",
  line,
  message: "A merge by another git client left conflict markers here",
  fix: "Keep the lines you want and delete the markers",
});

function lineOf(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split(/\r\n|\n|\r/).length;
}
