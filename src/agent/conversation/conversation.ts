import { adviceOn, LociError } from "../../errors.ts";
import { type TakenBack, takeBackLast } from "../../memory/take-back.ts";
import { findTopicFor, noSuchTopic, topicsFor } from "../../memory/topics.ts";
import type { Mode, Session } from "../../session/session.ts";
import { scopeFolder } from "../../vault/paths.ts";
import { handOff } from "../hand-off.ts";
import { understoodLanguages } from "../languages.ts";
import { answerHandedOver, takeTurn } from "../take-turn.ts";
import type { Said } from "../turn.ts";
import type { TurnEvent } from "../turn-event.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import { adapt, setLanguage, setMode } from "./change-session.ts";
import type { ConversationServices, DigestEvent } from "./context.ts";
import { findOpen, startOf, toLanguage } from "./find-session.ts";

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
type TurnExtra = Partial<Omit<Said, "content">>;

/** A conversation with one person. Once it was digested, what is said next begins a new session. */
export interface Conversation {
  /** The session as it stands; it begins with the first call. */
  session(): Session;
  /** The same, where it has begun and is not over. */
  begun(): Session | undefined;
  /** Announces a session that has begun, once. */
  announce(): Iterable<TurnEvent>;
  /** It came in for one person alone, and what others did is not theirs to take back. */
  readonly isBound: boolean;
  /** Ids of the agents that can be talked to. */
  readonly agents: readonly string[];
  /** One message. Failures are events, never exceptions; the reader may stop early. */
  turn(content: string, extra?: TurnExtra, signal?: AbortSignal): AsyncIterable<TurnEvent>;
  handOff(agent: string): AsyncIterable<TurnEvent>;
  /**
   * Carries out a hand-off that waits since before this conversation was resumed: the agent that took over answers. To be
   * called once, before the first message; what is said instead is answered with what waits. Failures are events.
   */
  answerHandedOver(signal?: AbortSignal): AsyncIterable<TurnEvent>;
  /** By code or name. Throws LociError BAD_INPUT for what is not a language. */
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
  context: ConversationContext,
  services: ConversationServices,
  options: ConversationOptions = {},
): Conversation {
  const agents = [...services.turnPorts.agents.keys()];
  checkOptions(options, agents);
  if (options.isTyped && understoodLanguages(context.settings).length > 1)
    context.letters.isReady();
  const { sessions } = services.db;
  const open = openSession(context, services, options);
  const { mode = "text" } = options;
  return {
    session: open.current,
    begun: open.find,
    announce: open.announce,
    isBound: options.isBound === true,
    ...withAgents(services, open, agents),
    async *turn(content, extra = {}, signal) {
      for (let tries = 1; tries <= maxTries; tries++) {
        const { id } = open.current();
        yield* open.announce();
        const said = { content, mode, ...extra };
        const events = takeTurn(services.turnPorts, id, said, signal);
        const endTurn = await services.beginTurn(id);
        try {
          const isRefusal = (): boolean =>
            tries < maxTries && sessions.find(id)?.state === "closed";
          const isRefused = yield* unlessRefused(events, isRefusal);
          if (!isRefused) return;
        } finally {
          endTurn();
        }
      }
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
      const found = await findTopicFor(context, open.current(), name);
      if (found === undefined)
        throw noSuchTopic(context, name, await topicsFor(context, open.current()));
      sessions.update(id, { topic: found.file }, { type: "topic", path: found.file });
      return { type: "topic", topic: found.topic, file: found.file };
    },
    async end(signal) {
      const ended = open.leave();
      return ended && services.digest(ended.id, signal);
    },
    async takeBack() {
      const session = open.find();
      if (session === undefined) return undefined;
      const endTurn = await services.beginTurn(session.id); // A reply under way goes too.
      try {
        return await takeBackLast(context, services.db, session.id);
      } finally {
        endTurn();
      }
    },
  };
}

/** What a conversation does with its agents. */
function withAgents(
  services: ConversationServices,
  open: ReturnType<typeof openSession>,
  agents: readonly string[],
): Pick<Conversation, "agents" | "handOff" | "answerHandedOver"> {
  return {
    agents,
    async *handOff(agent) {
      checkAgent(agent, agents);
      yield handOff(services.turnPorts, open.current().id, { to: agent });
    },
    async *answerHandedOver(signal) {
      const session = open.find();
      if (session === undefined) return;
      const endTurn = await services.beginTurn(session.id);
      try {
        for await (const event of answerHandedOver(services.turnPorts, session.id, signal)) {
          yield* open.announce();
          yield event;
        }
      } finally {
        endTurn();
      }
    },
  };
}

/** A session that a digestion has just closed refuses a message, which then begins a new one. */
const maxTries = 3;

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
function openSession(
  context: ConversationContext,
  services: ConversationServices,
  options: ConversationOptions,
) {
  const { sessions } = services.db;
  const found = options.resume === undefined ? undefined : findOpen(context, services, options);
  if (found !== undefined) adapt(sessions, found, options);
  let id = found?.id;
  let last = found;
  let resumed = id !== undefined;
  let isAnnounced = false;
  const lookUp = (): Session | undefined => {
    last = (id === undefined ? undefined : sessions.find(id)) ?? last;
    return id === undefined || last?.state === "closed" ? undefined : last;
  };
  const current = (): Session => {
    const open = lookUp();
    if (open !== undefined) return open;
    isAnnounced = false;
    resumed = false;
    // As it was left: with whom, how, in which language.
    last = sessions.start(last ?? startOf(context, options));
    id = last.id;
    return last;
  };
  return {
    current,
    /** The same, where it has begun. */
    find: lookUp,
    *announce(): Generator<TurnEvent> {
      const session = lookUp();
      if (isAnnounced || session === undefined) return;
      const { id, person, agent, mode, language } = session;
      yield { type: "session", id, person, agent, mode, language, resumed };
      isAnnounced = true;
    },
    leave(): Session | undefined {
      const left = lookUp();
      id = undefined;
      return left;
    },
  };
}

function checkOptions(options: ConversationOptions, agents: readonly string[]): void {
  if (options.agent !== undefined) checkAgent(options.agent, agents);
  if (options.person != null) scopeFolder({ kind: "person", id: options.person });
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
