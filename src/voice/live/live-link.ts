import { LociError, messageOf } from "../../errors.ts";
import type { RealtimeModel } from "../../models/realtime.ts";
import { runWithTimeout } from "../async/timeout.ts";
import { type LiveTalk, openTalk } from "./live-talk.ts";

/** The connection to a live model: opened when it is needed, opened again when it drops, left alone for a while when it fails. */
export interface LiveLink {
  /** The conversation at the server; undefined where there is none now and others are to answer. Never rejects. */
  take(signal: AbortSignal): Promise<LiveTalk | undefined>;
  /** The last turn that it heard so is not meant for it. */
  unhear(text: string): void;
  /** It answered. */
  worked(): void;
  /** It does not answer: others do, for `restMs`. */
  failed(error: LociError): void;
  /** It is left alone now. */
  readonly isResting: boolean;
  close(): void;
}

interface LinkParts {
  readonly model: RealtimeModel;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
  /** It cannot be used; undefined: it can again. */
  readonly trouble: (error: LociError | undefined) => void;
}

/** How long it is left alone after a failure; and how many drops within what time are one (ms). */
const restMs = 60_000;
const maxDrops = 3;
const dropsWithinMs = 120_000;
/** Longer than a model takes to give up connecting by itself (ms). */
const maxWaitMs = 60_000;

export function createLiveLink({ model, elapsed, trouble }: LinkParts): LiveLink {
  const closing = new AbortController();
  let talk: LiveTalk | undefined;
  let opening: Promise<LiveTalk | undefined> | undefined;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let drops: readonly number[] = [];
  const failed = (error: LociError): void => {
    restsUntil = elapsed() + restMs;
    talk?.close();
    talk = undefined;
    trouble(withWhatFollows(error));
  };
  const onDrop = (error: LociError): void => {
    talk = undefined;
    const now = elapsed();
    drops = [...drops.filter((at) => now - at < dropsWithinMs), now];
    if (drops.length < maxDrops) return;
    drops = [];
    failed(error);
  };
  const open = async (): Promise<LiveTalk | undefined> => {
    try {
      talk = await openTalk(model, onDrop, closing.signal);
      return talk;
    } catch (error) {
      if (!closing.signal.aborted) failed(toFailure(error));
      return undefined;
    } finally {
      opening = undefined;
    }
  };
  return {
    async take(signal) {
      if (talk !== undefined && !talk.isClosed) return talk;
      talk?.close();
      talk = undefined;
      if (elapsed() < restsUntil || closing.signal.aborted) return undefined;
      opening ??= open();
      const opened = opening;
      const settled = await runWithTimeout(maxWaitMs, () => opened, signal);
      return settled.type === "done" ? settled.value : undefined;
    },
    unhear: (text) => talk?.unhear(text),
    worked: () => trouble(undefined),
    failed,
    get isResting() {
      return elapsed() < restsUntil;
    },
    close() {
      closing.abort();
      talk?.close();
    },
  };
}

const toFailure = (cause: unknown): LociError =>
  cause instanceof LociError
    ? cause
    : new LociError("MODEL_FAILED", `Cannot use the live voice: ${messageOf(cause)}`, { cause });

function withWhatFollows({ code, message, data }: LociError): LociError {
  const sentence = `${message}; until it answers again, speech to text, the model and text to speech take its place`;
  return new LociError(code, sentence, { data });
}
