import { entails, piecesOf } from "../digest/entails.ts";
import type { StemText } from "../digest/gates/same-fact.ts";
import type { Sessions } from "../session/open-session-db.ts";
import type { Message, Session } from "../session/session.ts";
import { summaryOf, summarySlot } from "../session/slots.ts";
import type { ForgottenWords } from "../session/take-out.ts";
import { readTeachings, type Teaching, teachersOf } from "../vault/log/learned-in.ts";
import type { Conversations, MemoryContext } from "./context.ts";
import { stemsBy } from "./stems.ts";

/** Finds the conversations that an entry came of: by the logs, and by what was saved while one still goes on. */
export type FindSourceSessions = ReturnType<typeof teachersOf>;

/** Reads all logs for it, whoever may see them: what is to be gone goes from everywhere. */
export function createSourceFinder(
  { root }: Pick<MemoryContext, "root">,
  sessions: Pick<Sessions, "list" | "find" | "events"> | undefined,
): FindSourceSessions {
  const logged = readTeachings(root);
  const open = sessions?.list().map(({ id }) => id) ?? [];
  const all = sessions === undefined ? logged : withOpenConversations(sessions, open, logged);
  return teachersOf(root, all);
}

/** What the logs say, and what was saved at once in these conversations and is in no log yet. */
export function withOpenConversations(
  sessions: Pick<Sessions, "find" | "events">,
  ids: readonly string[],
  logged: readonly Teaching[],
): readonly Teaching[] {
  const nameOf = (one: Pick<Teaching, "session" | "file" | "text">): string =>
    JSON.stringify([one.session, one.file, one.text]);
  const known = new Set(logged.map(nameOf));
  const open = ids.flatMap((session) => {
    const person = sessions.find(session)?.person ?? null;
    return sessions.events(session).flatMap((event) => {
      if (event.type !== "saved" || event.isNew !== true) return [];
      const { text, file } = event;
      const one = { session, person, text, file };
      return known.has(nameOf(one)) ? [] : [one];
    });
  });
  return [...logged, ...open];
}

/** A memory that leaves the conversations that are kept. */
export interface SaidMemory {
  readonly text: string;
  /** Whose conversations; null: those without a person. */
  readonly persons: ReadonlySet<string | null>;
  /** The conversations that it was learned in. */
  readonly sessions: readonly string[];
  /** The words in it that it was learned of, as the log has them. */
  readonly said: readonly string[];
}

/**
 * Takes what mentions a memory out of the conversations: those that are not digested yet, or it would be learned again from
 * what else was said there, and those that can still be read. Waits for the replies that are under way. Throws LociError SESSION_FAILED.
 */
export async function forgetInSessions(
  { settings }: Pick<MemoryContext, "settings">,
  { db: { sessions }, beginTurn }: Conversations,
  memory: SaidMemory,
): Promise<void> {
  const stem = stemsBy(settings);
  for (const session of sessions.list().filter((one) => isMeant(one, memory))) {
    const endTurn = await beginTurn(session.id);
    try {
      for (const text of wordingsIn(session, memory)) {
        forgetIn(sessions, session, { text, language: session.language, stem });
      }
    } finally {
      endTurn();
    }
  }
}

/** A conversation, and its messages that would go, or parts of them. */
interface MentioningSession {
  readonly session: string;
  readonly person: string | null;
  readonly ids: readonly number[];
}

/** The messages that it would take out, or parts of. */
export function mentionsInSessions(
  { settings }: Pick<MemoryContext, "settings">,
  { db: { sessions } }: Conversations,
  memory: SaidMemory,
): readonly MentioningSession[] {
  const stem = stemsBy(settings);
  return sessions
    .list()
    .filter((one) => isMeant(one, memory))
    .map((session) => ({
      session: session.id,
      person: session.person,
      ids: wordingsIn(session, memory).flatMap((text) => {
        const { language } = session;
        const { gone, left } = wordsIn(sessions, session.id, { text, language, stem }).words;
        return [...gone, ...left.map(({ id }) => id)];
      }),
    }))
    .filter(({ ids }) => ids.length > 0);
}

