import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  type NamedTranscript,
  removeTranscripts,
} from "../../digest/transcript/keep-transcripts.ts";
import { adviceOn, LociError } from "../../errors.ts";
import { checkedPerson } from "../../memory/people.ts";
import type { Message, Mode, Session, SessionEvent, WhichSessions } from "../../session/session.ts";
import { speakerName } from "../../session/speaker-name.ts";
import { pendingHandOff } from "../hand-off.ts";
import { type ToolOutput, toolOutputsFor } from "../tool-outputs.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import type { KeptMessage } from "./add-message.ts";
import type { ConversationServices, DigestEvent, LazyConversationServices } from "./context.ts";
import { type ConversationOptions, openConversation } from "./conversation.ts";

export type { WhichSessions };

/** A session as it is listed; times are UTC, `2026-02-12T13:30:00.000Z`. */
export type ListedSession = Omit<Session, "startedAt" | "lastAt"> & {
  readonly startedAt: string;
  readonly lastAt: string;
};

/** A message, with its times as those of a session. */
export type ListedMessage = Omit<Message, "at" | "saidAt"> & {
  readonly at: string;
  readonly saidAt?: string;
};
type SlotChange = Extract<SessionEvent, { type: "slot" }> & { readonly at: string };

/** Messages of one agent's thread, of a role, of a mode. */
export interface WhichMessages {
  readonly agent?: string;
  readonly role?: Message["role"];
  readonly mode?: Mode;
}

/** A person, as every agent of a session gets to know them. */
export interface SessionProfile {
  readonly person: string;
  /** `ana-maria` is Ana Maria. */
  readonly name: string;
  readonly language: string;
  /** The lines of their profile, as the models of this vault may read it. */
  readonly lines: readonly string[];
}

/** A session with all that is kept of it. */
export interface WholeSession {
  readonly session: ListedSession;
  readonly messages: readonly ListedMessage[];
  readonly events: readonly (SessionEvent & { readonly at: string })[];
  readonly context: {
    readonly recalled: readonly object[];
    readonly slots: Readonly<Record<string, string>>;
    /** What slots were before, oldest first; '' for none. `message`: the person's, in whose turn an agent changed it. */
    readonly slotHistory: readonly SlotChange[];
    /** What is known of the person who talks; null where nobody is named. */
    readonly profile: SessionProfile | null;
    /** What tools gave to other agents and the active one may see. */
    readonly toolOutputs: readonly ToolOutput[];
    /** Agents that were here, in order of their coming. */
    readonly agents: readonly string[];
    /** The active agent took over, and has not replied yet. */
    readonly handoff: { readonly from: string; readonly context: string } | null;
  };
}

/** The conversations of a vault on this device. Those that name a session throw LociError NOT_FOUND where it is not there. */
export interface LociSessions {
  /** Newest first. @example const sessions = await loci.sessions.list({ person: "ana" }); */
  list(which?: WhichSessions): Promise<readonly ListedSession[]>;
  /** Without what was said. @example const { state } = await loci.sessions.find(id); */
  find(id: string): Promise<ListedSession>;
  /** `which`: only those messages. @example const { messages } = await loci.sessions.read(id, { agent: "chef" }); */
  read(id: string, which?: WhichMessages): Promise<WholeSession>;
  /** Begins one; nothing is said in it yet. Throws as `openConversation`.
   * @example const { id } = await loci.sessions.begin({ person: "ana" }); */
  begin(options: Omit<ConversationOptions, "resume">): Promise<ListedSession>;
  /** Keeps a message that was said and answered elsewhere. Throws LociError BAD_INPUT for what is not a language.
   * @example await loci.sessions.addMessage(id, { role: "user", content: "My locker is number 41." }); */
  addMessage(id: string, message: KeptMessage): Promise<ListedMessage>;
  /** Digests it now; aborted, it waits on disk.
   * @example const { learned } = await loci.sessions.end(id); */
  end(id: string, signal?: AbortSignal): Promise<DigestEvent>;
  /** Throws LociError BAD_INPUT for what is not a language, NOT_FOUND for a session that is over.
   * @example await loci.sessions.change(id, { mode: "voice" }); */
  change(
    id: string,
    change: { readonly mode?: Mode; readonly language?: string },
  ): Promise<ListedSession>;
  /**
   * Clears one agent's thread for good; what was saved of it stays. Returns how many messages went. Throws LociError NOT_FOUND
   * for an agent that never was in it, BUSY where some of it is being digested.
   * @example await loci.sessions.clearThread(id, "chef");
   */
  clearThread(id: string, agent: string): Promise<{ readonly messages: number }>;
  /** Removes what was said, transcripts too, and the last steps of what is not committed; what was digested of it stays. Returns of how
   * many conversations something went. @example await loci.sessions.remove({ id }); */
  remove(which: WhichSessions): Promise<{ readonly removed: number }>;
}

