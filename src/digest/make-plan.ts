import { capital } from "../language/text/letters.ts";
import type { SaidMessage } from "../models/requests.ts";
import { redactKeys, secretIn } from "../session/private-data/redact.ts";
import type { Message, Session, SessionEvent } from "../session/session.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { formatImportance } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { choosePlaces, writerIn } from "./choose-places.ts";
import { type DigestPorts, defaultBankOf } from "./digest-ports.ts";
import type { Extracted } from "./extract.ts";
import {
  type Dropped,
  type GateContext,
  type Passed,
  passGates,
  whatWasSaid,
} from "./gates/gates.ts";
import { sharedContent } from "./gates/same-fact.ts";
import { isSavedIn, markOf, type Plan, type PlannedWrite, type PlanStep } from "./plan.ts";
import { type Candidate, type Decided, reconcile } from "./reconcile.ts";

/** A conversation as it is being digested. */
export interface Work {
  readonly ports: DigestPorts;
  readonly session: Session;
  /** All that the digestion covers. */
  readonly messages: readonly Message[];
  readonly conversation: readonly SaidMessage[];
  /** Takes private data out, where that is set so; else gives the text back. */
  readonly redact: (text: string) => string;
}

/** True for a text that gives a secret of the conversation away. */
type IsSecret = (text: string) => boolean;

/** Gates, reconciles and places what was extracted: everything that is going to be written, as data. Writes nothing. */
export async function makePlan(work: Work, extracted: Extracted): Promise<Plan> {
  const { ports, session, messages, redact } = work;
  const { answer, conversation } = extracted;
  const context = await gateContext(work, extracted);
  const { passed, dropped } = passGates(answer.conclusions, context);
  const saved = await savedAtOnce(work);
  const { candidates, others } = await sift(work, passed, saved, extracted.known);
  const decided = reconcile(candidates, { person: session.person, stem: ports.stems });
  const unplaced = decided.filter(
    ({ decision: { type } }) => type === "new" || type === "conflict",
  );
  const memories = unplaced.map(({ passed: { conclusion, sources } }) => ({
    text: conclusion.text,
    date: sources.at(-1)?.date ?? "",
    topic: redact(conclusion.topic ?? "") === conclusion.topic ? conclusion.topic : "",
  }));
  const places = await choosePlaces(ports, writerIn(session), memories);
  const isSecret = secretIn(
    conversation.flatMap(({ role, content }) => (role === "user" ? content : [])),
  );
  const steps = once([
    ...saved.flatMap((one) => toSaved(session.id, one)),
    ...decided.flatMap((one) => toSteps(one, places[unplaced.indexOf(one)]?.path, work, isSecret)),
  ]);
  const told = (answer.leftOut ?? []).map(({ text, reason }): Dropped => {
    const sensitivity = isSecret(text) ? "secret" : "normal";
    return { conclusion: { text, sensitivity }, reason };
  });
  const leftOut = [...dropped, ...others, ...told];
  const users = messages.filter(({ role }) => role === "user");
  // A summary of a conversation that holds a secret may well repeat it, and so may what was dropped.
  const hasSecret =
    [...passed, ...leftOut].some(({ conclusion }) => conclusion.sensitivity === "secret") ||
    users.some(({ content }) => isSecret(content)); // A part of it alone may not look like one.
  const open = (text: string, most: number): string =>
    hasSecret || isSecret(text) ? "" : oneLine(redact(text), most);
  const [borneOut = "", ...intents] = whatWasSaid([answer.summary, ...answer.intents], context);
  const written = steps.filter((step) => step.type === "write");
  // The conversation's own summary says too much of a part of it.
  const summaryOf = (some: typeof written, most: number): string => {
    const texts = some.map(({ text }) => text).join("; ");
    return open(some.length < written.length ? texts : borneOut || texts, most);
  };
  const made = new Map(places.flatMap((one) => (one.title ? [[one.path, one]] : [])));
  const first = messages[0]?.id ?? 1;
  return {
    version: 2,
    conversation: first === 1 ? session.id : `${session.id}#${messages.at(-1)?.id ?? first}`,
    time: ports.timeAt(ports.now()),
    agent: session.agent,
    person: session.person,
    modes: [...new Set(users.map(({ mode }) => mode))],
    languages: [...new Set(users.map(({ language }) => language))],
    steps: [...steps, ...leftOut.map((one) => toKept(one, hasSecret, redact))],
    newTopics: Array.from(made.values(), ({ path, title = "", isKind }) => {
      const own = written.filter(({ file }) => file === path);
      return { path, title, summary: isKind ? "" : summaryOf(own, 100) };
    }),
    resolved: {
      summary: summaryOf(written, 240),
      topic: topicOf(session, steps),
      sentiment: answer.sentiment,
      intents: intents.slice(0, 5).flatMap((intent) => open(intent, 80) || []),
    },
  };
}

