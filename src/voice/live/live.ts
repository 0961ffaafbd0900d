import type { LociError } from "../../errors.ts";
import type { RealtimeModel } from "../../models/realtime.ts";
import type { Replying } from "../../models/respond.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import { createCascade } from "../cascade/cascade.ts";
import type { Orchestrator } from "../orchestrator.ts";
import type { LiveVoice, VoicePorts } from "../voice-ports.ts";
import { createLiveLink } from "./live-link.ts";
import { createLiveModel } from "./live-model.ts";
import { createLiveReply, type LiveReplyInMaking } from "./live-reply.ts";
import { createLiveTranscriber } from "./live-transcriber.ts";

interface LivePartsRequest {
  readonly realtime: RealtimeModel;
  /** Who hears and answers where it cannot. */
  readonly instead: { readonly transcriber: Transcriber; readonly model: Replying };
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
}

/** A live model, as the parts of a voice conversation that it takes the place of. */
export interface LiveParts {
  /** What the conversation is to be answered by. */
  readonly model: Replying;
  readonly transcriber: Transcriber;
  readonly voice: LiveVoice;
  /** Somebody begins to speak: connects, if it is not connected. */
  warm(signal: AbortSignal): void;
  /** What was heard so last was not said to it. */
  unhear(text: string): void;
  close(): void;
}

/** Connects to nothing before somebody speaks. */
export function createLiveParts(request: LivePartsRequest): LiveParts {
  const { realtime, instead, elapsed } = request;
  let tell = (_: LociError | undefined): void => {};
  let current: LiveReplyInMaking | undefined;
  const link = createLiveLink({ model: realtime, elapsed, trouble: (error) => tell(error) });
  const reply = (): LiveReplyInMaking | undefined => current;
  return {
    model: createLiveModel({ realtime, link, instead: instead.model, reply }),
    transcriber: createLiveTranscriber({ realtime, link, instead: instead.transcriber }),
    voice: {
      start({ trouble }) {
        tell = trouble;
      },
      beginReply() {
        const begun = createLiveReply(() => {
          current = undefined;
        });
        current = begun;
        return begun;
      },
    },
    warm: (signal) => void link.take(signal),
    unhear: (text) => link.unhear(text),
    close: () => link.close(),
  };
}

/**
 * Creates a voice conversation with a model that hears and speaks itself. When to listen, to whom, commands and what
 * interrupts it are decided here as in a cascade, so no sound leaves before somebody speaks; a cascade also takes over
 * where the model cannot be reached, in the same session. `ports.conversation` is answered by `live.model`.
 */
export function createLive(
  ports: Omit<VoicePorts, "transcriber" | "live">,
  live: LiveParts,
): Orchestrator {
  const { transcriber, voice } = live;
  const cascade = createCascade({ ...ports, transcriber, live: voice });
  return {
    get state() {
      return cascade.state;
    },
    async *run(signal) {
      try {
        for await (const event of cascade.run(signal)) {
          if (event.type === "state" && event.state === "hearing") live.warm(signal);
          if (event.type === "heard" && !event.taken && event.text !== "") live.unhear(event.text);
          yield event;
        }
      } finally {
        live.close();
      }
    },
    press: (press) => cascade.press(press),
    stopSpeaking: () => cascade.stopSpeaking(),
    lastFrameAt: () => cascade.lastFrameAt(),
  };
}
