import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { lociJson, runLoci } from "../../run-loci.ts";
import { noMount, useSmallDisk } from "../../sync/small-disk.ts";
import { describeWith } from "../programs.ts";
import { bytesOf, makeVault, memoriesIn, type Talk, tokensIn, useEars, useTalk } from "./talk.ts";
import { wiredPrograms } from "./wired-room.ts";

test.skipIf(noMount === undefined)(`disks: ${noMount}`, () => undefined);

const isFull = { text: "Tinc el disc ple. No puc desar el que m'expliques." };

/** A vault on a disk of its own. */
async function useVaultOnDisk(language: string) {
  const disk = useSmallDisk(24_000);
  const folder = join(disk.path, "vault");
  mkdirSync(folder);
  const ears = await useEars();
  const root = makeVault(ears, { folder, languages: [language] });
  await runLoci(["init", root]);
  return { disk, ears, root };
}

/** Nothing is half-written: the database is whole, each memory stands in a whole line, and nothing temporary is left. */
async function expectWhole({ root }: Talk): Promise<void> {
  const db = new Database(join(root, ".loci/sessions.db"), { readonly: true });
  expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
  db.close();
  for (const line of memoriesIn(root)
    .split("\n")
    .filter((line) => line.includes("zq"))) {
    expect(line).toMatch(/^- .*zq\d+x.* \(\d{4}-\d\d-\d\d\)/);
  }
  const { code, stdout } = await runLoci(["doctor", "--vault", root]);
  expect([code, stdout]).toEqual([0, expect.any(String)]);
}

describe.skipIf(noMount)("on a disk that fills up", () => {
  describeWith(wiredPrograms, "loci voice", () => {
    test("says so in the person's language, forgets nothing that it acknowledged, and goes on when there is room", async () => {
      const { disk, ...vault } = await useVaultOnDisk("ca");
      const talk = await useTalk(vault);
      const pagesLeft = [0, 0, 1, 2, 4, 8, 16];
      await talk.turn("Recorda que la clau és sota el test zq0x", { language: "ca" });
      for (const [nth, pages] of pagesLeft.entries()) {
        disk.fill(pages);
        await talk.turn(`Recorda que el gos es diu zq${nth * 2 + 1}x`, { language: "ca" });
        if (pages === 0) await talk.until("spoken", isFull, nth + 1);
        await talk.untilQuiet();
        expect(tokensIn(talk.root)).toContain("zq0x");
        disk.free();
        await talk.turn(`Recorda que l'ocell es diu zq${nth * 2 + 2}x`, { language: "ca" });
      }
      await talk.stop();
      await expectWhole(talk);
      const kept = talk.events().filter(({ type, role }) => type === "message" && role === "user");
      const tokens = kept.flatMap(({ content }) => String(content).match(/zq\d+x/g) ?? []);
      expect(tokensIn(talk.root)).toEqual(tokens.toSorted());
      expect(tokens.length).toBeGreaterThan(pagesLeft.length);
    });

    test("that is full at SIGTERM ends in time, and what was said is digested when there is room", async () => {
      const { disk, ...vault } = await useVaultOnDisk("en");
      const talk = await useTalk(vault);
      await talk.turn("we decided to call the boat zq1x");
      disk.fill();
      await talk.stop(1);
      expect(talk.stderr()).toMatch(/disk is full/);
      disk.free();
      const env = { LOCI_SESSION_INACTIVITY_MS: "1000" };
      await expect
        .poll(
          () =>
            lociJson(["digest", "--vault", talk.root], { env }).then(() => memoriesIn(talk.root)),
          {
            timeout: 10_000,
            interval: 1_000,
          },
        )
        .toContain("zq1x");
      expect(tokensIn(talk.root)).toEqual(["zq1x"]);
      await expectWhole(talk);
      expect(bytesOf(join(talk.root, "log"))).toContain("zq1x");
    });
  });
});
