import { hash } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git, useGarden } from "../memory/garden.ts";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

/** As many loose objects in the folder that is looked into as if there were thousands in all. */
function makeDue(root: string): void {
  const folder = useTempFolder();
  const texts: string[] = [];
  for (let n = 0; texts.length < 12; n++) {
    const text = `loose ${n}`;
    if (hash("sha1", `blob ${text.length}\0${text}`).startsWith("17")) texts.push(text);
  }
  for (const [n, text] of texts.entries()) {
    writeFileSync(join(folder, `${n}`), text);
    git(root, "hash-object", "-w", join(folder, `${n}`));
  }
}

const packs = (root: string): number =>
  Number(/^packs: (\d+)$/m.exec(git(root, "count-objects", "-v"))?.[1]);

test("loci sync packs the history when that is due, and only then", async () => {
  const root = useGarden();
  const sync = () => runLoci(["sync", "--vault", root]);
  expect((await sync()).stdout).toBe("Nothing new.\n");
  expect(packs(root)).toBe(0);
  makeDue(root);
  expect((await sync()).stdout).toBe("Nothing new.\n");
  expect(packs(root)).toBe(1);
  git(root, "fsck", "--strict");
});

test("a history that cannot be packed is said beside the sync, which is done", async () => {
  const root = useGarden();
  makeDue(root);
  // A damaged object: git stops, and Loci leaves it where it is.
  const oid = git(root, "rev-parse", "HEAD:topics/garden.md").trim();
  const file = join(root, ".git/objects", oid.slice(0, 2), oid.slice(2));
  chmodSync(file, 0o644);
  writeFileSync(file, "no object");
  const { code, stderr } = await runLoci(["sync", "--vault", root]);
  expect(code).toBe(0);
  expect(stderr).toContain("The history is not packed: ");
});
