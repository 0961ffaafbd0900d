/**
 * Five years of one person's digests with upkeep each night: `node scripts/bench/years.ts [--years 5] [--conversations 20000]
 * [--max 200] [--no-prune]`. What digestion would write is written as it writes it (no model is asked): new facts, changes of
 * mind that strike the old line, repeats that two devices learn apart, and conversations that leave nothing.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deviceClock } from "../../src/app/device-clock.ts";
import { openLoci } from "../../src/app.ts";
import { stemsBy } from "../../src/memory/stems.ts";
import { runUpkeep } from "../../src/upkeep/run-upkeep.ts";
import { changeFile } from "../../src/vault/change-file.ts";
import { appendEntry, newTopic } from "../../src/vault/edit-topic.ts";
import { textId } from "../../src/vault/entry.ts";
import type { Lock } from "../../src/vault/lock.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { supersedeEntry } from "../../src/vault/supersede-entry.ts";
import { median } from "./figures.ts";
import { createRandom } from "./random.ts";

const { values } = parseArgs({
  options: {
    years: { type: "string", default: "5" },
    conversations: { type: "string", default: "20000" },
    max: { type: "string", default: "200" },
    "no-prune": { type: "boolean", default: false },
  },
});
const days = Number(values.years) * 365;
const perDay = Number(values.conversations) / days;
const prune = {
  enabled: !values["no-prune"],
  max: Number(values.max),
  strategy: "least_relevant",
  batch: 10,
} as const;

const root = mkdtempSync(join(tmpdir(), "loci-years-"));
const lociDir = join(root, ".loci-bench");
for (const folder of ["people/ana/topics", ".loci-bench"])
  mkdirSync(join(root, folder), { recursive: true });
const random = createRandom(7);
const start = Date.parse("2021-01-01T00:00:00Z");
const dayOf = (n: number): string => new Date(start + n * 86_400_000).toISOString().slice(0, 10);

const coin = (): string =>
  Array.from({ length: 3 }, () =>
    random.pick(["ba", "ke", "li", "mo", "ru", "so", "ta", "vi", "zo", "pe"]),
  ).join("");
const things =
  "bicycle kettle garden lamp recipe jacket ladder tent guitar camera boiler van".split(" ");
const states =
  "in the cellar;painted green;lent to Marta;due in spring;broken again;worth keeping;kept at work;a gift of Pau".split(
    ";",
  );

interface Fact {
  readonly file: string;
  readonly name: string;
  text: string;
  readonly outdated: string[];
}

const facts: Fact[] = [];
const uses = new Map<string, { day: string; isRestored: boolean }>();
const read = (file: string): Uint8Array => readFileSync(join(root, file));
const write = (file: string, bytes: Uint8Array): void => writeFileSync(join(root, file), bytes);
const importance = (): string => String(random.pick([0.3, 0.3, 0.5, 0.5, 0.5, 0.8]));

function learn(day: string, n: number): void {
  const file = `people/ana/topics/t${random.below(40)}.md`;
  const name = `${random.pick(things)} ${coin()}${facts.length}`;
  const text = `The ${name} is ${random.pick(states)}`;
  facts.push({ file, name, text, outdated: [] });
  append(file, text, day, n);
}

function append(file: string, text: string, date: string, n: number): void {
  let bytes: Uint8Array = newTopic({ title: file.replace(/^.*\/|\.md$/g, "") });
  try {
    bytes = read(file);
  } catch {} // The first line of it.
  write(
    file,
    appendEntry(bytes, { text, date, fields: { source: `s${n}`, importance: importance() } }).bytes,
  );
}

/** A change of mind; where the old line was pruned, the new one stands alone. */
function change(day: string, n: number): void {
  const fact = facts.at(-1 - Math.floor(random.next() ** 2 * facts.length));
  if (fact === undefined) return;
  const text = `The ${fact.name} is ${random.pick(states)} since ${coin()}`;
  fact.outdated.push(fact.text);
  const bytes = read(fact.file);
  const old = parseTopic(toTopicPath(fact.file), bytes).entries.find(
    (one) => one.text === fact.text,
  );
  fact.text = text;
  if (old === undefined) {
    append(fact.file, text, day, n);
    return;
  }
  const draft = { text, date: day, fields: { source: `s${n}`, importance: importance() } };
  write(fact.file, supersedeEntry(bytes, old.id, draft).bytes);
}

