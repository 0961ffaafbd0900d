import { type ObjectType, oidOf, typeOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { folderMode, parseTree, stringifyTree, submoduleMode } from "../../git/objects/tree.ts";
import { hashesOf, type PurgeMarks, withoutMarked } from "./purge-marks.ts";

/**
 * Writes history again without what is marked. What loses nothing keeps its name, all else keeps its author, dates, message
 * and order, and loses signatures, which no longer hold. The same on every device. What it writes is to be flushed.
 */
export class HistoryRewriter {
  /** It stores nothing, and only says what would be replaced. */
  isDry = false;
  /** The purged lines that it came upon. */
  readonly gone = new Set<string>();
  /** Old name → new, of all objects that it met; what it wrote keeps its name. */
  readonly names = new Map<string, string>();
  /** How many commits and tags have another name. */
  renamed = 0;
  private readonly objects: Objects;
  private readonly hashes: ReadonlySet<string>;
  private readonly isSpared: (commit: string) => boolean;

  /** Commits that are spared stay as they are, with all before them. */
  constructor(
    objects: Objects,
    marks: PurgeMarks,
    isSpared: (commit: string) => boolean = () => false,
  ) {
    this.objects = objects;
    this.hashes = hashesOf(marks);
    this.isSpared = isSpared;
  }

  /** The name that an object has now; undefined where it was not met. */
  nameOf(oid: string): string | undefined {
    return this.names.get(oid) ?? (this.isSpared(oid) ? oid : undefined);
  }

  /** Rewrites what a ref names, a commit as a rule, with all before it; not by recursion: a history is longer than a stack. */
  async tip(oid: string, signal?: AbortSignal): Promise<string> {
    const waiting = [oid];
    for (let at = waiting.at(-1); at !== undefined; at = waiting.at(-1)) {
      signal?.throwIfAborted();
      const open = this.nameOf(at) === undefined ? await this.nameOrWait(at) : [];
      if (open.length > 0) waiting.push(...open);
      else waiting.pop();
    }
    return this.nameOf(oid) ?? oid;
  }

  /** Gives what is to be named before; none: it is done. */
  private async nameOrWait(oid: string): Promise<readonly string[]> {
    const content = await this.objects.read(oid);
    const type = typeOf(oid, content);
    if (type === "tree" || type === "blob") {
      await this.file(oid, type);
      return [];
    }
    const end = content.indexOf("\n\n");
    const head = content.toString("latin1", 0, end < 0 ? content.length : end);
    const before = head.match(/(?<=^(?:parent|object) )[0-9a-f]{40}$/gm) ?? [];
    const open = before.filter((one) => this.nameOf(one) === undefined);
    if (open.length > 0) return open;
    const [tree] = head.match(/(?<=^tree )[0-9a-f]{40}$/m) ?? [];
    if (tree !== undefined) await this.file(tree, "tree");
    const message = end < 0 ? Buffer.alloc(0) : content.subarray(end + 2);
    const newMessage = this.without(message);
    const newHead = head.replace(
      /(?<=^(?:tree|parent|object) )[0-9a-f]{40}$/gm,
      (old) => this.nameOf(old) ?? old,
    );
    const isSame = newHead === head && newMessage === message;
    const lines = Buffer.from(`${newHead.replace(signatures, "")}\n\n`, "latin1");
    await this.name(oid, type, isSame ? content : Buffer.concat([lines, newMessage]), content);
    if (!isSame) this.renamed++;
    return [];
  }

  /** Rewrites a file or a folder. */
  private async file(oid: string, type: "blob" | "tree"): Promise<void> {
    if (this.names.has(oid)) return;
    const bytes = await this.objects.readOrEmpty(oid);
    const next = type === "tree" ? await this.tree(bytes) : this.without(bytes);
    await this.name(oid, type, next, bytes);
  }

  private async tree(bytes: Buffer): Promise<Buffer> {
    const entries = parseTree(bytes);
    for (const { mode, oid } of entries)
      if (mode !== submoduleMode) await this.file(oid, mode === folderMode ? "tree" : "blob");
    const next = entries.map((entry) => ({
      ...entry,
      oid: this.names.get(entry.oid) ?? entry.oid,
    }));
    return next.every(({ oid }, at) => oid === entries[at]?.oid) ? bytes : stringifyTree(next);
  }

  private async name(oid: string, type: ObjectType, next: Buffer, before: Buffer): Promise<void> {
    let name = oid;
    if (next !== before)
      name = this.isDry ? oidOf(type, next) : await this.objects.write(type, next);
    this.names.set(oid, name).set(name, name);
  }

  private without(bytes: Buffer): Buffer {
    return withoutMarked(bytes, this.hashes, (line) => this.gone.add(line));
  }
}

/** They run over several lines. */
const signatures = /\n(?:gpgsig|gpgsig-sha256|mergetag) [^\n]*(?:\n [^\n]*)*/g;
