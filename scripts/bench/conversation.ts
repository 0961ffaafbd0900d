/**
 * What of single sentences is kept and where, which corrections reach the old line, and which questions get the one line
 * that answers them, offline: `node scripts/bench/conversation.ts FOLDER [--show] [--only NAME]`. A folder holds
 * sentences.jsonl, corrections.jsonl and questions.jsonl, as test/fixtures/conversation/README.md says.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { parseArgs } from "node:util";
import { runCli } from "../../src/cli/run-cli.ts";
import { namesOfKind } from "../../src/language/kind/kind-names.ts";
import { kinds } from "../../src/language/kind/kinds.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { slugify } from "../../src/vault/slugify.ts";

interface SentenceCase {
  readonly lang: string;
  readonly text: string;
  readonly keep: boolean;
  /** What it is about, in a word; '' where it is not worth keeping. */
  readonly topic: string;
  /** As precise as it was said; none where nothing past or vague was. */
  readonly date?: string;
}

interface CorrectionCase {
  readonly lang: string;
  readonly old: string;
  readonly said: string;
  /** Words of the old line that still hold. */
  readonly keeps: readonly string[];
}

interface QuestionCase {
  readonly lang: string;
  readonly memory: readonly string[];
  readonly question: string;
  /** The line that answers it; '' where none does. */
  readonly answer: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "boolean", default: false }, only: { type: "string" } },
});
const today = "2026-11-23T10:00:00";

/** What one case came to: names that are counted, and a line to look at where it is not as it should be. */
interface Outcome {
  readonly counted: readonly (string | false)[];
  readonly shown: string;
}

async function playSentence({ lang, text, keep, topic, date = "" }: SentenceCase, root: string) {
  await loci(["init", root], "");
  const before = new Set(entriesOf(root).map(({ place }) => place));
  await loci(["chat", "--vault", root, "--lang", lang], `${text}\n`);
  const come = entriesOf(root).filter(({ place }) => !before.has(place));
  const now = come.filter(({ isOver }) => !isOver);
  const isKept = now.length > 0;
  const isStruck = come.length > now.length;
  const isResolved = come.some((entry) => date !== "" && entry.text.includes(date));
  const placed = now.filter(({ path }) => path.includes("topics/"));
  const isWrong = placed.some(({ path }) => !isRightTopic(topic, path));
  const verdict =
    (isStruck && "STRUCK ") ||
    (isKept && !keep && "JUNK ") ||
    (keep && !isKept && "MISSED ") ||
    (isWrong && "WRONG ") ||
    "";
  const counted = [
    keep ? "facts" : "junk",
    isKept && (keep ? "factsKept" : "junkKept"),
    isStruck && "struck",
    placed.length > 0 && "inTopic",
    isWrong && "inWrongTopic",
    date !== "" && "dates",
    isResolved && "datesResolved",
  ];
  return { counted, shown: `${verdict}${text} (${topic}) -> ${placesOf(come)} ${date}` };
}

/** Whether a line about a kind is in a topic of that kind; one about something else may be anywhere. */
function isRightTopic(label: string, path: string): boolean {
  const kind = kinds.find((one) => one === label);
  const names = kind === undefined ? [] : namesOfKind(kind, "en").map(slugify);
  return kind === undefined || names.includes(basename(path, ".md"));
}

async function playCorrection({ lang, old, said, keeps }: CorrectionCase, root: string) {
  createVault(root, [old]);
  await loci(["chat", "--vault", root, "--lang", lang], `${said}\n`);
  const entries = entriesOf(root);
  const isReached = entries.some(({ isOver }) => isOver);
  const now = entries.filter(({ isOver }) => !isOver).map(({ text }) => text);
  const isWhole = isReached && keeps.every((word) => now.some((text) => holds(text, word)));
  return {
    counted: ["corrections", isReached && "reached", isWhole && "saysNoLess"],
    shown: isWhole ? "" : `${old} + ${said} -> ${placesOf(entries)}`,
  };
}