/** What is known, or was saved a moment ago, is said once. */
function once(steps: readonly PlanStep[]): readonly PlanStep[] {
  const nameOf = (step: PlanStep): string =>
    JSON.stringify("isInLog" in step || step.type === "known" ? [step.text, step.file] : step);
  return [...new Map(steps.map((step) => [nameOf(step), step])).values()];
}

/** Slug of the topic that the conversation was about, or ''. */
function topicOf({ topic }: Session, steps: readonly PlanStep[]): string {
  const files = [...steps.map((step) => ("file" in step ? step.file : "")), topic ?? ""];
  const slugs = new Set(
    files.flatMap((file) => /(?<=\btopics\/)[^/]+(?=\.md$)/.exec(file)?.[0] ?? []),
  );
  return slugs.size === 1 ? ([...slugs][0] ?? "") : "";
}

async function gateContext(
  { ports, session, messages }: Work,
  { answer, conversation, known }: Extracted,
): Promise<GateContext> {
  const languages = new Map<string, string | null>();
  const texts = [answer.summary, ...answer.intents, ...answer.conclusions.map(({ text }) => text)];
  for (const text of texts) languages.set(text.trim(), await ports.languageOf(text));
  const { topic } = session;
  const loaded = topic === null ? undefined : await ports.readTopic(toTopicPath(topic));
  const shown = [
    ...ports.sessions.recalled(session.id),
    ...messages.flatMap(({ recalled }) => recalled),
    ...(loaded?.entries ?? []), // It stood in the prompt as a whole.
  ];
  return {
    messages: conversation,
    recalled: shown.map(({ text }) => text),
    olderOf: (label) => known.get(label)?.entry.text,
    person: session.person,
    banks: ports.settings.banks,
    defaultBank: defaultBankOf(ports.settings, session),
    stem: ports.stems,
    languageOf: (text) => languages.get(text.trim()) ?? null,
  };
}

/** A memory that was saved while the conversation went on, and its entry, where it still stands. */
interface SavedAtOnce {
  readonly event: Extract<SessionEvent, { type: "saved" }>;
  readonly entry: Entry | undefined;
}

async function savedAtOnce({ ports, session, messages }: Work): Promise<readonly SavedAtOnce[]> {
  const saved: SavedAtOnce[] = [];
  for (const event of ports.sessions.events(session.id)) {
    if (event.type !== "saved" || !messages.some(({ id }) => id === event.message)) continue;
    const topic = await ports.readTopic(toTopicPath(event.file));
    saved.push({ event, entry: topic?.entries.find(({ text }) => text === event.text) });
  }
  return saved;
}

function toSaved(session: string, { event, entry }: SavedAtOnce): PlanStep | [] {
  if (entry === undefined) return [];
  const { text, file } = event;
  const { source } = entry.fields;
  return isSavedIn(session, event, source)
    ? { type: "saved", text, file, isInLog: source !== undefined }
    : { type: "known", text: inLog(entry), file };
}

/** The log never says what is secret. */
const inLog = ({ text, fields }: Pick<Entry, "text" | "fields">): string =>
  fields.sensitivity === "secret" ? "…" : text;

/** From this share of common words on, a conclusion is the memory that was saved of the same message. */
const enoughShared = 0.6;

