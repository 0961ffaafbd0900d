import { messageOf } from "../errors.ts";
import { sweepTranscripts } from "../memory/transcripts.ts";
import type { Parts } from "./parts.ts";
import { type DigestEvent, dropFromUndo, type LazyTalk } from "./talk.ts";

/** Digesting in the background. */
export interface Digesting {
  /** Resolves when the work that is under way was called off; what is not done waits on disk. */
  close(): Promise<void>;
}

/** Longest time between two looks (ms). */
const longestPause = 30_000;

/**
 * Digests what waits, what a crash left behind and what has been quiet for long enough, now and until closed. It costs
 * nothing where nobody has ever had a conversation.
 */
export function keepDigesting(
  parts: Parts,
  talk: LazyTalk,
  onEvent: (event: DigestEvent) => Promise<void>,
): Digesting {
  const { inactivityMs } = parts.settings.session;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const isNew = createNews();
  const look = async (): Promise<void> => {
    await sweepTranscripts(parts, dropFromUndo(talk)).catch((error: unknown) =>
      parts.report(`Cannot remove old transcripts: ${messageOf(error)}`),
    );
    if (!talk.isThere()) return;
    const { digestWaiting } = await talk.open();
    for await (const event of digestWaiting(stop.signal)) if (isNew(event)) await onEvent(event);
  };
  const again = (): void => {
    looking = look()
      .catch((error: unknown) => parts.report(`Cannot digest a conversation: ${messageOf(error)}`))
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
      await looking;
    },
  };
}

/** Whether an event says something new: that a conversation still waits, and why, is told once and not at each look. */
function createNews(): (event: DigestEvent) => boolean {
  const toldBySession = new Map<string, string>();
  return ({ session, status, reason = "" }) => {
    if (status !== "waiting" && status !== "off") {
      toldBySession.delete(session);
      return true;
    }
    const said = `${status} ${reason}`;
    if (toldBySession.get(session) === said) return false;
    toldBySession.set(session, said);
    return true;
  };
}
