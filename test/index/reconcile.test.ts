import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { cleanEnv } from "../run-loci.ts";
import { useVault, writeFiles } from "../temp.ts";

const files = {
  "topics/cooking.md":
    "---\ntitle: Cooking\n---\n\n- Prefers bomba rice (2026-02-12)\n- Uses broth (2026-02-12)\n",
  "topics/garden.md": "# Garden\n\n- The hose leaks (2026-03-01)\n",
};

async function open(root: string) {
  const said: string[] = [];
  const loci = await openLoci({
    root,
    env: cleanEnv(),
    now: Date.now,
    report: (text) => said.push(text),
  });
  const texts = async (query: string) =>
    (await loci.memory.recall(query)).hits.map(({ text }) => text);
  return { loci, said, texts };
}

test("refresh() sees files that were added, changed, moved and removed", async () => {
  const root = useVault(files);
  const { loci, texts } = await open(root);
  expect((await texts("bomba rice"))[0]).toBe("Prefers bomba rice");
  writeFiles(root, { "topics/new.md": "- Saxophone lessons on Monday\n" });
  expect(await texts("saxophone")).toEqual(["Saxophone lessons on Monday"]);
  renameSync(join(root, "topics/new.md"), join(root, "topics/music.md"));
  const { hits } = await loci.memory.recall("saxophone");
  expect(hits.map(({ file }) => file)).toEqual(["topics/music.md"]);
  rmSync(join(root, "topics/music.md"));
  expect(await texts("saxophone")).toEqual([]);
  await loci.close();
});

test("refresh() reads only what changed, and keeps the rows of entries that stayed", async () => {
  const root = useVault(files);
  const { loci } = await open(root);
  expect((await loci.index.refresh()).indexed).toHaveLength(2);
  const ids = () =>
    loci.vault.index.run((db) =>
      db.prepare("SELECT id FROM chunk WHERE text LIKE '%broth'").pluck().all(),
    );
  const before = ids();
  writeFiles(root, { "topics/cooking.md": `${files["topics/cooking.md"]}- Salt last\n` });
  expect((await loci.index.refresh()).indexed).toEqual(["topics/cooking.md"]);
  expect(ids()).toEqual(before);
  await loci.close();
});

test.each([
  [
    "missing",
    (root: string) => renameSync(root, `${root}-away`),
    (root: string) => renameSync(`${root}-away`, root),
  ],
  ["empty", (root: string) => rmSync(join(root, "topics"), { recursive: true }), () => {}],
])(
  "a vault that is suddenly %s keeps its index, says so and fails",
  async (what, accident, mend) => {
    const root = useVault(files);
    const { loci, texts } = await open(root);
    await loci.index.refresh();
    accident(root);
    await expect(texts("rice")).rejects.toMatchObject({ code: "VAULT_VANISHED" });
    expect(existsSync(root)).toBe(what === "empty");
    mend(root);
    expect(
      loci.vault.index.run((db) => db.prepare("SELECT count(*) FROM file").pluck().get()),
    ).toBe(2);
    await loci.close();
  },
);

test("an empty vault is believed once the person confirms it", async () => {
  const root = useVault(files);
  const { loci, texts } = await open(root);
  await loci.index.refresh();
  rmSync(join(root, "topics"), { recursive: true });
  expect((await loci.index.refresh({ confirmRemovals: true })).removed).toHaveLength(2);
  expect(await texts("rice")).toEqual([]);
  await loci.close();
});

test("a folder that cannot be read does not look like deleted files", async ({ skip }) => {
  if (process.getuid?.() === 0) skip("root reads everything");
  const root = useVault(files);
  const { loci, texts } = await open(root);
  await loci.index.refresh();
  chmodSync(join(root, "topics"), 0);
  await expect(texts("rice")).rejects.toMatchObject({ code: "UNREADABLE" });
  chmodSync(join(root, "topics"), 0o755);
  expect((await texts("rice"))[0]).toBe("Prefers bomba rice");
  await loci.close();
});

test("a topic that became a link to a file outside the vault is not read", async () => {
  const root = useVault(files);
  const outside = useVault({ "secret.md": "- The secret is out\n" });
  symlinkSync(join(outside, "secret.md"), join(root, "topics/link.md"));
  mkdirSync(join(root, "people"));
  symlinkSync(outside, join(root, "people/eve"));
  const { loci, texts } = await open(root);
  expect(await texts("secret")).toEqual([]);
  await loci.close();
});

test("a file whose place a folder or a link took is gone", async () => {
  const root = useVault(files);
  const far = join(useVault({ "far.md": "- Prefers bomba rice\n" }), "far.md");
  const { loci, texts } = await open(root);
  const path = join(root, "topics/cooking.md");
  for (const take of [mkdirSync, (at: string) => symlinkSync(far, at)]) {
    writeFiles(root, files);
    expect(await texts("bomba rice")).toContain("Prefers bomba rice");
    rmSync(path);
    take(path);
    expect(await texts("bomba rice")).toEqual([]);
    rmSync(path, { recursive: true });
  }
  await loci.close();
});

