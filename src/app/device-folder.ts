import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import { isStampDraft, isStampedHere, stampFolder } from "./device-stamp.ts";

/** A vault whose own folder is opened. */
export interface DevicePlace {
  /** Absolute path of the vault. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Takes one sentence for the person. */
  readonly report?: ((sentence: string) => void) | undefined;
}

/**
 * Makes the vault's `.loci` folder, which belongs to this device and this person alone, and returns its path. One that
 * came with the vault would bring another person's settings, token and caches: it is refused where git tracks it, where
 * it is a link or another user's; what lies in it is set aside unread unless this device made it. Throws LociError
 * BAD_CONFIG or WRITE_FAILED.
 */
export async function openDeviceFolder(place: DevicePlace): Promise<string> {
  const { root } = place;
  const folder = join(root, ".loci");
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) checkOwn(folder);
  if (await isTracked(root)) {
    refuse(
      folder,
      'git tracks it, so it may come from another device; run "git rm -r --cached .loci" in the vault, delete the folder and start again',
    );
  }
  try {
    if (!isStampedHere({ ...place, folder })) makeOwn(place, folder);
    const ignore = join(folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  } catch (error) {
    throw new LociError(
      "WRITE_FAILED",
      `Cannot make the folder "${folder}": ${messageOf(error)}; Loci keeps its index there`,
      { cause: error, data: { folder } },
    );
  }
  return folder;
}

/** The same for what only looks: a vault without the folder gets none. Throws as `openDeviceFolder`. */
export async function checkDeviceFolder(place: DevicePlace): Promise<void> {
  if (existsSync(join(place.root, ".loci"))) await openDeviceFolder(place);
}

/** Killed in between, the next start goes on: without a stamp nothing in the folder is used. */
function makeOwn(place: DevicePlace, folder: string): void {
  try {
    // Not with its parents: an unmounted vault must not come back as an empty folder.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    if (!setAside(place, folder)) return;
  }
  if (stampFolder({ ...place, folder })) return;
  place.report?.(
    `Loci will not know "${folder}" as its own when it starts again, because this user has no home that it can write to: set XDG_STATE_HOME to a folder that lasts`,
  );
}

const asidePrefix = "from-elsewhere-";

/** Moves away what is in the folder; false where another process has just made the folder this device's own. */
function setAside(place: DevicePlace, folder: string): boolean {
  const isOurs = (name: string): boolean => name.startsWith(asidePrefix) || isStampDraft(name);
  const names = readdirSync(folder).filter((name) => !isOurs(name));
  if (names.length === 0) return true;
  const aside = mkdtempSync(join(folder, asidePrefix));
  for (const [at, name] of names.entries()) {
    if (isStampedHere({ ...place, folder })) {
      if (at === 0) rmdirSync(aside);
      return false;
    }
    renameSync(join(folder, name), join(aside, name));
  }
  place.report?.(
    `Set aside what was in "${folder}", because it was not made on this device for this folder, and a stranger's settings could run programs. None of it is used; move back what you know to be yours from .loci/${basename(aside)}, such as device.yaml (settings) and sessions.db (conversations)`,
  );
  return true;
}

/**
 * Makes the vault's `.loci` folder with a `device.yaml` that shows what may stand there, and changes nothing in one that
 * is there. Throws as `openDeviceFolder`.
 */
export async function startDeviceFolder(place: DevicePlace): Promise<void> {
  const file = join(await openDeviceFolder(place), "device.yaml");
  if (existsSync(file)) return;
  try {
    writeFileSync(file, firstSettings, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new LociError("WRITE_FAILED", `Cannot write "${file}": ${messageOf(error)}`, {
      cause: error,
      data: { file },
    });
  }
}

const firstSettings = `# Settings of this device alone: never in git. docs/settings.md has them all; "loci config" shows what holds now.
# Take away the "# " before a line to set it. Two spaces further in for each level, never tabs.

# person: ana

# voice:
#   enabled: true
#   microphone: default
#   speaker: default
#   transcriber:
#     url: http://192.168.1.9:8000/v1

# model:
#   baseUrl: http://192.168.1.9:11434/v1
#   name: qwen3:4b
`;

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
  const { parseIndex } = await import("../git/index-file/index-file.ts");
  const below = relative(repository.top, resolve(root)).split(sep).join("/");
  const own =
    `${below === "" ? "" : `${Buffer.from(below).toString("latin1")}/`}.loci`.toLowerCase();
  try {
    return parseIndex(bytes).entries.some(({ path }) => {
      const name = path.toLowerCase();
      return name === own || name.startsWith(`${own}/`);
    });
  } catch {
    return true; // An index that cannot be read is no reason to trust the folder.
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
