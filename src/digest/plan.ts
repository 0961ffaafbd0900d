import { z } from "zod";
import { withBefore, withoutBefore } from "../language/text/before-part.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import type { Message, Session } from "../session/session.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { formatImportance, readImportance } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { Places } from "./choose-places.ts";
import type { DigestSettings } from "./digest-ports.ts";
import { type Dropped, isWritable, type Passed } from "./gates/gates.ts";
import type { StemText } from "./gates/same-fact.ts";
import { contentOf, hasWord } from "./gates/words.ts";
import type { Decided } from "./reconcile.ts";

const writeSchema = z.strictObject({
  type: z.literal("write"),
  path: z.string(),
  text: z.string(),
  /** `YYYY-MM-DD`: the day it was said. */
  date: z.string(),
  fields: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  replaces: z.strictObject({ id: z.string(), text: z.string() }).nullable(),
  /** The person's own words, or ''. */
  said: z.string(),
});

const lineSchema = z.strictObject({ type: z.literal("known"), text: z.string(), file: z.string() });

/** What a digestion is going to do, decided once: however often it is begun, it does the same. */
export const planSchema = z.strictObject({
  version: z.literal(1),
  /** As the log names the conversation: its session, with `#` and a number where it is not the first of it. */
  conversation: z.string(),
  /** Local time with offset. */
  time: z.string(),
  agent: z.string(),
  person: z.string().nullable(),
  modes: z.array(z.string()),
  languages: z.array(z.string()),
  steps: z.array(
    z.discriminatedUnion("type", [
      writeSchema,
      lineSchema,
      /** Saved while the conversation went on; what names its conversation itself needs no log. */
      lineSchema.extend({ type: z.literal("saved"), isInLog: z.boolean() }),
      z.strictObject({ type: z.literal("kept"), text: z.string(), reason: z.string() }),
    ]),
  ),
  /** Title and summary of the topics that are to be made. */
  newTopics: z.array(z.strictObject({ path: z.string(), title: z.string(), summary: z.string() })),
  resolved: z.strictObject({
    summary: z.string(),
    topic: z.string(),
    sentiment: z.enum(["positive", "neutral", "negative"]),
    intents: z.array(z.string()),
  }),
});

export type Plan = z.infer<typeof planSchema>;
type PlanStep = Plan["steps"][number];
export type PlannedWrite = z.infer<typeof writeSchema>;

export interface PlanInput {
  readonly session: Session;
  /** All that the digestion covers. */
  readonly messages: readonly Message[];
  /** What of the talk's summary and wishes the person's words bear out. */
  readonly summary: string;
  readonly intents: readonly string[];
  readonly sentiment: Plan["resolved"]["sentiment"];
  readonly decided: readonly Decided[];
  /** Of those decided that `needsPlace`, in order. */
  readonly places: Places;
  readonly dropped: readonly Dropped[];
  /** What was saved while the conversation went on, or was known then. */
  readonly saved: readonly PlanStep[];
  readonly settings: DigestSettings;
  readonly time: string;
  readonly stem: StemText;
  /** Takes private data out, where that is set so; else gives the text back. */
  readonly redact: (text: string) => string;
  /** Tells a text that says a secret of the conversation. */
  readonly isSecret: (text: string) => boolean;
}

/** True for what becomes an entry whose file is not decided by an older one. */
export const needsPlace = ({ decision }: Decided): boolean =>
  decision.type === "new" || decision.type === "conflict";

/** Everything that is going to be written, as data. Pure. */
export function planDigestion(input: PlanInput): Plan {
  const { session, messages, decided, places, dropped, redact, isSecret, time } = input;
  const paths = [...places.paths];
  const steps = [
    ...input.saved,
    ...decided.flatMap((one) => stepsFor(one, needsPlace(one) ? paths.shift() : undefined, input)),
  ];
  const users = messages.filter(({ role }) => role === "user");
  const first = messages[0]?.id ?? 1;
  // A summary of a conversation that holds a secret may well repeat it, and so may what was dropped.
  const hasSecret =
    [...decided.map(({ passed }) => passed), ...dropped].some(
      ({ conclusion }) => conclusion.sensitivity === "secret",
    ) || users.some(({ content }) => isSecret(content)); // A part of it alone may not look like one.
  const open = (text: string, most: number): string =>
    hasSecret || isSecret(text) ? "" : oneLine(redact(text), most);
  const written = steps.flatMap((step) => (step.type === "write" ? step.text : []));
  const summary = open(input.summary || written.join("; "), 240);
  return {
    version: 1,
    conversation: first === 1 ? session.id : `${session.id}#${messages.at(-1)?.id ?? first}`,
    time,
    agent: session.agent,
    person: session.person,
    modes: [...new Set(users.map(({ mode }) => mode))],
    languages: [...new Set(users.map(({ language }) => language))],
    steps: [...withoutRepeats(steps), ...leftOut(dropped, hasSecret, redact)],
    newTopics: places.newTopics.map(({ isKind, ...topic }) => {
      // Of a conversation about several things it says too much.
      const isAbout = isKind !== true && places.newTopics.length === 1;
      return { ...topic, summary: isAbout ? oneLine(summary, 100) : "" };
    }),
    resolved: {
      summary,
      topic: topicOf(session, steps),
      sentiment: input.sentiment,
      intents: input.intents.slice(0, 5).flatMap((intent) => open(intent, 80) || []),
    },
  };
}

