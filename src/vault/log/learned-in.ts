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
    const isThere = ({ path }: { readonly path: TopicPath }): boolean =>
      path === where || placeOf(path).scope === where;
    const entries = listFiles(root)
      .files.filter(isThere)
      .flatMap(({ path }) => {
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

/** Where an entry was learned. */
interface Learned {
  readonly sessions: Set<string>;
  /** No line that a person wrote in the same words can be meant. */
  isSure: boolean;
}

interface Placed {
  readonly path: TopicPath;
  readonly entry: Entry;
  readonly owner: string;
}

/**
 * Which entries of a vault were learned in conversations: what a line says itself, else what the log does. A teaching
 * is of the lines with its words in its file; where there is none, of such that moved within the scope, or out of it.
 * What happened on several days is told alike: the newest line up to that day is meant. What was reworded by hand is
 * nobody's.
 */
export function learnedAmong(
  files: readonly { readonly path: TopicPath; readonly entries: readonly Entry[] }[],
  teachings: readonly Teaching[],
): ReadonlyMap<Entry, Readonly<Learned>> {
  const placed = files.flatMap(({ path, entries }) => {
    const own = entries.filter((entry) => !isCopy(entry));
    return own.map((entry): Placed => ({ path, entry, owner: ownerIn(path, entry) }));
  });
  const placesByText = Map.groupBy(placed, ({ entry }) => normalText(plainText(entry)));
  const found = new Map<Entry, Learned>();
  for (const [text, taught] of Map.groupBy(teachings, (one) => normalText(one.text)))
    findTaught(found, taught, placesByText.get(text) ?? []);
  for (const { entry } of placed) {
    const { source } = entry.fields;
    if (source !== undefined)
      found.set(entry, { sessions: new Set([sessionOf(source)]), isSure: true });
  }
  return found;
}

/** Where the line of a teaching may stand, the nearest first; each finds its own there before any looks further. */
const reaches = [
  ({ file }: Teaching, { path }: Placed): boolean => path === file,
  ({ file }: Teaching, { path }: Placed): boolean => placeOf(path).scope === scopeNamed(file),
  (): boolean => true,
];

/** Of one text. */
function findTaught(
  found: Map<Entry, Learned>,
  taught: readonly Teaching[],
  places: readonly Placed[],
): void {
  let left = taught;
  for (const [far, isNear] of reaches.entries()) {
    const free = places.filter(({ entry }) => far === 0 || !found.has(entry));
    left = left.filter((teaching) => {
      const meant = meantBy(
        teaching,
        free.filter((place) => isNear(teaching, place)),
      );
      const equal = left.filter(({ file }) => file === teaching.file);
      for (const { entry } of meant) {
        const known = found.get(entry) ?? { sessions: new Set(), isSure: far < 2 };
        known.sessions.add(teaching.session);
        known.isSure &&= meant.length <= equal.length;
        found.set(entry, known);
      }
      return meant.length === 0;
    });
  }
}

/** Of lines with its words: those that name its session, else the newest up to its day; never another person's. */
function meantBy({ session, person, day }: Teaching, places: readonly Placed[]): readonly Placed[] {
  const own = places.filter(({ entry: { fields }, owner }) => {
    const isAnothers = fields.source !== undefined && sessionOf(fields.source) !== session;
    return !isAnothers && isOf(person, owner);
  });
  const named = own.filter(({ entry }) => entry.fields.source !== undefined);
  const open = named.length > 0 ? named : own;
  // A line without a day is meant where none with one is.
  const days = open.map(({ entry }) => entry.date ?? "");
  const last =
    days
      .filter((one) => day === "" || one <= day)
      .sort()
      .at(-1) ?? "";
  return open.filter((_, i) => days[i] === last);
}

/** Whose an entry of a file is. */
function ownerIn(path: TopicPath, entry: Entry): string {
  const [group, id = ""] = placeOf(path).scope.split("/");
  return group === "people" ? personKey(id) : entry.owner;
}

const isOf = (person: string | null, owner: string): boolean =>
  person === null || owner === "" || personKey(person) === owner;

/** Only looked at: nothing is opened by it. */
const scopeNamed = (file: string): string => placeOf(file as TopicPath).scope;

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
    const owner = ownerIn(path, entry);
    const keys = new Set([...persons].map((person) => person && personKey(person)));
    const isTheirs = ({ file, person }: Teaching): boolean =>
      (scopeNamed(file) === scope && isOf(person, owner)) || keys.has(person && personKey(person));
    const plain = plainText(entry);
    const text = normalText(plain);
    const said = byText.get(text) ?? [];
    const there = new Set(standing.map((one) => normalText(plainText(one))));
    const ways: (() => readonly Pick<Teaching, "session">[])[] = [
      () => [
        ...(entry.fields.source === undefined ? [] : [{ session: entry.fields.source }]),
        ...said.filter((one) => isTheirs(one) && (one.file === path || !standsIn(one.file, text))),
      ],
      () => said.filter((one) => isOf(one.person, owner) && !standsIn(scopeNamed(one.file), text)),
      () =>
        (byFile.get(path) ?? []).filter(
          (one) =>
            isTheirs(one) && !there.has(normalText(one.text)) && isVersionOf(plain, one.text),
        ),
    ];
    for (const way of ways) {
      const sessions = new Set(way().map(({ session }) => sessionOf(session)));
      if (sessions.size > 0) return [...sessions];
    }
    return [];
  };
}

/** It was reworded: it shares at least half of the words. */
export function isVersionOf(text: string, before: string): boolean {
  const wordsOf = (words: string): string[] => words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const now = new Set(wordsOf(text));
  const words = [...new Set(wordsOf(before))];
  return words.filter((word) => now.has(word)).length * 2 >= words.length;
}
