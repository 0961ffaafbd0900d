import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Disk, nodeDisk } from "../../../src/git/disk.ts";
import { createFolderRemote } from "../../../src/git/remote/create-folder-remote.ts";
import { createRepo, openRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { addPack, blob, chainOf } from "../packs/make-pack.ts";
import { createBare, failureOf, openDevice } from "./device.ts";

describe("a remote in a folder is gone, and never made, where", () => {
  test.each(["the folder is missing", "the folder is empty", "the folder holds other things"])(
    "%s",
    async (what) => {
      const path = join(useTempFolder(), "stick");
      if (!what.endsWith("missing")) mkdirSync(path);
      if (what.endsWith("things")) writeFileSync(join(path, "photo.jpg"), "x");
      const device = await openDevice(path, { repo: createRepo() });
      expect(await failureOf(device.remote.refs())).toMatchObject({
        reason: "gone",
        fix: expect.stringContaining("plug the USB stick in"),
      });
      const move = { branch: "main", from: undefined, to: device.oid() };
      expect((await failureOf(device.remote.push(move))).reason).toBe("gone");
      expect(existsSync(path) ? readdirSync(path) : []).toEqual(
        what.endsWith("things") ? ["photo.jpg"] : [],
      );
    },
  );
});

describe("createFolderRemote()", () => {
  test("makes a bare repository that git and Loci take", async () => {
    const path = join(useTempFolder(), "vault.git");
    await createFolderRemote(path, { branch: "trunk" });
    await createFolderRemote(path); // again: nothing changes
    const there = openRepo(path);
    expect(there.git("rev-parse", "--is-bare-repository").trim()).toBe("true");
    expect(there.git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/trunk");
    const device = await openDevice(path, { repo: createRepo() });
    const move = { branch: "trunk", from: undefined, to: device.oid() };
    expect(await device.remote.push(move)).toBe("pushed");
    there.fsck();
    const clone = createRepo({ empty: true });
    clone.git("pull", "-q", path, "trunk");
    expect(clone.read("topics/cooking.md")).toBe("- bomba rice\n");
  });

  test("leaves folders alone that hold anything, or are not there", async () => {
    const folder = useTempFolder();
    writeFileSync(join(folder, "photo.jpg"), "x");
    expect((await failureOf(createFolderRemote(folder))).reason).toBe("unsupported");
    expect(readdirSync(folder)).toEqual(["photo.jpg"]);
    const far = join(folder, "no", "vault.git");
    expect((await failureOf(createFolderRemote(far))).reason).toBe("gone");
  });
});

describe("a remote in a folder is not supported where it", () => {
  test.each([
    ["uses sha256", (path: string) => createAnew(path, "--object-format=sha256")],
    [
      "borrows objects",
      (path: string) => writeFileSync(join(path, "objects/info/alternates"), "/x\n"),
    ],
    [
      "is a partial clone",
      (path: string) => openRepo(path).git("config", "extensions.partialClone", "o"),
    ],
    [
      "keeps refs in tables",
      (path: string) => openRepo(path).git("config", "extensions.refStorage", "reftable"),
    ],
    [
      "has an unknown format",
      (path: string) => openRepo(path).git("config", "core.repositoryformatversion", "7"),
    ],
    [
      "is a link",
      (path: string) => {
        rmSync(path, { recursive: true });
        mkdirSync(path);
        writeFileSync(join(path, ".git"), "gitdir: /elsewhere\n");
      },
    ],
  ])("%s", async (_, spoil) => {
    const bare = createBare();
    spoil(bare.path);
    const device = await openDevice(bare.path, { repo: createRepo() });
    expect((await failureOf(device.remote.refs())).reason).toBe("unsupported");
  });

  test("is the vault itself", async () => {
    const repo = createRepo();
    const device = await openDevice(".", { repo });
    expect((await failureOf(device.remote.refs())).reason).toBe("unsupported");
  });
});

const createAnew = (path: string, ...args: string[]): void => {
  rmSync(path, { recursive: true });
  mkdirSync(path);
  openRepo(path).git("init", "-q", "--bare", ...args);
};

describe("push() to a folder", () => {
  test("refuses the branch that is checked out there, unless its settings allow it", async () => {
    const there = createRepo();
    const repo = createRepo({ empty: true });
    repo.git("pull", "-q", there.root, "main");
    const device = await openDevice(there.root, { repo });
    const from = await device.pull();
    const to = device.commit("a.md", "- a\n");
    expect(await failureOf(device.remote.push({ branch: "main", from, to }))).toMatchObject({
      reason: "rejected",
      message: expect.stringContaining("checked out there"),
    });
    expect(there.git("rev-parse", "main").trim()).toBe(from);
    expect(await device.remote.push({ branch: "side", from: undefined, to })).toBe("pushed");
    there.git("config", "receive.denyCurrentBranch", "ignore");
    expect(await device.remote.push({ branch: "main", from, to })).toBe("pushed");
  });

  test("runs no hook", async () => {
    const bare = createBare();
    const trap = join(bare.root, "trap");
    mkdirSync(join(bare.path, "hooks"), { recursive: true });
    for (const hook of [
      "pre-receive",
      "update",
      "post-receive",
      "post-update",
      "reference-transaction",
    ]) {
      writeFileSync(join(bare.path, "hooks", hook), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
    }
    const device = await openDevice(bare.path, { repo: createRepo() });
    await device.remote.push({ branch: "main", from: undefined, to: device.oid() });
    expect(existsSync(trap)).toBe(false);
  });

  test("waits for a lock, takes over an old one, and says who holds it else", async () => {
    const bare = createBare();
    const device = await openDevice(bare.path, {
      repo: createRepo(),
      settings: { timeoutMs: 300 },
    });
    const lock = join(bare.path, "refs/heads/main.lock");
    writeFileSync(lock, "");
    const move = { branch: "main", from: undefined, to: device.oid() };
    expect(await failureOf(device.remote.push(move))).toMatchObject({
      reason: "rejected",
      message: expect.stringContaining(lock),
    });
    const longAgo = new Date(Date.now() - 7_200_000);
    utimesSync(lock, longAgo, longAgo);
    expect(await device.remote.push(move)).toBe("pushed");
    expect(existsSync(lock)).toBe(false);
  });

  test("stops waiting for a lock where it is told to", { timeout: 30_000 }, async () => {
    const bare = createBare();
    const settings = { timeoutMs: 60_000 };
    const device = await openDevice(bare.path, { repo: createRepo(), settings });
    writeFileSync(join(bare.path, "refs/heads/main.lock"), "");
    const move = { branch: "main", from: undefined, to: device.oid() };
    await expect(device.remote.push(move, AbortSignal.timeout(200))).rejects.toThrow();
  });

  test("says gone where the folder goes away in the middle", async () => {
    const bare = createBare();
    const pulled: Disk = {
      ...nodeDisk,
      rename(from, to) {
        rmSync(bare.path, { recursive: true, force: true });
        return nodeDisk.rename(from, to);
      },
    };
    const device = await openDevice(bare.path, { repo: createRepo(), disk: pulled });
    const move = { branch: "main", from: undefined, to: device.oid() };
    expect((await failureOf(device.remote.push(move))).reason).toBe("gone");
  });

  /** A stick whose newest commit is said to be a chain of changes that takes a second to refuse. */
  function createSlowStick(): string {
    const bare = createBare();
    const oid = "1".repeat(40);
    addPack(bare.path, chainOf(blob(Buffer.alloc(20 * 2 ** 20)), 120), oid, 120);
    writeFileSync(join(bare.path, "refs/heads/main"), `${oid}\n`);
    return bare.path;
  }

  test("lets others work while it unpacks what a stick brings", async () => {
    const device = await openDevice(createSlowStick());
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    expect((await failureOf(device.pull())).reason).toBe("damaged");
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  test("stops at once where it is told to, whatever a stick brings", async () => {
    const device = await openDevice(createSlowStick());
    const oid = "1".repeat(40);
    const stopped = new AbortController();
    setTimeout(() => stopped.abort(new Error("stopped")), 100);
    await expect(device.remote.fetch(oid, stopped.signal)).rejects.toThrow("stopped");
    const again = new AbortController();
    const fetched = device.remote.fetch(oid, again.signal);
    again.abort(new Error("stopped"));
    await expect(fetched).rejects.toThrow("stopped");
  });
});
