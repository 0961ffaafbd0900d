import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, readIfThere } from "../git/disk.ts";
import { isRefName } from "./advert.ts";

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
  const refs = new Map<string, string>();
  const packed = (await readIfThere(join(gitDir, "packed-refs")))?.toString("utf8") ?? "";
  for (const line of packed.split("\n")) {
    const [, oid = "", name = ""] = /^([0-9a-f]{40}) (\S+)$/.exec(line.trimEnd()) ?? [];
    if (isRefName(name)) refs.set(name, oid);
  }
  for (const name of await looseNames(gitDir, "refs")) {
    const oid = await readLoose(gitDir, name, damaged);
    if (oid !== undefined) refs.set(name, oid);
  }
  const head = (await readIfThere(join(gitDir, "HEAD")))?.toString("utf8").trim() ?? "";
  return { refs, headRef: /^ref:\s*(refs\/heads\/\S+)$/.exec(head)?.[1] };
}

/** The commits that refs name; tags are left out, since they may be objects of their own. */
export const tipsOf = ({ refs }: StoredRefs): string[] => [
  ...new Set([...refs].filter(([name]) => !name.startsWith("refs/tags/")).map(([, oid]) => oid)),
];

/** Where the history of a repository is cut off. */
export async function readShallow(gitDir: string): Promise<ReadonlySet<string>> {
  const text = (await readIfThere(join(gitDir, "shallow")))?.toString("latin1") ?? "";
  return new Set(text.split("\n").filter((line) => /^[0-9a-f]{40}$/.test(line)));
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

async function listFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return []; // git removes empty folders
    throw error;
  }
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
