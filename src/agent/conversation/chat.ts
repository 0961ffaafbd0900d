import {
  type PlainCommand,
  parseAnswer,
  parseCommand,
} from "../../language/commands/parse-command.ts";
import { type TakenBack, takeBackLast } from "../../memory/take-back.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { Mode, Session } from "../../session/session.ts";
import { checkAgent, handOff } from "../hand-off.ts";
import { understoodLanguages } from "../languages.ts";
import { takeTurn } from "../take-turn.ts";
import type { Said } from "../turn.ts";
import { type DigestEvent, type TurnEvent, toErrorEvent } from "../turn-event.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import { forgetOne, typedCommand } from "./commands.ts";
import {
  type ConversationOptions,
  type ConversationServices,
  findOpen,
  inTurn,
  startOf,
  toLanguage,
} from "./conversation.ts";

/** What is known of a message besides its words; without a mode it is the conversation's. */
export type TurnExtra = Partial<Omit<Said, "content">>;

type Events<T = void> = AsyncGenerator<TurnEvent, T>;

/**
 * A conversation with one person, in which commands are understood; terminal, browser and voice render the events. Once
 * it was digested, what is said next begins a new session.
 */
export class Chat {
  readonly vault: ConversationContext;
  readonly services: ConversationServices;
  /** It came in for one person alone, and what others did is not theirs to take back. */
  readonly isBound: boolean;
  readonly #start: ReturnType<typeof startOf>;
  readonly #resumed: Session | undefined;
  #last: Session | undefined;
  #hasLeft = false;
  #isAnnounced = false;

  /**
   * Begins one, or goes on with one, which takes the new options. Throws LociError NOT_FOUND for a session or an agent
   * that is not there, BAD_NAME or BAD_INPUT for a person or a language that cannot be.
   */
  constructor(
    vault: ConversationContext,
    services: ConversationServices,
    options: ConversationOptions = {},
  ) {
    const { agent, language, isBound = false, isTyped } = options;
    if (agent !== undefined) checkAgent(services.turnPorts.agents, agent);
    if (isTyped && understoodLanguages(vault.settings).length > 1) vault.letters.isReady();
    this.vault = vault;
    this.services = services;
    this.isBound = isBound;
    this.#start = startOf(vault, options);
    this.#resumed = findOpen(vault, services, options);
    this.#last = this.#resumed;
    if (this.#last === undefined) return;
    if (agent !== undefined && agent !== this.#last.agent) this.handOff(agent);
    if (language !== undefined) this.setLanguage(language);
  }

  /** The session as it stands, where it has begun and is not over. */
  begun(): Session | undefined {
    const { sessions } = this.services.db;
    this.#last = this.#last && (sessions.find(this.#last.id) ?? this.#last);
    return this.#hasLeft || this.#last?.state === "closed" ? undefined : this.#last;
  }

  /** Who talks with whom, and in which language; also before it begins. */
  speaker(): Pick<Session, "person" | "agent" | "language"> {
    return this.begun() ?? this.#last ?? this.#start;
  }

  /** Its language; where that cannot be told, the next turn reports why. */
  language(): string {
    try {
      return this.speaker().language;
    } catch {
      return "en";
    }
  }

  /** The session; it begins with the first call. */
  session(): Session {
    const open = this.begun();
    if (open !== undefined) return open;
    this.#isAnnounced = false;
    this.#hasLeft = false;
    // As it was left: with whom, how, in which language.
    this.#last = this.services.db.sessions.start(this.#last ?? this.#start);
    return this.#last;
  }

  /** Announces a session that has begun, once. */
  *#announce(): Generator<TurnEvent, void> {
    const session = this.begun();
    if (this.#isAnnounced || session === undefined) return;
    const { id, person, agent, mode, language } = session;
    const resumed = id === this.#resumed?.id;
    yield { type: "session", id, person, agent, mode, language, resumed };
    this.#isAnnounced = true;
  }

  /** True, and no events, where a digestion has closed the session before the message was stored. */
  async *#take(id: string, said: Said, signal?: AbortSignal): Events<boolean> {
    const { turnPorts, beginTurn, recentTurns, db } = this.services;
    const endTurn = await beginTurn(id);
    let isFirst = true;
    try {
      for await (const event of takeTurn(turnPorts, id, said, signal)) {
        const isRefused = isFirst && event.type === "error";
        if (isRefused && db.sessions.find(id)?.state === "closed") return true;
        isFirst = false;
        const recent = recentTurns(id);
        if (event.type === "recall") recent.hits = [...recent.hits, ...event.hits];
        yield* this.#announce();
        yield event;
      }
    } finally {
      endTurn();
    }
    return false;
  }

  /** One message. Failures are events, never exceptions; the reader may stop early. */
  async *turn(content: string, extra: TurnExtra = {}, signal?: AbortSignal): Events {
    let isClosed: boolean;
    do {
      const { id } = this.session();
      Object.assign(this.services.recentTurns(id), { pending: [], hits: [] });
      isClosed = yield* this.#take(id, { content, mode: this.#start.mode, ...extra }, signal);
    } while (isClosed);
  }

  /**
   * Whatever a person writes: an answer to what was asked, a command ("/forget", "forget that"), or a message.
   * Failures are events, never exceptions.
   */
  say(words: string, extra?: TurnExtra, signal?: AbortSignal): Events {
    return this.#withErrors(this.#understand(words, extra, signal));
  }

  /** Carries out what was said aloud. Failures are events. */
  execute(command: PlainCommand, signal?: AbortSignal): Events {
    return this.#withErrors(this.#execute(command, signal));
  }

  /** Of how many memories one may be to be forgotten, where that was asked: what is said next answers it. */
  asks(): number {
    const session = this.begun();
    return session === undefined ? 0 : this.services.recentTurns(session.id).pending.length;
  }

  async *#withErrors(events: Events): Events {
    try {
      yield* events;
    } catch (error) {
      yield toErrorEvent(error, this.services.turnPorts.report);
    }
  }

