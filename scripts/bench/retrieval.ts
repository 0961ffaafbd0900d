/**
 * How well recall finds: `node scripts/bench/retrieval.ts [--data DIR] [--sets locomo-facts,locomo-turns]` asks the
 * questions of a folder of retrieval sets (its data/<set>.json; --data or LOCI_BENCH_RETRIEVAL) and prints the share of
 * the evidence found, for Loci offline (where the set has them also with the person's own words behind each memory, as
 * the digest log keeps them; and above each floor, with the share of another conversation's questions, and of its own
 * without an answer, on which it is silent) and for plain FTS5. The public sets may not be passed on: they stay where
 * they are. `--data test/fixtures/retrieval --sets households` are five households in five languages, written blind.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { languageOf } from "../../src/index/languages.ts";
import { floors } from "../../src/recall/recall.ts";
import { appendDigestBlock, type DigestLine } from "../../src/vault/log/digest-log.ts";
import { openPlainTable } from "./baselines.ts";
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
  /** Share of the evidence in the first 5, and 1 / rank of its first piece (0 past the tenth). */
  readonly recall5: number;
  readonly reciprocalRank: number;
}

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
    const questions = set.questions.filter(({ cat }) => cat !== "adversarial");
    const dev = set.vaults.filter(({ split }) => split === "dev");
    for (const [i, conversation] of dev.entries()) {
      results.push(...(await play(name, questions, conversation, dev.at(i - 1)?.id)));
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
  other: string | undefined,
): Promise<Result[]> {
  const vault = join(folder, set, conversation.id);
  const idByPlace = writeVault(vault, conversation);
  const results: Result[] = [];
  const own = questions.filter((one) => one.vault === conversation.id);
  const [answerable, unanswerable] = [true, false].map((is) =>
    own.filter(({ gold }) => gold.length > 0 === is),
  );
  const others = questions.filter((one) => one.vault === other && one.gold.length > 0);
  const askAll = async (method: string, ask: Ask): Promise<void> => {
    for (const { q, gold } of answerable ?? [])
      results.push({ method, ...scoreOf(await ask(q), new Set(gold)) });
  };
  const expectNothing = async (method: string, asked: typeof own = [], ask: Ask) => {
    for (const { q } of asked)
      results.push({ method, recall5: Number((await ask(q)).length === 0), reciprocalRank: 0 });
  };
  const askLoci = async (method: string, floor = 0): Promise<void> => {
    const recall = openRecall(fromSource, vault, floor);
    const idsOf = async (question: string) => {
      const hits = await recall.ask(question, 10);
      return hits.map((hit) => idByPlace.get(`${hit.file}:${hit.line}`) ?? "");
    };
    await askAll(method, idsOf);
    if (floor > 0) {
      await expectNothing(`Silent above ${floor}, without an answer`, unanswerable, idsOf);
      await expectNothing(`Silent above ${floor}, of another`, others, idsOf);
    }
    await recall.close();
  };
  const lines = conversation.files.flatMap((one) => one.lines);
  const texts = lines.map(({ text }) => text);
  const plain = await openPlainTable(`${vault}.db`, texts, "porter unicode61");
  await askAll("FTS5 porter", (question) =>
    plain.search(withoutStopWords(question), 10).map((found) => lines[found]?.id ?? ""),
  );
  plain.close();
  await askLoci("Loci");
  for (const floor of Object.values(floors)) await askLoci(`Loci above ${floor}`, floor);
  if (writeQuotes(vault, conversation)) await askLoci("Loci with the person's own words");
  return results;
}

/** The ids of the lines that are found. */
type Ask = (question: string) => readonly string[] | Promise<readonly string[]>;

function withoutStopWords(question: string): string {
  const english = languageOf("en");
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !english.isStopWord(word)).join(" ");
}

function scoreOf(ranked: readonly string[], evidence: ReadonlySet<string>) {
  const found = new Set(ranked.slice(0, 5).filter((id) => evidence.has(id)));
  const first = ranked.findIndex((one) => evidence.has(one));
  return {
    recall5: found.size / evidence.size,
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
      time: `${date}T12:00:00Z`,
      topic: "",
      summary: title,
      lines: learned,
      session: path,
      agent: "",
      person: null,
      modes: ["text"],
      languages: ["en"],
    };
    const month = date.slice(0, 7);
    logByMonth.set(month, appendDigestBlock(logByMonth.get(month) ?? null, block));
  }
  mkdirSync(join(root, "log"), { recursive: true });
  for (const [month, log] of logByMonth) writeFileSync(join(root, "log", `${month}.md`), log);
  return logByMonth.size > 0;
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
      percent(mean(own.map(({ reciprocalRank }) => reciprocalRank))),
    ];
  });
  return tableOf(["questions", "method", "R@5 or silent (95 %)", "MRR@10"], rows);
}
