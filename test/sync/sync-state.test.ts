import { readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createOwn, createPair, stateOf } from "./devices.ts";

describe("readSyncState()", () => {
  test("keeps the last success and the files held back beside a failure", async () => {
    const { remote, laptop } = await createPair({ "a.md": "- a\n" });
    laptop.write("big.md", "x".repeat(11_000_000));
    await laptop.sync();
    const { lastSuccess } = await stateOf(laptop);
    writeFileSync(join(laptop.root, ".git/MERGE_HEAD"), laptop.git("rev-parse", "HEAD"));
    await expect(laptop.sync()).rejects.toMatchObject({ code: "GIT_BLOCKED" });
    expect(await stateOf(laptop)).toMatchObject({
      remote,
      lastSuccess,
      heldBack: [{ path: "big.md" }],
      failure: { reason: "blocked", fix: expect.stringContaining("git merge") },
    });
  });

  test("tells nothing of the remote that was there before", async () => {
    const { laptop } = await createPair({ "a.md": "- a\n" });
    const to = (url: string) => laptop.git("remote", "set-url", "origin", url);
    to("/nowhere/one.git");
    expect(await stateOf(laptop)).toMatchObject({ lastSuccess: null, failure: null });
    await expect(laptop.sync()).rejects.toMatchObject({ code: "SYNC_FAILED" });
    expect(await stateOf(laptop)).toMatchObject({ lastSuccess: null, failure: { reason: "gone" } });
    to("/nowhere/two.git");
    expect(await stateOf(laptop)).toMatchObject({ lastSuccess: null, failure: null });
  });

  test("follows no link in the place of its record, and leaves no drafts", async () => {
    const { laptop } = await createPair({ "a.md": "- a\n" });
    const record = join(laptop.root, ".loci/sync.json");
    unlinkSync(record);
    writeFileSync(join(laptop.root, "a.md"), "- a\n");
    symlinkSync(join(laptop.root, "a.md"), record);
    expect((await stateOf(laptop)).lastSuccess).toBeNull();
    await laptop.sync();
    expect(readFileSync(join(laptop.root, "a.md"), "utf8")).toBe("- a\n");
    expect(readdirSync(join(laptop.root, ".loci")).filter((name) => /tmp/.test(name))).toEqual([]);
  });

  test("says that a sync was interrupted, until the next one has finished it", async () => {
    const own = await createOwn("own");
    own.write("a.md", "- a\n");
    await own.sync();
    writeFileSync(join(own.root, ".git/loci/moving.json"), "{");
    expect((await stateOf(own)).failure).toMatchObject({ reason: "interrupted" });
    await own.sync();
    expect((await stateOf(own)).failure).toBeNull();
  });

  test("shows no secret of an address", async () => {
    const own = await createOwn("own");
    own.git("config", "remote.origin.url", "https://ana:s3cret@example.org/v.git?token=s3cret");
    expect((await stateOf(own)).remote).toBe("origin");
    await expect(own.sync()).rejects.toMatchObject({ code: "SYNC_FAILED" });
    expect(JSON.stringify(await stateOf(own))).not.toContain("s3cret");
  });
});
