import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo } from "../../sync/repo.ts";
import { createBare, failureOf, openDevice } from "./device.ts";

describe("push() to a folder", () => {
  test("refuses the branch that is checked out there, and runs none of its filters", async () => {
    const there = createRepo();
    const trap = join(there.root, "trap");
    there.git("config", "receive.denyCurrentBranch", "updateInstead");
    there.git("config", "filter.evil.smudge", `touch ${trap}; cat`);
    there.write(".git/info/attributes", "* filter=evil\n");
    const repo = createRepo({ empty: true });
    repo.git("pull", "-q", there.root, "main");
    const device = await openDevice(there.root, { repo });
    const from = await device.pull();
    const to = device.commit("a.md", "- a\n");
    expect(await failureOf(device.remote.push({ branch: "main", from, to }))).toMatchObject({
      reason: "rejected",
      message: expect.stringContaining("checked out branch"),
    });
    expect(there.git("rev-parse", "main").trim()).toBe(from);
    expect(await device.remote.push({ branch: "side", from: undefined, to })).toBe("pushed");
    expect(existsSync(trap)).toBe(false);
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

  test("runs no program to fetch what the folder says it lacks", async () => {
    const bare = createBare();
    const trap = join(bare.root, "trap");
    const lines = (last: string): string =>
      Array.from({ length: 200 }, (_, n) => `- ${n} ${n ** 5}\n`).join("") + last;
    const device = await openDevice(bare.path, { repo: createRepo() });
    const from = device.commit("topics/long.md", lines("- a\n"));
    await device.remote.push({ branch: "main", from: undefined, to: from });
    bare.git("config", "core.repositoryFormatVersion", "1");
    bare.git("config", "extensions.partialClone", "evil");
    bare.git("config", "remote.evil.promisor", "true");
    bare.git("config", "remote.evil.url", bare.path);
    bare.git("config", "remote.evil.uploadpack", `touch ${trap}; git-upload-pack`);
    bare.git("config", "protocol.file.allow", "always");
    const base = device.oid("HEAD:topics/long.md");
    rmSync(join(bare.path, "objects", base.slice(0, 2), base.slice(2)), { force: true });
    const to = device.commit("topics/long.md", lines("- b\n"));
    await failureOf(device.remote.push({ branch: "main", from, to }));
    expect(existsSync(trap)).toBe(false);
  });

  test("takes nothing damaged from a stick", async () => {
    const bare = createBare();
    const other = createRepo();
    other.git("push", "-q", bare.path, "main");
    const blob = other.git("rev-parse", "HEAD:topics/cooking.md").trim();
    const file = join(bare.path, "objects", blob.slice(0, 2), blob.slice(2));
    rmSync(file, { force: true });
    writeFileSync(file, "no object");
    const device = await openDevice(bare.path);
    const failure = await failureOf(device.pull());
    expect(failure.reason, failure.message).toBe("damaged");
    device.repo.fsck();
  });
});
