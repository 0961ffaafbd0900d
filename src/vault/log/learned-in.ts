import { listFiles } from "../list-files.ts";
import { placeOf, type TopicPath } from "../paths.ts";
import { isCopy, normalText, plainText } from "../topic/entry.ts";
import { parseTopic } from "../topic/parse-topic.ts";
import type { Entry } from "../topic/topic.ts";
import { personKey } from "../topic/viewer.ts";
import { readNote } from "../write/read-settled.ts";
import { type DigestBlock, parseDigestLog } from "./digest-log.ts";

/** That a conversation taught a memory. The entry itself says nothing of it: its words and its file find it here. */
export type Teaching = ReturnType<typeof teachingsIn>[number];

/** A digestion of the rest of a conversation is named by its session and a number. */
export const sessionOf = (conversation: string): string => conversation.replace(/#\d+$/, "");

/** What blocks of the digest log say that conversations taught, of whose, and to which file, as the log names it. */
export function teachingsIn(blocks: readonly DigestBlock[]) {
  return blocks.flatMap(({ session, person, lines }) =>
    lines.flatMap((line) => {
      if (session === "" || (line.type !== "learned" && line.type !== "replaced")) return [];
      return { session: sessionOf(session), person, text: line.text, file: line.file };
    }),
  );
}

/** The same of all logs of a vault, whoever may see them. */
export function readTeachings(root: string): readonly Teaching[] {
  return listFiles(root).logs.flatMap(({ path }) => {
    const bytes = readNote(root, path);
    return bytes === undefined ? [] : teachingsIn(parseDigestLog(bytes));
  });
}

interface Placed {
  readonly path: TopicPath;
  readonly entry: Entry;
}

/** Which entries of a vault were learned in conversations; `isSure`: no line that a person wrote alike can be meant. */
export function learnedAmong(
  files: readonly { readonly path: TopicPath; readonly entries: readonly Entry[] }[],
  teachings: readonly Teaching[],
): ReadonlyMap<Entry, { readonly sessions: ReadonlySet<string>; readonly isSure: boolean }> {
  const placed = files.flatMap(({ path, entries }) =>
    entries.filter((entry) => !isCopy(entry)).map((entry): Placed => ({ path, entry })),
  );
  const keysIn = ({ path, entry }: Placed) => keysOf(path, textOf(entry));
  const inPlace = Map.groupBy(placed.flatMap(keysIn), String);
  const taught = Map.groupBy(
    teachings.flatMap(({ file, text }) => keysOf(file, normalText(text))),
    String,
  );
  const isOnlyTaught = (key: string): boolean =>
    (inPlace.get(key)?.length ?? 0) <= (taught.get(key)?.length ?? 0);
  const sourcesOf = findSources(teachings, (...place) => inPlace.has(keysOf(...place)[0]));
  const learned = placed.map((one) => {
    const isSure = one.entry.fields.source !== undefined || keysIn(one).some(isOnlyTaught);
    return [one.entry, { sessions: sourcesOf(one), isSure }] as const;
  });
  return new Map(learned.filter(([, { sessions }]) => sessions.size > 0));
}

/** A text in its file, and in its scope: entries move. The file is only looked at: nothing is opened by it. */
const keysOf = (file: string, text: string): readonly [string, string] => [
  `${file}\n${text}`,
  `${placeOf(file as TopicPath).scope}/\n${text}`,
];

const textOf = (entry: Entry): string => normalText(plainText(entry));

/** An entry that is to go. */
export interface Leaving extends Placed {
  /** Whom it is about, and who asks. */
  readonly persons: ReadonlySet<string | null>;
}

/** The conversations whose words are to go with an entry of a vault. Reads files when they are asked for. */
export function teachersOf(root: string, teachings: readonly Teaching[]) {
  const { files } = listFiles(root);
  const sourcesOf = findSources(teachings, (file, text) => {
    const listed = files.find(({ path }) => path === file)?.path; // A log may name any path.
    const bytes = listed && readNote(root, listed);
    const entries = listed && bytes ? parseTopic(listed, bytes).entries : [];
    return entries.some((entry) => textOf(entry) === text);
  });
  return ({ persons, ...placed }: Leaving): readonly string[] => [...sourcesOf(placed, persons)];
}

/**
 * Finds the conversations that taught an entry: what its line says itself, and all that taught its words, to nobody in
 * particular, its owner or these persons. What they taught to another file that still says it is that one's. What was
 * reworded by hand is nobody's.
 */
function findSources(
  teachings: readonly Teaching[],
  stands: (file: string, text: string) => boolean,
) {
  const teachingsByText = Map.groupBy(teachings, ({ text }) => normalText(text));
  return ({ path, entry }: Placed, persons: Leaving["persons"] = new Set()) => {
    const [group, id = ""] = placeOf(path).scope.split("/");
    const owner = group === "people" ? personKey(id) : entry.owner;
    const keys = new Set([...persons, owner].map((person) => person && personKey(person)));
    const text = textOf(entry);
    const taught = (teachingsByText.get(text) ?? []).filter(({ person, file }) => {
      const isTheirs = person === null || owner === "" || keys.has(personKey(person));
      return isTheirs && (file === path || !stands(file, text));
    });
    const { source = [] } = entry.fields;
    return new Set([source, ...taught.map(({ session }) => session)].flat().map(sessionOf));
  };
}
