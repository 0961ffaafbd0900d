import type { Objects } from "../git/objects.ts";
import { folderMode, pathToBytes, stringifyTree, type TreeEntry } from "../git/tree.ts";
import type { Change } from "../git/update-index.ts";

/** Who wrote a commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** What a commit says. */
export interface CommitText {
  readonly author: Author;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
  /** None: dated by its parents, so that every device writes the same commit. */
  readonly now: Date | undefined;
}

/** The commit that a new one follows. */
export interface Parent {
  readonly oid: string;
  readonly tree: string;
  /** When it was committed, in seconds. */
  readonly time: number;
}

/** Reads what the next commit has to know of the last one. */
export async function readParent(objects: Objects, oid: string): Promise<Parent> {
  const text = (await objects.read(oid)).toString("latin1");
  const tree = /^tree ([0-9a-f]{40})\n/.exec(text)?.[1];
  if (tree === undefined) throw new SyntaxError(`Cannot read commit "${oid}": it names no tree`);
  return { oid, tree, time: Number(/^committer .*> (\d+) /m.exec(text)?.[1] ?? 0) };
}

/** Stores the tree of the last commit with these changes in it, and nothing else. */
export async function writeChangedTree(
  objects: Objects,
  rootTree: string | undefined,
  changes: readonly Change[],
): Promise<string> {
  const edits = changes.map(({ path, after }) => ({ names: pathToBytes(path).split("/"), after }));
  return (await writeFolder(objects, rootTree, edits)) ?? objects.write("tree", Buffer.alloc(0));
}

/** Stores a commit, of a merge where it has a second parent, and gives its name and the end of its reflog line. */
export async function writeCommit(
  objects: Objects,
  tree: string,
  parent: Parent | undefined,
  text: CommitText,
  second?: Parent,
): Promise<{ oid: string; log: string }> {
  const parents = [parent, second].filter((one) => one !== undefined);
  const signature = toSignature(text.author, text.now, Math.max(0, ...parents.map((p) => p.time)));
  const lines = [
    `tree ${tree}`,
    ...parents.map(({ oid }) => `parent ${oid}`),
    `author ${signature}`,
    `committer ${signature}`,
    "",
    text.message.trim(),
  ];
  const trailers = Object.entries(text.trailers).map(([key, value]) => `${key}: ${oneLine(value)}`);
  const body = [...lines, ...(trailers.length > 0 ? ["", ...trailers] : []), ""].join("\n");
  const oid = await objects.write("commit", Buffer.from(body));
  const kind = parent ? "commit: " : "commit (initial): ";
  // Not "merge": that word says that git itself brought files into the folder (head-moves.ts).
  const subject = oneLine(text.message.trim().split("\n")[0] ?? "");
  return { oid, log: `${signature}\t${second ? "" : kind}${subject}` };
}

/** The end of a reflog line for a move without a commit of its own. */
export function toReflog(author: Author, now: Date, what: string): string {
  return `${toSignature(author, now, 0)}\t${oneLine(what)}`;
}

interface Edit {
  readonly names: readonly string[];
  readonly after: Change["after"];
}

/** The changed folder's tree, or undefined where nothing is left in it. */
async function writeFolder(
  objects: Objects,
  tree: string | undefined,
  edits: readonly Edit[],
): Promise<string | undefined> {
  const entries = tree === undefined ? [] : await objects.readTree(tree);
  const entriesByName = new Map<string, TreeEntry>(entries.map((entry) => [entry.name, entry]));
  for (const [name, inside] of Map.groupBy(edits, (edit) => edit.names[0] ?? "")) {
    const entry = await editName(objects, entriesByName.get(name), name, inside);
    if (entry === undefined) entriesByName.delete(name);
    else entriesByName.set(name, entry);
  }
  if (entriesByName.size === 0) return undefined;
  return objects.write("tree", stringifyTree([...entriesByName.values()]));
}

async function editName(
  objects: Objects,
  entry: TreeEntry | undefined,
  name: string,
  edits: readonly Edit[],
): Promise<TreeEntry | undefined> {
  const [first] = edits;
  if (first?.names.length === 1) {
    const { after } = first;
    return after && { mode: after.mode.toString(8), name, oid: after.oid };
  }
  const deeper = edits.map(({ names, after }) => ({ names: names.slice(1), after }));
  const oid = await writeFolder(objects, entry?.oid, deeper);
  return oid === undefined ? undefined : { mode: folderMode, name, oid };
}

/** Never before its parent: a board without a clock must not confuse every later search for a merge base. */
function toSignature({ name, email }: Author, now: Date | undefined, parentTime: number): string {
  const seconds = Math.max(Math.floor((now?.getTime() ?? 0) / 1000), parentTime);
  const minutes = -(now?.getTimezoneOffset() ?? 0);
  const zone = Math.trunc(Math.abs(minutes) / 60) * 100 + (Math.abs(minutes) % 60);
  const sign = minutes < 0 ? "-" : "+";
  return `${clean(name) || "loci"} <${clean(email)}> ${seconds} ${sign}${String(zone).padStart(4, "0")}`;
}

const clean = (text: string): string => oneLine(text.replace(/[<>\0]/g, ""));
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
