import { join } from "node:path";
import { messageOf } from "../../errors.ts";
import { readBool } from "../../git/config/git-config.ts";
import { readIfThere } from "../../git/disk.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import {
  type Change,
  type GitIndex,
  readIndex,
  whyStaged,
} from "../../git/index-file/index-file.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Commit } from "../../git/objects/commit.ts";
import {
  executableMode,
  isPlain,
  isSame,
  ordinaryMode,
  versionAt,
} from "../../git/objects/tree.ts";
import { foldersAbove } from "../../git/path-bytes.ts";
import { checkCommittable, type Head } from "../../git/refs/refs.ts";
import { isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { splitLines } from "../../vault/split-lines.ts";
import { readTopic } from "../../vault/topic/read-topic.ts";
import { markText } from "../../vault/topic/secret-marks.ts";
import { findMarked } from "../../vault/topic/secrets.ts";
import { decodeText } from "../../vault/vault-text.ts";
import { isSameBytes } from "../../vault/write/heal-save.ts";
import { lookAt, type MoveContext, maxSyncedBytes } from "../apply/move-context.ts";
import { faultOfName, faultOfSecretName, isTranscript } from "../merge/trees/path-rules.ts";

/** What is to stay on this device: what is once in a history is in every clone. */
export interface Secrets {
  /** Whether a line holds a password, a key and the like: a file where one is new is held back. */
  readonly looksSecret?: ((line: string) => boolean) | undefined;
  /** Files of the vault, by their paths, that hold keys or tokens: they are not committed. */
  readonly privateFiles?: ReadonlySet<string> | undefined;
}

/** What a commit starts from: the last one, what the person staged, and the rules that keep files out. */
export interface Base extends MoveContext, Secrets {
  readonly head: Head;
  readonly parent: Commit | undefined;
  readonly index: GitIndex;
  /** The rule of the person's own, not of the vault, by which git ignores a path, if any. */
  readonly ignoredBy: (path: string) => Promise<string | undefined>;
}

/** Opens what the next commit starts from. Throws a blocked error where the person's own git is at work. */
export async function openBase(context: MoveContext & Secrets): Promise<Base> {
  const { repository, objects } = context;
  const head = await checkCommittable(repository.gitDir);
  const parent = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const index = await readIndex(repository.gitDir, objects, parent?.tree);
  const ignoredBy = openIgnoreRules(repository, { ofVault: false });
  return { ...context, head, parent, index, ignoredBy };
}

/** A file to commit. */
export interface Wanted {
  readonly path: string;
  /** What it is to be (null: no file); undefined: as it stands on disk. */
  readonly content?: Uint8Array | null | undefined;
  /** What was on disk with it: what is secret there may be under a mark that the content has not. */
  readonly seen?: Uint8Array | null | undefined;
  /** Whether a line was asked for, and may be committed though it is marked as secret. */
  readonly isAsked?: (line: string) => boolean;
}

/** A file that is not as the last commit has it. */
export interface Inspected extends Change {
  /** Its bytes there, and as they are to be; undefined: no plain file. */
  readonly had: Buffer | undefined;
  readonly has: Buffer | undefined;
  /** Why it is left to the person, if it is. */
  readonly reason?: string | undefined;
}

/** The files that are not as the last commit has them; what is to be committed of them is stored. */
export async function inspect(base: Base, files: Iterable<Wanted>): Promise<readonly Inspected[]> {
  const found: Inspected[] = [];
  for (const file of files) {
    base.signal?.throwIfAborted();
    const one = await inspectFile(base, file);
    if (one !== undefined) found.push(one);
    if (one?.has && !one.reason) await base.objects.write("blob", one.has);
  }
  return found;
}

async function inspectFile(base: Base, wanted: Wanted): Promise<Inspected | undefined> {
  const { path, content } = wanted;
  if (isTranscript(path)) return undefined;
  const before = await versionAt(base.objects, base.parent?.tree, path);
  const had = isPlain(before) ? await base.objects.readOrEmpty(before.oid) : undefined;
  const found = await readFile(base, path);
  if (typeof found === "string")
    return { path, before, after: before, had, has: had, reason: found };
  const bytes = content === undefined ? found : content;
  const has = bytes ? Buffer.from(bytes) : undefined;
  const after = has && { mode: modeOf(base, path, before), oid: oidOf("blob", has) };
  // Where the folder has it as committed, all that was done to it is committed, by whomever.
  if (isSame(before, after) || isSameBytes(had ?? null, found ?? null)) return undefined;
  const kept = await whyKeptOut(base, { path, before, after });
  const reason = kept ?? (has && whySecret(base, wanted, had, wanted.seen ?? has));
  return { path, before, after, had, has, reason };
}

/** The mode stays as committed: a chmod is the person's change. */
function modeOf({ root, repository }: Base, path: string, before: Change["before"]): number {
  if (isPlain(before)) return before.mode;
  const isRunnable = ((lookAt(join(root, path))?.mode ?? 0) & 0o100) !== 0;
  const isKept = readBool(repository.config, "core.filemode", true);
  return isRunnable && isKept ? executableMode : ordinaryMode;
}

/** Why a path stays on this device whatever it holds. */
async function whyKeptOut(base: Base, { path, before, after }: Change) {
  const rule = before === undefined ? await base.ignoredBy(path) : undefined;
  const odd = before === undefined ? faultOfName(path) : undefined;
  return (
    (rule && `git ignores it by ${rule}`) ??
    (after && faultOfSecretName(path)) ??
    (odd && `${odd}; rename it`) ??
    whyStaged(base.index, { path, before })
  );
}

/** Why a file is held back as a whole: a new line of it holds a key, or is secret by a mark and was not asked for. */
function whySecret(
  { looksSecret, privateFiles }: Secrets,
  { path, isAsked = () => false }: Wanted,
  had: Uint8Array | undefined,
  has: Uint8Array,
): string | undefined {
  if (privateFiles?.has(path))
    return "the settings of this device name it as a file with a key or token; move it out of the vault";
  if (has.includes(0) && !isMarkdown(path)) return undefined;
  const known = new Set(linesOf(had)).add("");
  const fresh = linesOf(has).map((line) => (known.has(line) ? "" : line));
  const { isWhole, lines: marked } = marksOf(path, has);
  const isOpen = (line: string): boolean => line === "" || isAsked(line);
  // One mark can make all of a file secret: its own line says more than the first one.
  const at = [
    fresh.findIndex((line, i) => marked.has(i + 1) && !isOpen(line)),
    isWhole ? fresh.findIndex((line) => !isOpen(line)) : -1,
    fresh.findIndex((line) => line !== "" && looksSecret?.(line)),
  ].find((found) => found >= 0);
  if (at === undefined) return undefined;
  return `line ${at + 1} looks like a secret; take it out, or commit the file with your own git`;
}

/** What is marked as secret in a note. */
function marksOf(path: string, bytes: Uint8Array): ReturnType<typeof findMarked> {
  const text = isMarkdown(path) && bytes.length <= maxFileBytes ? decodeText(bytes).text : "";
  // Most files have no mark, and need not be parsed.
  return findMarked(readTopic(/sensitivity/i.test(markText(text)) ? text : ""));
}

/** The lines of a file, without what stands about them; none where there is none. */
export const linesOf = (bytes: Uint8Array | null | undefined): string[] =>
  bytes ? splitLines(decodeText(bytes).text).map((line) => line.trim()) : [];

/** Undefined where nothing stands there; a text says why it is left to the person. */
async function readFile({ root }: MoveContext, path: string) {
  try {
    const link = foldersAbove(path).find((above) => lookAt(join(root, above))?.isSymbolicLink());
    if (link !== undefined) return `"${link}" is a symbolic link`;
    const stat = lookAt(join(root, path));
    if (stat?.isFile() === false) return "it is not a plain file";
    if (stat !== undefined && stat.size > maxSyncedBytes)
      return "it is larger than 10 MB; name it in .gitignore";
    return await readIfThere(join(root, path), { maxBytes: maxSyncedBytes });
  } catch (error) {
    return `it cannot be read (${messageOf(error)})`;
  }
}
