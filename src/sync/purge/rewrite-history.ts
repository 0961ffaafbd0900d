import { type ObjectType, oidOf, typeOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { parseTree, stringifyTree, submoduleMode } from "../../git/objects/tree.ts";
import { hashesOf, type PurgeMarks, withoutMarked } from "./purge-marks.ts";

/**
 * Writes objects again without what is marked. What loses nothing keeps its name, all else keeps its author, dates,
 * message and order, and loses signatures, which no longer hold. The same on every device. What it writes is to be flushed.
 */
export class HistoryRewriter {
  /** Old name → new, of all objects that it met. */
  readonly names = new Map<string, string>();
  /** The purged lines that it came upon, by the hash by which they went. */
  readonly gone = new Map<string, string>();
  /** It stores nothing, and only says what would be replaced. */
  isDry = false;
  private readonly objects: Objects;
  private readonly hashes: ReadonlySet<string>;

  /** Objects that are spared stay as they are, with all that they lead to. */
  constructor(objects: Objects, marks: PurgeMarks, spared: Iterable<string> = []) {
    this.objects = objects;
    this.hashes = hashesOf(marks);
    for (const oid of spared) this.names.set(oid, oid);
  }

  /** The new name of an object, after all that it leads to; not by recursion: a history is longer than a stack. */
  async rewrite(oid: string, signal?: AbortSignal): Promise<string> {
    const waiting = [oid];
    for (let at = waiting.at(-1); at !== undefined; at = waiting.at(-1)) {
      signal?.throwIfAborted();
      const open = this.names.has(at) ? [] : await this.nameOrWait(at);
      // One by one: a pushed folder may have more names than a call takes arguments.
      for (const one of open) waiting.push(one);
      if (open.length === 0) waiting.pop();
    }
    return this.names.get(oid) ?? oid;
  }

  /** Gives what is to be named before; none: it is done. */
  private async nameOrWait(oid: string): Promise<readonly string[]> {
    const before = await this.objects.readOrEmpty(oid);
    const type = before.length === 0 ? "blob" : typeOf(oid, before);
    const open = namesIn(type, before).filter((one) => !this.names.has(one));
    if (open.length > 0) return open;
    const after = this.without(type, before);
    let name = oid;
    if (after !== before)
      name = this.isDry ? oidOf(type, after) : await this.objects.write(type, after);
    this.names.set(oid, name).set(name, name);
    return [];
  }

  private without(type: ObjectType, bytes: Buffer): Buffer {
    const strip = (text: Buffer) =>
      withoutMarked(text, this.hashes, (line, hash) => this.gone.set(hash, line));
    const rename = (old: string): string => this.names.get(old) ?? old;
    if (type === "blob") return strip(bytes);
    const isSame = namesIn(type, bytes).every((old) => rename(old) === old);
    if (type === "tree") {
      const renamed = parseTree(bytes).map((one) => ({ ...one, oid: rename(one.oid) }));
      return isSame ? bytes : stringifyTree(renamed);
    }
    const head = headOf(bytes);
    const message = bytes.subarray(head.length);
    const rest = strip(message);
    if (isSame && rest === message) return bytes;
    const renamed = head.replace(named, rename).replace(signatures, "");
    return Buffer.concat([Buffer.from(renamed, "latin1"), rest]);
  }
}

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
