import { type FSWatcher, lstatSync, statfsSync, statSync, watch } from "node:fs";

/** Knows whether anything has happened in the folders of a vault since all of it was last looked at. */
export interface FolderGuard {
  /** True where nothing has. */
  isQuiet(): Promise<boolean>;
  /** Begins a look at all files: what happens from now on counts. */
  beginLook(): Look;
  close(): void;
}

interface Look {
  /**
   * The index is equal to the files now, and these are the folders in which that may change (relative, "" is the vault);
   * undefined where no event tells of every edit.
   */
  end(folders: readonly string[] | undefined): void;
}

export interface GuardOptions {
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
}

/** What raises no event is seen after this time: writes to mapped memory, folders mounted over others, links made elsewhere. */
const trustedMs = 60_000;

/**
 * Watches folders with inotify, whose promise is that the event is queued before the write returns: once the event loop has
 * read all that is queued, silence means that nothing happened. Where there is no such promise, nothing is ever quiet.
 */
export function guardFolders(root: string, { elapsed }: GuardOptions): FolderGuard {
  const watched = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
  let isUsable = tellsOfEveryWrite(root);
  let isDirty = true;
  let settled: { readonly at: number; readonly root: string } | undefined;
  let newest: Look | undefined;
  const close = (): void => {
    isUsable = false;
    for (const { watcher } of watched.values()) watcher.close();
    watched.clear();
  };
  const watchOne = (folder: string, inode: number): void => {
    const watcher = watch(pathOf(root, folder), { persistent: false }, () => {
      isDirty = true;
    });
    watcher.on("error", close);
    watched.set(folder, { inode, watcher });
    isDirty = true; // What happened in it before cannot be known.
  };
  const watchThese = (folders: readonly string[]): void => {
    const inodes = new Map(folders.map((folder) => [folder, inodeOf(pathOf(root, folder))]));
    for (const [folder, { inode, watcher }] of watched) {
      if (inodes.get(folder) === inode) continue;
      watcher.close();
      watched.delete(folder);
    }
    for (const [folder, inode] of inodes) {
      if (inode === undefined) isDirty = true;
      else if (!watched.has(folder)) watchOne(folder, inode);
    }
  };
  return {
    async isQuiet() {
      const before = settled;
      if (!isUsable || isDirty || before === undefined) return false;
      if (elapsed() - before.at > trustedMs || before.root !== identityOf(root)) return false;
      // Two turns of the event loop: between them it reads all events that are queued.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      // Meanwhile another look may have begun, which has not yet read what it is about to see.
      return isUsable && !isDirty && settled === before;
    },
    beginLook() {
      isDirty = false;
      settled = undefined;
      const rootThen = identityOf(root);
      const look: Look = {
        end(folders) {
          // An older look may end while a newer one has not yet read what it saw.
          if (!isUsable || newest !== look || folders === undefined || rootThen === undefined)
            return;
          try {
            watchThese(folders);
            settled = { at: elapsed(), root: rootThen };
          } catch {
            close(); // The system has no watches left.
          }
        },
      };
      newest = look;
      return look;
    },
    close,
  };
}

const pathOf = (root: string, folder: string): string =>
  folder === "" ? root : `${root}/${folder}`;

const inodeOf = (path: string): number | undefined => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true ? stat.ino : undefined;
};

/** The vault's folder may be moved away and another put in its place. */
function identityOf(root: string): string | undefined {
  const stat = statSync(root, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}

/** File systems of this machine alone (linux/magic.h); on others, and on other systems, writes come without an event. */
const localFileSystems: ReadonlySet<number> = new Set([
  ...[0xef53, 0x58465342, 0x9123683e, 0x01021994], // ext2 to ext4, xfs, btrfs, tmpfs
  ...[0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x794c7630], // f2fs, zfs, bcachefs, overlayfs
  ...[0x3153464a, 0x4d44, 0x2011bab0, 0x858458f6], // jfs, vfat, exfat, ramfs
]);

function tellsOfEveryWrite(root: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return localFileSystems.has(statfsSync(root).type >>> 0);
  } catch {
    return false;
  }
}
