import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openIndex } from "../../src/index/open-index.ts";
import { reconcile } from "../../src/index/reconcile.ts";
import { recall } from "../../src/recall/recall.ts";
import { type DigestLine, formatDigestBlock } from "../../src/vault/log/digest-log.ts";
import type { Viewer } from "../../src/vault/topic/viewer.ts";
import { deviceClock } from "../device-clock.ts";
import { fc } from "../fast-check.ts";
import { useTempFolder, useVault, writeFiles } from "../temp.ts";

const settings = { banks: ["General"], defaultBank: "General", language: "en" };

/** A vault and its index. Its clock is ahead, so that no file counts as just written. */
function useIndexed(files: Readonly<Record<string, string>>) {
  const root = useVault(files);
  const index = openIndex({ lociDir: useTempFolder(), fingerprint: "test", report: () => {} });
  onTestFinished(() => index.close());
  const refresh = () =>
    reconcile({
      ...{ root, index, settings, clock: deviceClock },
      now: () => Date.now() + 60_000,
    });
  const ask = async (question: string, viewer: Viewer = {}, filter = {}) => {
    await refresh();
    return index.run((db) => recall(db, question, { limit: 10, filter, viewer }));
  };
  const texts = async (...args: Parameters<typeof ask>) =>
    (await ask(...args)).map(({ text }) => text);
  return { root, index, refresh, ask, texts };
}

const learned = (text: string, file: string, said: string): DigestLine => ({
  ...{ type: "learned", text, file, said },
});

const block = (person: string | null, ...lines: readonly DigestLine[]): string =>
  formatDigestBlock({
    ...{ time: "2026-02-12T10:00:00Z", topic: "", summary: "Saxophone talk", agent: "rostro" },
    ...{ modes: ["text"], languages: ["en"], session: "01J", person, lines },
  });

const topic =
  "# Cooking\n\n- Prefers bomba rice for paella (2026-02-12)\n- Owns a wok (2026-02-12)\n";
const text = "Prefers bomba rice for paella";
const said = "grandma never let us eat another grain";
const log = block("ana", learned(text, "topics/cooking.md", said));

test("an entry is found by the person's own words behind it, and shown as it is", async () => {
  const { ask } = useIndexed({ "topics/cooking.md": topic, "log/2026-02.md": log });
  const [hit, ...others] = await ask("what did grandma let us eat?");
  expect(hit).toMatchObject({ text, file: "topics/cooking.md", line: 3, kind: "entry" });
  expect(hit?.why.said).toBeGreaterThan(0);
  expect(hit?.why.keyword).toBeUndefined();
  expect(others.map((other) => other.why.said)).not.toContain(expect.anything());
  const [both] = await ask("bomba grandma");
  expect(both?.why).toMatchObject({ keyword: expect.any(Number), said: expect.any(Number) });
});

test("an index that was deleted comes back with the same answers", async () => {
  const { root, index, ask } = useIndexed({ "topics/cooking.md": topic, "log/2026-02.md": log });
  await ask("grandma");
  writeFiles(root, { "topics/music.md": `- ${text} (2026-01-01)\n- Plays the oboe\n` });
  await ask("grandma");
  writeFiles(root, {
    "log/2026-01.md": block(null, learned("Plays the oboe", "topics/music.md", "a duck")),
  });
  const questions = ["grandma's grain", "bomba rice", "a duck", "oboe and wok"];
  const answers = await Promise.all(questions.map((question) => ask(question)));
  index.drop();
  expect(await Promise.all(questions.map((question) => ask(question)))).toEqual(answers);
  expect(answers.map(([best]) => best?.text)).toEqual([
    text,
    text,
    "Plays the oboe",
    "Plays the oboe",
  ]);
});

test("a digest log is never recalled itself", async () => {
  const { ask } = useIndexed({ "topics/cooking.md": topic, "log/2026-02.md": log });
  expect(await ask("saxophone talk rostro session")).toEqual([]);
  const { indexed, files } = await useIndexed({ "a.md": "- a\n", "log/2026-02.md": log }).refresh();
  expect({ indexed, files }).toEqual({ indexed: ["log/2026-02.md", "a.md"], files: 1 });
});

