import { type FSWatcher, lstatSync, readFileSync, statfsSync, statSync, watch } from "node:fs";

/** Knows what has happened in the folders of a vault since it was last looked at. */
export interface FolderGuard {
  /** True where nothing has. */
  isQuiet(): Promise<boolean>;
  /** Begins a look at the files: what happens from now on counts for the next. */
  beginLook(): Promise<Look>;
  close(): void;
}

interface Look {
  /** To be looked at; undefined: everything. */
  readonly touched: Touched | undefined;
  /**
   * The index is equal to the files now, and these are the folders in which that may change (relative, "" is the vault): the
   * same as before where it looked at no more than was touched; undefined where no event tells of every edit.
   */
  end(folders: readonly string[] | "same" | undefined): void;
}

/** What happened since the last look. */
export interface Touched {
  /** Relative to the vault; what is there now, and what was. */
  readonly paths: ReadonlySet<string>;
  /** Whether a path was a folder that is watched. */
  readonly wasFolder: (path: string) => boolean;
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
  const mostHeard = queueLength() / 8;
  let isUsable = tellsOfEveryWrite(root);
  let isDirty = true;
  /** Undefined where anything may have happened. */
  let touched: Set<string> | undefined;
  let heard = 0;
  let settled: { readonly at: number; readonly root: string } | undefined;
  let newest: Look | undefined;
  const close = (): void => {
    isUsable = false;
    watches.close();
  };
  const watches = createWatches(root, {
    onEvent(path) {
      isDirty = true;
      if (path === undefined || ++heard > mostHeard) touched = undefined;
      else touched?.add(path);
    },
    onError: close,
  });
  const isTrusted = (): boolean =>
    isUsable &&
    settled !== undefined &&
    elapsed() - settled.at <= trustedMs &&
    settled.root === identityOf(root);
  return {
    async isQuiet() {
      const before = settled;
      if (isDirty || !isTrusted()) return false;
      await hearAll();
      // Meanwhile another look may have begun, which has not yet read what it is about to see.
      return isUsable && !isDirty && settled === before;
    },
    async beginLook() {
      if (isTrusted()) await hearAll();
      const before = isTrusted() ? settled : undefined;
      const paths = before && touched;
      isDirty = false;
      [touched, heard] = [new Set(), 0];
      settled = undefined;
      const rootThen = identityOf(root);
      const look: Look = {
        touched: paths && { paths, wasFolder: watches.has },
        end(folders) {
          // An older look may end while a newer one has not yet read what it saw.
          if (!isUsable || newest !== look || folders === undefined || rootThen === undefined)
            return;
          try {
            if (folders !== "same") watches.set(folders);
            settled = folders === "same" ? before : { at: elapsed(), root: rootThen };
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

interface WatchesOptions {
  /** Takes what an event is about, relative to the vault; undefined where that is not known. */
  readonly onEvent: (path: string | undefined) => void;
  readonly onError: () => void;
}

/** A watch a folder. */
function createWatches(root: string, { onEvent, onError }: WatchesOptions) {
  const watched = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
  const watchOne = (folder: string, inode: number): void => {
    const watcher = watch(pathOf(root, folder), { persistent: false }, (_, name) =>
      onEvent(name === null || folder === "" ? (name ?? undefined) : `${folder}/${name}`),
    );
    watcher.on("error", onError);
    watched.set(folder, { inode, watcher });
    onEvent(undefined); // What happened in it before cannot be known.
  };
  return {
    has: (folder: string): boolean => watched.has(folder),
    /** Throws where the system has no watches left. */
    set(folders: readonly string[]): void {
      const inodes = new Map(folders.map((folder) => [folder, inodeOf(pathOf(root, folder))]));
      for (const [folder, { inode, watcher }] of watched) {
        if (inodes.get(folder) === inode) continue;
        watcher.close();
        watched.delete(folder);
      }
      for (const [folder, inode] of inodes) {
        if (inode === undefined) onEvent(undefined);
        else if (!watched.has(folder)) watchOne(folder, inode);
      }
    },
    close(): void {
      for (const { watcher } of watched.values()) watcher.close();
      watched.clear();
    },
  };
}

/** Events that wait to be read: more are lost, and nothing tells. Other watchers of the process have theirs in the same queue. */
function queueLength(): number {
  try {
    return Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
  } catch {
    return 0;
  }
}

/** Two turns of the event loop: between them it reads all events that are queued. */
async function hearAll(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
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
