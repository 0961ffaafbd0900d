import type { Conclusion, SaidMessage } from "../models/task.ts";
import type { Message, Session } from "../session/session.ts";
import { type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import { choosePlaces, writerIn } from "./choose-places.ts";
import { collapseChains } from "./collapse-chains.ts";
import { isWritable } from "./complete-update.ts";
import { type DigestPorts, defaultBankOf } from "./digest-ports.ts";
import type { Extraction, KnownLabel } from "./extract/extract-schema.ts";
import { setForgottenAside } from "./forgotten-since.ts";
import { type Dropped, type Passed, passGates } from "./gates/gates.ts";
import { loadMadeUp } from "./gates/made-up.ts";
import { needsPlace, planDigestion } from "./plan-digestion.ts";
import type { Plan } from "./plan-schema.ts";
import { type Candidate, reconcile } from "./reconcile.ts";
import { setSavedAside } from "./saved-at-once.ts";

/** What an extraction is planned from. */
export interface PlanWork {
  readonly ports: DigestPorts;
  readonly session: Session;
  readonly messages: readonly Message[];
  readonly conversation: readonly SaidMessage[];
  readonly extraction: Extraction;
  readonly redact: (text: string) => string;
}

/** Gates, reconciles and places what a model proposed. Reads the vault and writes nothing. */
export async function makePlan(work: PlanWork): Promise<Plan> {
  const { ports, session, messages, conversation, extraction, redact } = work;
  const { settings, stems: stem } = ports;
  const { answer, known } = extraction;
  const proposed = await withDays(work);
  const languages = await languagesOf(ports, proposed);
  const olderTexts = await textsOf(ports, known);
  const gated = passGates(proposed, {
    ...(mayMakeUp(work) ? { isMadeUp: await loadMadeUp() } : {}),
    olderOf: (label) => olderTexts.get(label),
    messages: conversation,
    recalled: await shownIn(work),
    person: session.person,
    banks: settings.banks,
    defaultBank: defaultBankOf(settings, session),
    stem,
    languageOf: (text) => languages.get(text) ?? null,
  });
  const isLine = ({ conclusion }: Passed): boolean => isWritable(conclusion.text);
  const unwritable = gated.passed.filter((one) => !isLine(one));
  const chained = collapseChains(gated.passed.filter(isLine), stem);
  const remembered = await setForgottenAside(ports, chained.passed, {
    messages,
    person: session.person,
  });
  const limited = limit(remembered.passed);
  const candidates = await findCandidates(ports, session, limited.passed, known);
  const { fresh, known: saved, dropped } = await setSavedAside(ports, session, candidates);
  const decided = [...saved, ...reconcile(fresh, { person: session.person, stem })];
  const places = await choosePlaces(
    ports,
    writerIn(session),
    decided.filter(needsPlace).map(({ passed: { conclusion, sources } }) => ({
      text: conclusion.text,
      date: sources.at(-1)?.date ?? "",
      topic: toName(conclusion.topic ?? "", redact),
    })),
    // A model that gives each its own topic means none where it gives none.
    answer.conclusions.some(({ topic }) => topic !== undefined) ? "" : toName(answer.topic, redact),
  );
  return planDigestion({
    session,
    messages,
    answer,
    decided,
    places,
    dropped: [
      ...gated.dropped,
      ...unwritable.map(({ conclusion }) => ({ conclusion, reason: "not one line" as const })),
      ...chained.dropped,
      ...remembered.dropped,
      ...limited.dropped,
      ...dropped,
    ],
    settings,
    time: ports.timeAt(ports.now()),
    stem,
    redact,
  });
}

/** The texts of the memories that the conversation was shown. */
async function shownIn({ ports, session, messages }: PlanWork): Promise<readonly string[]> {
  const loaded =
    session.topic === null ? undefined : await ports.readTopic(toTopicPath(session.topic));
  const shown = [
    ...ports.sessions.recalled(session.id),
    ...messages.flatMap(recalledBy),
    ...(loaded?.entries ?? []), // It stood in the prompt as a whole.
  ];
  return shown.map(({ text }) => text);
}

/** Rules say what was said, and write days as dates themselves. */
const mayMakeUp = ({ ports, extraction }: PlanWork): boolean =>
  ports.model.kind !== "offline" && extraction.answer.conclusions.length > 0;

/** A model may leave some days as they were said. */
async function withDays(work: PlanWork): Promise<readonly Conclusion[]> {
  const { ports, conversation, extraction } = work;
  const { conclusions } = extraction.answer;
  if (!mayMakeUp(work)) return conclusions;
  const languages = await languagesOf(ports, conclusions);
  return writeDays(conclusions, conversation, (text) => languages.get(text.trim()) ?? null);
}

/**
 * What a model wrote, with the days in it that are relative ("last month", "tomorrow") as dates, counted from the message
 * that says so; days to come only in plans: "Friday is film night" names none. In the languages that have rules.
 */
export async function writeDays(
  conclusions: readonly Conclusion[],
  messages: readonly SaidMessage[],
  languageOf: (text: string) => string | null,
): Promise<readonly Conclusion[]> {
  // Rules take a while to load: only who digests with a server pays for them here.
  const [{ grammarOf }, { withDate }] = await Promise.all([
    import("../language/grammar/tongues.ts"),
    import("../language/read/plan.ts"),
  ]);
  return conclusions.map((conclusion) => {
    const { text, kind, sources } = conclusion;
    const said = messages.findLast(({ id, role }) => role === "user" && sources.includes(id));
    if (said === undefined || text.length > maxDated) return conclusion;
    const grammar = grammarOf(languageOf(text) ?? said.language);
    if (grammar === undefined) return conclusion;
    return {
      ...conclusion,
      text: withDate(text, said.date, grammar, kind === "plan" ? "decision" : "event"),
    };
  });
}

/** A longer one is refused in any case. */
const maxDated = 800;

/** By the text without white space around it. */
async function languagesOf(
  ports: DigestPorts,
  conclusions: readonly Conclusion[],
): Promise<ReadonlyMap<string, string | null>> {
  const languages = new Map<string, string | null>();
  for (const { text } of conclusions) languages.set(text.trim(), await ports.languageOf(text));
  return languages;
}

/** A topic's name, '' where private data is in it. */
const toName = (topic: string, redact: (text: string) => string): string =>
  redact(topic) === topic ? topic : "";

/** The known lines as they are now, by label. */
async function textsOf(
  ports: Pick<DigestPorts, "readTopic">,
  known: Extraction["known"],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { label, file, id } of known) {
    const entries = (await ports.readTopic(toTopicPath(file)))?.entries ?? [];
    const entry = entries.find((one) => one.id === id);
    if (entry !== undefined) texts.set(label, entry.text);
  }
  return texts;
}