/** Looks at the conversations, and changes them. */
export function openSessions(
  context: ConversationContext,
  lazy: LazyConversationServices,
): LociSessions {
  return {
    async list(which = "all") {
      if (!lazy.isThere()) return [];
      const { sessions } = (await lazy.open()).db;
      sessions.expire();
      return sessions.list(checked(context, which)).map(toListed);
    },
    async find(id) {
      const services = await lazy.open();
      services.db.sessions.expire();
      return toListed(find(services, id));
    },
    async read(id, which = {}) {
      const services = await lazy.open();
      services.db.sessions.expire();
      return await read(services, id, which);
    },
    async begin(options) {
      return toListed(openConversation(context, await lazy.open(), options).session());
    },
    async addMessage(id, message) {
      const { addMessage } = await import("./add-message.ts");
      return toListedMessage(await addMessage(context, await lazy.open(), id, message));
    },
    async end(id, signal) {
      const services = await lazy.open();
      return services.digest(find(services, id).id, signal);
    },
    async change(id, { mode, ...change }) {
      const conversation = openConversation(context, await lazy.open(), { resume: id, ...change });
      if (mode !== undefined) for await (const _ of conversation.setMode(mode));
      return toListed(conversation.session());
    },
    async clearThread(id, agent) {
      const services = await lazy.open();
      const { sessions } = services.db;
      checkTookPart(agent, [...new Set([...sessions.visited(id), find(services, id).agent])]);
      const endTurn = await services.beginTurn(id); // A reply under way goes too.
      try {
        return { messages: sessions.clearThread(id, agent) };
      } finally {
        endTurn();
      }
    },
    async remove(which) {
      const meant = checked(context, which);
      const removed = await remove(context, lazy, meant);
      if (removed === 0 && meant !== "all" && "id" in meant) throw notFound(meant.id);
      return { removed };
    },
  };
}

function checkTookPart(agent: string, agents: readonly string[]): void {
  if (agents.includes(agent)) return;
  const advice = adviceOn(agent, agents, `there are ${agents.join(", ")}`);
  throw new LociError(
    "NOT_FOUND",
    `Cannot clear the thread of "${agent}": it took no part in the conversation; ${advice}`,
    { data: { agent } },
  );
}

/** A person as their folder is called. */
function checked(context: ConversationContext, which: WhichSessions): WhichSessions {
  if (which === "all" || "id" in which || which.person === undefined) return which;
  const person = checkedPerson(context, which.person);
  return person === null ? which : { ...which, person };
}

/** First from the database: what is being digested then leaves no transcript any more. */
async function remove(
  context: ConversationContext,
  lazy: LazyConversationServices,
  which: WhichSessions,
): Promise<number> {
  if (which === "all") rmSync(join(context.lociDir, "chat-history"), { force: true });
  rmSync(join(context.lociDir, "undo"), { recursive: true, force: true }); // Its words may be there.
  const dropped = lazy.isThere() ? (await lazy.open()).db.sessions.remove(which) : [];
  const ids = new Set(dropped);
  const transcripts = await removeTranscripts(
    context,
    (one) => ids.has(one.session) || isMeant(which, one),
  );
  for (const { session } of transcripts) ids.add(session);
  return ids.size;
}

/** A transcript names its session and day only. */
function isMeant(which: WhichSessions, { day, session }: NamedTranscript): boolean {
  if (which === "all") return true;
  if ("id" in which) return which.id === session;
  return which.day === day && which.person === undefined && which.agent === undefined;
}

async function read(
  services: ConversationServices,
  id: string,
  { role, mode, ...thread }: WhichMessages,
): Promise<WholeSession> {
  const session = find(services, id);
  const { sessions } = services.db;
  const events = sessions.events(id).map((event) => ({ ...event, at: toTime(event.at) }));
  const pending = pendingHandOff(sessions, session);
  const slots = Object.entries(sessions.slots(id)).filter(([name]) => !name.startsWith("."));
  return {
    session: toListed(session),
    messages: sessions
      .messages(id, { limit: Number.POSITIVE_INFINITY, withDigested: true, ...thread })
      .filter((one) => (role ?? one.role) === one.role && (mode ?? one.mode) === one.mode)
      .map(toListedMessage),
    events,
    context: {
      recalled: sessions.recalled(id),
      slots: Object.fromEntries(slots),
      slotHistory: events.filter((event) => event.type === "slot"),
      profile: await profileIn(services, session),
      toolOutputs: toolOutputsFor(sessions.messages(id), session, 0),
      agents: sessions.visited(id),
      handoff: pending === undefined ? null : { from: pending.from, context: pending.context },
    },
  };
}

async function profileIn(
  { turnPorts }: ConversationServices,
  session: Session,
): Promise<SessionProfile | null> {
  const { person, language } = session;
  if (person === null) return null;
  const text = turnPorts.memory.reads ? await turnPorts.profile(session) : undefined;
  const lines = (text ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
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

const toListed = ({ startedAt, lastAt, ...session }: Session): ListedSession => ({
  ...session,
  startedAt: toTime(startedAt),
  lastAt: toTime(lastAt),
});

const toListedMessage = ({ at, saidAt, ...message }: Message): ListedMessage => ({
  ...message,
  at: toTime(at),
  ...(saidAt === undefined ? {} : { saidAt: toTime(saidAt) }),
});

const toTime = (ms: number): string => new Date(Math.min(Math.max(ms, 0), 8.64e15)).toISOString();
