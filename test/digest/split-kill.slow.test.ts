import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitWaiting } from "../../src/digest/split/split-topics.ts";
import { useSessionDb } from "../session/session-db.ts";
import { all, parts, splitVault, vault } from "./split-fixture.ts";

const worker = join(import.meta.dirname, "..", "workers", "split-topic.ts");

test("splitWaiting() killed before any change of a name loses and doubles nothing", {
  timeout: 120_000,
}, async () => {
  let kills = 0;
  for (let dieAt = 1; ; dieAt++) {
    const split = splitVault(vault);
    const { signal, status, stderr } = spawnSync(
      process.execPath,
      ["--no-warnings", worker, split.root, String(dieAt)],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(split.entries()).toEqual(expect.arrayContaining(all));
    const { db } = useSessionDb({ lociDir: join(split.root, ".loci") });
    await splitWaiting({ ...split.ports, queue: db.digestions });
    expect(split.entries()).toEqual(all);
    expect(split.names()).toEqual(parts);
    if (signal === null) {
      expect(status).toBe(0);
      break;
    }
    kills++;
  }
  expect(kills).toBeGreaterThanOrEqual(4);
});
