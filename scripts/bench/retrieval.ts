/**
 * How well recall finds: `node scripts/bench/retrieval.ts [--data DIR] [--sets locomo-facts,locomo-turns]` asks the
 * public questions of a folder of retrieval sets (its data/<set>.json; --data or LOCI_BENCH_RETRIEVAL) and prints the share of
 * the evidence found, for Loci offline (where the set has them also with the person's own words behind each memory, as the
 * digest log keeps them) and for plain FTS5. The sets may not be passed on: they stay where they are.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { z } from "zod";
import { languageOf } from "../../src/index/languages.ts";
import { appendDigestBlock, type DigestLine } from "../../src/vault/digest-log.ts";
import { fromSource, keepApart, openRecall, repository } from "./loci.ts";
import { percentile, tableOf } from "./measure.ts";
import { createRandom } from "./random.ts";

const line = z.object({
  id: z.string(),
  text: z.string(),
  date: z.string(),
  src: z.string().optional(),
});
const file = z.object({ path: z.string(), title: z.string(), lines: z.array(line) });
const setSchema = z.object({
  vaults: z.array(z.object({ id: z.string(), split: z.string(), files: z.array(file) })),
  questions: z.array(
    z.object({ vault: z.string(), cat: z.string(), q: z.string(), gold: z.array(z.string()) }),
  ),
});
type Conversation = z.infer<typeof setSchema>["vaults"][number];

interface Result {
  readonly method: string;
  /** Share of the evidence in the first 5 and 10, and 1 / rank of its first piece (0 past the tenth). */
  readonly recall5: number;
  readonly recall10: number;
  readonly reciprocalRank: number;
}

