import { LociError } from "../../errors.ts";
import { endsInNewline, splitRows, usualEol } from "../split-lines.ts";
import { type Part, type ReadTopic, readTopic } from "../topic/read-topic.ts";
import { decodeText } from "../vault-text.ts";

/** A topic file opened for a change of whole lines. */
export type OpenTopic = ReturnType<typeof openForEdit>;

/** Lines `from` up to but not including `to` (0-based) give way to others, each with its line end; all else stays. */
type LineEdit = { readonly from: number; readonly to: number; readonly rows: readonly string[] };

/** Opens a file for a change; throws LociError UNREADABLE or BAD_FRONTMATTER for one that is never rewritten. */
export function openForEdit(bytes: Uint8Array) {
  const { text, hasBom, isUtf8 } = decodeText(bytes);
  const state = "it is not UTF-8; save it as UTF-8 first";
  if (!isUtf8) throw new LociError("UNREADABLE", `Cannot edit the file: ${state}`);
  const topic = readTopic(text);
  const { fault } = topic.frontmatter;
  if (fault !== undefined) {
    const { line, reason } = fault;
    const message = `Cannot change a file whose frontmatter cannot be read: line ${line}, ${reason}`;
    throw new LociError("BAD_FRONTMATTER", message, { data: { line } });
  }
  return { text, hasBom, topic };
}

/**
 * The file after edits, the last of them first, with the parts that begin on new lines; undefined where anything but
 * what gave way would read differently then. A last line without line end stays one. Pure.
 */
export function editLines(
  { text: before, hasBom, topic: old }: OpenTopic,
  edits: readonly LineEdit[],
): (OpenTopic & { readonly added: readonly Part[] }) | undefined {
  const isUnended = before !== "" && !endsInNewline(before);
  let all = splitRows(isUnended ? before + usualEol(before) : before);
  const [gone, come] = [new Set<number>(), new Set<number>()];
  for (const { from, to, rows } of edits) {
    // The same between a CR above and the LF of a blank line.
    const isTorn = all[from - 1]?.endsWith("\r") && rows[0]?.startsWith("\n");
    all = [...all.slice(0, from), ...(isTorn ? ["\r"] : []), ...rows, ...all.slice(to)];
    for (let line = from + 1; line <= to; line++) gone.add(line);
    for (let line = from + 1; line <= from + rows.length; line++) come.add(line);
  }
  const text = isUnended ? all.join("").replace(/(?:\r\n|\n|\r)$/, "") : all.join("");
  const topic = readTopic(text);
  const [kept, now] = [outline(old, gone), outline(topic, come)];
  if (kept.length !== now.length || kept.some((words, i) => words !== now[i])) return undefined;
  return { text, hasBom, topic, added: topic.parts.filter(({ line }) => come.has(line)) };
}

/** What must stay the same around an edit: every part that begins outside of it, blank lines at its end aside. */
const outline = ({ parts, lines }: ReadTopic, edited: ReadonlySet<number>): string[] =>
  parts
    .filter(({ line }) => !edited.has(line))
    .map((part) => {
      const entry = part.type === "item" ? part.entry : undefined;
      const own = lines.slice(part.line - 1, part.endLine).join("\n");
      return JSON.stringify([part.type, part.headings, entry?.text, own.trimEnd()]);
    });
