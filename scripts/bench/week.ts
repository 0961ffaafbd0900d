/**
 * A scripted week of conversations through `loci chat`: which facts end up in the vault, what else does, and whether
 * later questions find them. `node scripts/bench/week.ts [--show]`; a model server is used where LOCI_MODEL_… names one.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listFiles } from "../../src/vault/list-files.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import type { Entry } from "../../src/vault/topic.ts";
import { runLoci } from "./run-loci.ts";

interface Conversation {
  readonly person: string;
  readonly at: string;
  readonly lang: string;
  readonly lines: readonly string[];
  readonly facts: readonly { readonly fact: string; readonly words: readonly string[] }[];
  readonly gone?: readonly string[];
}

interface Question {
  readonly person: string;
  readonly ask: string;
  readonly words: readonly string[];
}

/** What a week came to. */
export interface WeekFigures {
  readonly conversations: number;
  readonly facts: number;
  readonly found: number;
  readonly entries: number;
  readonly unlisted: readonly string[];
  readonly missing: readonly string[];
  readonly questions: number;
  readonly first: number;
  readonly amongFive: number;
  readonly answered: number;
  readonly failed: readonly string[];
}

const folder = resolve(import.meta.dirname, "../../test/fixtures/week");

/** Plays the week into an empty vault in `root` and counts. */
export async function playWeek(root: string, env: NodeJS.ProcessEnv): Promise<WeekFigures> {
  await loci(["init", root, "--empty"], env, "2026-03-01T12:00:00", "");
  const week = readWeek();
  for (const { person, at, lang, lines } of week) {
    await loci(
      ["chat", "--vault", root, "--person", person, "--lang", lang],
      env,
      at,
      `${lines.join("\n")}\n`,
    );
  }
  const entries = entriesOf(root);
  const facts = week.flatMap((conversation) =>
    conversation.facts.map((fact) => ({ ...fact, person: conversation.person })),
  );
  const isKept = ({ words }: { readonly words: readonly string[] }): boolean =>
    entries.some(({ text }) => holds(text, words));
  const outdated = week.flatMap(({ gone = [] }) => gone);
  const unlisted = entries.filter(
    ({ text }) =>
      !facts.some(({ words }) => holds(text, words)) ||
      outdated.some((word) => holds(text, [word])),
  );
  return {
    conversations: week.length,
    facts: facts.length,
    found: facts.filter(isKept).length,
    entries: entries.length,
    unlisted: unlisted.map(({ text }) => text),
    missing: facts.filter((fact) => !isKept(fact)).map(({ fact }) => fact),
    ...(await ask(root, env)),
  };
}

async function ask(root: string, env: NodeJS.ProcessEnv) {
  const questions: readonly Question[] = JSON.parse(
    readFileSync(join(folder, "questions.json"), "utf8"),
  );
  const failed: string[] = [];
  let first = 0;
  let amongFive = 0;
  let answered = 0;
  for (const { person, ask, words } of questions) {
    const at = "2026-03-09T10:00:00";
    const recalled = await loci(
      ["recall", ask, "--vault", root, "--person", person, "-k", "5", "--json"],
      env,
      at,
      "",
    );
    const { hits } = JSON.parse(recalled) as { hits: { text: string }[] };
    const place = hits.findIndex(({ text }) => holds(text, words));
    if (place === 0) first++;
    if (place >= 0) amongFive++;
    else failed.push(`${person}: ${ask}`);
    const reply = await loci(["chat", "--vault", root, "--person", person], env, at, `${ask}\n`);
    if (holds(reply, words)) answered++;
  }
  return { questions: questions.length, first, amongFive, answered, failed };
}

function readWeek(): Conversation[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith("day.json"))
    .flatMap(
      (name) =>
        (JSON.parse(readFileSync(join(folder, name), "utf8")) as { conversations: Conversation[] })
          .conversations,
    )
    .sort((a, b) => a.at.localeCompare(b.at));
}

function entriesOf(root: string): Entry[] {
  return listFiles(root)
    .files.flatMap(
      ({ path }) => parseTopic(toTopicPath(path), readFileSync(join(root, path))).entries,
    )
    .filter(({ fields }) => fields.superseded === undefined);
}

const holds = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word.toLowerCase()));

const loci = (
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  at: string,
  input: string,
): Promise<string> => runLoci(argv, { env, at, input });

if (import.meta.main) {
  const root = mkdtempSync(join(tmpdir(), "loci-week-"));
  try {
    const figures = await playWeek(join(root, "vault"), { ...process.env, HOME: root });
    const { unlisted, missing, failed, ...counts } = figures;
    console.log(JSON.stringify({ ...counts, unlisted: unlisted.length }, null, 2));
    if (process.argv.includes("--show"))
      console.log(JSON.stringify({ missing, unlisted, failed }, null, 2));
  } finally {
    rmSync(root, { recursive: true });
  }
}
