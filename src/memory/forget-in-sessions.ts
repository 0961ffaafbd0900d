import { entails, supportFor } from "../digest/gates/compare.ts";
import { sentencesOf, statementsIn } from "../language/talk/spoken-cues.ts";
import type { FoundMemory } from "../recall/recall.ts";
import type { Sessions } from "../session/open-session-db.ts";
import type { Message, Session } from "../session/session.ts";
import type { ForgottenWords } from "../session/take-out.ts";
import { readTeachings, type Teaching } from "../vault/log/learned-in.ts";
import { createMentionMatcher } from "../vault/log/mention-matcher.ts";
import type { Conversations } from "./context.ts";

/**
 * That conversations taught memories: by all logs, whoever may see them, for what is to be gone goes from everywhere;
 * and by what was saved in those of this device, which may be in no log yet.
 */
export function allTeachings(
  root: string,
  sessions: Pick<Sessions, "list" | "events"> | undefined,
): readonly Teaching[] {
  const saved = (sessions?.list() ?? []).flatMap(({ id: session, person }) =>
    (sessions?.events(session) ?? []).flatMap((event) => {
      if (event.type !== "saved" || event.isNew !== true) return [];
      return { session, person, text: event.text, file: event.file };
    }),
  );
  return [...readTeachings(root), ...saved];
}

/** A memory to take out of the stored conversations. */
export interface SaidMemory {
  readonly text: string;
  /** Whose conversations; null: those without a person. */
  readonly persons: ReadonlySet<string | null>;
  /** The conversations that it was learned in. */
  readonly sessions: readonly string[];
  /** The words in it that it was learned of, as the log has them. */
  readonly said: readonly string[];
}

/** Statements of a conversation that have all words asked for and are no known memory, as memories without a file. */
export function saidWith(
  sessions: Pick<Sessions, "messages">,
  { id }: Session,
  words: string,
  known: readonly FoundMemory[],
): readonly FoundMemory[] {
  const inNoFile = { file: "", line: 0, date: "", isExact: false };
  const texts = sessions.messages(id).flatMap(({ role, content, language }) => {
    const isMeant = (piece: string): boolean =>
      supportFor(words, piece, { language, speaker: null }) === 1 &&
      !known.some(({ text }) => entails(piece, text, language));
    return role === "user" ? statementsIn(content).filter(isMeant) : [];
  });
  return [...new Set(texts)].map((text) => ({ ...inNoFile, id: text, text }));
}

/**
 * Takes what mentions a memory out of the conversations: those that are not digested yet, or it would be learned again
 * from what else was said there, and those that can still be read. Waits for the replies that are under way. Throws
 * LociError SESSION_FAILED.
 */
export async function forgetInSessions(
  { db: { sessions }, beginTurn }: Conversations,
  { text, persons, sessions: sources, said }: SaidMemory,
): Promise<void> {
  for (const session of sessions.list()) {
    const isSource = sources.includes(session.id);
    if (!isSource && !persons.has(session.person)) continue;
    const endTurn = await beginTurn(session.id);
    try {
      for (const words of isSource ? [text, ...said] : [text])
        forgetIn(sessions, session, { text: words, language: session.language });
    } finally {
      endTurn();
    }
  }
}

/** The text to take out of a conversation. */
interface WordsToForget {
  readonly language: string;
  readonly text: string;
}

function forgetIn(sessions: Sessions, { id }: Session, forgotten: WordsToForget): void {
  const isOfIt = (words: string): boolean => mentions(words, forgotten.language, forgotten);
  const savedOf = sessions
    .events(id)
    .flatMap((event) =>
      event.type === "saved" && event.text === forgotten.text ? [event.message] : [],
    );
  const messages = sessions.messages(id, { limit: Number.POSITIVE_INFINITY, withDigested: true });
  const left = leftOf(messages, forgotten, new Set(savedOf));
  sessions.forgetWords(id, { left, mentions: isOfIt });
}

/**
 * What is left of the messages that mention what is forgotten: a person's loses the sentences that do, and goes as a
 * whole where it has no others; of its turn no answer stays, nor what tools were asked and gave. `savedOf`: the messages
 * of which it was saved at once. Pure.
 */
function leftOf(
  messages: readonly Message[],
  forgotten: WordsToForget,
  savedOf: ReadonlySet<number>,
): ForgottenWords["left"] {
  const left: { readonly id: number; readonly content: string }[] = [];
  const isMention = ({ content, language, toolCalls = [] }: Message): boolean =>
    [content, ...toolCalls.map((call) => call.arguments)].some((words) =>
      mentions(words, language, forgotten),
    );
  for (const [request, ...answers] of turnsOf(messages)) {
    if (request === undefined) continue;
    const { id, role, content } = request;
    const rest =
      role === "user"
        ? restOf(request, forgotten, savedOf.has(id))
        : isMention(request)
          ? ""
          : content;
    if (rest === "" || rest !== content) left.push({ id, content: rest });
    if (rest !== content || answers.some(isMention))
      left.push(...answers.map((one) => ({ id: one.id, content: "" })));
  }
  return left;
}

/** Each begins with a message of the person's, but for what stands before the first. */
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
function restOf(
  { content, language }: Message,
  forgotten: WordsToForget,
  isSaved: boolean,
): string {
  const pieces = sentencesOf(content);
  const kept = pieces.filter((piece) => !mentions(piece, language, forgotten));
  if (kept.length === pieces.length)
    return isSaved || createMentionMatcher([forgotten.text]).quotes(content) ? "" : content;
  const rest = kept.join(" ");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : "";
}

/** JSON holds its texts in quotation marks. */
function mentions(words: string, language: string, { text }: WordsToForget): boolean {
  return [...words.split(/["“”«»]/u), words]
    .flatMap(sentencesOf)
    .some((piece) => entails(piece, text, language));
}
