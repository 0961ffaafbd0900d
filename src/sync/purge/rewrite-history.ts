import { type ObjectType, oidOf } from "../../git/object-format.ts";
import { type Commit, parseCommit } from "../../git/objects/commit.ts";
import {
  folderMode,
  parseTree,
  stringifyTree,
  submoduleMode,
  type TreeEntry,
} from "../../git/objects/tree.ts";
import { withoutMarked } from "./purge-marks.ts";

const types = ["commit", "tag", "tree", "blob"] as const satisfies readonly ObjectType[];

interface RewriterOptions {
  readonly read: (oid: string) => Promise<Buffer>;
  /** Stores an object, or only names it. */
  readonly write: (type: ObjectType, content: Buffer) => Promise<string>;
  readonly marks: ReadonlySet<string>;
  /** Commits whose parents are not here. */
  readonly shallow: ReadonlySet<string>;
  /** Commits of which it is known that they hold no purged line, and so for all before them. */
  readonly isClean?: (oid: string, time: number) => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes history anew without the marked lines: what holds none keeps its name, all else keeps its author, dates, message
 * and order, and loses signatures, which no longer hold. The same on every device, so that all arrive at the same commits.
 * Each method gives the name that an object then has.
 */
export class HistoryRewriter {
  /** Old name → new, of all that had to change: nothing else holds a purged line, or names what does. */
  readonly replaced = new Map<string, string>();
  /** The purged lines that it came upon. */
  readonly gone = new Set<string>();
  private readonly same = new Set<string>();
  private readonly options: RewriterOptions;

  constructor(options: RewriterOptions) {
    this.options = options;
  }

  async blob(oid: string): Promise<string> {
    const before = this.known(oid);
    if (before !== undefined) return before;
    const bytes = await this.options.read(oid);
    const next = this.without(bytes);
    return this.note(oid, next === bytes ? oid : await this.options.write("blob", next));
  }

  async tree(oid: string): Promise<string> {
    const before = this.known(oid);
    if (before !== undefined) return before;
    const entries = parseTree(await this.options.read(oid));
    const next: TreeEntry[] = [];
    for (const entry of entries) next.push({ ...entry, oid: await this.below(entry) });
    const isSame = next.every((entry, i) => entry.oid === entries[i]?.oid);
    return this.note(oid, isSame ? oid : await this.options.write("tree", stringifyTree(next)));
  }

  /** With all commits before it; not by recursion, for a history is longer than a stack. */
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
    if (next === named) return oid;
    const rest = content.subarray("object ".length + 40);
    const tag = Buffer.concat([Buffer.from(`object ${next}`), rest]);
    return this.note(oid, await this.options.write("tag", tag));
  }

  private without(bytes: Buffer): Buffer {
    return withoutMarked(bytes, this.options.marks, (line) => this.gone.add(line));
  }

  private known(oid: string): string | undefined {
    return this.same.has(oid) ? oid : this.replaced.get(oid);
  }

  private note(oid: string, next: string): string {
    if (next === oid) this.same.add(oid);
    else this.replaced.set(oid, next);
    return next;
  }

  private async below({ mode, oid }: TreeEntry): Promise<string> {
    if (mode === submoduleMode) return oid;
    return mode === folderMode ? this.tree(oid) : this.blob(oid);
  }

  /** The parents that are to be done before; none: the commit is done. */
  private async parentsFirst(oid: string): Promise<readonly string[]> {
    const { read, shallow, isClean } = this.options;
    const content = await read(oid);
    const { parents, time, tree } = parseCommit(oid, content);
    if ((await isClean?.(oid, time)) === true) {
      this.same.add(oid);
      return [];
    }
    const here = shallow.has(oid) ? [] : parents;
    const open = here.filter((parent) => this.known(parent) === undefined);
    if (open.length === 0) await this.writeCommit(oid, content, { tree, parents: here });
    return open;
  }

  private async writeCommit(
    oid: string,
    content: Buffer,
    { tree, parents }: Pick<Commit, "tree" | "parents">,
  ): Promise<void> {
    const newTree = await this.tree(tree);
    const [head, message] = splitCommit(content);
    const newMessage = this.without(message);
    const isSame = newTree === tree && newMessage === message;
    if (isSame && parents.every((parent) => this.same.has(parent))) {
      this.same.add(oid);
      return;
    }
    const lines = unsigned(head).map((line) => {
      const [, key, name = ""] = /^(tree|parent) ([0-9a-f]{40})$/.exec(line) ?? [];
      return key === undefined ? line : `${key} ${this.known(name) ?? name}`;
    });
    const next = Buffer.concat([Buffer.from(`${lines.join("\n")}\n\n`, "latin1"), newMessage]);
    this.note(oid, await this.options.write("commit", next));
  }
}

function splitCommit(content: Buffer): [head: string, message: Buffer] {
  const end = content.indexOf("\n\n");
  if (end < 0) return [content.toString("latin1").trimEnd(), Buffer.alloc(0)];
  return [content.toString("latin1", 0, end), content.subarray(end + 2)];
}

/** The lines of a commit's head without signatures, which run over several. */
function unsigned(head: string): string[] {
  let isSigned = false;
  return head.split("\n").filter((line) => {
    if (!line.startsWith(" ")) isSigned = /^(?:gpgsig|gpgsig-sha256|mergetag) /.test(line);
    return !isSigned;
  });
}
