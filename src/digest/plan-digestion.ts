import type { ExtractAnswer } from "../models/task.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import type { Message, Session } from "../session/session.ts";
import { formatImportance } from "../vault/entry.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import type { Places } from "./choose-places.ts";
import { completeUpdate } from "./complete-update.ts";
import type { DigestSettings } from "./digest-ports.ts";
import type { Dropped, Passed } from "./gates/gates.ts";
import { quoteOf } from "./gates/quote-of.ts";
import type { StemText } from "./gates/same-fact.ts";
import type { Plan, PlannedWrite, PlanStep } from "./plan-schema.ts";
import type { Decided } from "./reconcile.ts";

export interface PlanInput {
  readonly session: Session;
  /** All that the digestion covers. */
  readonly messages: readonly Message[];
  readonly answer: ExtractAnswer;
  readonly decided: readonly Decided[];
  /** Of those decided that `needsPlace`, in order. */
  readonly places: Places;
  readonly dropped: readonly Dropped[];
  readonly settings: DigestSettings;
  readonly time: string;
  readonly stem: StemText;
  /** Takes private data out, where that is set so; else gives the text back. */
  readonly redact: (text: string) => string;
}

/** True for what becomes an entry whose file is not decided by an older one. */
export const needsPlace = ({ decision }: Decided): boolean =>
  decision.type === "new" || decision.type === "conflict";

/** Everything that is going to be written, as data. Pure. */
export function planDigestion(input: PlanInput): Plan {
  const { session, messages, answer, decided, places, dropped, redact } = input;
  const paths = [...places.paths];
  const steps = decided.flatMap((one): PlanStep[] => {
    const path = needsPlace(one) ? paths.shift() : undefined;
    return stepsFor(one, path, input);
  });
  const users = messages.filter(({ role }) => role === "user");
  const shown = steps.filter(
    (step, i) =>
      step.type !== "known" ||
      steps.findIndex((other) => other.type === "known" && other.text === step.text) === i,
  );
  const first = messages[0]?.id ?? 1;
  const last = messages.at(-1)?.id ?? first;
  // A model's summary of a conversation that holds a secret may well repeat it.
  const holdsSecret = [...decided.map(({ passed }) => passed), ...dropped].some(
    ({ conclusion }) => conclusion.sensitivity === "secret",
  );
  const summary = holdsSecret ? "" : oneLine(redact(answer.summary), 240);
  return {
    version: 1,
    conversation: first === 1 ? session.id : `${session.id}#${last}`,
    time: input.time,
    agent: session.agent,
    person: session.person,
    modes: [...new Set(users.map(({ mode }) => mode))],
    languages: [...new Set(users.map(({ language }) => language))],
    steps: [...shown, ...leftOut(dropped, holdsSecret, redact)],
    newTopics: [
      ...places.newTopics.map((topic) => ({
        ...topic,
        // Of a conversation about several things it says too much.
        summary: places.newTopics.length === 1 ? oneLine(summary, 100) : "",
      })),
      ...places.newKinds.map((topic) => ({ ...topic, summary: "" })),
    ],
    dropped: countByReason(dropped),
    resolved: {
      summary,
      topic: topicOf(session, steps),
      sentiment: answer.sentiment,
      intents: (holdsSecret ? [] : answer.intents)
        .slice(0, 5)
        .map((intent) => oneLine(redact(intent), 80)),
    },
  };
}

/**
 * Each proposal that is not stored, with its reason, that the person can say it again; a transcript may hold thousands of
 * these. The words are left out where they are not to be written down: a secret, or what the person had removed.
 */
const leftOut = (
  dropped: readonly Dropped[],
  holdsSecret: boolean,
  redact: (text: string) => string,
): PlanStep[] =>
  dropped
    .filter(({ reason }) => reason !== "said twice")
    .slice(0, maxLeftOut)
    .map(({ conclusion, reason }) => ({
      type: "kept",
      text:
        holdsSecret || unwritten.has(reason)
          ? "…"
          : oneLine(redact(conclusion.text), maxCharacters),
      reason: `not saved, ${reason}`,
    }));

const unwritten: ReadonlySet<Dropped["reason"]> = new Set([
  "a secret",
  "taken back",
  "forgotten since",
]);
const maxLeftOut = 20;
const maxCharacters = 240;

function stepsFor(one: Decided, path: TopicPath | undefined, input: PlanInput): PlanStep[] {
  const { passed, decision } = one;
  switch (decision.type) {
    case "known":
      return [{ type: "known", text: decision.of.entry.text, file: decision.of.file }];
    case "outdated": {
      const text = input.redact(passed.conclusion.text);
      return [{ type: "kept", text, reason: "not saved, what is known is newer" }];
    }
    case "update": {
      const { file, entry } = decision.of;
      const whole = completeUpdate(passed, entry, input.stem);
      return [toWrite(whole, file, { id: entry.id, text: entry.text }, input)];
    }
    case "new":
      return path === undefined ? [] : [toWrite(passed, path, null, input)];
    case "conflict": {
      if (path === undefined) return [];
      const { text } = decision.of.entry;
      return [toWrite(passed, path, null, input), { type: "kept", text, reason: "protected" }];
    }
  }
}

function toWrite(
  passed: Passed,
  path: TopicPath,
  replaces: PlannedWrite["replaces"],
  { session, messages, settings, stem, redact, time }: PlanInput,
): PlannedWrite {
  const { conclusion, sources } = passed;
  const heard = messages.find(({ id }) => id === sources.at(-1)?.id);
  const agent = heard?.agent ?? session.agent;
  const { bank, importance, key, kind, sensitivity } = conclusion;
  const isShared = placeOf(path).scope === "";
  const text = redact(conclusion.text);
  const fields = {
    bank,
    ...(importance > 0 ? { importance: formatImportance(importance) } : {}),
    ...(key === "" ? {} : { key }),
    ...(agent === settings.defaultAgent ? {} : { agent }),
    ...(isShared && session.person !== null ? { person: session.person } : {}),
    // The log holds no key, and could not name it.
    ...(redactKeys(text) === text ? {} : { source: session.id }),
    ...(sensitivity === "secret" ? { sensitivity } : {}),
  };
  return {
    type: "write",
    path,
    text,
    date: sources.at(-1)?.date ?? time.slice(0, 10),
    fields,
    tags: kind === "preference" ? ["preference"] : [],
    replaces,
    said: settings.digest.quotes ? redact(quoteOf(passed, stem)) : "",
  };
}

/** Slug of the topic that the conversation was about, or ''. */
function topicOf(session: Session, steps: readonly PlanStep[]): string {
  const files = steps.flatMap((step) =>
    step.type === "write" ? step.path : step.type === "known" ? step.file : [],
  );
  const slugs = new Set([...files, session.topic ?? ""].filter(Boolean).flatMap(slugOf));
  const [only] = slugs;
  return slugs.size === 1 && only !== undefined ? only : "";
}

function slugOf(file: string): string[] {
  return /(?:^|\/)topics\/([^/]+)\.md$/.exec(file)?.slice(1, 2) ?? [];
}

function countByReason(dropped: readonly Dropped[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of dropped) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
