import { ownEntries } from "../index/own-entries.ts";
import { readAskedSlots } from "../language/reply/asked-keys.ts";
import { asksAboutSelf } from "../language/reply/wish.ts";
import { rankFacts, saysMuch } from "../recall/rank-facts.ts";
import type { Hit } from "../recall/recall.ts";
import type { Session } from "../session/session.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { redactMemories } from "./hide-secrets.ts";

/** Most of them in a prompt. */
const maxFacts = 12;
const maxCandidates = 200;

/**
 * Preferences, lines with a key and important ones of a viewer and of the vault's own scope, best first; no secrets, and
 * for a model elsewhere (`leavesHome`) none of their words. Without the profile, which is known as a whole.
 */
export async function ownFactsFor(
  context: Pick<MemoryContext, "root" | "index" | "freshness" | "time">,
  viewer: Viewer,
  leavesHome: boolean,
): Promise<ReturnType<typeof ownEntries>> {
  const { index, freshness, time } = context;
  await freshness.ensureFresh();
  const today = time().slice(0, 10);
  const marked = index
    .run((db) => ownEntries(db, viewer, { today, limit: maxCandidates, only: "marked" }))
    .filter((entry) => saysMuch(entry) && !entry.isSecret && !entry.file.endsWith("/profile.md"));
  return rankFacts(leavesHome ? redactMemories(context, viewer, marked) : marked, maxFacts);
}

/** Entries that fill the slot asked for, and lines of an overview of the person. */
const maxKeyed = 4;
const maxOwn = 6;
/** Entries that are looked through: the person's own come first. */
const maxLookedAt = 400;

/**
 * What a question asks for whatever its words: the entries that fill the slot it names (`birthday`), and for "what do you
 * know about me?" the lines that say most about the speaker, without what is secret. Needs a fresh index.
 */
export function askedFor(
  { index, time }: Pick<MemoryContext, "index" | "time">,
  session: Pick<Session, "person" | "agent" | "language">,
  question: string,
): Hit[] {
  const isSelf = asksAboutSelf(question, session.language);
  const fills = readAskedSlots(question, session.language);
  if (!isSelf && fills === undefined) return [];
  const range = { today: time().slice(0, 10), limit: maxLookedAt };
  const entries = index.run((db) =>
    ownEntries(db, session, isSelf ? range : { ...range, only: "keyed" }),
  );
  if (isSelf) {
    const open = entries.filter(({ isSecret }) => !isSecret);
    const own = open.filter(({ isOwn }) => isOwn);
    return rankFacts(own.length > 0 ? own : open, maxOwn).map((entry) => toHit(entry, "own"));
  }
  const keyed = entries.filter(({ key }) => key !== "" && fills?.(key) === true);
  return rankFacts(keyed, maxKeyed).map((entry) => toHit(entry, "key"));
}

/** Puts what was asked for before what its words found; what is both stands once. */
export function withAskedFor(asked: readonly Hit[], hits: readonly Hit[]): Hit[] {
  const nameOf = ({ file, id }: Hit): string => `${file}\n${id}`;
  const named = new Map(hits.map((hit) => [nameOf(hit), hit]));
  const first = asked.map((hit) => ({ ...named.get(nameOf(hit)), ...hit }));
  const taken = new Set(asked.map(nameOf));
  return [...first, ...hits.filter((hit) => !taken.has(nameOf(hit)))];
}

function toHit(
  {
    id,
    text,
    topic,
    file,
    line,
    date,
    bank,
    key,
    importance,
  }: ReturnType<typeof ownEntries>[number],
  why: "key" | "own",
): Hit {
  const place = { id, text, topic, file, line, date, bank };
  const marks = {
    ...(key === "" ? {} : { key }),
    ...(importance === undefined ? {} : { importance }),
  };
  return { ...place, ...marks, kind: "entry", score: 1, why: { [why]: 1 } };
}