/** It is known; one in ten was learned on another device before they met. */
function repeat(day: string, n: number): void {
  const fact = facts.at(-1 - Math.floor(random.next() ** 3 * facts.length));
  if (fact === undefined) return;
  uses.set(textId(fact.text), { day, isRestored: false });
  if (random.next() < 0.1) append(fact.file, fact.text, day, n);
}

/** A model's work: left out. */
const consolidate = {
  ...{ enabled: false, strategy: "hybrid" as const, minAgeDays: 7 },
  ...{ minSize: 3, maxSize: 8, similarity: 0.7 },
};

const nights: number[] = [];

async function night(day: string): Promise<void> {
  const lock: Lock = async (work) => work();
  const before = performance.now();
  await runUpkeep({
    ...{ root, lociDir, lock, stem: stemsBy({ languages: ["en"] }) },
    settings: {
      dedup: { enabled: true, embedding: 0.97, text: 0.95, shortExempt: 100 },
      consolidate,
      prune,
      settle: { enabled: true },
      profile: { enabled: true },
      maxShare: 0.1,
    },
    dedupe: { isOtherOccasion: () => false, modelVectorsOf: undefined },
    consolidation: { vectorsOf: () => [], numbersIn: () => new Set(), summarize: undefined },
    changeFile: (path, next) => changeFile({ root, lociDir, path, lock, clock: deviceClock }, next),
    commitAll: async () => {},
    commit: async () => {},
    uses: () => uses,
    time: () => `${day}T03:30:00+00:00`,
  });
  nights.push(performance.now() - before);
}

/** Lines and KB below a folder. */
function sizeOf(folder: string): { lines: number; kb: number } {
  let [lines, bytes] = [0, 0];
  try {
    for (const name of readdirSync(join(root, folder))) {
      lines += readFileSync(join(root, folder, name), "utf8").split("\n- ").length - 1;
      bytes += statSync(join(root, folder, name)).size;
    }
  } catch {} // Nothing was archived yet.
  return { lines, kb: Math.round(bytes / 1024) };
}

async function measure(year: number): Promise<void> {
  const env = { LOCI_PERSON: "ana" };
  const loci = await openLoci({
    root,
    env,
    now: () => start + year * 365 * 86_400_000,
    report: () => {},
  });
  const sample = Array.from({ length: 200 }, () => random.pick(facts));
  let [found, archived, old, kept, ms] = [0, 0, 0, 0, 0];
  for (const fact of sample) {
    const before = performance.now();
    const { hits } = await loci.memory.recall(`where is the ${fact.name} now`, { limit: 5 });
    ms += performance.now() - before;
    const texts = hits.map(({ text }) => text);
    if (texts.includes(fact.text)) found++;
    const all = await loci.memory.recall(`where is the ${fact.name} now`, {
      limit: 5,
      archive: true,
    });
    if (all.hits.some(({ text }) => text === fact.text)) archived++;
    if (fact.outdated.length === 0) continue;
    old++;
    if (!texts.some((text) => fact.outdated.includes(text))) kept++;
  }
  await loci.close();
  const last = nights.splice(0);
  console.log(
    `| ${year} | ${facts.length} | ${sizeOf("people/ana/topics").lines} | ${sizeOf("people/ana/topics").kb} | ${sizeOf("archive/people/ana/topics").lines} | ${pct(found, 200)} | ${pct(archived, 200)} | ${pct(kept, old)} | ${(ms / 200).toFixed(1)} | ${median(last).toFixed(0)} / ${Math.max(...last).toFixed(0)} | ${Math.round(process.memoryUsage().rss / 2 ** 20)} |`,
  );
}

const pct = (part: number, all: number): string =>
  all === 0 ? "–" : `${Math.round((100 * part) / all)} %`;

console.log(
  `${values.conversations} conversations in ${values.years} years; prune ${prune.enabled ? prune.max : "off"}`,
);
console.log(
  "| year | facts | lines | KB | archived | true, recalled | with archive | outdated, kept out | recall, ms | night, ms (median / max) | MB |",
);
console.log("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
let n = 0;
for (let day = 0; day < days; day++) {
  // More is said in winter.
  const season = 1 + 0.4 * Math.cos((2 * Math.PI * day) / 365);
  for (const until = Math.round((day + 1) * perDay * season); n < until; n++) {
    const kind = random.next();
    if (kind < 0.2 || facts.length < 20) learn(dayOf(day), n);
    else if (kind < 0.3) change(dayOf(day), n);
    else if (kind < 0.55) repeat(dayOf(day), n);
  }
  await night(dayOf(day));
  if ((day + 1) % 365 === 0) await measure((day + 1) / 365);
}
rmSync(root, { recursive: true, force: true });
