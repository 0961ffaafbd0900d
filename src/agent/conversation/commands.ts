import { adviceOn, LociError } from "../../errors.ts";
import { forget } from "../../memory/forget.ts";
import { forgetInSessions, saidWith } from "../../memory/forget-in-sessions.ts";
import { redactMemories } from "../../memory/hide-secrets.ts";
import { findMemories } from "../../memory/recall.ts";
import { findTopicFor, missingTopic } from "../../memory/topics.ts";
import type { FoundMemory } from "../../recall/recall.ts";
import type { TurnEvent } from "../turn-event.ts";
import type { Chat } from "./chat.ts";

type Events = AsyncGenerator<TurnEvent, void>;

/** A command that begins with a slash. */
interface TypedCommand {
  readonly usage: string;
  readonly does: string;
  /** It begins no conversation where there is none yet. */
  readonly isApart?: true;
  /** Throws LociError for words that it cannot take; `signal` calls off what takes long. */
  run(chat: Chat, words: string, signal?: AbortSignal): Events;
}

const commands: Readonly<Record<string, TypedCommand>> = {
  end: {
    usage: "/end",
    does: "ends the conversation: what matters in it becomes memory",
    isApart: true,
    async *run(chat, _, signal) {
      const nothing = { session: null, status: "nothing", outcomes: [] } as const;
      yield (await chat.end(signal)) ?? { type: "digest", ...nothing };
    },
  },
  topic: {
    usage: "/topic [NAME]",
    does: "the topic we are at, or goes to one",
    async *run(chat, name) {
      const { vault, services } = chat;
      const session = chat.session();
      const wanted = name === "" ? session.topic : name;
      if (wanted === null) return yield { type: "topic", topic: null, file: null };
      const found = await findTopicFor(vault, session, wanted);
      if (name === "") return yield { type: "topic", topic: found?.topic ?? wanted, file: wanted };
      if (found === undefined) throw missingTopic(vault, session, name);
      const { topic, file } = found;
      services.db.sessions.update(session.id, { topic: file }, { type: "topic", path: file });
      yield { type: "topic", topic, file };
    },
  },
  agent: {
    usage: "/agent [ID]",
    does: "the agent that answers, or hands over to another",
    async *run(chat, id) {
      if (id !== "") return yield chat.handOff(id);
      const { agent } = chat.session();
      const all = [...chat.services.turnPorts.agents.keys()];
      yield { type: "agent", agent, others: all.filter((other) => other !== agent) };
    },
  },
  lang: {
    usage: "/lang [xx]",
    does: "the language we speak, or another one",
    async *run(chat, name) {
      const changed = name === "" ? undefined : chat.setLanguage(name);
      const { language } = chat.session();
      const same = { from: language, to: language, trigger: "explicit_setting" } as const;
      yield changed ?? { type: "language", ...same };
    },
  },
  why: {
    usage: "/why",
    does: "which memories the last answer was made from, and why these",
    async *run(chat) {
      const { id, topic } = chat.session();
      yield { type: "why", hits: chat.services.recentTurns(id).hits, topic };
    },
  },
  forget: {
    usage: "/forget WORDS",
    does: "removes a memory; asks which",
    run: forgetNamed,
  },
  undo: {
    usage: "/undo",
    does: "takes back the last thing saved or digested",
    isApart: true,
    async *run(chat) {
      if (chat.isBound) {
        throw new LociError(
          "BAD_INPUT",
          "Cannot undo here: the last step may be somebody else's; take it back where Loci runs",
        );
      }
      const { undoLast } = await import("../../memory/undo.ts");
      const undone = await undoLast(chat.vault, chat.services.db.sessions, chat.session());
      const none = { what: null, files: [], removed: [], restored: [], kept: [] };
      yield { type: "undo", ...(undone ?? none) };
    },
  },
  help: {
    usage: "/help",
    does: "this list",
    isApart: true,
    async *run() {
      const all = Object.values(commands).map(({ usage, does }) => ({ usage, does }));
      yield { type: "help", commands: all };
    },
  },
};

/** The command of that name. Throws LociError BAD_INPUT with the nearest where there is none. */
export function typedCommand(name: string): TypedCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const typed = `/${name.slice(0, 40)}`;
  const names = Object.keys(commands).map((known) => `/${known}`);
  const advice = adviceOn(typed, names, "/help lists what there is");
  throw new LociError("BAD_INPUT", `Cannot do "${typed}": there is no such command; ${advice}`, {
    data: { command: typed },
  });
}

/** At once where a whole text or an id names one memory; else it asks which is meant. */
async function* forgetNamed(chat: Chat, words: string): Events {
  if (words === "") {
    throw new LociError(
      "BAD_INPUT",
      'Cannot forget nothing: say which, such as "/forget bomba rice"',
    );
  }
  const { vault, services } = chat;
  const session = chat.session();
  const found = await findMemories(vault, session, words);
  const known = session.isBound ? redactMemories(vault, session, found) : found;
  const entries = [...saidWith(services.db.sessions, session, words, known), ...known];
  const [one, ...others] = entries;
  if (one?.isExact === true && others.length === 0) return yield* forgetOne(chat, one);
  if (entries.length > 0) services.recentTurns(session.id).pending = entries;
  yield { type: "found", entries };
}

/** Forgets it, and says where its words may still stand. Throws LociError NOT_FOUND where it was changed meanwhile. */
export async function* forgetOne(chat: Chat, memory: FoundMemory): Events {
  const { vault, services } = chat;
  const by = chat.session();
  const { text, file } = memory;
  const said = { text, persons: new Set<string>(), sessions: [by.id], said: [] };
  const left =
    file === ""
      ? await forgetInSessions(services, said)
      : await forget(vault, services, [memory], { by });
  const result = { status: "forgotten", text, file, ...left };
  yield { type: "tool", name: "forget", result };
}
