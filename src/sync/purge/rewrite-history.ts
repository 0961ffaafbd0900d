import { type ObjectType, oidOf } from "../../git/object-format.ts";
import { type Commit, parseCommit } from "../../git/objects/commit.ts";
import {
  folderMode,
  parseTree,
  stringifyTree,
  submoduleMode,
  type TreeEntry,
} from "../../git/objects/tree.ts";
import { forgottenPath } from "../merge/file/removals.ts";
import { splitHead, unsigned } from "./object-heads.ts";
import { hashesOf, type PurgeMarks, readPurgeMarks, withoutMarked } from "./purge-marks.ts";

const types = ["commit", "tag", "tree", "blob"] as const satisfies readonly ObjectType[];

interface RewriterOptions {
  readonly read: (oid: string) => Promise<Buffer>;
  /** Stores an object, or only names it. */
  readonly write: (type: ObjectType, content: Buffer) => Promise<string>;
  readonly marks: PurgeMarks;
  /** Commits of which it is known that they hold nothing purged, and so for all before them. */
  readonly isClean?: (oid: string, time: number) => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}

interface CommitParts extends Pick<Commit, "oid" | "tree" | "parents"> {
  /** When it was written at first (s since the epoch), which a rebase keeps. */
  readonly authored: number;
  /** When it was written at last (s since the epoch). */
  readonly committed: number;
}

/** What commits lose that do not know of the same marks, and how their trees and files are named before and after. */
interface Cleaning {
  readonly hashes: ReadonlySet<string>;
  readonly same: Set<string>;
  readonly replaced: Map<string, string>;
}

/**
 * Writes history again without what is marked, but for commits that hold the mark themselves: they were made in the knowledge
 * of it, or merged it with what was not. What loses nothing keeps its name, all else keeps its author, dates, message and order, and loses signatures, which
 * no longer hold. The same on every device, so that all arrive at the same commits. Each method gives the name that an
 * object then has.
 */
export class HistoryRewriter {
  /** Old name → new, of the commits and tags that had to change. */
  readonly renamed = new Map<string, string>();
  /** The purged lines that it came upon. */
  readonly gone = new Set<string>();
  /** The trees of commits that know of some marks: what would be replaced in others stays in these. */
  readonly keptTrees = new Set<string>();
  private readonly same = new Set<string>();
  private options: RewriterOptions;
  private readonly all: Cleaning;
  private readonly cleanings = new Map<string, Cleaning>();
  private readonly marksByFile = new Map<string, PurgeMarks>();
  /** The tree of a commit as it then is. */
  private readonly trees = new Map<string, string>();
  /** What commits lose although they hold the mark: it came in by a merge with history that does not. */
  private readonly doubtful = new Map<string, PurgeMarks>();

  constructor(options: RewriterOptions) {
    this.options = options;
    this.all = this.cleaning(options.marks);
  }

  /** From now on it stores nothing, and only says what would be replaced. */
  stopWriting(): void {
    this.options = { ...this.options, write: async (type, content) => oidOf(type, content) };
  }

  /** Old name → new, of the trees and files that lose what is marked where nothing spares it. */
  get replaced(): ReadonlyMap<string, string> {
    return this.all.replaced;
  }

  async blob(oid: string, cleaning: Cleaning = this.all): Promise<string> {
    const before = nameIn(cleaning, oid);
    if (before !== undefined) return before;
    const bytes = await this.options.read(oid);
    const next = this.without(bytes, cleaning);
    return this.note(cleaning, oid, next === bytes ? oid : await this.options.write("blob", next));
  }

  async tree(oid: string, cleaning: Cleaning = this.all): Promise<string> {
    const before = nameIn(cleaning, oid);
    if (before !== undefined) return before;
    const entries = parseTree(await this.options.read(oid));
    const next: TreeEntry[] = [];
    for (const entry of entries) next.push({ ...entry, oid: await this.below(entry, cleaning) });
    const isSame = next.every((entry, i) => entry.oid === entries[i]?.oid);
    const written = isSame ? oid : await this.options.write("tree", stringifyTree(next));
    return this.note(cleaning, oid, written);
  }

