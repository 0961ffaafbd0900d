import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { readIfThere } from "../../git/disk.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { isPlain } from "../../git/objects/tree.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import { textId } from "../../vault/entry.ts";
import type { Entry } from "../../vault/topic.ts";
import { tooLarge } from "../commit/read-change.ts";
import type { Removals } from "../merge/file/removals.ts";
import { entriesOf } from "./entries-of.ts";
import { secretReason } from "./secret-reason.ts";
import type { Looked } from "./settle.ts";

/** What was done to one file since the last commit. */
export interface Edit {
  readonly path: string;
  /** Texts of new entries that were forgotten before. */
  readonly again: readonly string[];
  readonly isGone: boolean;
  /** The name of its content, as it stands on disk. */
  readonly oid: string | undefined;
  /** Why the file is not committed. */
  readonly heldBack?: string;
}

export interface LookOptions {
  readonly root: string;
  readonly objects: Objects;
  /** The tree of the last commit. */
  readonly tree: string | undefined;
  readonly maxFileBytes: number;
  /** What was forgotten so far. */
  readonly removals: Removals;
  /** Whether a line holds a password, a key and the like. */
  readonly looksSecret?: ((line: string) => boolean) | undefined;
  /** Files that the settings of this device name as holding a key or a token. */
  readonly privateFiles?: ReadonlySet<string> | undefined;
}

/** Reads a file beside its version in the last commit. */
export async function inspectEdit(options: LookOptions, path: string): Promise<Looked<Edit>> {
  const { root, objects, tree, maxFileBytes } = options;
  const version = await versionAt(objects, tree, path);
  const had = isPlain(version) ? await objects.read(version.oid) : undefined;
  const nothing = { path, again: [], isGone: false, oid: undefined };
  let has: Buffer | undefined;
  try {
    has = await readIfThere(join(root, path), { maxBytes: maxFileBytes });
  } catch (error) {
    // A link, a device, no permission: the commit has the words for it.
    if (!(error instanceof LociError)) return { state: "changed", found: nothing };
    return { state: "changed", found: { ...nothing, heldBack: tooLarge(maxFileBytes) } };
  }
  const before = entriesOf(path, had);
  const now = entriesOf(path, has);
  const found = {
    ...{ path, isGone: has === undefined, oid: has && oidOf("blob", has) },
    again: newTexts(before, now).filter((text) => options.removals.isForgotten(text)),
  };
  if (has === undefined) {
    const isLarge = (had?.length ?? 0) > maxFileBytes;
    return { state: "gone", found: isLarge ? { ...found, heldBack: largeIsGone } : found };
  }
  const heldBack =
    (options.privateFiles?.has(path) === true ? namedBySettings : undefined) ??
    secretReason({ path, had, has }, options.looksSecret);
  const state = isShrunk({ had, has, before, now }) ? "shrunk" : "changed";
  return { state, found: heldBack === undefined ? found : { ...found, heldBack } };
}

/** Git's index, where it is marked as left out, may have been lost. */
const largeIsGone =
  "it is not here, and too large to be taken from another device; to delete it for all devices, run `git rm` and commit with your own git";

const namedBySettings =
  "the settings of this device name it as a file with a key or token; move it out of the vault";

/** The texts of entries that were not in a file before. */
function newTexts(before: readonly Entry[], now: readonly Entry[]): string[] {
  const known = new Set(before.map(({ text }) => textId(text)));
  return now.map(({ text }) => text).filter((text) => !known.has(textId(text)));
}

interface Versions {
  readonly had: Buffer | undefined;
  readonly has: Buffer;
  readonly before: readonly Entry[];
  readonly now: readonly Entry[];
}

function isShrunk({ had, has, before, now }: Versions): boolean {
  if (had === undefined) return has.length === 0;
  if (has.length === 0) return had.length > 0;
  const lost = before.length - now.length;
  return lost >= 10 && lost > before.length / 2;
}
