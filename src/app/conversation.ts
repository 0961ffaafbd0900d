import { handOff } from "../agent/hand-off.ts";
import { takeTurn } from "../agent/take-turn.ts";
import type { TurnEvent } from "../agent/turn-event.ts";
import type { Said } from "../agent/turn-ports.ts";
import { adviceOn, LociError } from "../errors.ts";
import type { Hit } from "../recall/recall.ts";
import { toLanguageCode } from "../session/language/language-code.ts";
import type { Mode, Session, Sessions } from "../session/session.ts";
import { scopeFolder } from "../vault/paths.ts";
import { noSuchTopic } from "./answer.ts";
import { checkedPerson } from "./known-person.ts";
import type { Parts } from "./parts.ts";
import { findTopicFor, topicsFor } from "./see.ts";
import { type TakenBack, takeBackLast } from "./take-back.ts";
import type { DigestEvent, Talk } from "./talk.ts";

/** How to begin a conversation; all of it optional. */
export interface ConversationOptions {
  readonly person?: string;
  readonly agent?: string;
  readonly mode?: Mode;
  readonly language?: string;
  /** A session to go on with, by its id, or the last one of the person that is still open. */
  readonly resume?: string | true;
}

/** What is known of a message besides its words; without a mode it is the session's. */
type TurnExtra = Partial<Omit<Said, "content">>;

/** A conversation with one person. Once it was digested, what is said next begins a new session. */
export interface Conversation {
  /** The session as it stands; it begins with the first call. */
  session(): Session;
  /** Ids of the agents that can be talked to. */
  readonly agents: readonly string[];
  /** One message. Failures are events, never exceptions; whoever reads may stop reading. */
  turn(content: string, extra?: TurnExtra, signal?: AbortSignal): AsyncIterable<TurnEvent>;
  /** Memories that recall brought for the last message. */
  why(): readonly Hit[];
  handOff(agent: string): AsyncIterable<TurnEvent>;
  /** By code or name. Throws LociError BAD_INPUT for what is no language. */
  setLanguage(language: string): AsyncIterable<TurnEvent>;
  setMode(mode: string): AsyncIterable<TurnEvent>;
  /** Goes to a topic of that name. Throws LociError NOT_FOUND. */
  loadTopic(name: string): Promise<TurnEvent>;
  /** Digests what was said; undefined where nothing was. Aborted, it waits on disk. */
  end(signal?: AbortSignal): Promise<DigestEvent | undefined>;
  /**
   * Takes the person's last message back for good: the reply goes with it, and the memories that were saved of it. Undefined
   * where there is none that was not digested yet. Throws LociError where the vault cannot be written; nothing of the
   * conversation is gone then.
   */
  takeBack(): Promise<TakenBack | undefined>;
}

/**
 * Begins a conversation, or goes on with one. Throws LociError NOT_FOUND for a session or an agent that is not there,
 * BAD_NAME or BAD_INPUT for a person or a language that cannot be.
 */
export function openConversation(
  parts: Parts,
  talk: Talk,
  options: ConversationOptions = {},
): Conversation {
  const agents = [...talk.turnPorts.agents.keys()];
  checkOptions(options, agents);
  const { sessions } = talk.db;
  const open = openSession(parts, talk, options);
  let hits: readonly Hit[] = [];
  const noteHits = async function* (events: AsyncIterable<TurnEvent>) {
    for await (const event of events) {
      if (event.type === "recall") hits = [...hits, ...event.hits];
      yield event;
    }
  };
  return {
    session: open.current,
    agents,
    async *turn(content, extra = {}, signal) {
      hits = [];
      for (let tries = 1; tries <= mostTries; tries++) {
        const { id, mode } = open.current();
        yield* open.announce();
        const said = { content, mode, ...extra };
        const events = takeTurn(talk.turnPorts, id, said, signal);
        const endTurn = await talk.beginTurn(id);
        try {
          const isRefusal = (): boolean =>
            tries < mostTries && sessions.find(id)?.state === "closed";
          const isRefused = yield* unlessRefused(noteHits(events), isRefusal);
          if (!isRefused) return;
        } finally {
          endTurn();
        }
      }
    },
    why: () => hits,
    async *handOff(agent) {
      checkAgent(agent, agents);
      yield handOff(talk.turnPorts, open.current().id, agent);
    },
    async *setLanguage(language) {
      const event = setLanguage(sessions, open.current(), toLanguage(language));
      if (event !== undefined) yield event;
    },
    async *setMode(mode) {
      const event = setMode(sessions, open.current(), mode);
      if (event !== undefined) yield event;
    },
    async loadTopic(name) {
      const { id } = open.current();
      const found = await findTopicFor(parts, open.current(), name);
      if (found === undefined) throw noSuchTopic(name, await topicsFor(parts, open.current()));
      sessions.update(id, { topic: found.file });
      sessions.addEvent(id, { type: "topic", path: found.file });
      return { type: "topic", topic: found.topic, file: found.file };
    },
    async end(signal) {
      const ended = open.leave();
      return ended && talk.digest(ended.id, signal);
    },
    async takeBack() {
      const session = open.find();
      if (session === undefined) return undefined;
      const endTurn = await talk.beginTurn(session.id); // A reply under way goes too.
      try {
        hits = [];
        return await takeBackLast(parts, talk.db, session.id);
      } finally {
        endTurn();
      }
    },
  };
}