const recalledBy = ({ recalled }: Message): readonly { readonly text: string }[] => recalled;

/** Most memories that one conversation leaves. */
const maxConclusions = 20;

/** The most important ones, in the order they were said. */
function limit(passed: readonly Passed[]): {
  readonly passed: readonly Passed[];
  readonly dropped: readonly Dropped[];
} {
  const ranked = passed.toSorted((a, b) => b.conclusion.importance - a.conclusion.importance);
  const kept = new Set(ranked.slice(0, maxConclusions));
  return {
    passed: passed.filter((one) => kept.has(one)),
    dropped: ranked
      .slice(maxConclusions)
      .map(({ conclusion }) => ({ conclusion, reason: "over the limit" })),
  };
}

/** What was said, each with the entries that it may repeat or replace, as they are now. */
async function findCandidates(
  ports: Pick<DigestPorts, "near" | "withKey" | "readTopic">,
  session: Session,
  passed: readonly Passed[],
  labels: readonly KnownLabel[],
): Promise<readonly Candidate[]> {
  const entriesByFile = new Map<string, readonly Entry[]>();
  const entriesOf = async (path: TopicPath): Promise<readonly Entry[]> => {
    const entries = entriesByFile.get(path) ?? (await ports.readTopic(path))?.entries ?? [];
    entriesByFile.set(path, entries);
    return entries;
  };
  const candidates: Candidate[] = [];
  for (const one of passed) {
    const { text, key, of } = one.conclusion;
    const label = labels.find((known) => known.label === of);
    const file = label === undefined ? undefined : toTopicPath(label.file);
    const entry = file && (await entriesOf(file)).find(({ id }) => id === label?.id);
    candidates.push({
      passed: one,
      referred: file && entry && { file, entry, score: 1 },
      near: await ports.near(session, text),
      withKey: key === "" ? [] : await ports.withKey(session, key),
    });
  }
  return candidates;
}
