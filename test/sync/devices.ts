import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setRemote } from "../../src/git/remote/set-remote.ts";
import { initRepository } from "../../src/git/repository/init-repository.ts";
import { notePending, type PendingRecord } from "../../src/sync/commit/pending.ts";
import { joinRemote } from "../../src/sync/join-remote.ts";
import type { SyncReport, SyncRequest } from "../../src/sync/round/sync-request.ts";
import { syncVault } from "../../src/sync/sync.ts";
import { readSyncState, type SyncState } from "../../src/sync/sync-state.ts";
import { useTempFolder } from "../temp.ts";
import { createLock } from "./pending-request.ts";
import { openRepo, type TestRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

/** A vault of one device, and real git beside it. */
export interface Device extends TestRepo {
  readonly name: string;
  sync(more?: Partial<SyncRequest>): Promise<SyncReport>;
  /** Writes a file as Loci does: noted first, then written. */
  agent(path: string, text: string, more?: Partial<PendingRecord>): Promise<void>;
  append(path: string, text: string): void;
  /** Path → text of every file but those of git and Loci. */
  files(): Record<string, string>;
}

/** Entries, a line each. */
export const list = (...texts: readonly string[]): string =>
  texts.map((text) => `- ${text}\n`).join("");

/** A laptop that made the vault of these files, the remote it pushed them to, and a board that joined. */
export async function createPair(
  files: Readonly<Record<string, string>>,
): Promise<{ remote: string; laptop: Device; board: Device }> {
  const remote = createBare();
  const laptop = await createDevice("laptop", remote);
  laptop.write(".gitignore", ".loci/\n");
  for (const [path, text] of Object.entries(files)) laptop.write(path, text);
  await laptop.sync();
  return { remote, laptop, board: await createDevice("board", remote) };
}

/** Commits all that stands there and pushes it, with real git, as somebody who asks nobody. */
export function push({ git }: TestRepo, message = "by plain git"): string {
  git("add", "-A");
  git("commit", "-qm", message);
  git("push", "-q", "origin", "HEAD:main");
  return git("rev-parse", "HEAD").trim();
}

/** A bare repository on a path, made by real git. */
export function createBare(): string {
  const root = useTempFolder();
  openRepo(root).git("init", "-q", "--bare", "-b", "main");
  return root;
}

/** A device that joined the remote, or made a vault of its own to be joined to it. */
export async function createDevice(
  name: string,
  remote: string,
  root = useTempFolder(),
): Promise<Device> {
  await joinRemote({ ...syncRequest(root), device: name, url: remote });
  return openDevice(name, root);
}

/** A vault with its own history, to which the remote is only told. */
export async function createOwn(name: string, remote?: string): Promise<Device> {
  const root = useTempFolder();
  await initRepository(root);
  if (remote !== undefined) await setRemote(join(root, ".git"), "origin", remote);
  return openDevice(name, root);
}

export function openDevice(name: string, root: string): Device {
  const repo = openRepo(root);
  makeOwn(root);
  const locks = { lock: createLock(), commitLock: createLock(), syncLock: createLock() };
  const append = (path: string, text: string): void =>
    repo.write(path, (existsSync(join(root, path)) ? repo.read(path) : "") + text);
  return {
    ...repo,
    name,
    append,
    sync: (more) => syncVault(syncRequest(root, { ...locks, device: name, ...more })),
    async agent(path, text, more) {
      mkdirSync(join(root, ".loci"), { recursive: true });
      const topic = path.replace(/^.*\/|\.md$/g, "");
      await notePending(join(root, ".loci"), {
        path,
        op: "learned",
        topic,
        agent: "rostro",
        ...more,
      });
      append(path, text);
    },
    files: () => readAll(root),
  };
}

/** What `loci sync --status` knows of a device. */
export const stateOf = ({ root }: TestRepo): Promise<SyncState> =>
  readSyncState({ root, lociDir: join(root, ".loci"), person: { configFiles: [] } }, "origin");

/** As any command does first. */
function makeOwn(root: string): void {
  const folder = join(root, ".loci");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, ".gitignore"), "*\n");
}

function readAll(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/^\.(?:git|git\.\d+-[0-9a-f]+|loci)\//.test(path))
    .sort();
  return Object.fromEntries(names.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