test("quotes come and go with their log, whichever is read first", async () => {
  const { root, texts, refresh } = useIndexed({ "topics/cooking.md": topic });
  expect(await texts("grandma")).toEqual([]);
  writeFiles(root, { "log/2026-02.md": log });
  expect((await refresh()).indexed).toEqual(["log/2026-02.md", "topics/cooking.md"]);
  expect(await texts("grandma")).toContain(text);
  expect((await refresh()).indexed).toEqual([]);
  writeFiles(root, { "log/2026-02.md": "# My own log\n" });
  expect(await texts("grandma")).toEqual([]);
  writeFiles(root, { "log/2026-02.md": log });
  expect(await texts("grandma")).toContain(text);
  rmSync(join(root, "log"), { recursive: true });
  expect((await refresh()).removed).toEqual(["log/2026-02.md"]);
  expect(await texts("grandma")).toEqual([]);
});

test("a log that grows makes only the files of what is new be read again", async () => {
  const { root, refresh } = useIndexed({
    "topics/cooking.md": topic,
    "topics/music.md": "- Plays the oboe (2026-02-12)\n",
    "log/2026-02.md": log,
  });
  await refresh();
  const more = block(null, learned("Plays the oboe", "topics/music.md", "a duck, she says"));
  writeFiles(root, { "log/2026-02.md": `${log}\n${more}` });
  expect((await refresh()).indexed).toEqual(["log/2026-02.md", "topics/music.md"]);
});

test("a quote follows its entry to a file of the same scope, and is gone with it", async () => {
  const { root, ask, texts } = useIndexed({ "topics/cooking.md": topic, "log/2026-02.md": log });
  await texts("grandma");
  writeFiles(root, { "topics/cooking.md": "# Cooking\n", "topics/cooking-rice.md": topic });
  const [moved] = await ask("grandma");
  expect(moved).toMatchObject({ text, file: "topics/cooking-rice.md" });
  writeFiles(root, { "topics/cooking-rice.md": topic.replace("Prefers", "Hates") });
  expect(await texts("grandma")).toEqual([]);
  writeFiles(root, { "topics/cooking-rice.md": topic.replace("02-12)", "02-12) ^k3f9x2") });
  expect(await texts("grandma")).toContain(text);
});

test("quotes do not pass from one scope or person to another", async () => {
  const own = `- ${text} (2026-02-12)\n`;
  const { texts, ask } = useIndexed({
    "people/ana/topics/cooking.md": own,
    "people/ben/topics/cooking.md": own,
    "agents/chef/topics/cooking.md": own,
    "topics/shared.md": `- ${text} (2026-02-12) [person:: ben]\n`,
    "log/2026-02.md": block("ana", learned(text, "people/ana/topics/cooking.md", said)),
    "log/2026-03.md": block("ana", learned(text, "topics/shared.md", "mussels at noon")),
    "log/2026-04.md": block("ana", learned(text, "../../topics/shared.md", "mussels at noon")),
  });
  expect((await ask("grandma", { allPeople: true })).map(({ file }) => file)).toEqual([
    "people/ana/topics/cooking.md",
  ]);
  expect(await texts("grandma", { person: "ben" })).toEqual([]);
  expect(await texts("grandma", { person: "ben", agent: "chef" })).toEqual([]);
  expect(await texts("grandma", { person: "ana" })).toEqual([text]);
  expect(await texts("mussels at noon", { allPeople: true })).toEqual([]);
});

test("only digest logs quote: the same words in a topic file are a note", async () => {
  const { ask } = useIndexed({ "topics/cooking.md": topic, "topics/fake.md": log });
  const hits = await ask("grandma");
  expect(hits.map((hit) => hit.why.said)).toEqual(hits.map(() => undefined));
  expect(hits.map(({ text: shown }) => shown)).not.toContain(text);
});

