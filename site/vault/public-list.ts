import { capMarks } from "../../src/vault/cap-marks.ts";
import { splitLines } from "../../src/vault/split-lines.ts";

/** What a reviewer lets everyone see: the file `public.txt`, read. */
export interface PublicList {
  /** As the person named it, for messages. */
  readonly file: string;
  readonly linesByRef: ReadonlyMap<string, PublicLine>;
  /** Lines (from 1) that are of no known form. */
  readonly unread: readonly number[];
}

/** One line: `topics/cooking.md#3f2a91c0de77  Prefers bomba rice for paella`. */
interface PublicLine {
  readonly line: number;
  /** `topics/cooking.md#3f2a91c0de77` */
  readonly ref: string;
  readonly words: string;
}

/** Something that may be listed. */
export interface Candidate {
  readonly path: string;
  /** `title`, or of what kind it is and a hash of its words: edited, it is another. */
  readonly id: string;
  /** For the reviewer's eyes. Those of a title are part of what is listed. */
  readonly words: string;
}

/** Reads a list. Never throws; lines that start with `# ` are comments. */
export function parsePublicList(text: string, file: string): PublicList {
  const linesByRef = new Map<string, PublicLine>();
  const unread: number[] = [];
  for (const [i, row] of splitLines(text.replace(/^\ufeff/, "")).entries()) {
    if (row.trim() === "" || /^#(?:\s|$)/.test(row)) continue;
    const [, ref = "", words = ""] = listLine.exec(row) ?? [];
    if (ref === "") unread.push(i + 1);
    else linesByRef.set(ref, { line: i + 1, ref, words: words.trim() });
  }
  return { file, linesByRef, unread };
}

/** Writes a list of candidates, a line each, for a reviewer to take lines out of. */
export function formatPublicList(candidates: readonly Candidate[]): string {
  const rows = candidates.map(formatCandidate);
  return [...listHead, ...new Set(rows), ""].join("\n");
}

/** One line of the list. */
const formatCandidate = ({ path, id, words }: Candidate): string =>
  `${path}#${id}  ${oneLine(words)}`;

/** True where the list has it, with these very words where it is a title. */
export function isListed({ linesByRef }: PublicList, { path, id, words }: Candidate): boolean {
  const line = linesByRef.get(`${path}#${id}`);
  return line !== undefined && (id !== "title" || line.words === oneLine(words));
}

const listHead = [
  "# What `loci site build --public` may show. Delete the lines of what nobody else should see.",
  "# What is edited later falls out of the site until it is listed again.",
];

/** The words may hold any character: where one ended the match, each `#` would be tried to the end of the line. */
const listLine = /^(.*?#(?:title|(?:[nh]-|file-)?[0-9a-f]{12}))(?:[ \t](.*))?$/s;

/** What a terminal or an editor would obey, or show in another order than it stands, is left out. */
const oneLine = (words: string): string =>
  capMarks(words)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .trim();
