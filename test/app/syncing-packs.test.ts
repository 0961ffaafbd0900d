import { hash } from "node:crypto";
import { appendFileSync, chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { git, useGarden } from "../memory/garden.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
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

test.each([
  ["with git", {}],
  ["without git", { PATH: "/nonexistent" }],
])("loci sync packs the history when that is due, %s, and only then", async (_, env) => {
  const root = useGarden();
  const sync = () => runLoci(["sync", "--vault", root], { env });
  appendFileSync(join(root, "topics/garden.md"), "- Mint\n");
  expect((await sync()).stdout).toBe("Committed 1 (main)\n");
  expect(packs(root)).toBe(0);
  makeDue(root);
  const packed = await sync();
  expect([packed.code, packed.stdout]).toEqual([0, "Nothing new.\n"]);
  expect(packs(root)).toBe(1);
  git(root, "fsck", "--strict");
  const before = readdirSync(join(root, ".git/objects/pack"));
  await sync();
  expect(readdirSync(join(root, ".git/objects/pack"))).toEqual(before);
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

test("loci up packs in the background after a round, and a round goes on meanwhile", async () => {
  const root = useGarden();
  makeDue(root);
  const loci = await openLoci({
    root,
    env: cleanEnv(),
    rhythm: { quietMs: 200 },
    now: () => Date.now(),
    report: (sentence) => expect.fail(sentence),
  });
  const syncing = await loci.sync.keep(() => {});
  onTestFinished(() => loci.close());
  appendFileSync(join(root, "topics/garden.md"), "- Mint\n");
  syncing?.changed();
  await vi.waitFor(() => expect(packs(root)).toBe(1), { timeout: 120_000, interval: 50 });
  appendFileSync(join(root, "topics/garden.md"), "- Rue\n");
  syncing?.changed();
  await syncing?.close();
  expect(git(root, "status", "--porcelain")).toBe("");
  git(root, "fsck", "--strict");
});
