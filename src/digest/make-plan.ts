import type { ExtractAnswer, SaidMessage } from "../models/requests.ts";
import { secretIn } from "../session/private-data/find-private-data.ts";
import type { Message, Session, SessionEvent } from "../session/session.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { choosePlaces, writerIn } from "./choose-places.ts";
import { type DigestPorts, defaultBankOf, type NearMemory } from "./digest-ports.ts";
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
import type { MemoriesByLabel } from "./gather-input.ts";
import { isSecretEntry, needsPlace, type Plan, planDigestion } from "./plan.ts";
import { type Candidate, reconcile } from "./reconcile.ts";

/** What an extraction is planned from. */
export interface PlanWork {
  readonly ports: DigestPorts;
  readonly session: Session;
  readonly messages: readonly Message[];
  readonly conversation: readonly SaidMessage[];
  readonly answer: ExtractAnswer;
  readonly known: MemoriesByLabel;
  readonly redact: (text: string) => string;
}

/** Gates, reconciles and places what a model proposed. Reads the vault and writes nothing. */
export async function makePlan(work: PlanWork): Promise<Plan> {
  const { ports, session, messages, answer, redact } = work;
  const { settings, stems: stem } = ports;
  const referred = await referredTo(work);
  const context = await gateContext(work, referred);
  const { passed, dropped } = passGates(answer.conclusions, context);
  const saved = await savedAtOnce(work);
  const { candidates, others } = await sift(work, { passed, saved, referred });
  const decided = reconcile(candidates, { person: session.person, stem });
  const unplaced = decided.filter(needsPlace).map(({ passed: { conclusion, sources } }) => ({
    text: conclusion.text,
    date: sources.at(-1)?.date ?? "",
    topic: redact(conclusion.topic ?? "") === conclusion.topic ? conclusion.topic : "",
  }));
  const [summary = "", ...intents] = whatWasSaid([answer.summary, ...answer.intents], context);
  const said = work.conversation.flatMap(({ role, content }) => (role === "user" ? content : []));
  const isSecret = secretIn(said);
  const told = (answer.leftOut ?? []).map(({ text, reason }): Dropped => {
    const sensitivity = isSecret(text) ? "secret" : "normal";
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
        : { type: "known", text: isSecretEntry(entry) ? "…" : text, file };
    }),
    isSecret,
    settings,
    time: ports.timeAt(ports.now()),
    stem,
    redact,
  });
}

/** The known lines that the answer refers to, as they are now. */
async function referredTo({ ports, answer, known }: PlanWork): Promise<MemoriesByLabel> {
  const found = new Map<string, NearMemory>();
  for (const { of } of answer.conclusions) {
    const memory = of === null ? undefined : known.get(of);
    if (of === null || memory === undefined) continue;
    const entry = await entryAt(ports, memory.file, ({ id }) => id === memory.entry.id);
    if (entry !== undefined) found.set(of, { file: memory.file, entry, score: 1 });
  }
  return found;
}

async function gateContext(
  { ports, session, messages, conversation, answer }: PlanWork,
  referred: MemoriesByLabel,
): Promise<GateContext> {
  const languages = new Map<string, string | null>();
  const texts = [answer.summary, ...answer.intents, ...answer.conclusions.map(({ text }) => text)];
  for (const text of texts) languages.set(text.trim(), await ports.languageOf(text));
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
    olderOf: (label) => referred.get(label)?.entry.text,
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

interface Sifting {
  readonly passed: readonly Passed[];
  readonly saved: readonly SavedAtOnce[];
  readonly referred: MemoriesByLabel;
}

/** What is to be reconciled, oldest first, with the entries that it may repeat or replace, as they are now; and the rest. */
async function sift({ ports, session, messages }: PlanWork, { passed, saved, referred }: Sifting) {
  const forgottenAt = await ports.forgotten();
  const markedAt = (text: string) => forgottenAt(markOf(text, session.person));
  const near = ports.near(session);
  const candidates: Candidate[] = [];
  const others: Dropped[] = [];
  for (const one of passed.toSorted((a, b) => lastId(a) - lastId(b))) {
    const { conclusion } = one;
    const { text, key, of } = conclusion;
    const candidate = {
      passed: one,
      referred: of === null ? undefined : referred.get(of),
      near: await near(text),
      withKey: key === "" ? [] : await ports.withKey(session, key),
    };
    const again = sayingAgain(candidate, saved, ports.stems);
    if (isForgottenSince(one, messages, markedAt))
      others.push({ conclusion, reason: "forgotten since" });
    else if (again === undefined) candidates.push(candidate);
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
  const said = { text: conclusion.text, language };
  const found = saved.find(({ event: { text, file } }) => {
    const same = saved.filter(({ event }) => event.text === text && event.file === file);
    const isOfEach = sources.every(({ id }) => same.some(({ event }) => event.message === id));
    return isOfEach && sharedContent(said, { text, language }, stem) >= enoughShared;
  });
  // What it makes untrue is still to be struck.
  const isOther = withKey.some(({ entry }) => entry.id !== found?.entry?.id);
  return found?.entry !== undefined && isOther ? undefined : found;
}
