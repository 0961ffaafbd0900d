import { ownEntries } from "../index/own-entries.ts";
import { readAskedSlots } from "../language/reply/asked-keys.ts";
import { asksAboutSelf } from "../language/reply/wish.ts";
import { ownFacts } from "../recall/own-facts.ts";
import type { Hit } from "../recall/recall.ts";
import type { Session } from "../session/session.ts";
import type { Parts } from "./parts.ts";

/** Entries that fill the slot asked for, and lines of an overview of the person. */
const mostKeyed = 4;
const mostOwn = 6;
/** Entries that are looked through: the person's own come first. */
const mostLookedAt = 400;

/**
 * What a question asks for whatever its words: the entries that fill the slot it names (`birthday`), and for "what do you
 * know about me?" the lines that tell most of the person who speaks, without what is secret. Needs a fresh index.
 */
export function askedFor(
  { index, time }: Pick<Parts, "index" | "time">,
  session: Pick<Session, "person" | "agent" | "language">,
  question: string,
): Hit[] {
  const isSelf = asksAboutSelf(question, session.language);
  const fills = readAskedSlots(question, session.language);
  if (!isSelf && fills === undefined) return [];
  const range = { today: time().slice(0, 10), limit: mostLookedAt };
  const entries = index.run((db) =>
    ownEntries(db, session, isSelf ? range : { ...range, only: "keyed" }),
  );
  if (isSelf) {
    const open = entries.filter(({ isSecret }) => !isSecret);
    const own = open.filter(({ isOwn }) => isOwn);
    return ownFacts(own.length > 0 ? own : open, mostOwn).map((entry) => toHit(entry, "own"));
  }
  const keyed = entries.filter(({ key }) => key !== "" && fills?.(key) === true);
  return ownFacts(keyed, mostKeyed).map((entry) => toHit(entry, "key"));
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
  { id, text, topic, file, line, date, bank, key }: ReturnType<typeof ownEntries>[number],
  why: "key" | "own",
): Hit {
  const place = { id, text, topic, file, line, date, bank };
  return { ...place, ...(key === "" ? {} : { key }), kind: "entry", score: 1, why: { [why]: 1 } };
}
