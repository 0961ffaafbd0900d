import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { setRemote } from "../../src/git/remote/remote.ts";
import { initRepository } from "../../src/git/repository/repository.ts";
import type { PendingRecord } from "../../src/sync/commit/pending.ts";
import { readSyncState, type SyncState } from "../../src/sync/round/sync-record.ts";
import type { SyncReport, SyncRequest } from "../../src/sync/round/sync-request.ts";
import { syncVault } from "../../src/sync/sync.ts";
import { useTempFolder } from "../temp.ts";
import { openRepo, type TestRepo } from "./repo.ts";
import { createLock, placeOf, syncRequest, writeAsLoci } from "./sync-request.ts";

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
  remote = createBare(),
  env?: NodeJS.ProcessEnv,
): Promise<{ remote: string; laptop: Device; board: Device }> {
  const laptop = await createDevice("laptop", remote, { env });
  laptop.write(".gitignore", ".loci/\n");
  for (const [path, text] of Object.entries(files)) laptop.write(path, text);
  await laptop.sync();
  return { remote, laptop, board: await createDevice("board", remote, { env }) };
}

/** Commits all that stands there and pushes it, with real git, as somebody who asks nobody. */
export function push({ git, commitAll }: TestRepo, message = "by plain git"): string {
  commitAll(message);
  git("push", "-q", "origin", "HEAD:main");
  return git("rev-parse", "HEAD").trim();
}

/** A bare repository on a path, made by real git. */
export function createBare(): string {
  const root = useTempFolder();
  openRepo(root).git("init", "-q", "--bare", "-b", "main");
  return root;
}

/** A device that joined, and somebody with plain git who may push too. */
export async function meetEvil() {
  const bare = createBare();
  const evil = openRepo(useTempFolder());
  evil.git("clone", "-q", bare, ".");
  evil.write("topics/a.md", "- one\n");
  push(evil);
  return { device: await createDevice("laptop", bare), evil, bare, push: () => push(evil) };
}

/** A device that joined the remote, or made a vault of its own to be joined to it. */
export async function createDevice(
  name: string,
  remote: string,
  { root = useTempFolder(), env }: { root?: string; env?: NodeJS.ProcessEnv | undefined } = {},
): Promise<Device> {
  await initRepository(root);
  await syncVault({ ...syncRequest(root, env && { env }), device: name, remote });
  return openDevice(name, root, env);
}

/** A vault with its own history, to which the remote is only told. */
export async function createOwn(name: string, remote?: string): Promise<Device> {
  const root = useTempFolder();
  await initRepository(root);
  if (remote !== undefined) await setRemote(join(root, ".git"), "origin", remote);
  return openDevice(name, root);
}

/** A vault that leaves nothing out, with a first commit of these files. */
export async function createCommitted(files: Readonly<Record<string, string>>): Promise<Device> {
  const device = await createOwn("laptop");
  for (const path of [".git/info/exclude", ".gitignore"]) device.write(path, ".loci/\n");
  for (const [path, text] of Object.entries(files)) device.write(path, text);
  device.commitAll("first");
  return device;
}

export function openDevice(name: string, root: string, env?: NodeJS.ProcessEnv): Device {
  const repo = openRepo(root);
  makeOwn(root);
  const locks = { lock: createLock(), commitLock: createLock(), syncLock: createLock() };
  const append = (path: string, text: string): void =>
    repo.write(path, (existsSync(join(root, path)) ? repo.read(path) : "") + text);
  return {
    ...repo,
    name,
    append,
    sync: (more) =>
      syncVault(syncRequest(root, { ...locks, device: name, ...(env && { env }), ...more })),
    agent: (path, text, more) => writeAsLoci(root, path, text, { agent: "rostro", ...more }),
    files: () => readAll(root),
  };
}

/** What a person is told of a round that failed. */
export const oneSentence = {
  code: expect.stringMatching(/^(?:SYNC_FAILED|GIT_BLOCKED|WRITE_FAILED)$/),
  message: expect.stringMatching(/^Cannot [^\n]+[^.\n]$/),
};

/** After two rounds each, all have the same sound files, these lines once, and those that are gone nowhere. */
export async function expectSame(
  devices: readonly Device[],
  lines: readonly string[],
  gone: readonly string[] = [],
): Promise<void> {
  for (const device of [...devices, ...devices]) await device.sync();
  const [first] = devices;
  const all = Object.values(first?.files() ?? {}).join("");
  for (const line of lines) expect(all.split(`- ${line}\n`), line).toHaveLength(2);
  for (const line of gone) expect(all).not.toContain(`- ${line}\n`);
  for (const { name, files, git, status, fsck } of devices) {
    expect(files(), name).toEqual(first?.files());
    expect(git("rev-parse", "HEAD"), name).toBe(first?.git("rev-parse", "HEAD"));
    expect(status(), name).toBe("");
    fsck();
  }
}

/** What `loci sync --status` knows of a device. */
export const stateOf = ({ root }: TestRepo): Promise<SyncState> =>
  readSyncState(placeOf(root), "origin");

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
