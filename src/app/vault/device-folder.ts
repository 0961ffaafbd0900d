import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";

/**
 * Makes the vault's `.loci` folder, which belongs to this device and this person alone, and returns its path. One that
 * came with the vault would bring another's caches and conversations: it is refused where git tracks it, where it is a
 * link or holds one, and where it is another user's. Throws LociError BAD_CONFIG or WRITE_FAILED.
 */
export async function openDeviceFolder(root: string): Promise<string> {
  const folder = join(root, ".loci");
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) checkOwn(folder);
  if (await isTracked(root)) {
    refuse(
      folder,
      'git tracks it, so it may come from another device; run "git rm -r --cached .loci" in the vault, delete the folder and start again',
    );
  }
  try {
    // Not with its parents: an unmounted vault must not come back as an empty folder.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    const ignore = join(folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return folder; // Another process was faster.
    throw new LociError(
      "WRITE_FAILED",
      `Cannot make the folder "${folder}": ${messageOf(error)}; Loci keeps its index there`,
      { cause: error, data: { folder } },
    );
  }
  return folder;
}

/** The same for what only looks: a vault without the folder gets none. Throws as `openDeviceFolder`. */
export async function checkDeviceFolder(root: string): Promise<void> {
  if (existsSync(join(root, ".loci"))) await openDeviceFolder(root);
}

function refuse(folder: string, why: string): never {
  throw new LociError("BAD_CONFIG", `Cannot trust "${folder}": ${why}`, { data: { folder } });
}

/** A real folder of the person's own, closed to others, and without links that could lead its writes elsewhere. */
function checkOwn(folder: string): void {
  const stat = lstatSync(folder);
  if (!stat.isDirectory()) refuse(folder, "it is a link or a file; delete it and start again");
  const me = process.getuid?.();
  if (me !== undefined && stat.uid !== me) {
    refuse(folder, "it belongs to another user; delete it, or use the vault as that user");
  }
  if ((stat.mode & 0o077) !== 0 && me !== undefined) chmodSync(folder, 0o700);
  const link = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
  if (link !== undefined)
    refuse(folder, `"${link.name}" in it is a link; delete it and start again`);
}

/** Asks the index of the repository that governs the vault, be it its own, one above it or a submodule's. */
async function isTracked(root: string): Promise<boolean> {
  const repository = findRepository(root);
  if (repository === undefined) return false;
  const index = join(repository.gitDir, "index");
  if (!existsSync(index)) return false;
  const bytes = readFileSync(index);
  // Version 4 leaves out what a name shares with the one before; in others the name stands in full, or nowhere.
  const mayHold =
    bytes.length > 8 && (bytes.readUInt32BE(4) === 4 || /\.loci/i.test(bytes.toString("latin1")));
  if (!mayHold) return false;
  const { parseIndex } = await import("../../git/index-file/index-file.ts");
  const below = relative(repository.top, resolve(root)).split(sep).join("/");
  const own =
    `${below === "" ? "" : `${Buffer.from(below).toString("latin1")}/`}.loci`.toLowerCase();
  try {
    const names = parseIndex(bytes)?.map(({ path }) => path.toLowerCase());
    // An index that cannot be read is no reason to trust the folder.
    return names?.some((name) => name === own || name.startsWith(`${own}/`)) ?? true;
  } catch {
    return true;
  }
}

function findRepository(
  root: string,
): { readonly top: string; readonly gitDir: string } | undefined {
  for (let top = resolve(root); ; top = dirname(top)) {
    const git = join(top, ".git");
    const stat = lstatSync(git, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return { top, gitDir: git };
    if (stat?.isFile() === true) {
      const linked = /^gitdir: (.+)$/m.exec(readFileSync(git, "utf8").slice(0, 4_096))?.[1];
      if (linked !== undefined) return { top, gitDir: resolve(top, linked.trim()) };
    }
    if (top === dirname(top)) return undefined;
  }
}
