import { type OwnEntry, ownEntries } from "../index/own-entries.ts";
import { readAskedSlots } from "../language/reply/asked-keys.ts";
import { asksAboutSelf } from "../language/reply/wish.ts";
import type { Hit } from "../recall/recall.ts";
import type { Session } from "../session/session.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { redactMemories } from "./hide-secrets.ts";

/** Most of them in a prompt. */
const maxFacts = 12;
const maxCandidates = 200;
const minImportance = 0.8;

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
  return ownFacts(leavesHome ? redactMemories(context, marked) : marked, maxFacts);
}

const saysMuch = ({ key, importance = 0, isPreference, isProtected }: OwnEntry): boolean =>
  key !== "" || importance >= minImportance || isPreference || isProtected;

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
    return ownFacts(own.length > 0 ? own : open, maxOwn).map((entry) => toHit(entry, "own"));
  }
  const keyed = entries.filter(({ key }) => key !== "" && fills?.(key) === true);
  return ownFacts(keyed, maxKeyed).map((entry) => toHit(entry, "key"));
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

/**
 * Of what a viewer may see, the lines that say most of who they are, best first: what is theirs, vital or has a key before
 * preferences, then the newest; each key once (its newest line, their own rather than the vault's) and each text once. What
 * is protected or of importance 1 gives way to no other line. Pure. `limit` counts lines.
 */
export function ownFacts<T extends OwnEntry>(entries: readonly T[], limit: number): T[] {
  const ranked = entries.toSorted(
    (a, b) => worthOf(b) - worthOf(a) || compare(b.date, a.date) || compare(a.file, b.file),
  );
  const own = new Set(entries.flatMap(({ key, isOwn }) => (isOwn ? key : [])));
  const rivals = entries.filter(({ key, isOwn }) => key !== "" && (isOwn || !own.has(key)));
  const newest = new Map<string, string>();
  for (const { key, date } of rivals) if (date > (newest.get(key) ?? "")) newest.set(key, date);
  const seen = new Set<string>();
  const isFirst = (entry: T): boolean => {
    const { text, key, date, isOwn } = entry;
    const isKeyed = key !== "" && !isFirm(entry);
    if (isKeyed && (date < (newest.get(key) ?? "") || (!isOwn && own.has(key)))) return false;
    const names = isKeyed ? [text, `key ${key}`] : [text];
    if (names.some((name) => seen.has(name))) return false;
    for (const name of names) seen.add(name);
    return true;
  };
  return ranked.filter(isFirst).slice(0, limit);
}

const isFirm = ({ importance, isProtected }: OwnEntry): boolean => isProtected || importance === 1;

/** What a line says of its own weight; a line that says nothing is a plain fact. */
const plainImportance = 0.5;

function worthOf({ importance, key, isPreference, isProtected, isOwn }: OwnEntry): number {
  const stated = isProtected ? 1 : (importance ?? plainImportance);
  return stated + (isOwn ? 1 : 0) + (key === "" ? 0 : 0.3) + (isPreference ? 0.2 : 0);
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