  /** With all commits before it; not by recursion, because a history is longer than a stack. */
  async commit(tip: string): Promise<string> {
    const waiting = [tip];
    for (let oid = waiting.at(-1); oid !== undefined; oid = waiting.at(-1)) {
      this.options.signal?.throwIfAborted();
      const open = this.known(oid) === undefined ? await this.parentsFirst(oid) : [];
      if (open.length > 0) waiting.push(...open);
      else waiting.pop();
    }
    return this.known(tip) ?? tip;
  }

  /** What a ref names: a commit as a rule, or a tag of one. */
  async tip(oid: string): Promise<string> {
    const content = await this.options.read(oid);
    const type = types.find((one) => oidOf(one, content) === oid);
    if (type !== "tag") return type === undefined ? oid : this[type](oid);
    const named = content.toString("latin1", "object ".length, "object ".length + 40);
    const next = await this.tip(named);
    const [head, message] = splitHead(content);
    const newMessage = this.without(message, this.all);
    if (next === named && newMessage === message) return oid;
    const newHead = Buffer.from(`${head.replace(named, next)}\n\n`, "latin1");
    const tag = await this.options.write("tag", Buffer.concat([newHead, newMessage]));
    return this.rename(oid, tag);
  }

  private without(bytes: Buffer, { hashes }: Cleaning): Buffer {
    return hashes.size === 0 ? bytes : withoutMarked(bytes, hashes, (line) => this.gone.add(line));
  }

  private rename(oid: string, next: string): string {
    this.renamed.set(oid, next);
    this.same.add(next);
    return next;
  }

  private note({ same, replaced }: Cleaning, oid: string, next: string): string {
    same.add(next); // Nothing of what it wrote is to be rewritten.
    if (next !== oid) replaced.set(oid, next);
    return next;
  }

  /** Whether it was asked about an object, where nothing spares it, or wrote it. */
  knows(oid: string): boolean {
    return this.known(oid) !== undefined || nameIn(this.all, oid) !== undefined;
  }

  private known(oid: string): string | undefined {
    return this.same.has(oid) ? oid : this.renamed.get(oid);
  }

  private cleaning(marks: PurgeMarks): Cleaning {
    const hashes = hashesOf(marks);
    const key = [...hashes].sort().join("");
    const known = this.cleanings.get(key);
    const cleaning = known ?? { hashes, same: new Set<string>(), replaced: new Map() };
    this.cleanings.set(key, cleaning);
    return cleaning;
  }

  /** What a commit loses. */
  private async cleaningOf(commit: CommitParts): Promise<Cleaning> {
    const own = await this.marksIn(commit.tree);
    const doubtful = await this.doubtfulIn(commit, own);
    if (doubtful.size > 0) this.doubtful.set(commit.oid, doubtful);
    const { marks } = this.options;
    return this.cleaning(new Set([...marks].filter((one) => !own.has(one) || doubtful.has(one))));
  }

  /**
   * The marks that a commit holds, and not for having been made in the knowledge of them: plain git brings the lines in by a
   * merge from a side without the mark, or by a rebase of what is older than it, and what follows has them still. Not where a
   * side that knew of the mark had the line, nor where the mark is of a time that is still to come.
   */
  private async doubtfulIn(
    { tree, parents, authored, committed }: CommitParts,
    own: PurgeMarks,
  ): Promise<PurgeMarks> {
    const before = parents.flatMap((parent) => [...(this.doubtful.get(parent) ?? [])]);
    const found = new Set([
      ...before.filter((mark) => own.has(mark)),
      ...(await this.broughtIn(parents, own)),
      ...[...own].filter(
        (mark) =>
          this.options.marks.has(mark) &&
          madeAt(mark) > authored &&
          madeAt(mark) <= committed + daySeconds,
      ),
    ]);
    if (found.size === 0 || (await this.tree(tree, this.cleaning(found))) === tree)
      return new Set();
    return found;
  }