interface Place {
  readonly file: string;
  readonly line: number;
}
type Ask = (question: string, k: number) => Promise<readonly Place[]> | readonly Place[];

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string", default: "locomo-facts,locomo-turns" },
  },
});
const beside = join(repository, "../shared/bench/retrieval");
const data = values.data ?? process.env.LOCI_BENCH_RETRIEVAL ?? beside;
const folder = mkdtempSync(join(tmpdir(), "loci-retrieval-"));
keepApart(folder);
try {
  for (const name of values.sets.split(",")) {
    const path = join(data, "data", `${name}.json`);
    if (!existsSync(path)) {
      console.error(
        `Cannot run the retrieval set "${name}": there is no ${path}; name its folder by --data`,
      );
      process.exit(2);
    }
    const set = setSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    const results: Result[] = [];
    for (const conversation of set.vaults.filter(({ split }) => split === "dev")) {
      results.push(...(await play(name, set.questions, conversation)));
    }
    console.log(`## ${name}\n\n${toTable(results)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function play(
  set: string,
  questions: z.infer<typeof setSchema>["questions"],
  conversation: Conversation,
): Promise<Result[]> {
  const vault = join(folder, set, conversation.id);
  const quoted = `${vault}-quoted`;
  const idByPlace = writeVault(vault, conversation);
  writeVault(quoted, conversation);
  const isQuoted = writeQuotes(quoted, conversation);
  const recalls = [vault, quoted].map((root) => openRecall(fromSource, root));
  const methods: Record<string, Ask | undefined> = {
    "FTS5 porter": plainFts(conversation),
    Loci: recalls[0]?.ask,
    ...(isQuoted ? { "Loci with the person's own words": recalls[1]?.ask } : {}),
  };
  const results: Result[] = [];
  for (const [method, ask] of Object.entries(methods)) {
    for (const { vault: id, cat, q, gold } of questions) {
      if (id !== conversation.id || cat === "adversarial" || gold.length === 0) continue;
      const places = (await ask?.(q, 10)) ?? [];
      const ranked = places.map((place) => idByPlace.get(`${place.file}:${place.line}`) ?? "");
      results.push({ method, ...scoreOf(ranked, new Set(gold)) });
    }
  }
  for (const recall of recalls) await recall.close();
  return results;
}

function scoreOf(ranked: readonly string[], evidence: ReadonlySet<string>) {
  const foundIn = (k: number): number =>
    new Set(ranked.slice(0, k).filter((id) => evidence.has(id))).size / evidence.size;
  const first = ranked.findIndex((one) => evidence.has(one));
  return {
    recall5: foundIn(5),
    recall10: foundIn(10),
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

/** Writes a conversation as topic files, one a session; returns each line's id by `file:line`. */
function writeVault(root: string, { files }: Conversation): ReadonlyMap<string, string> {
  const idByPlace = new Map<string, string>();
  for (const { path, title, lines } of files) {
    const text = lines.map((one) => `- ${one.text} (${one.date})\n`).join("");
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `# ${title}\n\n${text}`);
    for (const [i, { id }] of lines.entries()) idByPlace.set(`${path}:${i + 3}`, id);
  }
  return idByPlace;
}

/** A digest log, one block a session, that quotes what each line came from; false where none is known. */
function writeQuotes(root: string, { files }: Conversation): boolean {
  const logByMonth = new Map<string, Buffer>();
  for (const { path, title, lines } of files) {
    const learned = lines.flatMap(({ text, src }): DigestLine[] =>
      src === undefined ? [] : [{ type: "learned", text, file: path, said: src }],
    );
    const date = lines[0]?.date ?? "";
    if (learned.length === 0) continue;
    const block = {
      ...{ time: `${date}T12:00:00Z`, topic: "", summary: title, lines: learned, session: path },
      ...{ agent: "", person: null, modes: ["text"], languages: ["en"] },
    };
    const month = date.slice(0, 7);
    logByMonth.set(month, appendDigestBlock(logByMonth.get(month) ?? null, block));
  }
  mkdirSync(join(root, "log"), { recursive: true });
  for (const [month, log] of logByMonth) writeFileSync(join(root, "log", `${month}.md`), log);
  return logByMonth.size > 0;
}

/** What everyone builds first: one FTS5 table, any of the question's words less English stop words. */
function plainFts({ files }: Conversation): Ask {
  const db = new Database(":memory:");
  db.exec("CREATE VIRTUAL TABLE memory USING fts5(text, file, line, tokenize='porter unicode61')");
  const insert = db.prepare("INSERT INTO memory(text, file, line) VALUES (?, ?, ?)");
  for (const { path, lines } of files) {
    for (const [i, { text }] of lines.entries()) insert.run(text, path, i + 3);
  }
  const select = db.prepare<[string, number], Place>(
    "SELECT file, line FROM memory WHERE text MATCH ? ORDER BY rank LIMIT ?",
  );
  const english = languageOf("en");
  return (question, k) => {
    const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const asked = words.filter((word) => !english.isStopWord(word)).map((word) => `"${word}"`);
    return asked.length === 0 ? [] : select.all(asked.join(" OR "), k);
  };
}

/** Each method, with the 95 % interval of its mean, by 1,000 resamplings with a fixed seed. */
function toTable(results: readonly Result[]): string {
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, one) => sum + one, 0) / (list.length || 1);
  const percent = (share: number): string => (100 * share).toFixed(1);
  const rows = [...Map.groupBy(results, ({ method }) => method)].map(([name, own]) => {
    const fives = own.map(({ recall5 }) => recall5);
    const random = createRandom(7);
    const means = Array.from({ length: 1000 }, () => mean(fives.map(() => random.pick(fives))));
    const [low, high] = [percentile(means, 0.025), percentile(means, 0.975)];
    return [
      String(own.length),
      name,
      `${percent(mean(fives))} (${percent(low)}-${percent(high)})`,
      percent(mean(own.map(({ recall10 }) => recall10))),
      percent(mean(own.map(({ reciprocalRank }) => reciprocalRank))),
    ];
  });
  return tableOf(["questions", "method", "R@5 (95 %)", "R@10", "MRR@10"], rows);
}
