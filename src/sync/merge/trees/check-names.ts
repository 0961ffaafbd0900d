import { LociError } from "../../../errors.ts";
import { folderMode, submoduleMode, type TreeEntry } from "../../../git/objects/tree.ts";
import { bytesToPath, displayPath } from "../../../git/path-bytes.ts";
import { faultOfName, isCommittable, isOwnState } from "./path-rules.ts";

/**
 * Refuses in a folder of the last tree what git itself would not have written, and names that could reach outside the vault
 * or that no disk can hold. What one of the other trees has already passes, and so do names that only Windows cannot hold.
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
