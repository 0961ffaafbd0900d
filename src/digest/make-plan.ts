import type { SaidMessage } from "../models/task.ts";
import type { Message, Session } from "../session/session.ts";
import { formatEntry } from "../vault/entry.ts";
import { toTopicPath } from "../vault/paths.ts";
import { choosePlaces } from "./choose-places.ts";
import { collapseChains } from "./collapse-chains.ts";
import type { DigestPorts } from "./digest-ports.ts";
import type { Extraction } from "./extract/extract-schema.ts";
import { findCandidates } from "./find-known.ts";
import { setForgottenAside } from "./forgotten-since.ts";
import { type Dropped, type Passed, passGates } from "./gates/gates.ts";
import { needsPlace, planDigestion } from "./plan-digestion.ts";
import type { Plan } from "./plan-schema.ts";
import { reconcile } from "./reconcile.ts";
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
  const languages = new Map<string, string | null>();
  for (const { text } of answer.conclusions)
    languages.set(text.trim(), await ports.languageOf(text));
  const loaded =
    session.topic === null ? undefined : await ports.readTopic(toTopicPath(session.topic));
  const recalled = [
    ...ports.sessions.recalled(session.id),
    ...messages.flatMap(recalledBy),
    ...(loaded?.entries ?? []), // It stood in the prompt as a whole.
  ];
  const gated = passGates(answer.conclusions, {
    messages: conversation,
    recalled: recalled.map(({ text }) => text),
    person: session.person,
    banks: settings.banks,
    defaultBank: settings.defaultBank,
    stem,
    languageOf: (text) => languages.get(text) ?? null,
  });
  const unwritable = gated.passed.filter((one) => !isWritable(one));
  const chained = collapseChains(gated.passed.filter(isWritable), stem);
  const remembered = await setForgottenAside(ports, chained.passed, {
    messages,
    person: session.person,
  });
  const limited = limit(remembered.passed, settings.digest.maxConclusions);
  const candidates = await findCandidates(ports, session, limited.passed, known);
  const { fresh, known: saved, dropped } = await setSavedAside(ports, session, candidates);
  const decided = [...saved, ...reconcile(fresh, { person: session.person, stem })];
  const places = await choosePlaces(
    ports,
    session,
    decided.filter(needsPlace).map(({ passed: { conclusion, sources } }) => ({
      text: conclusion.text,
      date: sources.at(-1)?.date ?? "",
    })),
    redact(answer.topic) === answer.topic ? answer.topic : "",
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

const recalledBy = ({ recalled }: Message): readonly { readonly text: string }[] => recalled;

/** False for what no line of Markdown can hold. */
function isWritable({ conclusion }: Passed): boolean {
  try {
    return formatEntry({ text: conclusion.text, date: "2000-01-01" }) !== "";
  } catch {
    return false;
  }
}

/** The most important ones, in the order they were said. */
function limit(
  passed: readonly Passed[],
  most: number,
): { readonly passed: readonly Passed[]; readonly dropped: readonly Dropped[] } {
  const ranked = passed.toSorted((a, b) => b.conclusion.importance - a.conclusion.importance);
  const kept = new Set(ranked.slice(0, most));
  return {
    passed: passed.filter((one) => kept.has(one)),
    dropped: ranked.slice(most).map(({ conclusion }) => ({ conclusion, reason: "over the limit" })),
  };
}
