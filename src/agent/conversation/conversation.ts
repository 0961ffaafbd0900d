import { LociError } from "../../errors.ts";
import { toLanguageCode } from "../../language/detect/language-code.ts";
import { checkedPerson } from "../../memory/people.ts";
import { type TakenBack, takeBackLast } from "../../memory/take-back.ts";
import { findTopicFor, missingTopic } from "../../memory/topics.ts";
import type { Mode, Session } from "../../session/session.ts";
import { checkAgent, handOff } from "../hand-off.ts";
import { understoodLanguages } from "../languages.ts";
import { takeTurn } from "../take-turn.ts";
import type { Said } from "../turn.ts";
import type { DigestEvent, TurnEvent } from "../turn-event.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import { type ConversationServices, inTurn } from "./context.ts";

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

/** What is known of a message besides its words; without a mode it is the conversation's. */
export type TurnExtra = Partial<Omit<Said, "content">>;

type Events = AsyncGenerator<TurnEvent, void>;

/** A conversation with one person. Once it was digested, what is said next begins a new session. */
export type Conversation = ReturnType<typeof openConversation>;

/**
 * Begins a conversation, or goes on with one, which takes the new options. Throws LociError NOT_FOUND for a session or
 * an agent that is not there, BAD_NAME or BAD_INPUT for a person or a language that cannot be.
 */
export function openConversation(
  vault: ConversationContext,
  services: ConversationServices,
  options: ConversationOptions = {},
) {
  const { agents } = services.turnPorts;
  const { agent, language, mode = "text", isBound = false } = options;
  if (agent !== undefined) checkAgent(agents, agent);
  const start = startOf(vault, options);
  if (options.isTyped && understoodLanguages(vault.settings).length > 1) vault.letters.isReady();
  const found = findOpen(vault, services, options);
  const open = openSession(services, start, found);
  const changes = changing(vault, services, open);
  if (found !== undefined && agent !== undefined && agent !== found.agent) changes.handOff(agent);
  if (found !== undefined && language !== undefined) changes.setLanguage(language);
  return {
    ...open,
    /** It came in for one person alone, and what others did is not theirs to take back. */
    isBound,
    /** Ids of the agents that can be talked to. */
    agents: [...agents.keys()],
    ...talking(services, open, mode),
    ...changes,
  };
}

type Open = ReturnType<typeof openSession>;

