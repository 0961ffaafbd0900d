import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitWaiting } from "../../src/digest/split/split-topics.ts";
import { useSessionDb } from "../session/session-db.ts";
import { bread, cooking, others, rice, splitVault } from "./split-fixture.ts";

const worker = join(import.meta.dirname, "..", "workers", "split-topic.ts");
const all = [...rice, ...bread, ...others].sort();

test("splitWaiting() killed before any change of a name loses and doubles nothing", {
  timeout: 120_000,
}, async () => {
  let kills = 0;
  for (let dieAt = 1; ; dieAt++) {
    const vault = splitVault({ "topics/cooking.md": cooking });
    const { signal, status, stderr } = spawnSync(
      process.execPath,
      ["--no-warnings", worker, vault.root, String(dieAt)],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(vault.entries()).toEqual(expect.arrayContaining(all));
    const { db } = useSessionDb({ lociDir: join(vault.root, ".loci") });
    await splitWaiting({ ...vault.ports, queue: db.digestions });
    expect(vault.entries()).toEqual(all);
    expect(vault.names()).toEqual(["cooking-bread.md", "cooking-general.md", "cooking-rice.md"]);
    if (signal === null) {
      expect(status).toBe(0);
      break;
    }
    kills++;
  }
  expect(kills).toBeGreaterThanOrEqual(4);
});