/** What is to be reconciled, oldest first, with the entries that it may repeat or replace, as they are now; and the rest. */
async function sift(
  { ports, session, messages }: Work,
  passed: readonly Passed[],
  saved: readonly SavedAtOnce[],
  known: Extracted["known"],
) {
  const forgottenAt = await ports.forgotten();
  const near = ports.near(session);
  const candidates: Candidate[] = [];
  const others: Dropped[] = [];
  const lastId = ({ sources }: Passed): number => sources.at(-1)?.id ?? 0;
  for (const one of passed.toSorted((a, b) => lastId(a) - lastId(b))) {
    const { conclusion, sources, said, language } = one;
    const { text, key, of } = conclusion;
    const again = saved.find(
      ({ event }) =>
        sources.every(({ id }) => id === event.message) &&
        sharedContent({ text, language }, { text: event.text, language }, ports.stems) >=
          enoughShared,
    );
    const withKey = key === "" ? [] : await ports.withKey(session, key);
    // What it makes untrue is still to be struck.
    const isOther = withKey.some(({ entry }) => entry.id !== again?.entry?.id);
    const { at: saidAt = 0 } = messages.findLast(({ id }) => id === lastId(one)) ?? {};
    // Here or on another device, as concluded or in the person's words.
    const words = said.map((sentence) => sentence.replace(/\.$/, ""));
    const marks = [text, ...words, ...words.map(capital)].map((it) => markOf(it, session.person));
    if (marks.some((mark) => (forgottenAt(mark) ?? 0) > saidAt))
      others.push({ conclusion, reason: "forgotten since" });
    else if (again === undefined || (again.entry !== undefined && isOther)) {
      const referred = of === null ? undefined : known.get(of);
      candidates.push({ passed: one, referred, near: await near(text), withKey });
    } else if (again.entry === undefined) others.push({ conclusion, reason: "taken back" });
  }
  return { candidates, others };
}

/** What is to be done with what was decided; `path`: where it goes, unless an older entry decides that. */
function toSteps(
  { passed, decision }: Decided,
  path: TopicPath | undefined,
  work: Work,
  isSecret: IsSecret,
): PlanStep[] {
  const write = path === undefined ? [] : [toWrite(passed, path, null, work, isSecret)];
  if (decision.type === "new") return write;
  const { file, entry } = decision.of;
  const text = inLog(entry);
  if (decision.type === "known") return [{ type: "known", text, file }];
  if (decision.type === "conflict") return [...write, { type: "kept", text, reason: "protected" }];
  if (decision.type === "outdated") {
    const { conclusion } = passed;
    const reason = "what is known is newer";
    return [toKept({ conclusion, reason }, conclusion.sensitivity === "secret", work.redact)];
  }
  return [toWrite(passed, file, { id: entry.id, text: entry.text }, work, isSecret)];
}

function toWrite(
  { conclusion, sources, said }: Passed,
  path: TopicPath,
  replaces: PlannedWrite["replaces"],
  { ports: { settings }, session, messages, redact }: Work,
  isSecret: IsSecret,
): PlannedWrite {
  const source = sources.at(-1);
  const agent = messages.find(({ id }) => id === source?.id)?.agent ?? session.agent;
  const { bank, importance, key, kind, sensitivity } = conclusion;
  const isShared = placeOf(path).scope === "";
  const text = redact(conclusion.text);
  // The log names nothing secret: its own line says where it was learned.
  const isHidden = sensitivity === "secret" || redactKeys(text) !== text;
  // Nothing in it is Markdown, HTML or the end of the quotation.
  const quote = redact(said.filter((sentence) => !isSecret(sentence)).join(" … "))
    .replace(/["“”]/g, "'")
    .replace(/[<>`[\]\\|]/g, " ");
  return {
    type: "write",
    text,
    file: path,
    date: source?.date ?? "",
    fields: {
      bank,
      ...(importance > 0 ? { importance: formatImportance(importance) } : {}),
      ...(key === "" ? {} : { key }),
      ...(agent === settings.agent ? {} : { agent }),
      ...(isShared && session.person !== null ? { person: session.person } : {}),
      ...(isHidden ? { source: session.id, sensitivity: "secret" } : {}),
    },
    tags: kind === "preference" ? ["preference"] : [],
    replaces,
    said: settings.digest.quotes && !isHidden ? oneLine(quote, 240) : "",
  };
}

/**
 * What is not stored, with its reason, that the person can say it again. The words are left out where they are not to
 * be written down: beside a secret, or what the person had removed.
 */
function toKept(
  { conclusion, reason }: Dropped,
  hasSecret: boolean,
  redact: (text: string) => string,
): PlanStep {
  const isUnwritten = hasSecret || reason === "taken back" || reason === "forgotten since";
  const text = isUnwritten ? "…" : oneLine(redact(conclusion.text), 240);
  return { type: "kept", text, reason: `not saved, ${reason}` };
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  const head = line.slice(0, most - 1).toWellFormed();
  return line.length <= most ? line : `${head.trimEnd()}…`;
}
