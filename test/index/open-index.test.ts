import { randomBytes } from "node:crypto";
import {
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { cleanEnv } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

const databases = (root: string): string[] =>
  readdirSync(join(root, ".loci"))
    .filter((name) => name.startsWith("index") && name.endsWith(".db"))
    .map((name) => join(root, ".loci", name));

const newest = (root: string): string => databases(root).sort().at(-1) ?? "";

async function open(root: string) {
  const said: string[] = [];
  const loci = await openLoci({
    root,
    env: cleanEnv(),
    now: () => Date.now(),
    report: (sentence) => said.push(sentence),
  });
  return { loci, said };
}

const question = "which rice for paella?";

async function answerOf(root: string) {
  const { loci, said } = await open(root);
  const { hits } = await loci.memory.recall(question);
  await loci.close();
  return { hits, said };
}

function noise(file: string, from: number, bytes: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, randomBytes(bytes), 0, bytes, from);
  closeSync(handle);
}

/** What may become of an index file. */
const accidents: Readonly<Record<string, (file: string) => void>> = {
  deleted: (file) => rmSync(file),
  emptied: (file) => truncateSync(file),
  "cut in half": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  "cut within a page": (file) => truncateSync(file, statSync(file).size - 1_000),
  "overwritten with noise": (file) => writeFileSync(file, randomBytes(statSync(file).size)),
  "noisy in its middle": (file) => noise(file, 8_192, 40_000),
  "noisy at its start": (file) => noise(file, 0, 100),
  "replaced by a text": (file) => writeFileSync(file, "this is no database\n"),
  "of a newer version": (file) => pragma(file, "user_version = 999"),
  "another program's": (file) => pragma(file, "application_id = 1"),
  "without a table": (file) => execute(file, "DROP TABLE chunk"),
};

function pragma(file: string, text: string): void {
  const db = new Database(file);
  db.pragma(text);
  db.close();
}

function execute(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

/** Noticed by nobody: a file that is not there is made, and a page that no answer is on is not read. */
const quiet = ["deleted", "emptied", "noisy in its middle"];

test.each(Object.keys(accidents))(
  "an index that was %s answers the same after one sentence",
  async (name) => {
    const root = useFixture("starter");
    const before = await answerOf(root);
    expect(before.hits.length).toBeGreaterThan(0);
    accidents[name]?.(newest(root));
    const after = await answerOf(root);
    expect(after.hits).toEqual(before.hits);
    if (!quiet.includes(name)) expect(after.said).toHaveLength(1);
    for (const sentence of after.said) {
      expect(sentence).toMatch(/^The search index was .+: rebuilding it from the files$/);
    }
    expect(databases(root)).toHaveLength(1);
    expect((await answerOf(root)).said).toEqual([]);
  },
);

test("an index that is deleted or damaged under a running Loci answers the same", async () => {
  const root = useFixture("starter");
  const { loci } = await open(root);
  const before = (await loci.memory.recall(question)).hits;
  for (const accident of ["deleted", "without a table", "overwritten with noise", "emptied"]) {
    accidents[accident]?.(newest(root));
    expect((await loci.memory.recall(question)).hits, accident).toEqual(before);
  }
  rmSync(join(root, ".loci"), { recursive: true });
  expect((await answerOf(root)).hits).toEqual(before);
  await loci.close();
});

test("an index without its -wal, or with only that left, answers the same", async () => {
  const root = useFixture("starter");
  const before = (await answerOf(root)).hits;
  const { loci } = await open(root);
  await loci.memory.recall(question);
  const file = newest(root);
  writeFileSync(`${file}-wal.copy`, "");
  rmSync(file);
  writeFileSync(`${file}-wal`, randomBytes(10_000));
  expect((await answerOf(root)).hits).toEqual(before);
  await loci.close();
});
