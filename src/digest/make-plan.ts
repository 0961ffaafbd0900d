import type { ExtractAnswer, SaidMessage } from "../models/requests.ts";
import { holdsSecret } from "../session/private-data/find-private-data.ts";
import type { Message, Session, SessionEvent } from "../session/session.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import { choosePlaces, writerIn } from "./choose-places.ts";
import { type DigestPorts, defaultBankOf, type KnownLabel } from "./digest-ports.ts";
import { isForgottenSince, markOf } from "./forgotten-since.ts";
import { loadDays } from "./gates/days.ts";
import {
  type Dropped,
  type GateContext,
  type Passed,
  passGates,
  whatWasSaid,
} from "./gates/gates.ts";
import { sharedContent } from "./gates/same-fact.ts";
import { needsPlace, type Plan, planDigestion } from "./plan.ts";
import { type Candidate, reconcile } from "./reconcile.ts";

/** What an extraction is planned from. */
export interface PlanWork {
  readonly ports: DigestPorts;
  readonly session: Session;
  readonly messages: readonly Message[];
  readonly conversation: readonly SaidMessage[];
  readonly answer: ExtractAnswer;
  /** The known lines that the answer refers to. */
  readonly labels: readonly KnownLabel[];
  readonly redact: (text: string) => string;
}

/** Gates, reconciles and places what a model proposed. Reads the vault and writes nothing. */
export async function makePlan(work: PlanWork): Promise<Plan> {
  const { ports, session, messages, answer, redact } = work;
  const { settings, stems: stem } = ports;
  const context = await gateContext(work);
  const { passed, dropped } = passGates(answer.conclusions, context);
  const saved = await savedAtOnce(work);
  const { candidates, others } = await sift(work, passed, saved);
  const decided = reconcile(candidates, { person: session.person, stem });
  const unplaced = decided.filter(needsPlace).map(({ passed: { conclusion, sources } }) => ({
    text: conclusion.text,
    date: sources.at(-1)?.date ?? "",
    topic: redact(conclusion.topic ?? "") === conclusion.topic ? conclusion.topic : "",
  }));
  const [summary = "", ...intents] = whatWasSaid([answer.summary, ...answer.intents], context);
  const told = (answer.leftOut ?? []).map(({ text, reason }): Dropped => {
    const sensitivity = holdsSecret(text) ? "secret" : "normal";
    return { conclusion: { text, sensitivity }, reason };
  });
  return planDigestion({
    session,
    messages,
    summary,
    intents,
    sentiment: answer.sentiment,
    decided,
    places: await choosePlaces(ports, writerIn(session), unplaced),
    dropped: [...dropped, ...others, ...told],
    saved: saved.flatMap(({ event: { text, file, isNew }, entry }) => {
      if (entry === undefined) return [];
      const { source } = entry.fields;
      return isSavedIn(session.id, { isNew }, source)
        ? { type: "saved", text, file, isInLog: source !== undefined }
        : { type: "known", text, file };
    }),
    settings,
    time: ports.timeAt(ports.now()),
    stem,
    redact,
  });
}

async function gateContext(work: PlanWork): Promise<GateContext> {
  const { ports, session, messages, conversation, answer, labels } = work;
  const languages = new Map<string, string | null>();
  const texts = [answer.summary, ...answer.intents, ...answer.conclusions.map(({ text }) => text)];
  for (const text of texts) languages.set(text.trim(), await ports.languageOf(text));
  const older = new Map<string, string>();
  for (const { label, file, id } of labels) {
    const entry = await entryAt(ports, file, (one) => one.id === id);
    if (entry !== undefined) older.set(label, entry.text);
  }
  const { topic } = session;
  const loaded = topic === null ? undefined : await ports.readTopic(toTopicPath(topic));
  const shown: readonly { readonly text: string }[] = [
    ...ports.sessions.recalled(session.id),
    ...messages.flatMap(({ recalled }) => recalled),
    ...(loaded?.entries ?? []), // It stood in the prompt as a whole.
  ];
  // Rules write days as dates themselves.
  const mayMakeUp = ports.model !== undefined && answer.conclusions.length > 0;
  return {
    messages: conversation,
    recalled: shown.map(({ text }) => text),
    olderOf: (label) => older.get(label),
    person: session.person,
    banks: ports.settings.banks,
    defaultBank: defaultBankOf(ports.settings, session),
    stem: ports.stems,
    languageOf: (text) => languages.get(text.trim()) ?? null,
    days: mayMakeUp ? await loadDays() : undefined,
  };
}

