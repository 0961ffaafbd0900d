import type { ExtractAnswer, SaidMessage } from "../models/requests.ts";
import type { Message, Session } from "../session/session.ts";
import { type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import { choosePlaces, writerIn } from "./choose-places.ts";
import { type DigestPorts, defaultBankOf, type KnownLabel } from "./digest-ports.ts";
import { forgottenSince } from "./forgotten-since.ts";
import { loadDays } from "./gates/days.ts";
import { type Passed, passGates, whatWasSaid } from "./gates/gates.ts";
import { needsPlace, type Plan, planDigestion } from "./plan.ts";
import { type Candidate, reconcile } from "./reconcile.ts";
import { isSavedIn, type SavedAtOnce, savedAtOnce, sayingAgain } from "./saved-at-once.ts";

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
  const gated = passGates(answer.conclusions, context);
  const isForgotten = await forgottenSince(ports, messages, session.person);
  const said = gated.passed.toSorted((a, b) => lastId(a) - lastId(b));
  const candidates = await findCandidates(
    work,
    said.filter((one) => !isForgotten(one)),
  );
  const saved = await savedAtOnce(ports, session, messages);
  const again = new Map(candidates.map((one) => [one, sayingAgain(one, saved, stem)]));
  const fresh = candidates.filter((one) => again.get(one) === undefined);
  const takenBack = candidates.filter((one) => isTakenBack(again.get(one)));
  const decided = reconcile(fresh, { person: session.person, stem });
  const places = await choosePlaces(
    ports,
    writerIn(session),
    decided.filter(needsPlace).map(({ passed: { conclusion, sources } }) => ({
      text: conclusion.text,
      date: sources.at(-1)?.date ?? "",
      topic: redact(conclusion.topic ?? "") === conclusion.topic ? conclusion.topic : "",
    })),
  );
  const [summary = "", ...intents] = whatWasSaid([answer.summary, ...answer.intents], context);
  return planDigestion({
    session,
    messages,
    summary,
    intents,
    sentiment: answer.sentiment,
    decided,
    places,
    dropped: [
      ...gated.dropped,
      ...said
        .filter(isForgotten)
        .map(({ conclusion }) => ({ conclusion, reason: "forgotten since" as const })),
      ...takenBack.map(({ passed: { conclusion } }) => ({
        conclusion,
        reason: "taken back" as const,
      })),
    ],
    saved: saved.flatMap(({ event: { text, file, ...event }, entry }) => {
      if (entry === undefined) return [];
      const { source } = entry.fields;
      return isSavedIn(session.id, event, source)
        ? { type: "saved", text, file, isInLog: source !== undefined }
        : { type: "known", text, file };
    }),
    settings,
    time: ports.timeAt(ports.now()),
    stem,
    redact,
  });
}

const isTakenBack = (saved: SavedAtOnce | undefined): boolean =>
  saved !== undefined && saved.entry === undefined;

const lastId = ({ sources }: Passed): number => sources.at(-1)?.id ?? 0;

async function gateContext({ ports, session, messages, conversation, answer, labels }: PlanWork) {
  const { settings } = ports;
  const languages = new Map<string, string | null>();
  const texts = [answer.summary, ...answer.intents, ...answer.conclusions.map(({ text }) => text)];
  for (const text of texts) languages.set(text.trim(), await ports.languageOf(text));
  const olderTexts = new Map<string, string>();
  for (const { label, file, id } of labels) {
    const entries = (await ports.readTopic(toTopicPath(file)))?.entries ?? [];
    const entry = entries.find((one) => one.id === id);
    if (entry !== undefined) olderTexts.set(label, entry.text);
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
    olderOf: (label: string) => olderTexts.get(label),
    person: session.person,
    banks: settings.banks,
    defaultBank: defaultBankOf(settings, session),
    stem: ports.stems,
    languageOf: (text: string) => languages.get(text.trim()) ?? null,
    days: mayMakeUp ? await loadDays() : undefined,
  };
}

/** What was said, each with the entries that it may repeat or replace, as they are now. */
async function findCandidates(
  { ports, session, labels }: PlanWork,
  passed: readonly Passed[],
): Promise<readonly Candidate[]> {
  const entriesByFile = new Map<string, readonly Entry[]>();
  const entriesOf = async (path: TopicPath): Promise<readonly Entry[]> => {
    const entries = entriesByFile.get(path) ?? (await ports.readTopic(path))?.entries ?? [];
    entriesByFile.set(path, entries);
    return entries;
  };
  const near = ports.near(session);
  const candidates: Candidate[] = [];
  for (const one of passed) {
    const { text, key, of } = one.conclusion;
    const label = labels.find((known) => known.label === of);
    const file = label === undefined ? undefined : toTopicPath(label.file);
    const entry = file && (await entriesOf(file)).find(({ id }) => id === label?.id);
    candidates.push({
      passed: one,
      referred: file && entry && { file, entry, score: 1 },
      near: await near(text),
      withKey: key === "" ? [] : await ports.withKey(session, key),
    });
  }
  return candidates;
}