test("a folder of plain Markdown is a vault, and git status in it stays clean of .loci", async () => {
  const root = useVault({
    "notes.md": "# Notes\n\n- A plain note about volcanoes\n",
    "deep/er/more.md": "Volcano prose\n",
  });
  const { loci } = await open(root);
  const { hits } = await loci.memory.recall("volcano");
  expect(hits.map(({ file }) => file).sort()).toEqual(["deep/er/more.md", "notes.md"]);
  await loci.close();
});

test("an entry's bank is its own, else the file's, and an unknown one counts as the default", async () => {
  const root = useVault({
    "topics/a.md":
      "---\nbank: Work\n---\n\n- zebra one\n- zebra two (2026-01-01) [bank:: health]\n- zebra three (2026-01-01) [bank:: Nonsense]\n",
  });
  const { loci } = await open(root);
  const { hits } = await loci.memory.recall("zebra");
  const banks = Object.fromEntries(hits.map(({ text, bank }) => [text, bank]));
  expect(banks).toEqual({ "zebra one": "Work", "zebra two": "Health", "zebra three": "General" });
  await loci.close();
});

test("templates and Obsidian's bases are no notes, whatever their folder is called", async () => {
  const root = useVault({
    "Templates/Film.md": "---\ndirector: '[[Zebra]]'\n---\n\n- Zebra of {{date}}\n",
    "Plantillas/Día.md": "- Zebra del día\n",
    "Notes/templates/Meeting.md": "- Zebra minutes\n",
    "Notes/Films.base": "filters: zebra\n",
    "Notes/Templates.md": "- A zebra is a template of stripes\n",
    "topics/zoo.md": "- Saw a zebra\n",
    ".obsidian/templates.json": '{ "folder": "Plantillas" }',
  });
  const { loci, texts } = await open(root);
  expect((await texts("zebra")).sort()).toEqual([
    "A zebra is a template of stripes",
    "Saw a zebra",
  ]);
  writeFileSync(join(root, ".obsidian/templates.json"), "no JSON");
  expect((await loci.index.refresh()).indexed).toEqual(["Plantillas/Día.md"]);
  writeFileSync(join(root, ".obsidian/templates.json"), '{ "folder": "Plantillas" }');
  expect((await loci.index.refresh()).removed).toEqual(["Plantillas/Día.md"]);
  renameSync(join(root, "topics"), join(root, "templates"));
  expect(await texts("saw zebra")).not.toContain("Saw a zebra");
  await loci.close();
});

test("two processes may fill one new index at once", async () => {
  const root = useVault(
    Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`topics/t${i}.md`, `- walrus ${i}\n`]),
    ),
  );
  const opened = await Promise.all([open(root), open(root)]);
  await Promise.all(opened.map(({ loci }) => loci.index.refresh()));
  for (const { loci } of opened) {
    expect(
      loci.vault.index.run((db) => db.prepare("SELECT count(*) FROM chunk").pluck().get()),
    ).toBe(60);
    expect((await loci.memory.recall("walrus", { limit: 100 })).hits).toHaveLength(60);
    await loci.close();
  }
});

test("a file under the vault that is not Markdown text is told, not fatal", async () => {
  const root = useVault({
    ...files,
    "topics/latin1.md": Buffer.from("- caf\xe9 au lait\n", "latin1"),
  });
  writeFileSync(join(root, "topics/picture.png"), "not markdown");
  const { loci, texts } = await open(root);
  expect((await texts("rice"))[0]).toBe("Prefers bomba rice");
  await loci.close();
});

test("refresh() of many files leaves full-text search in one segment, and finds all of them", async () => {
  const many = Array.from({ length: 120 }, (_, i) => [
    `topics/t${i}.md`,
    `# T${i}\n\n- Planted sapling number ${i} by the ${i % 2 === 0 ? "brook" : "wall"}\n`,
  ]);
  const root = useVault(Object.fromEntries(many));
  const { loci, texts } = await open(root);
  await loci.index.refresh();
  const segments = (table: string) =>
    loci.vault.index.run((db) =>
      db.prepare(`SELECT count(DISTINCT segid) FROM ${table}_idx`).pluck().get(),
    );
  expect([segments("chunk_fts"), segments("file_fts")]).toEqual([1, 1]);
  for (const i of [0, 61, 119]) expect((await texts(`sapling number ${i}`))[0]).toContain(` ${i} `);
  rmSync(join(root, "topics/t61.md"));
  expect(await texts("sapling number 61")).not.toContain("Planted sapling number 61 by the wall");
  await loci.close();
});
