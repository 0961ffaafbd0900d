import { rmSync } from "node:fs";
import { join } from "node:path";
import { type NamedTranscript, removeTranscripts } from "../../digest/keep-transcripts.ts";
import { LociError } from "../../errors.ts";
import { checkedPerson } from "../../memory/people.ts";
import type { Message, Mode, Session, WhichSessions } from "../../session/session.ts";
import { openSlots } from "../../session/slots.ts";
import { speakerName } from "../../session/speaker-name.ts";
import { checkAgent, pendingHandOff } from "../hand-off.ts";
import { newMessage } from "../turn.ts";
import type { DigestEvent } from "../turn-event.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import { Chat } from "./chat.ts";
import {
  type ConversationOptions,
  type ConversationServices,
  inTurn,
  type LazyConversationServices,
} from "./conversation.ts";

export type { WhichSessions };

/** A session as it is listed; times are UTC, `2026-02-12T13:30:00.000Z`. */
export type ListedSession = ReturnType<typeof toListed>;

/** Messages of one agent's thread, of a role, of a mode. */
type WhichMessages = Partial<Pick<Message, "agent" | "role" | "mode">>;

/** A message that was answered elsewhere; mode and language are the conversation's own where they are not named. */
export interface KeptMessage extends Partial<Pick<Message, "mode" | "language">> {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** The conversations of a vault on this device. What names a session throws LociError NOT_FOUND if it is not there. */
export type LociSessions = ReturnType<typeof openSessions>;

/** Looks at the conversations, and changes them. */
export function openSessions(vault: ConversationContext, lazy: LazyConversationServices) {
  const services = async (): Promise<ConversationServices> => {
    const opened = await lazy.open();
    opened.db.sessions.expire();
    return opened;
  };
  return {
    /** Newest first. */
    async list(which: WhichSessions = "all"): Promise<readonly ListedSession[]> {
      if (!lazy.isThere()) return [];
      return (await services()).db.sessions.list(checked(vault, which)).map(toListed);
    },
    /** Without what was said. */
    find: async (id: string) => toListed(find(await services(), id)),
    /** With all that is kept of it; `which`: only those messages. */
    read: async (id: string, which: WhichMessages = {}) => read(await services(), id, which),
    /** Begins one; nothing is said in it yet. Throws as `Chat`. */
    begin: async (options: Omit<ConversationOptions, "resume">) =>
      toListed(new Chat(vault, await lazy.open(), options).session()),
    /**
     * Keeps a message that was answered elsewhere: no model is asked, and it is digested with the conversation.
     * Throws LociError BAD_INPUT for what is not a language.
     */
    addMessage: async (id: string, message: KeptMessage) =>
      toListedMessage(await addMessage(vault, await lazy.open(), id, message)),
    /** Digests it now; aborted, it waits on disk. */
    async end(id: string, signal?: AbortSignal): Promise<DigestEvent> {
      const opened = await lazy.open();
      return opened.digest(find(opened, id).id, signal);
    },
    /** Throws LociError BAD_INPUT for what is not a language, NOT_FOUND for a session that is over. */
    async change(
      id: string,
      { mode, ...change }: { readonly mode?: Mode; readonly language?: string },
    ): Promise<ListedSession> {
      const conversation = new Chat(vault, await lazy.open(), { resume: id, ...change });
      if (mode !== undefined) conversation.setMode(mode);
      return toListed(conversation.session());
    },
    /**
     * Clears one agent's thread for good; what was saved of it stays. Returns how many messages went. Throws LociError
     * NOT_FOUND for an agent that never was in it, BUSY where some of it is being digested.
     */
    async clearThread(id: string, agent: string): Promise<{ readonly messages: number }> {
      const opened = await lazy.open();
      const { sessions } = opened.db;
      const took = new Set([...sessions.visited(id), find(opened, id).agent]);
      checkAgent(took, agent, `Cannot clear the thread of "${agent}": it took no part`);
      // A reply under way goes too.
      return inTurn(opened, id, () => ({ messages: sessions.clearThread(id, agent) }));
    },
    /**
     * Removes what was said, transcripts too, and the last steps of what is not committed; what was digested stays.
     * Returns of how many conversations something went.
     */
    remove: (which: WhichSessions) => remove(vault, lazy, checked(vault, which)),
  };
}

async function addMessage(
  vault: ConversationContext,
  services: ConversationServices,
  id: string,
  { role, content, mode, language }: KeptMessage,
): Promise<Message> {
  const conversation = new Chat(vault, services, { resume: id });
  return inTurn(services, id, () => {
    if (mode !== undefined) conversation.setMode(mode);
    if (language !== undefined) conversation.setLanguage(language);
    const session = conversation.session();
    const message = newMessage(session, { role, content, agent: session.agent });
    return services.db.sessions.addMessage(session.id, message);
  });
}

/** A person as their folder is called. */
function checked(vault: ConversationContext, which: WhichSessions): WhichSessions {
  if (which === "all" || "id" in which || which.person === undefined) return which;
  const person = checkedPerson(vault, which.person);
  return person === null ? which : { ...which, person };
}

/** First from the database: what is being digested then leaves no transcript any more. */
async function remove(
  vault: ConversationContext,
  lazy: LazyConversationServices,
  which: WhichSessions,
): Promise<{ readonly removed: number }> {
  if (which === "all") rmSync(join(vault.lociDir, "chat-history"), { force: true });
  rmSync(join(vault.lociDir, "undo"), { recursive: true, force: true }); // Its words may be there.
  const dropped = lazy.isThere() ? (await lazy.open()).db.sessions.remove(which) : [];
  const ids = new Set(dropped);
  // A transcript names its session and day only.
  const isMeant = ({ day, session }: NamedTranscript): boolean => {
    if (which === "all" || ids.has(session)) return true;
    if ("id" in which) return which.id === session;
    return which.day === day && which.person === undefined && which.agent === undefined;
  };
  for (const { session } of await removeTranscripts(vault, isMeant)) ids.add(session);
  if (ids.size === 0 && which !== "all" && "id" in which) throw notFound(which.id);
  return { removed: ids.size };
}

/** A session with all that is kept of it. */
async function read(
  services: ConversationServices,
  id: string,
  { agent, role, mode }: WhichMessages,
) {
  const session = find(services, id);
  const { sessions } = services.db;
  const all = { limit: Number.POSITIVE_INFINITY, withDigested: true };
  const isMeant = (one: Message): boolean =>
    (agent ?? one.agent) === one.agent &&
    (role ?? one.role) === one.role &&
    (mode ?? one.mode) === one.mode;
  const events = sessions.events(id).map((event) => ({ ...event, at: toTime(event.at) }));
  const pending = pendingHandOff(sessions, session);
  return {
    session: toListed(session),
    messages: sessions.messages(id, all).filter(isMeant).map(toListedMessage),
    events,
    context: {
      recalled: sessions.recalled(id),
      slots: Object.fromEntries(openSlots(sessions.slots(id))),
      /** What slots were before, oldest first; '' for none. `message`: the person's, in whose turn it changed. */
      slotHistory: events.filter((event) => event.type === "slot"),
      profile: await profileIn(services, session),
      toolOutputs: toolOutputsIn(sessions.messages(id)),
      /** Agents that were here, in order of their coming. */
      agents: sessions.visited(id),
      /** The active agent took over, and has not replied yet. */
      handoff: pending === undefined ? null : { from: pending.from, context: pending.context },
    },
  };
}

/** What tools gave to which agent, oldest first. */
function toolOutputsIn(messages: readonly Message[]) {
  const nameById = new Map<string, string>();
  return messages.flatMap(({ role, agent, toolCalls = [], callId = "", content }) => {
    for (const { id, name } of toolCalls) nameById.set(id, name);
    return role === "tool" ? [{ agent, tool: nameById.get(callId) ?? "", result: content }] : [];
  });
}

/** The person who talks, as every agent of a session gets to know them; null where nobody is named. */
async function profileIn({ turnPorts }: ConversationServices, session: Session) {
  const { person, language } = session;
  if (person === null) return null;
  const lines = turnPorts.memory.reads ? (await turnPorts.standing(session)).profile : [];
  return { person, name: speakerName(person), language, lines };
}

function find({ db }: ConversationServices, id: string): Session {
  const found = db.sessions.find(id);
  if (found !== undefined) return found;
  throw notFound(id);
}

const notFound = (id: string): LociError =>
  new LociError("NOT_FOUND", `Cannot find the conversation "${id}": there is none of that id`, {
    data: { session: id },
  });

const toListed = ({ startedAt, lastAt, ...session }: Session) => ({
  ...session,
  startedAt: toTime(startedAt),
  lastAt: toTime(lastAt),
});

const toListedMessage = ({ at, saidAt, ...message }: Message) => ({
  ...message,
  at: toTime(at),
  ...(saidAt === undefined ? {} : { saidAt: toTime(saidAt) }),
});

const toTime = (ms: number): string => new Date(Math.min(Math.max(ms, 0), 8.64e15)).toISOString();
