import type { Conclusion, ExtractAnswer, SaidMessage } from "../models/task.ts";
import type { Message, Session } from "../session/session.ts";
import { type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic.ts";
import { choosePlaces, writerIn } from "./choose-places.ts";
import { type DigestPorts, defaultBankOf, type KnownLabel } from "./digest-ports.ts";
import { forgottenSince } from "./forgotten-since.ts";
import { loadDays } from "./gates/days.ts";
import { type Dropped, type Passed, passGates, whatWasSaid } from "./gates/gates.ts";
import { isSameFact, type StemText } from "./gates/same-fact.ts";
import { needsPlace, type Plan, planDigestion } from "./plan.ts";
import { type Candidate, isVital, reconcile } from "./reconcile.ts";
import { setSavedAside } from "./saved-at-once.ts";

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
  const last = lastWord(gated.passed, stem);
  const isForgotten = await forgottenSince(ports, messages, session.person);
  const remembered = last.passed.filter((one) => !isForgotten(one));
  const candidates = await findCandidates(work, remembered);
  const { fresh, known, dropped } = await setSavedAside(ports, session, candidates);
  const decided = [...known, ...reconcile(fresh, { person: session.person, stem })];
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
    ...{ session, messages, summary, intents, sentiment: answer.sentiment, decided, places },
    dropped: [
      ...gated.dropped,
      ...last.dropped,
      ...last.passed
        .filter(isForgotten)
        .map(({ conclusion }) => ({ conclusion, reason: "forgotten since" as const })),
      ...dropped,
    ],
    settings,
    time: ports.timeAt(ports.now()),
    stem,
    redact,
  });
}

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

/**
 * What is left of one conversation when later words count over earlier ones: of one slot the last, of the same statement
 * the first. In the order they were said. Pure.
 */
function lastWord(
  passed: readonly Passed[],
  stem: StemText,
): { readonly passed: readonly Passed[]; readonly dropped: readonly Dropped[] } {
  const ordered = passed.toSorted((a, b) => lastId(a) - lastId(b));
  const kept: Passed[] = [];
  const dropped: Dropped[] = [];
  const statement = ({ conclusion, language }: Passed) => ({ text: conclusion.text, language });
  for (const one of ordered) {
    if (kept.some((other) => isSameFact(statement(other), statement(one), stem))) {
      dropped.push({ conclusion: one.conclusion, reason: "said twice" });
      continue;
    }
    const at = kept.findIndex((other) => isOvertaken(other, one));
    const [overtaken] = at < 0 ? [] : kept.splice(at, 1);
    if (overtaken === undefined) kept.push(one);
    else {
      dropped.push({ conclusion: overtaken.conclusion, reason: "said otherwise later" });
      // What the earlier one was about to replace is replaced by the later one.
      const { relation, of } = overtaken.conclusion;
      const isFirst = one.conclusion.of === null;
      kept.push(isFirst ? withRelation(one, { relation, of }) : one);
    }
  }
  return { passed: kept, dropped };
}

const lastId = ({ sources }: Passed): number => sources.at(-1)?.id ?? 0;

const isOvertaken = (earlier: Passed, later: Passed): boolean =>
  earlier.conclusion.key !== "" &&
  earlier.conclusion.key === later.conclusion.key &&
  lastId(earlier) !== lastId(later) &&
  !isVital(earlier) &&
  !isVital(later);

const withRelation = (
  passed: Passed,
  { relation, of }: Pick<Conclusion, "relation" | "of">,
): Passed => ({ ...passed, conclusion: { ...passed.conclusion, relation, of } });

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
