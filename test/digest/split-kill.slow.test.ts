import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resumeSplit } from "../../src/digest/split/split-topic.ts";
import { bread, cooking, others, rice, splitVault } from "./split-fixture.ts";

const worker = join(import.meta.dirname, "..", "workers", "split-topic.ts");
const all = [...rice, ...bread, ...others].sort();

test("splitTopic() killed before any change of a name loses and doubles nothing", {
  timeout: 90_000,
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
    const plan = join(vault.root, ".loci/split.json");
    if (existsSync(plan)) vault.state.plan = readFileSync(plan, "utf8");
    await resumeSplit(vault.ports);
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
