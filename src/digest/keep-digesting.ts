import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../errors.ts";
import type { Digested } from "./digest-ports.ts";

/** Digesting in the background. */
export interface Digesting {
  /** Resolves when the work that is under way was called off; what is not done waits on disk. */
  close(): Promise<void>;
}

/** What digesting in the background needs of an open vault. */
export interface DigestingPorts<Event> {
  /** Quiet time after which a conversation is digested (ms). */
  readonly inactivityMs: number;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  /** Removes transcripts that have outlived the setting. */
  readonly sweepTranscripts: () => Promise<void>;
  /** Digests all that is due; does nothing where there was never a conversation. */
  readonly digestWaiting: (signal: AbortSignal) => AsyncIterable<Event>;
}

/** Longest time between two looks (ms). */
const longestPause = 30_000;

/** Digests what waits, what a crash left behind and what has been quiet for long enough, now and until closed. */
export function keepDigesting<Event extends Pick<Digested, "session" | "status" | "reason">>(
  { inactivityMs, report, sweepTranscripts, digestWaiting }: DigestingPorts<Event>,
  onEvent: (event: Event) => Promise<void>,
): Digesting {
  const stop = new AbortController();
  const { signal } = stop;
  const saidBySession = new Map<string, string>();
  const digestDue = async (): Promise<void> => {
    for await (const event of digestWaiting(signal)) {
      // That a conversation still waits, and why, is reported once and not at each look.
      const { session, status, reason } = event;
      const said = status === "waiting" || status === "off" ? `${status} ${reason}` : undefined;
      const isSaid = said !== undefined && saidBySession.get(session) === said;
      if (said === undefined) saidBySession.delete(session);
      else saidBySession.set(session, said);
      if (!isSaid) await onEvent(event);
    }
  };
  const failing = (what: string) => (error: unknown) =>
    report(`Cannot ${what}: ${messageOf(error)}`);
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      await sweepTranscripts().catch(failing("remove old transcripts"));
      await digestDue().catch(failing("digest a conversation"));
      const pause = Math.min(longestPause, inactivityMs / 4);
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {}); // Closed.
    }
  };
  const running = keep();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
