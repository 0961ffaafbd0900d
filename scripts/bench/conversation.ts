/**
 * What of single sentences is kept, which corrections reach the old line, and which questions get the one
 * line that answers them, offline: `node scripts/bench/conversation.ts FOLDER [--show] [--only NAME] [--day
 * YYYY-MM-DD]`. A folder holds sentences.jsonl, corrections.jsonl and questions.jsonl, as
 * test/fixtures/conversation/README.md says.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { turned } from "../../src/language/reply/turned.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { runLoci } from "../../test/run-loci.ts";
import { type Asking, type Correction, readSet, wordsOf } from "../train/conversation-sets.ts";

interface Sentence {
  readonly lang: string;
  readonly text: string;
  readonly keep: boolean;
  /** What it is about, in a word; '' where it is not worth keeping. */
  readonly topic: string;
  /** As precise as it was said; none where nothing past or vague was. */
  readonly date?: string;
}

/** What one case came to: names that are counted, and a line to look at where it is not as it should be. */
interface Outcome {
  readonly counted: readonly (string | false)[];
  readonly shown: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: "boolean", default: false },
    only: { type: "string" },
    day: { type: "string", default: "2026-11-23" },
  },
});
const folder = resolve(positionals[0] ?? "test/fixtures/conversation/dev");
const work = mkdtempSync(join(tmpdir(), "loci-conversation-"));
const root = join(work, "vault");
async function playAll<T>(name: string, play: (one: T) => Promise<Outcome>): Promise<void> {
  if ((values.only ?? name) !== name) return;
  const figures: Record<string, number> = {};
  for (const one of readSet<T>(folder, name)) {
    const { counted, shown } = await play(one);
    for (const what of counted) if (what !== false) figures[what] = (figures[what] ?? 0) + 1;
    if (shown !== "" && values.show) console.log(shown);
    rmSync(root, { recursive: true });
  }
  console.log(JSON.stringify(figures));
}

async function playSentence({ lang, text, keep, topic, date = "" }: Sentence): Promise<Outcome> {
  await loci(["init", root]);
  const before = new Set(entriesOf().map(({ place }) => place));
  await chat(lang, text);
  const come = entriesOf().filter(({ place }) => !before.has(place));
  const now = come.filter(({ isOver }) => !isOver);
  const isKept = now.length > 0;
  const isStruck = come.length > now.length;
  const verdict =
    (isStruck && "STRUCK ") || (isKept && !keep && "JUNK ") || (keep && !isKept && "MISSED ") || "";
  const counted = [
    keep ? "facts" : "junk",
    isKept && (keep ? "factsKept" : "junkKept"),
    isStruck && "struck",
    date !== "" && "dates",
    date !== "" && come.some((entry) => entry.text.includes(date)) && "datesResolved",
  ];
  return { counted, shown: `${verdict}${text} (${topic}) -> ${placesOf(come)} ${date}` };
}

async function playCorrection({ lang, old, said, keeps }: Correction): Promise<Outcome> {
  createVault([old]);
  await chat(lang, said);
  const entries = entriesOf();
  const isReached = entries.some(({ isOver }) => isOver);
  const now = entries.filter(({ isOver }) => !isOver).map(({ text }) => text);
  const isWhole = isReached && keeps.every((word) => now.some((text) => holds(text, word)));
  return {
    counted: ["corrections", isReached && "reached", isWhole && "saysNoLess"],
    shown: isWhole ? "" : `${old} + ${said} -> ${placesOf(entries)}`,
  };
}

async function playQuestion({ lang, memory, question, answer }: Asking): Promise<Outcome> {
  createVault(memory);
  const reply = await chat(lang, question);
  if (answer === "") {
    const isHonest = !memory.some((line) => holds(reply, wordsOf(line)));
    const shown = isHonest ? "" : `${question} (nothing answers) -> ${reply.trim()}`;
    return { counted: ["unanswerable", isHonest && "honest"], shown };
  }
  const lines = reply.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const says = (line: string): boolean =>
    holds(first, wordsOf(line)) || holds(first, turned(wordsOf(line), lang));
  const isFirst = says(answer);
  const isClean = isFirst && lines.length <= 2;
  const recalled = await loci(["recall", question, "--vault", root, "-k", "1", "--json"]);
  const [hit] = (JSON.parse(recalled) as { hits: { text: string }[] }).hits;
  const isRecalled = holds(hit?.text ?? "", wordsOf(answer));
  return {
    counted: [
      "questions",
      isFirst && "first",
      !isFirst && memory.some(says) && "wrong",
      isClean && "clean",
      isRecalled && "recalledFirst",
    ],
    shown: isClean ? "" : `${question} (${answer}) -> ${reply.trim()}`,
  };
}

const placesOf = (entries: readonly { readonly place: string }[]): string =>
  entries.map(({ place }) => place).join(" | ");

const holds = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.trim().toLowerCase());

function createVault(lines: readonly string[]): void {
  const list = lines.map((line) => `- ${line.replace(/^- /u, "")}\n`).join("");
  mkdirSync(join(root, "topics"), { recursive: true });
  writeFileSync(join(root, "loci.yaml"), "");
  writeFileSync(join(root, "topics/house.md"), `# House\n\n${list}`);
}

function entriesOf() {
  return listFiles(root).files.flatMap(({ path }) =>
    parseTopic(path, readFileSync(join(root, path))).entries.map(({ text, fields }) => ({
      path,
      text,
      place: `${path}: ${text}${fields.superseded === undefined ? "" : " (superseded)"}`,
      isOver: fields.superseded !== undefined || /^~~/u.test(text),
    })),
  );
}

const chat = (lang: string, said: string): Promise<string> =>
  loci(["chat", "--vault", root, "--lang", lang], `${said}\n`);

/** What `loci` prints on the day of the sets; throws where it fails. */
async function loci(argv: readonly string[], input = ""): Promise<string> {
  const late = Date.parse(`${values.day}T10:00:00Z`) - Date.now();
  const env = { LOCI_CONFIG_DIR: join(work, "config"), TZ: "UTC" };
  const { code, stdout } = await runLoci(argv, { env, input, now: () => Date.now() + late });
  if (code !== 0) throw new Error(`loci ${argv.join(" ")} exited ${code}`);
  return stdout;
}

try {
  await playAll("sentences", playSentence);
  await playAll("corrections", playCorrection);
  await playAll("questions", playQuestion);
} finally {
  rmSync(work, { recursive: true });
}
