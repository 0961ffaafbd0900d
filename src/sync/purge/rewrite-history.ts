import { isUtf8 } from "node:buffer";
import { type ObjectType, typeOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { parseTree, stringifyTree, submoduleMode } from "../../git/objects/tree.ts";
import { sha256Hex } from "../../vault/sha256.ts";
import { splitRows } from "../../vault/split-lines.ts";
import { hashesOf, type PurgeMarks } from "./purge-marks.ts";

/** The lines of a file, one character a byte, with their ends. */
export const rawLines = (bytes: Buffer): string[] => splitRows(bytes.toString("latin1"));

/** Stands for any line that goes; earlier versions wrote the hash of the very one. */
export const anyAbove = "\n";

/** The hash by which a line goes, whatever its end: wherever it stands, or only right below another one that goes. */
export const lineHash = (line: string, above = ""): string =>
  sha256Hex(Buffer.from(above + line.replace(/[\r\n]+$/, ""), "latin1"));

/** The file without the lines of these hashes, which are added to `gone`; itself where it has none, or is no text. */
export function withoutLines(
  bytes: Buffer,
  hashes: ReadonlySet<string>,
  gone: Map<string, string>,
): Buffer {
  // A text with a NUL in it is read as one.
  const isBinary = bytes.subarray(0, 8_000).includes(0) && !isUtf8(bytes);
  if (hashes.size === 0 || isBinary) return bytes;
  const lines = rawLines(bytes);
  let above = "";
  const kept = lines.filter((line) => {
    const places = above === "" ? [""] : [above, anyAbove, ""];
    const found = places.map((one) => lineHash(line, one)).filter((one) => hashes.has(one));
    for (const one of found) gone.set(one, Buffer.from(line.trim(), "latin1").toString("utf8"));
    above = found[0] ?? "";
    return above === "";
  });
  return kept.length === lines.length ? bytes : Buffer.from(kept.join(""), "latin1");
}

/**
 * Writes objects again without the lines that are marked, but for those that are spared, with all that they lead to.
 * What loses nothing keeps its name, all else keeps its author, dates, message and order, and loses signatures, which no
 * longer hold. The same on every device. What it writes is to be flushed.
 */
export function createRewriter(objects: Objects, marks: PurgeMarks, spared: Iterable<string> = []) {
  const hashes = hashesOf(marks);
  /** Old name → new, of all objects that it met. */
  const names = new Map(Array.from(spared, (oid) => [oid, oid]));
  /** The lines that it took out, by the hash by which they went. */
  const gone = new Map<string, string>();
  const rename = (old: string): string => names.get(old) ?? old;

  const without = (type: ObjectType, bytes: Buffer): Buffer => {
    if (type === "blob") return withoutLines(bytes, hashes, gone);
    if (type === "tree") {
      const entries = parseTree(bytes);
      if (entries.every(({ oid }) => rename(oid) === oid)) return bytes;
      return stringifyTree(entries.map((one) => ({ ...one, oid: rename(one.oid) })));
    }
    const head = headOf(bytes);
    const message = bytes.subarray(head.length);
    const renamed = head.replace(named, rename);
    const rest = withoutLines(message, hashes, gone);
    if (renamed === head && rest === message) return bytes;
    return Buffer.concat([Buffer.from(renamed.replace(signatures, ""), "latin1"), rest]);
  };

  /** The new name of an object, after all that it leads to; not by recursion: a history is longer than a stack. */
  const rewrite = async (oid: string, signal?: AbortSignal): Promise<string> => {
    const waiting = [oid];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      signal?.throwIfAborted();
      if (names.has(at)) continue;
      const before = await objects.readOrEmpty(at);
      const type = kindOf(at, before);
      const open = namesIn(type, before).filter((one) => !names.has(one));
      if (open.length === 0) {
        const after = without(type, before);
        const name = after === before ? at : await objects.write(type, after);
        names.set(at, name).set(name, name);
      }
      // One by one: a pushed folder may have more names than a call takes arguments.
      for (const one of [at, ...open]) waiting.push(one);
    }
    return rename(oid);
  };

  return { names, gone, rewrite };
}

/** One that is too large is read as nothing. */
const kindOf = (oid: string, content: Buffer): ObjectType =>
  content.length === 0 ? "blob" : typeOf(oid, content);

/** The objects that one leads to; a submodule's commit is none of ours. */
function namesIn(type: ObjectType, content: Buffer): readonly string[] {
  if (type === "blob") return [];
  if (type !== "tree") return headOf(content).match(named) ?? [];
  const entries = parseTree(content).filter(({ mode }) => mode !== submoduleMode);
  return entries.map(({ oid }) => oid);
}

/** What a commit or tag has before its message. */
const headOf = (content: Buffer): string =>
  content.toString("latin1").split(/(?<=\n)\n/, 1)[0] ?? "";

const named = /(?<=^(?:tree|parent|object) )[0-9a-f]{40}$/gm;
/** They run over several lines. */
const signatures = /\n(?:gpgsig|gpgsig-sha256|mergetag) [^\n]*(?:\n [^\n]*)*/g;