const entryAt = async (
  { readTopic }: Pick<DigestPorts, "readTopic">,
  file: string,
  isMeant: (entry: Entry) => boolean,
): Promise<Entry | undefined> => (await readTopic(toTopicPath(file)))?.entries.find(isMeant);

type SavedEvent = Extract<SessionEvent, { type: "saved" }>;

/** A memory that was saved while the conversation went on, and its entry, where it still stands. */
interface SavedAtOnce {
  readonly event: SavedEvent;
  readonly entry: Entry | undefined;
}

async function savedAtOnce({ ports, session, messages }: PlanWork): Promise<SavedAtOnce[]> {
  const ids = new Set(messages.map(({ id }) => id));
  const saved: SavedAtOnce[] = [];
  for (const event of ports.sessions.events(session.id)) {
    if (event.type !== "saved" || !ids.has(event.message)) continue;
    saved.push({
      event,
      entry: await entryAt(ports, event.file, (one) => one.text === event.text),
    });
  }
  return saved;
}

/** What is in no log yet says so by its event, else by its line. */
export const isSavedIn = (
  session: string,
  { isNew }: { readonly isNew?: boolean | undefined },
  source: string | undefined,
): boolean => (source === undefined ? isNew === true : source === session);

/** What is to be reconciled, oldest first, with the entries that it may repeat or replace, as they are now; and the rest. */
async function sift(
  { ports, session, messages, labels }: PlanWork,
  passed: readonly Passed[],
  saved: readonly SavedAtOnce[],
) {
  const forgottenAt = await ports.forgotten();
  const near = ports.near(session);
  const candidates: Candidate[] = [];
  const others: Dropped[] = [];
  for (const one of passed.toSorted((a, b) => lastId(a) - lastId(b))) {
    const { conclusion } = one;
    const isForgotten = isForgottenSince(one, messages, (text) =>
      forgottenAt(markOf(text, session.person)),
    );
    if (isForgotten) {
      others.push({ conclusion, reason: "forgotten since" });
      continue;
    }
    const { text, key, of } = conclusion;
    const label = labels.find((known) => known.label === of);
    const file = label === undefined ? undefined : toTopicPath(label.file);
    const entry = file && (await entryAt(ports, file, ({ id }) => id === label?.id));
    const candidate = {
      passed: one,
      referred: file && entry && { file, entry, score: 1 },
      near: await near(text),
      withKey: key === "" ? [] : await ports.withKey(session, key),
    };
    const again = sayingAgain(candidate, saved, ports.stems);
    if (again === undefined) candidates.push(candidate);
    else if (again.entry === undefined) others.push({ conclusion, reason: "taken back" });
  }
  return { candidates, others };
}

const lastId = ({ sources }: Passed): number => sources.at(-1)?.id ?? 0;

/** From this share of common words on, a conclusion is the memory that was saved of the same message. */
const enoughShared = 0.6;

/** The memory that a conclusion says once more: saved of each of the messages that it comes from. */
function sayingAgain(
  { passed: { conclusion, sources, language }, withKey }: Candidate,
  saved: readonly SavedAtOnce[],
  stem: DigestPorts["stems"],
): SavedAtOnce | undefined {
  const found = saved.find(
    ({ event: { text, file } }) =>
      sources.every(({ id }) =>
        saved.some(({ event: e }) => e.message === id && e.text === text && e.file === file),
      ) &&
      sharedContent({ text: conclusion.text, language }, { text, language }, stem) >= enoughShared,
  );
  // What it makes untrue is still to be struck.
  const { entry } = found ?? {};
  return entry !== undefined && withKey.some((old) => old.entry.id !== entry.id)
    ? undefined
    : found;
}
