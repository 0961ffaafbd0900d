import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { appendDigestBlock, type DigestLine } from "../../src/vault/digest-log.ts";
import { createPlainFts } from "./retrieval-fts.ts";
import { confidence, type Measured, mean, measure } from "./retrieval-measure.ts";
import { openRetrieval, type RankedPlace } from "./retrieval-process.ts";

const usage = `node scripts/bench/retrieval.ts [--data DIR] [--sets locomo-facts,locomo-turns] [--k 10] [--json FILE]

Asks the public questions of a folder of retrieval sets (its data/<set>.json; --data or LOCI_BENCH_RETRIEVAL) and prints the
share of the evidence found, for Loci offline (where the set has them also with the person's own words behind each memory, as
the digest log keeps them) and for plain FTS5. The sets may not be passed on: they stay where they are.`;

const setSchema = z.object({
  vaults: z.array(
    z.object({
      id: z.string(),
      split: z.string(),
      files: z.array(
        z.object({
          path: z.string(),
          title: z.string(),
          lines: z.array(
            z.object({
              ...{ id: z.string(), text: z.string(), date: z.string() },
              src: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
  questions: z.array(
    z.object({ vault: z.string(), cat: z.string(), q: z.string(), gold: z.array(z.string()) }),
  ),
});
type RetrievalSet = z.infer<typeof setSchema>;
type Conversation = RetrievalSet["vaults"][number];

/** Asks for the `k` best places of a question. */
type Ask = (
  question: string,
  k: number,
) => Promise<readonly RankedPlace[]> | readonly RankedPlace[];

interface Result extends Measured {
  readonly method: string;
  readonly set: string;
  readonly conversation: string;
  readonly category: string;
}

await main();

/** Prints one Markdown table a set: each method by category, with the 95 % interval of its mean. */
async function main(): Promise<void> {
  const { data, sets, k, json } = readFlags();
  if (data === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "loci-retrieval-"));
  const all: Result[] = [];
  try {
    for (const name of sets) {
      const file = join(data, "data", `${name}.json`);
      const set = setSchema.parse(JSON.parse(readFileSync(file, "utf8")));
      const results = await runSet(name, set, { k, folder: join(folder, name) });
      all.push(...results);
      console.log(`${tableOf(name, results)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(all)}\n`);
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      sets: { type: "string", default: "locomo-facts,locomo-turns" },
      k: { type: "string", default: "10" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const beside = fileURLToPath(new URL("../../../shared/bench/retrieval", import.meta.url));
  const data = values.data ?? process.env.LOCI_BENCH_RETRIEVAL ?? beside;
  const sets = values.sets.split(",");
  const missing = sets.find((name) => !existsSync(join(data, "data", `${name}.json`)));
  if (missing !== undefined && !values.help) {
    console.error(
      `Cannot run the retrieval set "${missing}": there is no ${join(data, "data", `${missing}.json`)}; name the folder of the sets by --data or LOCI_BENCH_RETRIEVAL`,
    );
    process.exitCode = 2;
  }
  if (values.help) console.log(usage);
  const stop = values.help || missing !== undefined;
  return { data: stop ? undefined : data, sets, k: Number(values.k), json: values.json };
}

async function runSet(
  name: string,
  set: RetrievalSet,
  { k, folder }: { readonly k: number; readonly folder: string },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const conversation of set.vaults.filter(({ split }) => split === "dev")) {
    const vault = join(folder, conversation.id);
    const idByPlace = writeVault(vault, conversation);
    const questions = set.questions.filter(
      ({ vault: id, cat, gold }) =>
        id === conversation.id && cat !== "adversarial" && gold.length > 0,
    );
    const quoted = join(folder, `${conversation.id}-quoted`);
    const isQuoted = writeQuotedVault(quoted, conversation);
    const loci = openRetrieval(vault);
    const withQuotes = openRetrieval(quoted);
    const methods: readonly (readonly [string, Ask])[] = [
      ["FTS5 unicode61", createPlainFts(conversation.files, "unicode61")],
      ["FTS5 porter", createPlainFts(conversation.files, "porter unicode61")],
      ["Loci", loci.ask],
      ...(isQuoted ? [["Loci with the person's own words", withQuotes.ask] as const] : []),
    ];
    for (const [method, ask] of methods) {
      for (const { q, cat, gold } of questions) {
        const ranked = (await ask(q, k)).map(
          ({ file, line }) => idByPlace.get(`${file}:${line}`) ?? "",
        );
        const about = { method, set: name, conversation: conversation.id, category: cat };
        results.push({ ...about, ...measure(ranked, gold) });
      }
    }
    await loci.close();
    await withQuotes.close();
  }
  return results;
}

/** The same vault with a digest log, one block a session, that quotes what each line came from; false where none is known. */
function writeQuotedVault(root: string, conversation: Conversation): boolean {
  writeVault(root, conversation);
  const logsByMonth = new Map<string, Buffer>();
  for (const { path, title, lines } of conversation.files) {
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
    logsByMonth.set(month, appendDigestBlock(logsByMonth.get(month) ?? null, block));
  }
  mkdirSync(join(root, "log"), { recursive: true });
  for (const [month, log] of logsByMonth) writeFileSync(join(root, "log", `${month}.md`), log);
  return logsByMonth.size > 0;
}

/** Writes a conversation as topic files, one a session; returns each line's id by `file:line`. */
function writeVault(root: string, { files }: Conversation): ReadonlyMap<string, string> {
  const idByPlace = new Map<string, string>();
  for (const { path, title, lines } of files) {
    const text = lines.map((line) => `- ${line.text} (${line.date})\n`).join("");
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `# ${title}\n\n${text}`);
    for (const [i, { id }] of lines.entries()) idByPlace.set(`${path}:${i + 3}`, id);
  }
  return idByPlace;
}

function tableOf(name: string, results: readonly Result[]): string {
  const methods = [...new Set(results.map(({ method }) => method))];
  const categories = ["all", ...new Set(results.map(({ category }) => category))];
  const rows = categories.flatMap((category) =>
    methods.map((method) => {
      const of = results.filter(
        (result) =>
          result.method === method && (category === "all" || result.category === category),
      );
      const [low, high] = confidence(of.map(({ recall5 }) => recall5));
      const recall5 = `${percent(mean(of.map((result) => result.recall5)))} (${percent(low)}-${percent(high)})`;
      const recall10 = percent(mean(of.map((result) => result.recall10)));
      const rank = percent(mean(of.map((result) => result.reciprocalRank)));
      return `| ${category} | ${of.length} | ${method} | ${recall5} | ${recall10} | ${rank} |`;
    }),
  );
  const head =
    "| category | questions | method | R@5 (95 %) | R@10 | MRR@10 |\n|---|--:|---|--:|--:|--:|";
  return `## ${name}\n\n${head}\n${rows.join("\n")}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
