import { type ObjectType, oidOf, typeOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import {
  folderMode,
  parseTree,
  stringifyTree,
  submoduleMode,
  versionAt,
} from "../../git/objects/tree.ts";
import { forgottenPath, maxMarkBytes } from "../merge/file/removals.ts";
import { hashesOf, type PurgeMarks, readPurgeMarks, withoutMarked } from "./purge-marks.ts";

interface RewriterOptions {
  readonly objects: Objects;
  readonly marks: PurgeMarks;
  /** Commits of which it is known that they hold nothing purged, and so for all before them. */
  readonly isClean?: (oid: string) => boolean;
  readonly isDry?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What some commits lose, and how their trees and files are named before and after. */
interface Cleaning {
  readonly hashes: ReadonlySet<string>;
  readonly names: Map<string, string>;
}

/**
 * Writes history again without what is marked, but for commits that hold the mark themselves: they were made in the knowledge
 * of it. What loses nothing keeps its name, all else keeps its author, dates, message and order, and loses signatures, which
 * no longer hold. The same on every device. What it writes is to be flushed.
 */
export class HistoryRewriter {
  /** It stores nothing, and only says what would be replaced. */
  isDry: boolean;
  /** The purged lines that it came upon. */
  readonly gone = new Set<string>();
  /** Commits and tags by the name they had. */
  private readonly names = new Map<string, string>();
  private readonly cleanings = new Map<string, Cleaning>();
  private readonly cleaningsByFile = new Map<string, Cleaning>();
  /** The trees of commits that know of some marks: what would be replaced in others stays in these. */
  private readonly kept = new Set<string>();
  private readonly all: Cleaning;
  private readonly options: RewriterOptions;

  constructor(options: RewriterOptions) {
    this.options = options;
    this.isDry = options.isDry === true;
    this.all = this.cleaningBy(options.marks);
  }

  /** The commits and tags that have another name. */
  get renamed(): readonly string[] {
    return [...this.names].flatMap(([old, next]) => (old === next ? [] : [old]));
  }

  /** The name that an object has now, where nothing spares it; undefined where it was not met. */
  nameOf(oid: string): string | undefined {
    return this.names.get(oid) ?? this.all.names.get(oid);
  }

  /** Old name → new, of all objects that hold what is marked, or name one that does. */
  async replaced(): Promise<ReadonlyMap<string, string>> {
    const found = new Map([...this.names, ...this.all.names].filter(([old, next]) => old !== next));
    for (const tree of this.kept) await this.spare(tree, found);
    return found;
  }

  /** Rewrites a file or a folder, and gives the name that it has then. */
  async file(oid: string, type: "blob" | "tree", cleaning: Cleaning = this.all): Promise<string> {
    const { hashes, names } = cleaning;
    const known = hashes.size === 0 ? oid : names.get(oid);
    if (known !== undefined) return known;
    const bytes = await this.options.objects.read(oid);
    const next = type === "tree" ? await this.tree(bytes, cleaning) : this.without(bytes, hashes);
    const name = next === bytes ? oid : await this.write(type, next);
    names.set(oid, name).set(name, name); // Nothing of what it wrote is to be rewritten.
    return name;
  }

  /** The same for what a ref names, a commit as a rule, with all before it; not by recursion: a history is longer than a stack. */
  async tip(oid: string): Promise<string> {
    const waiting = [oid];
    for (let at = waiting.at(-1); at !== undefined; at = waiting.at(-1)) {
      this.options.signal?.throwIfAborted();
      const open = this.nameOf(at) === undefined ? await this.nameOrWait(at) : [];
      if (open.length > 0) waiting.push(...open);
      else waiting.pop();
    }
    return this.nameOf(oid) ?? oid;
  }

  /** Gives what is to be named before; none: it is done. */
  private async nameOrWait(oid: string): Promise<readonly string[]> {
    const { objects, isClean } = this.options;
    if (isClean?.(oid) === true) {
      this.names.set(oid, oid);
      return [];
    }
    const content = await objects.read(oid);
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
    const message = end < 0 ? Buffer.alloc(0) : content.subarray(end + 2);
    const name = await this.rename(oid, type, { head, message });
    this.names.set(oid, name).set(name, name);
    return [];
  }

  private async rename(
    oid: string,
    type: "commit" | "tag",
    { head, message }: { readonly head: string; readonly message: Buffer },
  ): Promise<string> {
    const [, tree] = /^tree ([0-9a-f]{40})$/m.exec(head) ?? [];
    const cleaning = tree === undefined ? this.all : await this.cleaningOf(tree);
    const newTree = tree === undefined ? undefined : await this.file(tree, "tree", cleaning);
    if (cleaning !== this.all && newTree !== undefined) this.kept.add(newTree);
    const newHead = head.replace(/^(tree|parent|object) ([0-9a-f]{40})$/gm, (_, key, old) =>
      [key, (key === "tree" ? newTree : this.nameOf(old)) ?? old].join(" "),
    );
    const newMessage = this.without(message, cleaning.hashes);
    if (newHead === head && newMessage === message) return oid;
    const lines = Buffer.from(`${withoutSignatures(newHead)}\n\n`, "latin1");
    return this.write(type, Buffer.concat([lines, newMessage]));
  }

  private async tree(bytes: Buffer, cleaning: Cleaning): Promise<Buffer> {
    const entries = parseTree(bytes);
    const next: typeof entries = [];
    for (const entry of entries) {
      const type = entry.mode === folderMode ? "tree" : "blob";
      const isOther = entry.mode === submoduleMode;
      next.push(isOther ? entry : { ...entry, oid: await this.file(entry.oid, type, cleaning) });
    }
    return next.every(({ oid }, at) => oid === entries[at]?.oid) ? bytes : stringifyTree(next);
  }

  private async write(type: ObjectType, content: Buffer): Promise<string> {
    return this.isDry ? oidOf(type, content) : this.options.objects.write(type, content);
  }

  private without(bytes: Buffer, hashes: ReadonlySet<string>): Buffer {
    return hashes.size === 0 ? bytes : withoutMarked(bytes, hashes, (line) => this.gone.add(line));
  }

  /** What a commit of this tree loses: the marks that it does not hold. */
  private async cleaningOf(tree: string): Promise<Cleaning> {
    const { objects, marks } = this.options;
    const file = (await versionAt(objects, tree, forgottenPath))?.oid ?? "";
    const known = this.cleaningsByFile.get(file);
    if (known !== undefined) return known;
    const bytes = file === "" ? undefined : await objects.read(file);
    const own = readPurgeMarks(bytes && bytes.length <= maxMarkBytes ? bytes : undefined);
    const cleaning = this.cleaningBy(new Set([...marks].filter((mark) => !own.has(mark))));
    this.cleaningsByFile.set(file, cleaning);
    return cleaning;
  }

  private cleaningBy(marks: PurgeMarks): Cleaning {
    const key = [...marks].sort().join();
    const cleaning = this.cleanings.get(key) ?? { hashes: hashesOf(marks), names: new Map() };
    this.cleanings.set(key, cleaning);
    return cleaning;
  }

  /** Takes a tree, and what is below it, out of what is replaced; what names nothing that is replaced is none of it itself. */
  private async spare(oid: string, replaced: Map<string, string>): Promise<void> {
    if (!replaced.delete(oid)) return;
    for (const { mode, oid: below } of await this.options.objects.readTree(oid)) {
      if (mode === folderMode) await this.spare(below, replaced);
      else replaced.delete(below);
    }
  }
}

/** Signatures run over several lines. */
function withoutSignatures(head: string): string {
  let isSigned = false;
  const kept = head.split("\n").filter((line) => {
    if (!line.startsWith(" ")) isSigned = /^(?:gpgsig|gpgsig-sha256|mergetag) /.test(line);
    return !isSigned;
  });
  return kept.join("\n");
}