function talking(services: ConversationServices, open: Open, mode: Mode) {
  const { turnPorts, beginTurn, recentTurns, db } = services;
  /** True, and no events, where a digestion has closed the session before the message was stored. */
  const take = async function* (
    id: string,
    said: Said | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TurnEvent, boolean> {
    const endTurn = await beginTurn(id);
    let isFirst = true;
    try {
      for await (const event of takeTurn(turnPorts, id, said, signal)) {
        const isRefused = isFirst && event.type === "error";
        if (isRefused && db.sessions.find(id)?.state === "closed") return true;
        isFirst = false;
        const recent = recentTurns(id);
        if (event.type === "recall") recent.hits = [...recent.hits, ...event.hits];
        yield* open.announce();
        yield event;
      }
    } finally {
      endTurn();
    }
    return false;
  };
  return {
    /** One message. Failures are events, never exceptions; the reader may stop early. */
    async *turn(content: string, extra: TurnExtra = {}, signal?: AbortSignal): Events {
      let isClosed: boolean;
      do {
        const { id } = open.session();
        Object.assign(recentTurns(id), { pending: [], hits: [] });
        isClosed = yield* take(id, { content, mode, ...extra }, signal);
      } while (isClosed);
    },
    /**
     * Carries out a hand-off that waits since before this conversation was resumed: the agent that took over answers. To be
     * called once, before the first message; what is said instead is answered with what waits. Failures are events.
     */
    async *answerHandedOver(signal?: AbortSignal): Events {
      const session = open.begun();
      if (session !== undefined) yield* take(session.id, undefined, signal);
    },
  };
}

/** What is done with a conversation besides talking. */
function changing(vault: ConversationContext, services: ConversationServices, open: Open) {
  const { turnPorts, recentTurns, db } = services;
  const { sessions } = db;
  return {
    /** Throws LociError NOT_FOUND for an agent that is not there, BAD_INPUT for the one that answers. */
    handOff: (agent: string): TurnEvent => handOff(turnPorts, open.session().id, { to: agent }),
    /** By code or name; the event where it changes. Throws LociError BAD_INPUT for what is not a language. */
    setLanguage(name: string): TurnEvent | undefined {
      const { id, language: from } = open.session();
      const to = toLanguage(name);
      if (from === to) return undefined;
      const event = { type: "language", from, to, trigger: "explicit_setting" } as const;
      sessions.update(id, { language: to }, event);
      return event;
    },
    setMode(to: Mode): void {
      const { id, mode: from } = open.session();
      if (from !== to) sessions.update(id, { mode: to }, { type: "mode", from, to });
    },
    /** Goes to a topic of that name. Throws LociError NOT_FOUND. */
    async loadTopic(name: string): Promise<TurnEvent> {
      const session = open.session();
      const found = await findTopicFor(vault, session, name);
      if (found === undefined) throw missingTopic(vault, session, name);
      const { topic, file } = found;
      sessions.update(session.id, { topic: file }, { type: "topic", path: file });
      return { type: "topic", topic, file };
    },
    /** Digests what was said; undefined where nothing was. Aborted, it waits on disk. */
    async end(signal?: AbortSignal): Promise<DigestEvent | undefined> {
      const ended = open.leave();
      return ended && services.digest(ended.id, signal);
    },
    /**
     * Takes the person's last message back for good: the reply goes with it, and the memories that were saved of it.
     * Undefined where there is none that was not digested yet. Throws LociError where the vault cannot be written;
     * nothing of the conversation is gone then.
     */
    async takeBack(): Promise<TakenBack | undefined> {
      const session = open.begun();
      if (session === undefined) return undefined;
      recentTurns(session.id).hits = [];
      // A reply under way goes too.
      return inTurn(services, session.id, () => takeBackLast(vault, db, session.id));
    },
  };
}

/** The session of a conversation: found or begun when it is first needed, and again once it was closed by a digestion. */
function openSession(
  { db: { sessions } }: ConversationServices,
  start: ReturnType<typeof startOf>,
  found: Session | undefined,
) {
  let last = found;
  let hasLeft = false;
  let isAnnounced = false;
  /** The session as it stands, where it has begun and is not over. */
  const begun = (): Session | undefined => {
    if (last !== undefined) last = sessions.find(last.id) ?? last;
    return hasLeft || last?.state === "closed" ? undefined : last;
  };
  return {
    begun,
    /** The same; it begins with the first call. */
    session(): Session {
      const open = begun();
      if (open !== undefined) return open;
      isAnnounced = false;
      hasLeft = false;
      last = sessions.start(last ?? start); // As it was left: with whom, how, in which language.
      return last;
    },
    /** Announces a session that has begun, once. */
    *announce(): Generator<TurnEvent, void> {
      const session = begun();
      if (isAnnounced || session === undefined) return;
      const { id, person, agent, mode, language } = session;
      yield { type: "session", id, person, agent, mode, language, resumed: id === found?.id };
      isAnnounced = true;
    },
    leave(): Session | undefined {
      const left = begun();
      hasLeft = true;
      return left;
    },
  };
}

/** How a session begins, by what was asked for and this device's settings. Throws LociError BAD_NAME or BAD_INPUT. */
function startOf(vault: ConversationContext, options: ConversationOptions) {
  const { settings } = vault;
  const { agent = settings.agent, mode = "text", language = settings.languages[0] } = options;
  return {
    person: personOf(vault, options),
    agent,
    mode,
    language: language === undefined ? "en" : toLanguage(language),
    ...(options.isBound === true ? { isBound: true as const } : {}),
  };
}

/** Who talks; null where no person is named. */
const personOf = (
  vault: ConversationContext,
  { person = vault.settings.person }: Pick<ConversationOptions, "person">,
): string | null => checkedPerson(vault, person ?? undefined);

/**
 * The session to go on with, as the options have it; undefined where none was asked for. Throws LociError NOT_FOUND, or
 * BAD_INPUT for another person's.
 */
function findOpen(
  vault: ConversationContext,
  { db: { sessions } }: ConversationServices,
  options: ConversationOptions,
): Session | undefined {
  const { resume, isBound } = options;
  if (resume === undefined) return undefined;
  const person = personOf(vault, options);
  // Whoever may talk as one person alone does not learn what others have, nor what was secret elsewhere.
  const isOpenTo = (one: Session): boolean =>
    isBound !== true || (one.isBound === true && one.person === person);
  if (resume === true) {
    // An unnamed speaker does not continue a person's session.
    const last = sessions
      .list()
      .find((one) => one.state !== "closed" && one.person === person && isOpenTo(one));
    if (last !== undefined) return last;
    throw new LociError("NOT_FOUND", "Cannot go on with a conversation: none is open");
  }
  const refuse = (code: "NOT_FOUND" | "BAD_INPUT", state: string): LociError =>
    new LociError(code, `Cannot go on with the conversation "${resume}"${state}`, {
      data: { session: resume },
    });
  const found = sessions.find(resume);
  if (found === undefined || !isOpenTo(found))
    throw refuse("NOT_FOUND", ": there is none of that id");
  if (found.state === "closed") throw refuse("NOT_FOUND", ": it is over");
  if (options.person === undefined || person === found.person) return found;
  const who = person === null ? "without a name" : `as "${person}"`;
  throw refuse("BAD_INPUT", ` ${who}: it is another person's`);
}

/** The code of a named language. Throws LociError BAD_INPUT. */
function toLanguage(name: string): string {
  const code = toLanguageCode(name);
  if (code !== null) return code;
  throw new LociError(
    "BAD_INPUT",
    `Cannot speak "${name}": it is not a language that Loci knows; use a code such as en, es or ca`,
  );
}
