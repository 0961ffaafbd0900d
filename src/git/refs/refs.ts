import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { isThere, listFolder, readIfThere } from "../disk.ts";

const heads = "refs/heads/";

/** The full name of a branch. */
export const branchRef = (branch: string): string => heads + branch;

/** The short name of a branch by its full one; undefined for any other ref. */
export const branchName = (ref: string): string | undefined =>
  ref.startsWith(heads) ? ref.slice(heads.length) : undefined;

/** The refs of a repository on this disk, by full name, and what its HEAD says. */
export interface StoredRefs {
  readonly refs: ReadonlyMap<string, string>;
  /** `refs/heads/main`, or undefined where HEAD is detached. */
  readonly headRef: string | undefined;
}

/** Reads all refs of a repository; a damaged one is a SyntaxError or left out, a link to another one is left out. */
export async function readRefs(
  gitDir: string,
  damaged: "throw" | "skip" = "throw",
): Promise<StoredRefs> {
  const refs = new Map(await readPackedRefs(gitDir));
  for (const name of await looseNames(gitDir, "refs")) {
    const oid = await readLoose(gitDir, name, damaged);
    if (oid !== undefined) refs.set(name, oid);
  }
  const head = (await readIfThere(join(gitDir, "HEAD")))?.toString("utf8").trim() ?? "";
  return { refs, headRef: /^ref:\s*(refs\/heads\/\S+)$/.exec(head)?.[1] };
}

/** The commit that a ref names, loose or packed; one that is damaged counts as none. */
export async function readRef(gitDir: string, ref: string): Promise<string | undefined> {
  const loose = await readIfThere(join(gitDir, ref), { maxBytes: 4_096 }).catch(noFile);
  if (loose === undefined) return (await readPackedRefs(gitDir)).get(ref);
  const text = loose.toString("latin1").trim();
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}

/** A folder of a ref's name holds other refs. */
function noFile(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** Whether a ref exists, in whatever state. */
export async function hasRef(gitDir: string, ref: string): Promise<boolean> {
  return (await isThere(join(gitDir, ref))) || (await readPackedRefs(gitDir)).has(ref);
}

/** Ref → commit, of the refs that git has put into one file. */
export async function readPackedRefs(gitDir: string): Promise<ReadonlyMap<string, string>> {
  const file = join(gitDir, "packed-refs");
  const bytes = await readIfThere(file, { maxBytes: maxListBytes }).catch((cause: unknown) => {
    if (!(cause instanceof LociError)) throw cause;
    throw new RangeError(`Cannot read "${file}": it is larger than 64 MB`, { cause });
  });
  const lines = (bytes?.toString("utf8") ?? "").split("\n");
  return new Map(lines.map(readPackedLine).filter((line) => line !== undefined));
}

/** Name and commit of a line of packed refs; undefined for any other line. */
function readPackedLine(line: string): readonly [string, string] | undefined {
  const [, oid = "", name = ""] = /^([0-9a-f]{40}) (\S+)$/.exec(line.trimEnd()) ?? [];
  return isRefName(name) ? [name, oid] : undefined;
}

/** The most bytes of a list of refs. */
const maxListBytes: number = 64 * 2 ** 20;

/** Git's own rules for names of refs; one that breaks them could leave the folder of refs. */
export function isRefName(name: string): boolean {
  return (
    name.startsWith("refs/") &&
    name.length < 512 &&
    !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\.$/u.test(name) &&
    name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))
  );
}

/** The commits at which the history of a shallow clone was cut off. */
export async function readShallow(gitDir: string): Promise<ReadonlySet<string>> {
  const list = await readIfThere(join(gitDir, "shallow"));
  return new Set(list?.toString("latin1").match(/^[0-9a-f]{40}$/gm));
}

async function looseNames(gitDir: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await listFolder(join(gitDir, folder))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await looseNames(gitDir, name)));
    else if (entry.isFile() && isRefName(name)) names.push(name);
  }
  return names;
}

async function readLoose(
  gitDir: string,
  name: string,
  damaged: "throw" | "skip",
): Promise<string | undefined> {
  const bytes = await readIfThere(join(gitDir, name), { maxBytes: 4096 });
  if (bytes === undefined) return undefined; // packed meanwhile: the next reading sees it
  const text = bytes.toString("latin1").trim();
  if (/^[0-9a-f]{40}$/.test(text)) return text;
  if (text.startsWith("ref:") || damaged === "skip") return undefined;
  throw new SyntaxError(`the file ${name} is empty or damaged`);
}

/** Where git keeps what was last seen of a remote's branch. */
export const trackingRef = (remote: string, branch: string): string =>
  `refs/remotes/${remote}/${branch}`;
