import { messageOf } from "../errors.ts";
import type { Digested } from "./digest-ports.ts";

/** Digesting in the background. */
export interface Digesting {
  /** Resolves when the work that is under way was called off; what is not done waits on disk. */
  close(): Promise<void>;
}

type Outcome = Pick<Digested, "session" | "status" | "reason">;

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

/**
 * Digests what waits, what a crash left behind and what has been quiet for long enough, now and until closed. It costs
 * nothing where there was never a conversation.
 */
export function keepDigesting<Event extends Outcome>(
  { inactivityMs, report, sweepTranscripts, digestWaiting }: DigestingPorts<Event>,
  onEvent: (event: Event) => Promise<void>,
): Digesting {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const saidBySession = new Map<string, string>();
  /** That a conversation still waits, and why, is reported once and not at each look. */
  const isNew = ({ session, status, reason = "" }: Event): boolean => {
    const said = status === "waiting" || status === "off" ? `${status} ${reason}` : "";
    const isSaid = said !== "" && saidBySession.get(session) === said;
    saidBySession.set(session, said);
    return !isSaid;
  };
  const digestDue = async (): Promise<void> => {
    await sweepTranscripts().catch((error: unknown) =>
      report(`Cannot remove old transcripts: ${messageOf(error)}`),
    );
    for await (const event of digestWaiting(stop.signal)) if (isNew(event)) await onEvent(event);
  };
  const again = (): void => {
    running = digestDue()
      .catch((error: unknown) => report(`Cannot digest a conversation: ${messageOf(error)}`))
      .finally(() => {
        if (stop.signal.aborted) return;
        timer = setTimeout(again, Math.min(longestPause, inactivityMs / 4));
        timer.unref();
      });
  };
  again();
  return {
    async close() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
