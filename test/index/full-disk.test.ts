import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { noMount, useSmallDisk } from "../sync/small-disk.ts";

test.skipIf(noMount !== undefined)(
  "on a full disk recall answers from the index, and knows what was typed since",
  async () => {
    const disk = useSmallDisk(8_192);
    const root = join(disk.path, "vault");
    const topic = join(root, "topics/home.md");
    mkdirSync(join(root, "topics"), { recursive: true });
    writeFileSync(join(root, "loci.yaml"), "");
    writeFileSync(topic, "- Keeps bees on the roof\n- The lamp is red\n");
    const recall = (query: string) => runLoci(["recall", query, "--vault", root]);
    expect((await recall("bees")).stdout).toContain("Keeps bees on the roof");
    writeFileSync(topic, "- Keeps bees on the roof\n- Paddles a canoe\n");
    disk.fill();
    for (const [query, answer] of [
      ["bees", "Keeps bees"],
      ["canoe", "Paddles a canoe"],
    ] as const) {
      const { code, stdout, stderr } = await recall(query);
      expect([query, code, stderr]).toEqual([query, 0, expect.stringContaining("disk is full")]);
      expect(stdout).toContain(answer);
    }
    disk.free();
    const { stderr, stdout } = await recall("canoe");
    expect([stderr, stdout]).toEqual(["", expect.stringContaining("Paddles a canoe")]);
  },
);
