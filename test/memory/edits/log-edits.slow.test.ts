import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { runLoci } from "../../run-loci.ts";
import {
  blocksOf,
  editsIn,
  expectEdits,
  expectNothingBut,
  git,
  logText,
  remember,
  useGarden,
  vim,
  watching,
} from "./watched-garden.ts";

test("an edit in vim is one block in the log, without its words, and its topic is a recent one", async () => {
  const root = useGarden();
  const watcher = await watching(root);
  vim(root, "topics/garden.md", "g/hose/d", "$put ='- Xylophone peppers'", "%s/Sage/Thyme/");
  await expectEdits(root, [["topics/garden.md: 1 added, 1 removed, 1 changed"]]);
  expect(blocksOf(root)[0]).toMatchObject({ topic: "garden", summary: "edited by hand" });
  expect(logText(root)).not.toMatch(/hose|xylophone|north|south/i);
  await vi.waitFor(() => expect(git(root, "log", "--oneline").split("\n")).toHaveLength(3), {
    timeout: 40_000,
    interval: 100,
  });
  expect(readFileSync(join(root, "topics/index.txt"), "utf8")).toMatch(/^\S+\|garden\|Garden\n$/);
  await watcher.stop();
  // What a person edited is theirs to commit.
  expect(git(root, "status", "--porcelain")).toBe(" M topics/garden.md\n");
  expect(watcher.said).toEqual(["ready"]);
});

test("edits without a pause between them are one block, and those after one another", async () => {
  const root = useGarden();
  await watching(root);
  for (let i = 0; i < 6; i++) {
    vim(root, "topics/garden.md", `$put ='- Plant ${i}'`);
    await sleep(150);
  }
  writeFileSync(join(root, "notes.md"), "# Notes\n\nSome words.\n");
  await expectEdits(root, [["notes.md: new file", "topics/garden.md: 6 added"]]);
  await sleep(1_000);
  writeFileSync(join(root, "notes.md"), "# Notes\n\nOther words.\n");
  await expectEdits(root, [
    ["notes.md: new file", "topics/garden.md: 6 added"],
    ["notes.md: edited"],
  ]);
});

test("a file removed, a file renamed and a line moved are told as what they are", async () => {
  const root = useGarden({
    "topics/travel.md": "# Travel\n\n- Lisbon in May\n",
    "topics/index.txt": "2026-01-01T10:00:00|travel|Travel\n2026-01-01T09:00:00|garden|Garden\n",
    "people/ana/topics/books.md": "- Read Solaris\n- Read Ubik\n",
  });
  await watching(root);
  rmSync(join(root, "topics/travel.md"));
  renameSync(join(root, "topics/garden.md"), join(root, "topics/yard.md"));
  writeFileSync(join(root, "people/ana/topics/books.md"), "- Read Ubik\n");
  writeFileSync(join(root, "people/ana/topics/films.md"), "- Read Solaris\n");
  await expectEdits(root, [
    [
      "people/ana/topics/books.md: 1 moved away",
      "people/ana/topics/films.md: new file, 1 moved here",
      "topics/travel.md: file removed, 1 removed",
      "topics/yard.md: renamed from topics/garden.md",
    ],
  ]);
  const recent = (folder: string): string =>
    readFileSync(join(root, folder, "topics/index.txt"), "utf8").replace(/^\S+?\|/gm, "");
  await vi.waitFor(() => expect(recent(".")).toBe("yard|Garden\n"));
  await vi.waitFor(() => expect(recent("people/ana")).toBe("books|Books\nfilms|Films\n"));
});

test("what other Loci processes write, forget, take back and digest is not logged as by hand", async () => {
  const root = useGarden();
  const watcher = await watching(root);
  await remember(root, "Basil in the shade");
  await runLoci(["remember", "A topic of its own", "--topic", "brand new", "--vault", root]);
  const talk = [
    "Remember that the pump stands behind the shed",
    "We decided to plant garlic in October",
    "I am allergic to tree nuts",
    "/forget Basil in the shade",
    "y",
    "/undo",
    "/forget The hose leaks",
    "y",
    "/end",
    "/undo",
  ];
  const { code, stderr } = await runLoci(["chat", "--vault", root], { input: talk.join("\n") });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("Cannot")]);
  await runLoci(["chat", "--vault", root], {
    input: "We decided to plant leeks in March\nI love radishes\n/end\n",
  });
  expect(blocksOf(root).some(({ session }) => session !== "")).toBe(true);
  await expectNothingBut(root, []);
  expect(watcher.said).toEqual(["ready"]);
});

