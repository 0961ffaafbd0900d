import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TurnEvent } from "../agent/turn-event.ts";
import type { TurnPorts } from "../agent/turn-ports.ts";
import { splitQueueFile } from "../digest/split/split-queue.ts";
import type { SessionDb } from "../session/session.ts";
import type { Lately } from "./lately.ts";
import type { Parts } from "./parts.ts";

export type DigestEvent = Extract<TurnEvent, { type: "digest"; session: string }>;

/** What conversations in one vault need, opened with the first of them. */
export interface Talk {
  readonly db: SessionDb;
  readonly turnPorts: TurnPorts;
  readonly lately: Lately;
  /** Waits for the session's turn under way, for two windows may talk in one; call what it gives when the turn is over. */
  beginTurn(session: string): Promise<() => void>;
  /** Digests one session now; aborted, it waits on disk. `askedAt`: by hand at that time, whatever failed before. */
  digest(session: string, signal?: AbortSignal, askedAt?: number): Promise<DigestEvent>;
  /** Digests all that is due, also what a crash left behind and what has been quiet for long enough. */
  digestWaiting(signal?: AbortSignal, askedAt?: number): AsyncIterable<DigestEvent>;
  /** Calls off what a model is asked. */
  hurry(): void;
  close(): void;
}

export interface LazyTalk {
  /** There are sessions on disk, topics that wait to be split, or a conversation under way. */
  isThere(): boolean;
  open(): Promise<Talk>;
  /** Waits for what still runs in the background, and calls it off after so long (ms). */
  close(patienceMs: number): Promise<void>;
}

/** Drops what is kept of files in the undo journal, where there is one. */
export function dropFromUndo(talk: LazyTalk): (paths: readonly string[]) => Promise<void> {
  return async (paths) => {
    if (!talk.isThere()) return;
    const { undo } = (await talk.open()).db;
    for (const path of paths) undo.dropFile(path);
  };
}

/** Most commands hold no conversation: its packages and its database are loaded by the first that does. */
export function lazyTalk(parts: Parts): LazyTalk {
  let opened: Promise<Talk> | undefined;
  const running = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  return {
    isThere: () =>
      opened !== undefined ||
      existsSync(join(parts.lociDir, "sessions.db")) ||
      existsSync(splitQueueFile(parts.lociDir)),
    open() {
      opened ??= import("./open-talk.ts")
        .then(({ openTalk }) => openTalk(parts, background))
        .catch((error: unknown) => {
          opened = undefined; // What stood in the way may be gone the next time.
          throw error;
        });
      return opened;
    },
    async close(patienceMs) {
      const talk = await opened?.catch(() => undefined); // Whoever opened it has the error.
      const timer = setTimeout(() => talk?.hurry(), patienceMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
      talk?.close();
    },
  };
}