  async *#understand(words: string, extra?: TurnExtra, signal?: AbortSignal): Events {
    const isAnswer = yield* this.#answer(words);
    const text = words.trim();
    if (isAnswer || text === "") return;
    const [, typed, rest = ""] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
    if (typed !== undefined) {
      const { isApart, run } = typedCommand(typed);
      if (isApart !== true) this.session();
      yield* this.#announce();
      yield { type: "command", command: typed };
      return yield* run(this, rest, signal);
    }
    const command = parseCommand(text, this.session().language);
    // "Stop" and "again" are about a voice; in writing they are words like any other.
    if (command === undefined || command.type === "stop" || command.type === "repeat") {
      return yield* this.turn(words, extra, signal);
    }
    yield* this.#announce();
    yield { type: "command", command: command.type };
    yield* this.#execute(command, signal);
  }

  /** True where it answered what was asked; an answer that leaves open which is meant has it asked again. */
  async *#answer(words: string): Events<boolean> {
    if (this.asks() === 0) return false;
    const { id, language } = this.session();
    const recent = this.services.recentTurns(id);
    const entries = recent.pending;
    const chosen = readAnswer(entries, words, language);
    if (chosen !== "unclear") recent.pending = [];
    if (chosen === "other") return false;
    yield* this.#announce();
    if (chosen === "unclear") yield { type: "found", entries };
    else if (chosen === "none") {
      yield { type: "command", command: "no" };
      yield { type: "not_forgotten" };
    } else {
      yield { type: "command", command: "yes" };
      yield* forgetOne(this, chosen);
    }
    return true;
  }

  /** Carries out a command that stood in a natural sentence. Throws LociError where it cannot. */
  async *#execute(command: PlainCommand, signal?: AbortSignal): Events {
    switch (command.type) {
      case "forget_that": {
        const taken = await this.takeBack();
        return yield { type: "taken_back", ...(taken ?? { said: null, forgotten: [], kept: [] }) };
      }
      case "forget":
        return yield* typedCommand("forget").run(this, command.what, signal);
      case "end":
      case "help":
        return yield* typedCommand(command.type).run(this, "", signal);
    }
  }

  /**
   * Takes the person's last message back for good: the reply goes with it, and the memories that were saved of it.
   * Undefined where there is none that was not digested yet. Throws LociError where the vault cannot be written;
   * nothing of the conversation is gone then.
   */
  async takeBack(): Promise<TakenBack | undefined> {
    const { vault, services } = this;
    const id = this.begun()?.id ?? "";
    services.recentTurns(id).hits = [];
    // A reply under way goes too.
    return inTurn(services, id, () => takeBackLast(vault, services.db, id));
  }

  /** Throws LociError NOT_FOUND for an agent that is not there, BAD_INPUT for the one that answers. */
  handOff(agent: string): TurnEvent {
    return handOff(this.services.turnPorts, this.session().id, { to: agent });
  }

  /** By code or name; the event where it changes. Throws LociError BAD_INPUT for what is not a language. */
  setLanguage(name: string): TurnEvent | undefined {
    const { id, language: from } = this.session();
    const to = toLanguage(name);
    if (from === to) return undefined;
    const event = { type: "language", from, to, trigger: "explicit_setting" } as const;
    this.services.db.sessions.update(id, { language: to }, event);
    return event;
  }

  setMode(to: Mode): void {
    const { id, mode: from } = this.session();
    if (from !== to) this.services.db.sessions.update(id, { mode: to }, { type: "mode", from, to });
  }

  /** Trims a reply that was interrupted to what was heard of it. */
  async keepHeard(reply: number, heard: string): Promise<void> {
    this.services.db.sessions.keepHeard(this.session().id, reply, heard);
  }

  /** Digests what was said; undefined where nothing was. Aborted, it waits on disk. */
  async end(signal?: AbortSignal): Promise<DigestEvent | undefined> {
    const ended = this.begun();
    this.#hasLeft = true;
    return ended && this.services.digest(ended.id, signal);
  }
}

/**
 * Reads an answer to "which of these?": a number, an id, a whole text, a no, or a clear yes to one choice.
 * `unclear` may be an answer, but leaves open which is meant; `other` is words like any other. Pure.
 */
function readAnswer(
  choices: readonly FoundMemory[],
  words: string,
  language: string,
): FoundMemory | "none" | "unclear" | "other" {
  const said = words.trim();
  if (said === "" || said === "0" || said.toLowerCase() === "none") return "none";
  if (/^\d{1,3}\.?$/.test(said)) return choices[Number.parseInt(said, 10) - 1] ?? "unclear";
  const named = choices.find(({ id, text }) => id === said || text === said);
  if (named !== undefined) return named;
  const answer = parseAnswer(said, language);
  if (answer === "no") return "none";
  if (answer === undefined) return "other";
  const [only, ...others] = choices;
  return only !== undefined && others.length === 0 ? only : "unclear";
}