test("a log that names one memory a thousand times gives it a few quotes", async () => {
  const lines = Array.from({ length: 1_000 }, (_, i) =>
    learned(text, "topics/cooking.md", `grandma said it for the ${i} time`),
  );
  const { index, refresh } = useIndexed({
    "topics/cooking.md": topic,
    "log/2026-02.md": block(null, ...lines),
  });
  await refresh();
  const words = index.run((db) => db.prepare<[], string>("SELECT said FROM chunk").pluck().all());
  expect(Math.max(...words.map((word) => word.split(" ").length))).toBeLessThan(60);
});

test("superseded entries are out of recall unless the archive is asked for", async () => {
  const { texts, ask } = useIndexed({
    "topics/home.md":
      "- ~~Lives in Tarragona~~ (2026-01-01) [superseded:: ^k3f9x2]\n- Lives in Reus (2026-02-12) ^k3f9x2\n- Keeps bees (2026-02-12)\n",
  });
  expect(await texts("who lives in Tarragona?")).toEqual(["Lives in Reus"]);
  expect((await ask("Tarragona")).length).toBe(0);
  expect(await texts("Tarragona", {}, { archive: true })).toContain("~~Lives in Tarragona~~");
});

/** All that recall reads, by what does not depend on the order of writing. */
function dump(db: Database): unknown {
  for (const table of ["chunk", "file"]) {
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_instances USING fts5vocab(main, ${table}_fts, instance)`,
    );
  }
  const all = (sql: string): unknown[] => db.prepare(sql).all();
  return [
    all(`SELECT path, position, c.kind, uid, line, text, c.date, fields, c.terms, said, text_id, superseded, f.terms AS total
      FROM chunk c JOIN file f ON f.id = file_id ORDER BY path, position`),
    all(`SELECT path, position, col, term, offset FROM temp.chunk_instances JOIN chunk c ON c.id = doc
      JOIN file f ON f.id = file_id ORDER BY 1, 2, 3, 4, 5`),
    all(
      "SELECT path, col, term, offset FROM temp.file_instances JOIN file f ON f.id = doc ORDER BY 1, 2, 3, 4",
    ),
    all(
      "SELECT path, scope, text_id, person, words FROM quote JOIN seen ON path = log ORDER BY 1, 2, 3, 4, 5",
    ),
  ];
}

const paths = ["topics/a.md", "topics/b.md", "people/ana/topics/a.md", "general/2026-02.md"];
const memories = ["Prefers bomba rice", "Lives in Reus", "Plays the oboe"];
const entry = fc
  .tuple(
    fc.constantFrom(...memories),
    fc.constantFrom("", " (2026-01-01)", " ^k3", " (2026-01-01) [person:: ana]"),
  )
  .map(([words, rest]) => `- ${words}${rest}\n`);
const quoted = fc
  .tuple(
    fc.constantFrom(...memories),
    fc.constantFrom(...paths),
    fc.constantFrom("at home", "grandma says", "a duck"),
  )
  .map((parts) => learned(...parts));
const blocks = fc
  .array(fc.tuple(fc.constantFrom(null, "ana", "ben"), fc.array(quoted, { maxLength: 3 })), {
    maxLength: 2,
  })
  .map((list) => list.map(([person, lines]) => block(person, ...lines)).join("\n"));
const step = fc.dictionary(
  fc.constantFrom(...paths, "log/2026-01.md", "log/2026-02.md"),
  fc.oneof(fc.constant(null), fc.nat()),
  { maxKeys: 3 },
);
const steps = fc.array(fc.tuple(step, fc.array(entry, { maxLength: 4 }), blocks), { maxLength: 5 });

test("an index kept in step with files and logs is the one a rebuild makes", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const { root, index, refresh } = useIndexed({
        "topics/kept.md": "- Keeps bees\n- Lives in Reus\n",
      });
      for (const [files, entries, quotes] of changes) {
        for (const [path, kept] of Object.entries(files)) {
          if (kept === null) rmSync(join(root, path), { force: true });
          else {
            const content = path.startsWith("log/") ? quotes : entries.slice(kept % 3).join("");
            writeFiles(root, { [path]: content });
          }
        }
        await refresh();
      }
      await refresh();
      const kept = index.run(dump);
      index.drop();
      await refresh();
      expect(index.run(dump)).toEqual(kept);
    }),
    { numRuns: 60 },
  );
});
