import { join } from "node:path";
import { expect, test } from "vitest";
import { openPacks } from "../../../src/sync/history/open-packs.ts";
import { createRepo } from "../repo.ts";
import { randomHistory } from "./random-history.ts";

test("openPacks() gives every object of a repacked repository, byte for byte what git gives", () => {
  const repo = randomHistory(3, { commits: 80, paths: ["topics/a.md", "b.md"] });
  repo.write("long.md", Array.from({ length: 5_000 }, (_, n) => `- line ${n}\n`).join(""));
  repo.git("add", "long.md");
  repo.git("commit", "-qm", "long");
  repo.write("long.md", Array.from({ length: 5_001 }, (_, n) => `- line ${n}\n`).join(""));
  repo.git("commit", "-qam", "longer");
  repo.git("repack", "-adfq");
  const packs = openPacks(join(repo.root, ".git"));
  const oids = repo.git("rev-list", "--objects", "--all", "--no-object-names").trim().split("\n");
  expect(oids.length).toBeGreaterThan(100);
  for (const oid of oids) {
    const kind = repo.git("cat-file", "-t", oid).trim();
    const size = Number(repo.git("cat-file", "-s", oid));
    expect(packs.read(oid)?.length, `${kind} ${oid}`).toBe(size); // Its name is checked by `read`.
  }
  expect(packs.read("0".repeat(40))).toBeUndefined();
  packs.close();
});

test("openPacks() of a repository without packs knows nothing", () => {
  const packs = openPacks(join(createRepo().root, ".git"));
  expect(packs.read("1".repeat(40))).toBeUndefined();
  packs.close();
});
