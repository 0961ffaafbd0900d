import { rmSync } from "node:fs";
import { join } from "node:path";
import { type NamedTranscript, namedTranscripts } from "../digest/transcript/named-transcripts.ts";
import { LociError } from "../errors.ts";
import type { Mode, Session, SessionEvent } from "../session/session.ts";
import { openConversation } from "./conversation.ts";
import type { Parts } from "./parts.ts";
import { removeTranscripts } from "./sweep-transcripts.ts";
import type { DigestEvent, LazyTalk, Talk } from "./talk.ts";

/** A session as it is listed; times are UTC, `2026-02-12T13:30:00.000Z`. */
export type ListedSession = Omit<Session, "startedAt" | "lastAt"> & {
  readonly startedAt: string;
  readonly lastAt: string;
};

/** A session with all that is kept of it. */
export interface WholeSession {
  readonly session: ListedSession;
  readonly messages: readonly object[];
  readonly events: readonly (SessionEvent & { readonly at: string })[];
  readonly context: {
    readonly recalled: readonly object[];
    readonly slots: Readonly<Record<string, string>>;
    /** Agents that were here, in order of their coming. */
    readonly agents: readonly string[];
  };
}

/** Which sessions are to go. A day is one on which they began, ended or went on. */
export type RemovedSessions = { readonly id: string } | { readonly day: string } | "all";

/** The conversations of a vault on this device. Those that name a session throw LociError NOT_FOUND where it is not there. */
export interface LociSessions {
  /** Newest first. */
  list(): Promise<readonly ListedSession[]>;
  read(id: string): Promise<WholeSession>;
  /** Digests it now; aborted, it waits on disk. */
  end(id: string, signal?: AbortSignal): Promise<DigestEvent>;
  /** Throws LociError BAD_INPUT for what is no language, NOT_FOUND for a session that is over. */
  change(
    id: string,
    change: { readonly mode?: Mode; readonly language?: string },
  ): Promise<ListedSession>;
  /**
   * Removes what was said, transcripts too, and with "all" what can be undone; what was digested of it stays. Returns of
   * how many conversations something went.
   */
  remove(which: RemovedSessions): Promise<number>;
}

/** Looks at the conversations, and changes them. */
export function openSessions(parts: Parts, lazy: LazyTalk): LociSessions {
  return {
    async list() {
      if (!lazy.isThere()) return [];
      return (await lazy.open()).db.sessions.list().map(toListed);
    },
    read: async (id) => read(await lazy.open(), id),
    async end(id, signal) {
      const talk = await lazy.open();
      return talk.digest(find(talk, id).id, signal);
    },
    async change(id, change) {
      return toListed(
        openConversation(parts, await lazy.open(), { resume: id, ...change }).session(),
      );
    },
    remove: (which) => remove(parts, lazy, which),
  };
}

/** First from the database: what is being digested then leaves no transcript any more. */
async function remove(parts: Parts, lazy: LazyTalk, which: RemovedSessions): Promise<number> {
  if (which === "all") rmSync(join(parts.lociDir, "chat-history"), { force: true });
  const dropped = lazy.isThere() ? (await lazy.open()).db.sessions.remove(which) : [];
  const ids = new Set(dropped);
  const transcripts = await removeTranscripts(parts, lazy, (paths) =>
    namedTranscripts(paths).filter((one) => ids.has(one.session) || isMeant(which, one)),
  );
  for (const { session } of transcripts) ids.add(session);
  if (ids.size === 0 && which !== "all" && "id" in which) throw notFound(which.id);
  return ids.size;
}

function isMeant(which: RemovedSessions, { day, session }: NamedTranscript): boolean {
  if (which === "all") return true;
  return "id" in which ? which.id === session : which.day === day;
}

function read(talk: Talk, id: string): WholeSession {
  const session = find(talk, id);
  const { sessions } = talk.db;
  const slots = Object.entries(sessions.slots(id)).filter(([name]) => !name.startsWith("."));
  return {
    session: toListed(session),
    messages: sessions
      .messages(id, { limit: Number.POSITIVE_INFINITY })
      .map(({ at, saidAt, ...message }) => ({
        ...message,
        at: toTime(at),
        ...(saidAt === undefined ? {} : { saidAt: toTime(saidAt) }),
      })),
    events: sessions.events(id).map((event) => ({ ...event, at: toTime(event.at) })),
    context: {
      recalled: sessions.recalled(id),
      slots: Object.fromEntries(slots),
      agents: sessions.visited(id),
    },
  };
}

function find({ db }: Talk, id: string): Session {
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

const toTime = (ms: number): string => new Date(Math.min(Math.max(ms, 0), 8.64e15)).toISOString();
