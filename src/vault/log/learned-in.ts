import { listFiles, maxFileBytes } from "../list-files.ts";
import { placeOf, resolveInVault, type TopicPath } from "../paths.ts";
import { isCopy, normalText, plainText } from "../topic/entry.ts";
import { parseTopic } from "../topic/parse-topic.ts";
import type { Entry } from "../topic/topic.ts";
import { personKey } from "../topic/viewer.ts";
import { readOwn } from "../write/read-settled.ts";
import { type DigestBlock, parseDigestLog } from "./digest-log.ts";

/** That a conversation taught a memory. The entry itself says nothing of it: its words and its file find it here. */
export interface Teaching {
  readonly session: string;
  /** Whose conversation it was. */
  readonly person: string | null;
  readonly text: string;
  /** Where it was written then, as the log names it. */
  readonly file: string;
  /** `YYYY-MM-DD` on which it was written down; '' where that is not known: now. */
  readonly day: string;
}

/** A digestion of the rest of a conversation is named by its session and a number. */
export const sessionOf = (conversation: string): string => conversation.replace(/#\d+$/, "");

/** What blocks of the digest log say that conversations taught. */
export function teachingsIn(blocks: readonly DigestBlock[]): Teaching[] {
  return blocks.flatMap(({ session, person, time, lines }) =>
    lines.flatMap((line) => {
      if (session === "" || (line.type !== "learned" && line.type !== "replaced")) return [];
      const { text, file } = line;
      return { session: sessionOf(session), person, text, file, day: time.slice(0, 10) };
    }),
  );
}

/** The same of all logs of a vault, or of its last months, whoever may see them. */
export function readTeachings(root: string, months?: number): readonly Teaching[] {
  const { logs } = listFiles(root); // Named after their months, in order.
  return logs.slice(months === undefined ? 0 : -months).flatMap(({ path }) => {
    const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
    return bytes === undefined ? [] : teachingsIn(parseDigestLog(bytes));
  });
}

/** Whether a file, or any of a scope, says a text (`normalText()`). */
type StandsIn = (where: string, text: string) => boolean;

/** Reads each file or scope once, when it is asked for. */
export function whatStands(root: string): StandsIn {
  const textsByPlace = new Map<string, ReadonlySet<string>>();
  const read = (where: string): ReadonlySet<string> => {
    const isThere = (path: TopicPath): boolean => path === where || placeOf(path).scope === where;
    const files = listFiles(root).files.filter(({ path }) => isThere(path));
    const entries = files.flatMap(({ path }) => {
      const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
      return bytes === undefined ? [] : parseTopic(path, bytes).entries;
    });
    return new Set(entries.map((entry) => normalText(plainText(entry))));
  };
  return (where, text) => {
    const texts = textsByPlace.get(where) ?? read(where);
    textsByPlace.set(where, texts);
    return texts.has(text);
  };
}

interface FileEntries {
  readonly path: TopicPath;
  readonly entries: readonly Entry[];
}

/** Where an entry was learned. */
export interface Learned {
  readonly sessions: ReadonlySet<string>;
  /** No line that a person wrote in the same words can be meant. */
  readonly isSure: boolean;
}

/**
 * Which entries of a vault were learned in conversations: what a line says itself, else what the log does. A teaching
 * is of the lines with its words in its file; where there is none, of such that moved within the scope. What happened
 * on several days is told alike: the newest line up to that day is meant. What was reworded by hand is nobody's.
 */
export function learnedAmong(
  files: readonly FileEntries[],
  teachings: readonly Teaching[],
): ReadonlyMap<Entry, Learned> {
  const byText = Map.groupBy(teachings, ({ text }) => normalText(text));
  const placed = files.flatMap(({ path, entries }) => {
    const ownerOf = ownersIn(path);
    const own = entries.filter((entry) => !isCopy(entry));
    return own.map((entry): Placed => ({ path, entry, owner: ownerOf(entry) }));
  });
  const places = Map.groupBy(placed, ({ entry }) => normalText(plainText(entry)));
  const found: Found = new Map();
  for (const [text, taught] of byText) findTaught(found, taught, places.get(text) ?? []);
  for (const { entry } of placed) {
    const { source } = entry.fields;
    if (source === undefined) continue;
    found.set(entry, { sessions: new Set([sessionOf(source)]), isSure: true });
  }
  return found;
}

type Found = Map<Entry, { readonly sessions: Set<string>; isSure: boolean }>;

/** Of one text: at first each finds its line in its own file, so that none is taken for what left another. */
function findTaught(found: Found, taught: readonly Teaching[], all: readonly Placed[]): void {
  const moved = [...Map.groupBy(taught, ({ file }) => file)].map(([file, own]) => {
    const here = all.filter(({ path }) => path === file);
    return { file, own: claim(found, own, here) };
  });
  for (const { file, own } of moved.filter(({ own }) => own.length > 0)) {
    const left = all.filter(({ path, entry }) => path !== file && !found.has(entry));
    const isNear = ({ path }: Placed): boolean => placeOf(path).scope === scopeNamed(file);
    const gone = claim(found, own, left.filter(isNear));
    claim(
      found,
      gone,
      left.filter((one) => !isNear(one)),
      { isSure: false },
    );
  }
}

interface Placed {
  readonly path: TopicPath;
  readonly entry: Entry;
  readonly owner: string;
}

/** Returns those of which there is no line. */
function claim(
  found: Found,
  teachings: readonly Teaching[],
  places: readonly Placed[],
  { isSure } = { isSure: true },
): readonly Teaching[] {
  return teachings.filter((teaching) => {
    const near = places.filter((place) => isInReach(teaching, place));
    const named = near.filter(({ entry }) => entry.fields.source !== undefined);
    const meant = newestUpTo(teaching.day, named.length > 0 ? named : near);
    for (const { entry } of meant) {
      const known = found.get(entry) ?? { sessions: new Set(), isSure };
      known.sessions.add(teaching.session);
      known.isSure &&= meant.length <= teachings.length;
      found.set(entry, known);
    }
    return meant.length === 0;
  });
}

/** Not another person's. What names another session is that one's. */
function isInReach({ session, person }: Teaching, { entry, owner }: Placed): boolean {
  const { source } = entry.fields;
  if (source !== undefined && sessionOf(source) !== session) return false;
  return isOf(person, owner);
}

/** Whose an entry of a file is. */
function ownersIn(path: TopicPath): (entry: Entry) => string {
  const [group, id = ""] = placeOf(path).scope.split("/");
  const owner = group === "people" ? personKey(id) : undefined;
  return (entry) => owner ?? entry.owner;
}

const isOf = (person: string | null, owner: string): boolean =>
  person === null || owner === "" || personKey(person) === owner;

/** Only looked at: nothing is opened by it. */
const scopeNamed = (file: string): string => placeOf(file as TopicPath).scope;

/** A line without a day is meant where none with one is. */
function newestUpTo(day: string, places: readonly Placed[]): readonly Placed[] {
  const days = places.map(({ entry }) => entry.date ?? "");
  const last = days.filter((one) => day === "" || one <= day).reduce(later, "");
  return places.filter((_, i) => days[i] === last);
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** An entry that is to go. */
export interface Leaving {
  readonly path: TopicPath;
  readonly entry: Entry;
  /** What stands in its file, itself too. */
  readonly standing: readonly Entry[];
  /** Whom it is about, and who asks. */
  readonly persons: ReadonlySet<string | null>;
}

/**
 * The conversations whose words are to go with an entry: all that taught it or may have, in its scope or to these persons;
 * where there is none, in the scope that it left, or before it was reworded by hand in its file. What they taught to
 * another file that still says it is that one's.
 */
export function teachersOf(
  teachings: readonly Teaching[],
  standsIn: StandsIn,
): (leaving: Leaving) => readonly string[] {
  const byText = Map.groupBy(teachings, ({ text }) => normalText(text));
  const byFile = Map.groupBy(teachings, ({ file }) => file);
  return ({ path, entry, standing, persons }) => {
    const { scope } = placeOf(path);
    const owner = ownersIn(path)(entry);
    const keys = new Set([...persons].map((person) => person && personKey(person)));
    const isTheirs = ({ file, person }: Teaching): boolean =>
      (scopeNamed(file) === scope && isOf(person, owner)) || keys.has(person && personKey(person));
    const text = plainText(entry);
    const said = byText.get(normalText(text)) ?? [];
    const own = entry.fields.source === undefined ? [] : [sessionOf(entry.fields.source)];
    const isLeft = ({ file }: Teaching): boolean =>
      file === path || !standsIn(file, normalText(text));
    const theirs = [
      ...own,
      ...said.filter((one) => isTheirs(one) && isLeft(one)).map(({ session }) => session),
    ];
    if (theirs.length > 0) return [...new Set(theirs)];
    const left = said.filter(
      ({ file, person }) => isOf(person, owner) && !standsIn(scopeNamed(file), normalText(text)),
    );
    if (left.length > 0) return [...new Set(left.map(({ session }) => session))];
    const there = new Set(standing.map((one) => normalText(plainText(one))));
    const reworded = (byFile.get(path) ?? []).filter(
      (one) => isTheirs(one) && !there.has(normalText(one.text)) && isVersionOf(text, one.text),
    );
    return [...new Set(reworded.map(({ session }) => session))];
  };
}

/** It was reworded: it shares at least half of the words. */
export function isVersionOf(text: string, before: string): boolean {
  const wordsOf = (words: string): string[] => words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const now = new Set(wordsOf(text));
  const words = [...new Set(wordsOf(before))];
  return words.filter((word) => now.has(word)).length * 2 >= words.length;
}
