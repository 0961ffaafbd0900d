import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../errors.ts";
import type { Settings } from "../settings/schema.ts";
import type { DigestPorts } from "./digest-ports.ts";
import type { Digested } from "./digest-session.ts";
import { sweepTranscripts, type TranscriptVault } from "./keep-transcripts.ts";

/** Longest time between two looks (ms). */
const longestPause = 30_000;

/** A vault in which conversations wait. */
interface WaitingVault extends TranscriptVault, Pick<DigestPorts, "report"> {
  readonly settings: Pick<Settings, "session" | "privacy">;
  /** Local time. */
  readonly time: () => string;
}

/**
 * Digests what waits, what a crash left behind and what has been quiet for long enough, now and until closed, and
 * removes transcripts that have outlived the setting. That a conversation still waits, and why, is reported once and
 * not at each look. `close` resolves when the work under way was called off; what is not done waits on disk.
 */
export function keepDigesting<Event extends Pick<Digested, "session" | "status" | "reason">>(
  vault: WaitingVault,
  digestDue: (signal: AbortSignal) => AsyncIterable<Event>,
  onEvent: (event: Event) => Promise<void>,
) {
  const { session, privacy } = vault.settings;
  const pause = Math.min(longestPause, session.inactivityMs / 4);
  const stop = new AbortController();
  const { signal } = stop;
  const waits = new Map<string, string>();
  const look = async (): Promise<void> => {
    for await (const event of digestDue(signal)) {
      const { session: id, status, reason = "" } = event;
      const why = status === "waiting" || status === "off" ? status + reason : "";
      if (why === "" || waits.get(id) !== why) await onEvent(event);
      waits.set(id, why);
    }
  };
  const failing = (what: string) => (error: unknown) =>
    vault.report(`Cannot ${what}: ${messageOf(error)}`);
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      const swept = sweepTranscripts(vault, vault.time().slice(0, 10), privacy.retentionDays);
      await swept.catch(failing("remove old transcripts"));
      await look().catch(failing("digest conversations now"));
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {}); // Closed.
    }
  };
  const running = keep();
  return {
    close(): Promise<void> {
      stop.abort();
      return running;
    },
  };
}
