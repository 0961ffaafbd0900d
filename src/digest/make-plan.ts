import { capital } from "../language/text/letters.ts";
import type { SaidMessage } from "../models/requests.ts";
import { secretIn } from "../session/private-data/redact.ts";
import type { Message, Session, SessionEvent } from "../session/session.ts";
import { toTopicPath } from "../vault/paths.ts";
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
import { isSavedIn, markOf, type Plan, type PlanStep } from "./plan.ts";
import { leftOut, needsPlace, oneLine, stepsOf } from "./plan-steps.ts";
import { type Candidate, reconcile } from "./reconcile.ts";

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

/** Gates, reconciles and places what was extracted: everything that is going to be written, as data. Writes nothing. */
export async function makePlan(work: Work, extracted: Extracted): Promise<Plan> {
  const { ports, session, messages, redact } = work;
  const { answer, conversation } = extracted;
  const context = await gateContext(work, extracted);
  const { passed, dropped } = passGates(answer.conclusions, context);
  const saved = await savedAtOnce(work);
  const { candidates, others } = await sift(work, passed, saved, extracted.known);
  const decided = reconcile(candidates, { person: session.person, stem: ports.stems });
  const unplaced = decided.filter(needsPlace).map(({ passed: { conclusion, sources } }) => ({
    text: conclusion.text,
    date: sources.at(-1)?.date ?? "",
    topic: redact(conclusion.topic ?? "") === conclusion.topic ? conclusion.topic : "",
  }));
  const places = await choosePlaces(ports, writerIn(session), unplaced);
  const said = conversation.flatMap(({ role, content }) => (role === "user" ? content : []));
  const isSecret = secretIn(said);
  const atOnce = saved.flatMap((one) => toSaved(session.id, one));
  const steps = once([...atOnce, ...stepsOf(decided, { ...work, places, isSecret })]);
  const told = (answer.leftOut ?? []).map(({ text, reason }): Dropped => {
    const sensitivity = isSecret(text) ? "secret" : "normal";
    return { conclusion: { text, sensitivity }, reason };
  });
  const all = [...dropped, ...others, ...told];
  const users = messages.filter(({ role }) => role === "user");
  // A summary of a conversation that holds a secret may well repeat it, and so may what was dropped.
  const hasSecret =
    [...passed, ...all].some(({ conclusion }) => conclusion.sensitivity === "secret") ||
    users.some(({ content }) => isSecret(content)); // A part of it alone may not look like one.
  const [borneOut = "", ...intents] = whatWasSaid([answer.summary, ...answer.intents], context);
  const open = (text: string, most: number): string =>
    hasSecret || isSecret(text) ? "" : oneLine(redact(text), most);
  const written = steps.filter((step) => step.type === "write");
  // The conversation's own summary says too much of a part of it.
  const summaryOf = (some: typeof written, most: number): string => {
    const texts = some.map(({ text }) => text).join("; ");
    return open(some.length < written.length ? texts : borneOut || texts, most);
  };
  const first = messages[0]?.id ?? 1;
  const made = new Map(places.flatMap((one) => (one.title === undefined ? [] : [[one.path, one]])));
  return {
    version: 2,
    conversation: first === 1 ? session.id : `${session.id}#${messages.at(-1)?.id ?? first}`,
    time: ports.timeAt(ports.now()),
    agent: session.agent,
    person: session.person,
    modes: [...new Set(users.map(({ mode }) => mode))],
    languages: [...new Set(users.map(({ language }) => language))],
    steps: [...steps, ...leftOut(all, hasSecret, redact)],
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
    JSON.stringify(step.type === "write" ? step : { ...step, type: "", isInLog: "" });
  return [...new Map(steps.map((step) => [nameOf(step), step])).values()];
}

/** Slug of the topic that the conversation was about, or ''. */
function topicOf({ topic }: Session, steps: readonly PlanStep[]): string {
  const files = [...steps.map((step) => ("file" in step ? step.file : "")), topic ?? ""];
  const slugs = files.flatMap(
    (file) => /(?:^|\/)topics\/([^/]+)\.md$/.exec(file)?.slice(1, 2) ?? [],
  );
  const [only = "", ...others] = new Set(slugs);
  return others.length === 0 ? only : "";
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
  const ids = new Set(messages.map(({ id }) => id));
  const saved: SavedAtOnce[] = [];
  for (const event of ports.sessions.events(session.id)) {
    if (event.type !== "saved" || !ids.has(event.message)) continue;
    const topic = await ports.readTopic(toTopicPath(event.file));
    saved.push({ event, entry: topic?.entries.find(({ text }) => text === event.text) });
  }
  return saved;
}

/** What is secret, no log names. */
function toSaved(session: string, { event, entry }: SavedAtOnce): PlanStep | [] {
  if (entry === undefined) return [];
  const { text, file } = event;
  const { source, sensitivity } = entry.fields;
  return isSavedIn(session, event, source)
    ? { type: "saved", text, file, isInLog: source !== undefined }
    : { type: "known", text: sensitivity === "secret" ? "…" : text, file };
}

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
