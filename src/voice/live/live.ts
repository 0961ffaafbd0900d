import type { LociError } from "../../errors.ts";
import type { RealtimeModel } from "../../models/realtime.ts";
import type { Replying } from "../../models/respond.ts";
import type { Transcriber } from "../../models/transcribe.ts";
import type { LiveReply, LiveVoice } from "../voice-ports.ts";
import { LiveLink } from "./live-link.ts";
import { answerLive, transcribeLive } from "./live-model.ts";

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
}

/**
 * A model that hears and speaks itself, in a cascade: when to listen, to whom, commands and what interrupts it are
 * decided there, so no sound leaves before somebody speaks. Where the model cannot be reached, the cascade's own parts
 * take over in the same session. Connects to nothing before somebody speaks.
 */
export function createLiveParts({ realtime, instead, elapsed }: LivePartsRequest): LiveParts {
  let tell = (_: LociError | undefined): void => {};
  let reply: LiveReply | undefined;
  const link = new LiveLink({ model: realtime, elapsed, trouble: (error) => tell(error) });
  const { id, isCloud } = realtime;
  return {
    model: {
      id,
      isCloud: isCloud || instead.model.isCloud,
      respond(request, signal = new AbortController().signal) {
        // What is not spoken, others answer.
        if (reply === undefined) return instead.model.respond(request, signal);
        return answerLive(link, reply, request, instead.model, signal);
      },
    },
    transcriber: {
      id,
      isCloud: isCloud || instead.transcriber.isCloud,
      transcribe: (pcm, hints, signal) =>
        transcribeLive(link, pcm, hints, instead.transcriber, signal),
      probe: () => realtime.probe(),
    },
    voice: {
      start({ trouble }) {
        tell = trouble;
      },
      warm: (signal) => void link.take(signal),
      unhear: (text) => link.unhear(text),
      replyTo(next) {
        reply = next;
      },
      close: () => link.close(),
    },
  };
}
