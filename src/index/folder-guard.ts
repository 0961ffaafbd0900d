import { type FSWatcher, lstatSync, statfsSync, watch } from "node:fs";
import type { DeviceClock } from "../device-clock.ts";
import type { FileList } from "../vault/list-files.ts";

/** Knows whether anything has happened in the folders of a vault since all files were looked at. */
export interface FolderGuard {
  /** True where nothing has. */
  isQuiet(): Promise<boolean>;
  /** Begins a look at all files. What it returns is to be told of their folders once the index is equal to them. */
  beginLook(): Promise<(list: Pick<FileList, "folders" | "hidesEdits">) => void>;
  close(): void;
}

/** What raises no event is seen after this time: writes to mapped memory, folders mounted over others, links made elsewhere. */
const trustedMs = 60_000;

/**
 * Watches folders with inotify, whose promise is that the event is queued before the write returns: once the event loop
 * has read all that is queued, silence means that nothing happened. A queue that overflows has told of something. Where
 * there is no such promise, nothing is ever quiet. `clock`: one that no adjustment moves.
 */
export function guardFolders(root: string, clock: Pick<DeviceClock, "elapsed">): FolderGuard {
  const watched = new Map<string, { readonly identity: string; readonly watcher: FSWatcher }>();
  let isUsable = tellsOfEveryWrite(root);
  let events = 0;
  let settled: { readonly events: number; readonly at: number; readonly root: string } | undefined;
  const close = (): void => {
    isUsable = false;
    for (const { watcher } of watched.values()) watcher.close();
    watched.clear();
  };
  /** What happened in a folder before it was watched cannot be known: a new watch is an event. */
  const watchAll = (folders: readonly string[]): void => {
    const wanted = new Map(folders.map((folder) => [folder, identityOf(`${root}/${folder}`)]));
    for (const [folder, { identity, watcher }] of watched) {
      if (wanted.get(folder) === identity) continue;
      watcher.close();
      watched.delete(folder);
    }
    for (const [folder, identity] of wanted) {
      if (watched.has(folder)) continue;
      events++;
      if (identity === "") continue;
      const watcher = watch(`${root}/${folder}`, { persistent: false }, () => void events++);
      watcher.on("error", close);
      watched.set(folder, { identity, watcher });
    }
  };
  return {
    async isQuiet() {
      const before = settled;
      if (!isUsable || before === undefined || before.root !== identityOf(`${root}/`)) return false;
      if (before.events !== events || clock.elapsed() - before.at > trustedMs) return false;
      await hearAll();
      return isUsable && before.events === events;
    },
    async beginLook() {
      await hearAll(); // What happened before is seen by this look.
      const then = { events, root: identityOf(`${root}/`) };
      return ({ folders, hidesEdits }) => {
        if (!isUsable || hidesEdits) return;
        try {
          watchAll(folders);
          settled = { ...then, at: clock.elapsed() };
        } catch {
          close(); // The system has no watches left.
        }
      };
    },
    close,
  };
}

/** Two turns of the event loop: between them it reads all events that are queued. */
async function hearAll(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/**
 * Differs where another folder stands in the place of one, be it with the inode that this has left; "" where there is
 * none. A link at the end of a path is none.
 */
function identityOf(folder: string): string {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true ? `${stat.dev} ${stat.ino} ${stat.birthtimeMs}` : "";
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
