import { type ObjectType, oidOf, typeOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import {
  folderMode,
  parseTree,
  stringifyTree,
  submoduleMode,
  versionAt,
} from "../../git/objects/tree.ts";
import { forgottenPath } from "../merge/file/removals.ts";
import { readForgotten } from "../merge/merge-trees.ts";
import { hashesOf, type PurgeMarks, readPurgeMarks, withoutMarked } from "./purge-marks.ts";

interface RewriterOptions {
  readonly objects: Objects;
  readonly marks: PurgeMarks;
  /** No other commit is looked into; all where not said. */
  readonly only?: ReadonlySet<string>;
  readonly signal?: AbortSignal | undefined;
}

/** What some commits lose, and how their trees and files, by the names they had, are named without it. */
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
  isDry = false;
  /** The purged lines that it came upon. */
  readonly gone = new Set<string>();
  /** How many commits and tags have another name. */
  renamed = 0;
  /** By the marks, and by the file of marks that holds the others. Those of `all` have the names of commits and tags too. */
  private readonly cleanings = new Map<string, Cleaning>();
  private readonly all: Cleaning;
  readonly options: RewriterOptions;

  constructor(options: RewriterOptions) {
    this.options = options;
    this.all = this.cleaningBy(options.marks);
  }

  /** The name that an object has now, where nothing spares it; undefined where it was not met. */
  nameOf(oid: string): string | undefined {
    return this.all.names.get(oid);
  }

  /** Old name → new, of all objects that hold what is marked, or name one that does; not what commits that know of it hold. */
  replaced(): ReadonlyMap<string, string> {
    const others = [...this.cleanings.values()].filter((one) => one !== this.all);
    const kept = new Set(others.flatMap(({ names }) => [...names.values()]));
    return new Map([...this.all.names].filter(([old, next]) => old !== next && !kept.has(old)));
  }

  /** Rewrites what a ref names, a commit as a rule, with all before it; not by recursion: a history is longer than a stack. */
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
    if (this.options.only?.has(oid) === false) {
      this.all.names.set(oid, oid);
      return [];
    }
    const content = await this.options.objects.read(oid);
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
    const next = await this.rename(head, message);
    const name = next === undefined ? oid : await this.write(type, next);
    if (name !== oid) this.renamed++;
    this.all.names.set(oid, name).set(name, name); // Nothing of what it wrote is to be rewritten.
    return [];
  }

  /** The content of a commit or tag as it is then; undefined where it stays. */
  private async rename(head: string, message: Buffer): Promise<Buffer | undefined> {
    const [, tree] = /^tree ([0-9a-f]{40})$/m.exec(head) ?? [];
    const cleaning = tree === undefined ? this.all : await this.cleaningOf(tree);
    const newTree = tree === undefined ? undefined : await this.file(tree, "tree", cleaning);
    const newHead = head.replace(/^(tree|parent|object) ([0-9a-f]{40})$/gm, (_, key, old) =>
      [key, (key === "tree" ? newTree : this.nameOf(old)) ?? old].join(" "),
    );
    const newMessage = this.without(message, cleaning.hashes);
    if (newHead === head && newMessage === message) return undefined;
    const lines = Buffer.from(`${newHead.replace(signatures, "")}\n\n`, "latin1");
    return Buffer.concat([lines, newMessage]);
  }

  /** Rewrites a file or a folder, and gives the name that it has then. */
  async file(oid: string, type: "blob" | "tree", cleaning: Cleaning = this.all): Promise<string> {
    const { hashes, names } = cleaning;
    if (type === "blob" && hashes.size === 0) names.set(oid, oid);
    const known = names.get(oid);
    if (known !== undefined) return known;
    const bytes = await this.options.objects.readOrEmpty(oid);
    const next = type === "tree" ? await this.tree(bytes, cleaning) : this.without(bytes, hashes);
    const name = next === bytes ? oid : await this.write(type, next);
    names.set(oid, name).set(name, name);
    return name;
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
    const { oid = "" } = (await versionAt(objects, tree, forgottenPath)) ?? {};
    const known = this.cleanings.get(oid);
    if (known !== undefined) return known;
    const own = readPurgeMarks(await readForgotten(objects, tree));
    const cleaning = this.cleaningBy(new Set([...marks].filter((mark) => !own.has(mark))));
    this.cleanings.set(oid, cleaning);
    return cleaning;
  }

  private cleaningBy(marks: PurgeMarks): Cleaning {
    const key = `marks ${[...marks].sort()}`;
    const cleaning = this.cleanings.get(key) ?? { hashes: hashesOf(marks), names: new Map() };
    this.cleanings.set(key, cleaning);
    return cleaning;
  }
}

/** They run over several lines. */
const signatures = /\n(?:gpgsig|gpgsig-sha256|mergetag) [^\n]*(?:\n [^\n]*)*/g;