/** What is known, or was saved a moment ago, is said once. */
const withoutRepeats = (steps: readonly PlanStep[]): readonly PlanStep[] =>
  steps.filter(
    (step, i) =>
      !("file" in step) ||
      steps.findIndex(
        (one) => "file" in one && one.text === step.text && one.file === step.file,
      ) === i,
  );

/** A transcript may hold thousands. */
const maxLeftOut = 50;

/**
 * Each proposal that is not stored, with its reason, that the person can say it again. The words are left out where
 * they are not to be written down: beside a secret, or what the person had removed.
 */
function leftOut(
  dropped: readonly Dropped[],
  hasSecret: boolean,
  redact: (text: string) => string,
): readonly PlanStep[] {
  const more = dropped.length - maxLeftOut;
  const rest = { type: "kept", text: "…", reason: `not saved, ${more} more` } as const;
  const steps = dropped.slice(0, maxLeftOut).map(({ conclusion, reason }): PlanStep => {
    const isUnwritten = hasSecret || reason === "taken back" || reason === "forgotten since";
    const text = isUnwritten ? "…" : oneLine(redact(conclusion.text), 240);
    return { type: "kept", text, reason: `not saved, ${reason}` };
  });
  return more > 0 ? [...steps, rest] : steps;
}

function stepsFor(
  { passed, decision }: Decided,
  path: TopicPath | undefined,
  input: PlanInput,
): PlanStep[] {
  const write = path === undefined ? [] : [toWrite(passed, path, null, input)];
  if (decision.type === "new") return write;
  const { file, entry } = decision.of;
  const { id, text } = entry;
  const open = isSecretEntry(entry) ? "…" : text;
  if (decision.type === "known") return [{ type: "known", text: open, file }];
  if (decision.type === "update")
    return [toWrite(completeUpdate(passed, entry, input.stem), file, { id, text }, input)];
  if (decision.type === "conflict")
    return [...write, { type: "kept", text: open, reason: "protected" }];
  const { text: said, sensitivity } = passed.conclusion;
  const reason = "not saved, what is known is newer";
  return [{ type: "kept", text: sensitivity === "secret" ? "…" : input.redact(said), reason }];
}

/** A log names none that is marked as secret. */
export const isSecretEntry = ({ fields }: Pick<Entry, "fields">): boolean =>
  fields.sensitivity === "secret";

/**
 * What takes the place of an entry says no less: where words of the old line are in neither the new one nor what was
 * said, and no key says that only the value changed, that line follows as what was before. Its key, importance and
 * secrecy stay.
 */
function completeUpdate(passed: Passed, { text, fields }: Entry, stem: StemText): Passed {
  const { conclusion, language, said } = passed;
  const older = withoutBefore(text);
  const { key = "", sensitivity } = fields;
  const wording = { stem, language, speaker: null };
  const has = hasWord([conclusion.text, ...said].join("\n"), wording);
  const isWhole = key !== "" || contentOf(older, wording).every(has);
  const whole = isWhole ? conclusion.text : withBefore(conclusion.text, older, language);
  return {
    ...passed,
    conclusion: {
      ...conclusion,
      text: isWritable(whole) ? whole : conclusion.text, // The struck line has it still.
      key: conclusion.key || key,
      importance: Math.max(conclusion.importance, readImportance(fields.importance) ?? 0),
      sensitivity: sensitivity === "secret" ? sensitivity : conclusion.sensitivity,
    },
  };
}

function toWrite(
  passed: Passed,
  path: TopicPath,
  replaces: PlannedWrite["replaces"],
  { session, messages, settings, redact, isSecret: says, time }: PlanInput,
): PlannedWrite {
  const { conclusion, sources, said } = passed;
  const source = sources.at(-1);
  const agent = messages.find(({ id }) => id === source?.id)?.agent ?? session.agent;
  const { bank, importance, key, kind, sensitivity } = conclusion;
  const isShared = placeOf(path).scope === "";
  const text = redact(conclusion.text);
  // The log names nothing secret: its own line says where it was learned.
  const isSecret = sensitivity === "secret" || redactKeys(text) !== text;
  const open = said.filter((sentence) => !says(sentence)).join(" … ");
  // Nothing in it is Markdown, HTML or the end of the quotation.
  const quote = redact(open)
    .replace(/["“”]/g, "'")
    .replace(/[<>`[\]\\|]/g, " ");
  return {
    type: "write",
    path,
    text,
    date: source?.date ?? time.slice(0, 10),
    fields: {
      bank,
      ...(importance > 0 ? { importance: formatImportance(importance) } : {}),
      ...(key === "" ? {} : { key }),
      ...(agent === settings.agent ? {} : { agent }),
      ...(isShared && session.person !== null ? { person: session.person } : {}),
      ...(isSecret ? { source: session.id, sensitivity: "secret" } : {}),
    },
    tags: kind === "preference" ? ["preference"] : [],
    replaces,
    said: settings.digest.quotes && !isSecret ? oneLine(quote, 240) : "",
  };
}

/** Slug of the topic that the conversation was about, or ''. */
function topicOf(session: Session, steps: readonly PlanStep[]): string {
  const files = steps.flatMap((step) =>
    step.type === "write" ? step.path : "file" in step ? step.file : [],
  );
  const slugs = [...files, session.topic ?? ""].flatMap(
    (file) => /(?:^|\/)topics\/([^/]+)\.md$/.exec(file)?.slice(1, 2) ?? [],
  );
  const [only = ""] = slugs;
  return slugs.every((slug) => slug === only) ? only : "";
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  const head = line.slice(0, most - 1).toWellFormed();
  return line.length <= most ? line : `${head.trimEnd()}…`;
}
