import { basename } from "node:path/posix";
import { LociError } from "../../../errors.ts";
import { folderMode, submoduleMode, type TreeEntry } from "../../../git/objects/tree.ts";
import { bytesToPath, displayPath } from "../../../git/path-bytes.ts";
import { isEditorFile, isPrivateName } from "../../../vault/paths.ts";

/** Whether a path lies in the vault, and neither in its git folder nor among Loci's own bookkeeping. */
export function isCommittable(path: string): boolean {
  const isOdd = (part: string): boolean => ["", ".", ".."].includes(part) || isPrivateName(part);
  return !path.split("/").some(isOdd);
}

/** A device's own `.loci`, in any spelling that some file system takes for it (as bytes). */
function isOwnState(name: string): boolean {
  const text = bytesToPath(name) ?? name;
  return !isCommittable(text) && /^(?:\.loci|loci~1)/i.test(text.replace(/\p{Cf}/gu, ""));
}

/** Whether a path (as bytes) is such a folder or lies in one: it is never written. */
export const isOwnPath = (path: string): boolean => path.split("/").some(isOwnState);

/** Transcripts are not Loci's to publish, whatever `.gitignore` says. */
export const isTranscript = (path: string): boolean => /^conversations(?:\/|$)/i.test(path);

/** Why a file with a typical name of secrets stays on this device, as in the starter vault's `.gitignore`. */
export function faultOfSecretName(path: string): string | undefined {
  const name = basename(path);
  const isSecret =
    /^\.env|\.(?:pem|key)$|^id_(?:rsa|ed25519|ecdsa)/i.test(name) && !/\.md$/i.test(name);
  return isSecret
    ? "files of this name hold secrets; name it in .gitignore, or commit it with your own git"
    : undefined;
}

/** What is wrong with a name or path that would be displayed as something else; undefined for any other. */
export function faultOfName(name: string): string | undefined {
  if (/\p{Cc}/u.test(name)) return "a name may hold no control characters";
  return bidiControls.test(name) ? "a name may hold no marks that turn the text around" : undefined;
}

/** Unicode's direction marks: behind one of them `gpj.md` reads `dm.jpg`. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a sync commits the changes of a path: nothing that editors and Syncthing leave about, and no transcripts. */
export function isSyncedPath(path: string): boolean {
  if (!isCommittable(path) || isTranscript(path)) return false;
  const names = path.split("/");
  return !isEditorFile(names.at(-1) ?? "") && !names.includes(".stversions");
}

/**
 * Refuses in a folder of the last tree what git itself would not have written, and names that could reach outside the
 * vault or that no disk can hold. What one of the other trees has already passes, and so do names that only Windows
 * cannot hold.
 */
export function checkNames(
  above: string,
  folders: readonly (readonly TreeEntry[])[],
  isEndless: boolean,
): void {
  if (isEndless) throw damaged(above, "its folders are too many, or too deep");
  const toKey = ({ mode, name, oid }: TreeEntry): string => `${mode} ${oid} ${name}`;
  const known = new Set(folders.slice(0, -1).flat().map(toKey));
  const theirs = folders.at(-1) ?? [];
  const come = theirs.filter((entry) => !known.has(toKey(entry)));
  if (come.length > 0) checkOrder(above, theirs);
  for (const entry of come) {
    const fault = faultOf(entry);
    if (fault !== undefined) throw damaged(above + entry.name, fault);
  }
}

function checkOrder(above: string, entries: readonly TreeEntry[]): void {
  const names = new Set<string>();
  let last = "";
  for (const { mode, name } of entries) {
    const key = mode === folderMode ? `${name}/` : name;
    if (names.has(name) || key <= last) {
      throw damaged(above + name, "its folder holds it twice, or is out of order");
    }
    names.add(name);
    last = key;
  }
}

const knownModes = [folderMode, 0o100644, 0o100755, 0o100664, 0o120000, submoduleMode];

function faultOf({ mode, name }: TreeEntry): string | undefined {
  const text = bytesToPath(name);
  if (!knownModes.includes(mode)) return "its mode is none of git's";
  if (/[/\\]/.test(name)) return "a name may hold no slash";
  if (name.length > 255) return "a name may have 255 bytes at most";
  if (text === undefined) return "its name is not UTF-8";
  const isOdd = !isCommittable(text) && !isOwnState(name);
  return isOdd ? "no file of a vault has such a name" : faultOfName(text);
}

/** The error for a remote's tree that is not taken over. */
export function damaged(path: string, fault: string): LociError {
  const shown = JSON.stringify(displayPath(path).slice(0, 300));
  return new LociError(
    "SYNC_FAILED",
    `Cannot take over ${shown} from the remote: ${fault}; remove or rename it there with another git client`,
    { data: { reason: "damaged", path } },
  );
}