async function playQuestion({ lang, memory, question, answer }: QuestionCase, root: string) {
  createVault(
    root,
    memory.map((line) => `- ${line.replace(/^- /u, "")}`),
  );
  const reply = await loci(["chat", "--vault", root, "--lang", lang], `${question}\n`);
  if (answer === "") {
    const isHonest = !memory.some((line) => holds(reply, wordsOf(line)));
    const shown = isHonest ? "" : `${question} (nothing answers) -> ${reply.trim()}`;
    return { counted: ["unanswerable", isHonest && "honest"], shown };
  }
  const lines = reply.split("\n").filter((line) => line.trim() !== "");
  const isFirst = holds(lines[0] ?? "", wordsOf(answer));
  const isClean = isFirst && lines.length <= 2;
  const recalled = await loci(["recall", question, "--vault", root, "-k", "1", "--json"], "");
  const [hit] = (JSON.parse(recalled) as { hits: { text: string }[] }).hits;
  const isRecalled = holds(hit?.text ?? "", wordsOf(answer));
  return {
    counted: ["questions", isFirst && "first", isClean && "clean", isRecalled && "recalledFirst"],
    shown: isClean ? "" : `${question} (${answer}) -> ${reply.trim()}`,
  };
}

async function playAll<T>(
  path: string,
  work: string,
  play: (one: T, root: string) => Promise<Outcome>,
): Promise<void> {
  const figures: Record<string, number> = {};
  for (const one of readLines<T>(path)) {
    const root = join(work, "vault");
    const { counted, shown } = await play(one, root);
    for (const name of counted) if (name !== false) figures[name] = (figures[name] ?? 0) + 1;
    if (shown !== "" && values.show) console.log(shown);
    rmSync(root, { recursive: true });
  }
  console.log(JSON.stringify(figures));
}

/** The words of a line, without its marker and its date. */
const wordsOf = (line: string): string =>
  line.replace(/^- /u, "").replace(/ \(\d{4}-\d\d-\d\d\).*$/u, "");

const placesOf = (entries: readonly { readonly place: string }[]): string =>
  entries.map(({ place }) => place).join(" | ");

const holds = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.trim().toLowerCase());

function createVault(root: string, lines: readonly string[]): void {
  mkdirSync(join(root, "topics"), { recursive: true });
  writeFileSync(join(root, "loci.yaml"), "");
  writeFileSync(join(root, "topics/house.md"), `# House\n\n${lines.join("\n")}\n`);
}

function entriesOf(root: string) {
  return listFiles(root).files.flatMap(({ path }) =>
    parseTopic(path, readFileSync(join(root, path))).entries.map(({ text, fields }) => ({
      path,
      text,
      place: `${path}: ${text}${fields.superseded === undefined ? "" : " (superseded)"}`,
      isOver: fields.superseded !== undefined || /^~~/u.test(text),
    })),
  );
}

function readLines<T>(path: string): T[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as T);
}

/** What `loci` prints, run in this process on the day of the sets; throws where it fails. */
async function loci(argv: readonly string[], input: string): Promise<string> {
  const printed: string[] = [];
  const writer = (print: (text: string) => void) =>
    new Writable({
      write(chunk, _, done) {
        print(String(chunk));
        done();
      },
    });
  const startedAt = Date.now();
  const code = await runCli(argv, {
    env: { PATH: process.env.PATH, HOME: tmpdir() },
    cwd: tmpdir(),
    stdin: Readable.from([input]),
    stdout: writer((text) => printed.push(text)),
    stderr: writer(() => {}),
    now: () => Date.parse(today) + (Date.now() - startedAt),
  });
  if (code !== 0) throw new Error(`loci ${argv.join(" ")} exited ${code}`);
  return printed.join("");
}

const folder = resolve(positionals[0] ?? "test/fixtures/conversation/dev");
const work = mkdtempSync(join(tmpdir(), "loci-conversation-"));
const path = (name: string): string => join(folder, `${name}.jsonl`);
const isWanted = (name: string): boolean => (values.only ?? name) === name;
try {
  if (isWanted("sentences")) await playAll(path("sentences"), work, playSentence);
  if (isWanted("corrections")) await playAll(path("corrections"), work, playCorrection);
  if (isWanted("questions")) await playAll(path("questions"), work, playQuestion);
} finally {
  rmSync(work, { recursive: true });
}