test("a split and an undo that take files away are not logged as by hand", async () => {
  const items = ["rice", "bread", "soup"].flatMap((dish) =>
    Array.from({ length: 6 }, (_, i) => `- The ${dish} ${dish} recipe number ${i} of ${dish}\n`),
  );
  const root = useGarden({ "topics/cooking.md": `# Cooking\n\n${items.join("")}` });
  await watching(root);
  const split = resolve(import.meta.dirname, "..", "..", "workers", "split-topic.ts");
  execFileSync(process.execPath, ["--no-warnings", split, root, "0"], { stdio: "ignore" });
  expect(existsSync(join(root, "topics/cooking.md"))).toBe(false);
  await sleep(800);
  await runLoci(["chat", "--vault", root], {
    input: "Remember that the astrolabe stands in the attic\n/undo\n",
  });
  await expectNothingBut(root, []);
});

const until = { timeout: 40_000, interval: 100 };

/** What the watcher has seen. */
function indexed(root: string): string[] {
  const name = readdirSync(join(root, ".loci")).find((file) => /^index-.*\.db$/.test(file)) ?? "";
  const db = new Database(join(root, ".loci", name), { readonly: true });
  try {
    return db.prepare<[], string>("SELECT text FROM chunk").pluck().all();
  } finally {
    db.close();
  }
}

/** One that Loci writes over within its half second of quiet may go uncounted on a machine with more work than cores. */
const maxUncounted = 1;

test("of edits by hand between Loci's own writes exactly those by hand are counted", async () => {
  const root = useGarden();
  await watching(root);
  for (let i = 0; i < 6; i++) {
    await remember(root, `Fact ${i} that Loci was told`);
    vim(root, "topics/garden.md", `$put ='- Line ${i} by hand'`);
    await vi.waitFor(() => expect(indexed(root)).toContain(`Line ${i} by hand`), until);
  }
  const added = () =>
    editsIn(root)
      .flat()
      .map((line) => Number(/md: (\d+) added$/.exec(line)?.[1]));
  const sum = (): number => added().reduce((all, count) => all + count, 0);
  await vi.waitFor(() => expect(sum()).toBeGreaterThanOrEqual(6 - maxUncounted), until);
  await sleep(3_000); // For one that comes late.
  expect(sum()).toBeLessThanOrEqual(6);
  await expectNothingBut(root, editsIn(root));
});

test("of edits by hand at the same time as Loci's own writes only those by hand are counted", async () => {
  const root = useGarden();
  await watching(root);
  const told = (async () => {
    for (let i = 0; i < 8; i++) await remember(root, `Fact ${i} that Loci was told`);
  })();
  for (let i = 0; i < 8; i++) {
    vim(root, "topics/garden.md", `%s/south\\d*/south${i}/`);
    await sleep(150);
  }
  await told;
  await sleep(1_500);
  expect(readFileSync(join(root, "topics/garden.md"), "utf8").match(/Fact \d/g)).toHaveLength(8);
  const edits = editsIn(root);
  expect(edits.length).toBeGreaterThan(0);
  expect(new Set(edits.flat())).toEqual(new Set(["topics/garden.md: 1 changed"]));
  await expectNothingBut(root, edits);
});

test("who takes out by hand what Loci wrote has that counted, and so it is for what came back", async () => {
  const root = useGarden();
  await watching(root);
  await remember(root, "Basil in the shade");
  await remember(root, "Parsley in the sun");
  vim(root, "topics/garden.md", "g/Basil/d");
  await expectEdits(root, [["topics/garden.md: 1 removed"]]);
  expect(readFileSync(join(root, "topics/garden.md"), "utf8")).not.toContain("Basil");
  await expectNothingBut(root, [["topics/garden.md: 1 removed"]]);
});
