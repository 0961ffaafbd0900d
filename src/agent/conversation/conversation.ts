import { LociError } from "../../errors.ts";
import { toLanguageCode } from "../../language/detect/language-code.ts";
import type { Conversations } from "../../memory/context.ts";
import { checkedPerson } from "../../memory/people.ts";
import type { FoundMemory, Hit } from "../../recall/recall.ts";
import type { Mode, Session } from "../../session/session.ts";
import type { DigestEvent } from "../turn-event.ts";
import type { TurnPorts } from "../turn-ports.ts";
import type { ConversationContext } from "../vault-for-turn.ts";

/** What conversations in one vault share, opened with the first of them. */
export interface ConversationServices extends Conversations {
  readonly turnPorts: TurnPorts;
  readonly recentTurns: (session: string) => RecentTurn;
  /** Digests one session now; aborted, it waits on disk. */
  digest(session: string, signal?: AbortSignal): Promise<DigestEvent>;
}

/** The same, where nothing of it may be needed. */
export interface LazyConversationServices {
  /** There are sessions on disk, or a conversation under way. */
  isThere(): boolean;
  open(): Promise<ConversationServices>;
}

/** Does something with a session between its turns. */
export async function inTurn<T>(
  { beginTurn }: ConversationServices,
  session: string,
  work: () => T | Promise<T>,
): Promise<T> {
  const endTurn = await beginTurn(session);
  try {
    return await work();
  } finally {
    endTurn();
  }
}

/** What is known of the last turns of a session only: a request over HTTP opens a conversation of its own. */
interface RecentTurn {
  /** Which of these is to be forgotten: what is said next answers it, and whatever that is, it is asked no more. */
  pending: readonly FoundMemory[];
  /** Memories that recall brought for the last message. */
  hits: readonly Hit[];
}

/** Of the 50 sessions that were used last; in memory only, for an old question is better asked again. */
export function createRecentTurns(): (session: string) => RecentTurn {
  const turns = new Map<string, RecentTurn>();
  return (session) => {
    const turn = turns.get(session) ?? { pending: [], hits: [] };
    turns.delete(session);
    turns.set(session, turn);
    for (const old of [...turns.keys()].slice(0, -50)) turns.delete(old);
    return turn;
  };
}

/** How to begin a conversation; all of it optional. */
export interface ConversationOptions {
  /** Who talks; by default the person in this device's settings; null: no person. */
  readonly person?: string | null;
  readonly agent?: string;
  /** How its messages come, where they do not say it themselves; text without it. */
  readonly mode?: Mode;
  readonly language?: string;
  /** A session to go on with, by its id, or the last one of the person that is still open. */
  readonly resume?: string | true;
  /** It came in for one person alone, who gets no secrets. */
  readonly isBound?: boolean;
  /** The person types: the language detector loads before the first message is there. */
  readonly isTyped?: boolean;
}

/** How a session begins, by what was asked for and this device's settings. Throws LociError BAD_NAME or BAD_INPUT. */
export function startOf(vault: ConversationContext, options: ConversationOptions) {
  const { settings } = vault;
  const { agent = settings.agent, mode = "text", language = settings.languages[0] } = options;
  const { person = settings.person } = options;
  return {
    person: checkedPerson(vault, person ?? undefined),
    agent,
    mode,
    language: language === undefined ? "en" : toLanguage(language),
    ...(options.isBound === true ? { isBound: true as const } : {}),
  };
}

/**
 * The session to go on with, as the options have it; undefined where none was asked for. Throws LociError NOT_FOUND, or
 * BAD_INPUT for another person's.
 */
export function findOpen(
  vault: ConversationContext,
  { db: { sessions } }: ConversationServices,
  options: ConversationOptions,
): Session | undefined {
  const { resume, isBound, person: named = vault.settings.person } = options;
  if (resume === undefined) return undefined;
  const person = checkedPerson(vault, named ?? undefined);
  // Whoever may talk as one person alone does not learn what others have, nor what was secret elsewhere.
  const isOpenTo = (one: Session): boolean =>
    isBound !== true || (one.isBound === true && one.person === person);
  if (resume === true) {
    const all = sessions.list().filter((one) => one.state !== "closed" && isOpenTo(one));
    // An unnamed speaker does not continue a person's session.
    const last = all.find((one) => one.person === person);
    if (last !== undefined) return last;
    throw new LociError("NOT_FOUND", "Cannot go on with a conversation: none is open");
  }
  const found = sessions.find(resume);
  const refuse = (code: "NOT_FOUND" | "BAD_INPUT", state: string): LociError =>
    new LociError(code, `Cannot go on with the conversation "${resume}"${state}`, {
      data: { session: resume },
    });
  if (found === undefined || !isOpenTo(found))
    throw refuse("NOT_FOUND", ": there is none of that id");
  if (found.state === "closed") throw refuse("NOT_FOUND", ": it is over");
  if (options.person === undefined || person === found.person) return found;
  const who = person === null ? "without a name" : `as "${person}"`;
  throw refuse("BAD_INPUT", ` ${who}: it is another person's`);
}

/** The code of a named language. Throws LociError BAD_INPUT. */
export function toLanguage(name: string): string {
  const code = toLanguageCode(name);
  if (code !== null) return code;
  throw new LociError(
    "BAD_INPUT",
    `Cannot speak "${name}": it is not a language that Loci knows; use a code such as en, es or ca`,
  );
}