/** A session that a digestion has just closed refuses a message, which then begins a new one. */
const mostTries = 3;

/** The events; true, and none, where the first of them is an error that is a refusal. */
async function* unlessRefused(
  events: AsyncIterable<TurnEvent>,
  isRefusal: () => boolean,
): AsyncGenerator<TurnEvent, boolean> {
  let isFirst = true;
  for await (const event of events) {
    if (isFirst && event.type === "error" && isRefusal()) return true;
    isFirst = false;
    yield event;
  }
  return false;
}

/** The session of a conversation: found or begun when it is first needed, and again once it was closed by a digestion. */
function openSession(parts: Parts, talk: Talk, options: ConversationOptions) {
  const { sessions } = talk.db;
  const found = options.resume === undefined ? undefined : findOpen(parts, talk, options);
  if (found !== undefined) adapt(sessions, found, options);
  let id = found?.id;
  let last = found;
  let resumed = id !== undefined;
  let isTold = false;
  const look = (): Session | undefined => {
    last = (id === undefined ? undefined : sessions.find(id)) ?? last;
    return id === undefined || last?.state === "closed" ? undefined : last;
  };
  const current = (): Session => {
    const open = look();
    if (open !== undefined) return open;
    isTold = false;
    resumed = false;
    last = sessions.start(last ?? startOf(parts, options)); // As it was left: with whom, how, in which language.
    id = last.id;
    return last;
  };
  return {
    current,
    /** The same, where it has begun. */
    find: look,
    *announce(): Generator<TurnEvent> {
      const { id, person, agent, mode, language } = current();
      if (!isTold) yield { type: "session", id, person, agent, mode, language, resumed };
      isTold = true;
    },
    leave(): Session | undefined {
      const left = look();
      id = undefined;
      return left;
    },
  };
}

/** Who comes back may say how they want to go on. */
function adapt(
  sessions: Sessions,
  session: Session,
  { agent, mode, language }: ConversationOptions,
): void {
  if (agent !== undefined && agent !== session.agent) {
    sessions.addEvent(session.id, { type: "handoff", from: session.agent, to: agent, context: "" });
    sessions.update(session.id, { agent });
  }
  if (mode !== undefined) setMode(sessions, session, mode);
  if (language !== undefined) setLanguage(sessions, session, toLanguage(language));
}

/** What changed; undefined where it was so already. */
function setLanguage(
  sessions: Sessions,
  { id, language: from }: Session,
  to: string,
): TurnEvent | undefined {
  if (from === to) return undefined;
  sessions.update(id, { language: to });
  const event = { type: "language", from, to, trigger: "explicit_setting" } as const;
  sessions.addEvent(id, event);
  return event;
}

function setMode(
  sessions: Sessions,
  { id, mode: from }: Session,
  to: string,
): TurnEvent | undefined {
  if (to !== "text" && to !== "voice") {
    throw new LociError("BAD_INPUT", `Cannot use the mode "${to}": there are text and voice`);
  }
  if (from === to) return undefined;
  sessions.update(id, { mode: to });
  const event = { type: "mode", from, to } as const;
  sessions.addEvent(id, event);
  return event;
}

function toLanguage(name: string): string {
  const code = toLanguageCode(name);
  if (code !== null) return code;
  throw new LociError(
    "BAD_INPUT",
    `Cannot speak "${name}": it is no language that Loci knows; use a code such as en, es or ca`,
  );
}

function startOf(parts: Parts, options: ConversationOptions) {
  const { settings } = parts;
  const { person = settings.person, agent = settings.agent, mode = "text" } = options;
  const language =
    options.language === undefined ? settings.languages[0] : toLanguage(options.language);
  return { person: checkedPerson(parts, person), agent, mode, language: language ?? "en" };
}

function findOpen(parts: Parts, { db }: Talk, options: ConversationOptions): Session {
  const { sessions } = db;
  const person = checkedPerson(parts, options.person);
  const { resume } = options;
  if (typeof resume !== "string") {
    const wanted = person ?? checkedPerson(parts, parts.settings.person);
    const open = sessions
      .list()
      .find((one) => one.state !== "closed" && (wanted === null || one.person === wanted));
    if (open !== undefined) return open;
    throw new LociError("NOT_FOUND", "Cannot go on with a conversation: none is open");
  }
  const found = sessions.find(resume);
  if (found !== undefined && found.state !== "closed") {
    if (person === null || person === found.person) return found;
    throw new LociError(
      "BAD_INPUT",
      `Cannot go on with the conversation "${resume}" as "${person}": it is another person's`,
      { data: { session: resume, person } },
    );
  }
  const state = found === undefined ? "there is none of that id" : "it is over";
  throw new LociError("NOT_FOUND", `Cannot go on with the conversation "${resume}": ${state}`, {
    data: { session: resume },
  });
}

function checkOptions(options: ConversationOptions, agents: readonly string[]): void {
  if (options.agent !== undefined) checkAgent(options.agent, agents);
  if (options.person !== undefined) scopeFolder({ kind: "person", id: options.person });
  if (options.language !== undefined) toLanguage(options.language);
}

function checkAgent(agent: string, agents: readonly string[]): void {
  if (agents.includes(agent)) return;
  const advice = adviceOn(agent, agents, `there are ${agents.join(", ")}`);
  throw new LociError(
    "NOT_FOUND",
    `Cannot talk to the agent "${agent}": it is not there; ${advice}`,
    {
      data: { agent },
    },
  );
}
