import { type FSWatcher, lstatSync, statfsSync, statSync, watch } from "node:fs";
import type { FileList } from "../vault/list-files.ts";

/** Knows whether anything has happened in the folders of a vault since all files were looked at. */
export interface FolderGuard {
  /** True where nothing has. */
  isQuiet(): Promise<boolean>;
  /** Begins a look at all files. What it returns is to be told of their folders once the index is equal to them. */
  beginLook(): Promise<(list: Pick<FileList, "folders" | "hidesEdits">) => void>;
  close(): void;
}

export interface GuardOptions {
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
}

/** What raises no event is seen after this time: writes to mapped memory, folders mounted over others, links made elsewhere. */
const trustedMs = 60_000;

/**
 * Watches folders with inotify, whose promise is that the event is queued before the write returns: once the event loop
 * has read all that is queued, silence means that nothing happened. A queue that overflows has told of something. Where
 * there is no such promise, nothing is ever quiet.
 */
export function guardFolders(root: string, { elapsed }: GuardOptions): FolderGuard {
  let isUsable = tellsOfEveryWrite(root);
  let events = 0;
  let settled: { readonly events: number; readonly at: number; readonly root: string } | undefined;
  const close = (): void => {
    isUsable = false;
    watches.close();
  };
  const watches = createWatches(root, () => void events++, close);
  return {
    async isQuiet() {
      const before = settled;
      if (!isUsable || before === undefined || before.root !== identityOf(root)) return false;
      if (before.events !== events || elapsed() - before.at > trustedMs) return false;
      await hearAll();
      return isUsable && before.events === events;
    },
    async beginLook() {
      await hearAll(); // What happened before is seen by this look.
      const then = { events, root: identityOf(root) ?? "" };
      return ({ folders, hidesEdits }) => {
        if (!isUsable || hidesEdits) return;
        try {
          watches.set(folders);
          settled = { ...then, at: elapsed() };
        } catch {
          close(); // The system has no watches left.
        }
      };
    },
    close,
  };
}

/** A watch a folder. What happened in one before it was watched cannot be known: a new watch is an event. */
function createWatches(root: string, onEvent: () => void, onError: () => void) {
  const watched = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
  return {
    /** Throws where the system has no watches left. */
    set(folders: readonly string[]): void {
      const inodes = new Map(folders.map((folder) => [folder, inodeOf(`${root}/${folder}`)]));
      for (const [folder, { inode, watcher }] of watched) {
        if (inodes.get(folder) === inode) continue;
        watcher.close();
        watched.delete(folder);
      }
      for (const [folder, inode] of inodes) {
        if (inode !== undefined && watched.has(folder)) continue;
        onEvent();
        if (inode === undefined) continue;
        const watcher = watch(`${root}/${folder}`, { persistent: false }, onEvent);
        watcher.on("error", onError);
        watched.set(folder, { inode, watcher });
      }
    },
    close(): void {
      for (const { watcher } of watched.values()) watcher.close();
      watched.clear();
    },
  };
}

/** Two turns of the event loop: between them it reads all events that are queued. */
async function hearAll(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

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
  0xef53, // ext2 to ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
  0x794c7630, // overlayfs
  0x4d44, // vfat
  0x2011bab0, // exfat
]);

function tellsOfEveryWrite(root: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return localFileSystems.has(statfsSync(root).type >>> 0);
  } catch {
    return false;
  }
}