const isMeant = ({ id, person }: Session, memory: SaidMemory): boolean =>
  memory.persons.has(person) || memory.sessions.includes(id);

const wordingsIn = ({ id }: Session, { text, sessions, said }: SaidMemory): readonly string[] =>
  sessions.includes(id) ? [text, ...said] : [text];

function wordsIn(sessions: Sessions, id: string, forgotten: Omit<WordsToForget, "savedOf">) {
  const saved = sessions
    .events(id)
    .flatMap((event) =>
      event.type === "saved" && event.text === forgotten.text ? [event.message] : [],
    );
  const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY, withDigested: true });
  return { messages, words: wordsToForget(messages, { ...forgotten, savedOf: new Set(saved) }) };
}

function forgetIn(
  sessions: Sessions,
  { id, state }: Session,
  forgotten: Omit<WordsToForget, "savedOf">,
): void {
  const { messages, words } = wordsIn(sessions, id, forgotten);
  const slots = sessions.slots(id);
  const first = Math.min(...words.gone, ...words.left.map((message) => message.id));
  const summaries = sessions
    .visited(id)
    .filter((agent) => (summaryOf(slots, agent)?.upTo ?? 0) >= first)
    .map(summarySlot);
  const revealing = Object.entries(slots).flatMap(([name, value]) =>
    words.mentions(value) ? [name] : [],
  );
  const isBare = messages.length === 0 && (state === "idle" || state === "closed");
  if (!isBare || revealing.length > 0) {
    sessions.forgetWords(id, { ...words, slots: [...new Set([...summaries, ...revealing])] });
  }
}

/** What is to leave a conversation. */
interface WordsToForget {
  /** The memory that is forgotten. */
  readonly text: string;
  /** Messages that it was saved of at once. */
  readonly savedOf: ReadonlySet<number>;
  readonly language: string;
  readonly stem: StemText;
}

/**
 * The messages that contain what is forgotten: of the person's the sentences that do go, or the whole turn where nothing
 * else is left; of a turn that mentions it no answer stays, nor what tools were asked and gave. Pure.
 */
function wordsToForget(
  messages: readonly Message[],
  forgotten: WordsToForget,
): Omit<ForgottenWords, "slots"> {
  const gone: number[] = [];
  const left: { readonly id: number; readonly content: string }[] = [];
  const isMention = ({ content, language, toolCalls = [] }: Message): boolean =>
    [content, ...toolCalls.map((call) => call.arguments)].some((words) =>
      mentions(words, language, forgotten),
    );
  for (const turn of turnsOf(messages)) {
    const [request] = turn;
    const rest = request?.role === "user" ? restOf(request, forgotten) : undefined;
    const answers = turn.filter(({ role }) => role !== "user");
    const isChanged = request !== undefined && rest !== undefined && rest !== request.content;
    if (rest === "") gone.push(...turn.map(({ id }) => id));
    else if (isChanged || answers.some(isMention)) gone.push(...answers.map(({ id }) => id));
    if (isChanged && rest !== "") left.push({ id: request.id, content: rest });
  }
  return { gone, left, mentions: (text) => mentions(text, forgotten.language, forgotten) };
}

/** Each begins with a message of the person's. */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last === undefined || message.role === "user") turns.push([message]);
    else last.push(message);
  }
  return turns;
}

/** What a message says besides; '' where that is nothing. */
function restOf({ id, content, language }: Message, forgotten: WordsToForget): string {
  const pieces = piecesOf(content);
  const kept = pieces.filter((piece) => !mentions(piece, language, forgotten));
  if (kept.length === pieces.length) {
    const isWhole = forgotten.savedOf.has(id) || folded(content).includes(folded(forgotten.text));
    return isWhole ? "" : content;
  }
  const rest = kept.join("").trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : "";
}

/** JSON holds its texts in quotation marks. */
function mentions(words: string, language: string, { text, stem }: WordsToForget): boolean {
  return words
    .split(/["“”«»]/u)
    .concat(words)
    .flatMap(piecesOf)
    .some((piece) => entails({ text: piece, language }, text, stem));
}

/** Letters and digits only, with a space around each word. */
const folded = (text: string): string =>
  ` ${(
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ")} `;