  /** The marks that some parents of a merge hold, and others do not, but for those of which a line stands where they are known. */
  private async broughtIn(parents: readonly string[], own: PurgeMarks): Promise<readonly string[]> {
    if (parents.length < 2) return [];
    const sides: { readonly tree: string; readonly marks: PurgeMarks }[] = [];
    for (const parent of parents) {
      const tree =
        this.trees.get(parent) ?? parseCommit(parent, await this.options.read(parent)).tree;
      sides.push({ tree, marks: await this.marksIn(tree) });
    }
    const { marks } = this.options;
    const isDivided = (mark: string): boolean =>
      own.has(mark) && new Set(sides.map((side) => side.marks.has(mark))).size === 2;
    const divided = [...marks].filter(isDivided);
    if (divided.length === 0) return [];
    const kept = new Set<string>();
    for (const { tree, marks: known } of sides) {
      const asked = divided.filter((mark) => known.has(mark));
      for (const mark of await this.heldBy(tree, asked)) kept.add(mark);
    }
    return divided.filter((mark) => !kept.has(mark));
  }

  /** The marks of which a tree holds something. */
  private async heldBy(tree: string, marks: readonly string[]): Promise<readonly string[]> {
    if ((await this.tree(tree, this.cleaning(new Set(marks)))) === tree) return [];
    const half = marks.length >> 1;
    if (half === 0) return marks;
    const first = await this.heldBy(tree, marks.slice(0, half));
    return [...first, ...(await this.heldBy(tree, marks.slice(half)))];
  }

  private async marksIn(tree: string): Promise<PurgeMarks> {
    const file = (await this.findMarks(tree)) ?? "";
    const known = this.marksByFile.get(file);
    if (known !== undefined) return known;
    const marks = readPurgeMarks(file === "" ? undefined : await this.options.read(file));
    this.marksByFile.set(file, marks);
    return marks;
  }

  private async findMarks(tree: string): Promise<string | undefined> {
    let oid = tree;
    for (const name of forgottenPath.split("/")) {
      const entry = parseTree(await this.options.read(oid)).find((one) => one.name === name);
      if (entry === undefined || (entry.mode === folderMode) !== (name === "log")) return undefined;
      oid = entry.oid;
    }
    return oid;
  }

  private async below({ mode, oid }: TreeEntry, cleaning: Cleaning): Promise<string> {
    if (mode === submoduleMode) return oid;
    return mode === folderMode ? this.tree(oid, cleaning) : this.blob(oid, cleaning);
  }

  /** The parents that are to be done before; none: the commit is done. */
  private async parentsFirst(oid: string): Promise<readonly string[]> {
    const { read, isClean } = this.options;
    const content = await read(oid);
    const { parents, time, tree } = parseCommit(oid, content);
    const [, seconds = ""] = /^author .* (\d+) [+-]\d{4}$/m.exec(content.toString("latin1")) ?? [];
    const authored = Number(seconds);
    if ((await isClean?.(oid, time)) === true) {
      this.same.add(oid);
      return [];
    }
    const open = parents.filter((parent) => this.known(parent) === undefined);
    if (open.length === 0) {
      await this.writeCommit({ oid, tree, parents, authored, committed: time }, content);
    }
    return open;
  }

  private async writeCommit(commit: CommitParts, content: Buffer): Promise<void> {
    const { oid, tree, parents } = commit;
    const cleaning = await this.cleaningOf(commit);
    const newTree = cleaning.hashes.size === 0 ? tree : await this.tree(tree, cleaning);
    this.trees.set(oid, newTree);
    if (cleaning !== this.all) this.keptTrees.add(newTree);
    const [head, message] = splitHead(content);
    const newMessage = this.without(message, cleaning);
    const isSame = newTree === tree && newMessage === message;
    if (isSame && parents.every((parent) => this.same.has(parent))) {
      this.same.add(oid);
      return;
    }
    const lines = unsigned(head).map((line) => {
      if (line === `tree ${tree}`) return `tree ${newTree}`;
      const [, parent = ""] = /^parent ([0-9a-f]{40})$/.exec(line) ?? [];
      return parent === "" ? line : `parent ${this.known(parent) ?? parent}`;
    });
    const next = Buffer.concat([Buffer.from(`${lines.join("\n")}\n\n`, "latin1"), newMessage]);
    this.rename(oid, await this.options.write("commit", next));
  }
}

/** So much may clocks differ. */
const daySeconds = 86_400;

/** In whole seconds since the epoch, as commits count. */
const madeAt = (mark: string): number => Math.floor(Date.parse(mark.split(" ")[0] ?? "") / 1_000);

const nameIn = ({ same, replaced }: Cleaning, oid: string): string | undefined =>
  same.has(oid) ? oid : replaced.get(oid);
