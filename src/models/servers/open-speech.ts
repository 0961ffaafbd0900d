import type { LociError } from "../../errors.ts";
import { openWavStream } from "../sound/wav-stream.ts";
import type { Speech } from "../synthesize.ts";
import { modelError, toModelError } from "./model-error.ts";
import { ifConnectionDied, retrying } from "./retrying.ts";
import type { ModelServer } from "./server-failure.ts";
import { askWithin, createTimeLimit, readBody, type TimeLimit } from "./time-limit.ts";

interface SpeechRequest {
  readonly server: ModelServer;
  /** Sends the request. Throws as the openai package does. */
  readonly ask: (signal: AbortSignal) => Promise<Response>;
  readonly limits: SpeechLimits;
}

/** Asks a server for a sentence. Rejects as `Synthesizer.synthesize` does; a connection that had died unseen is opened again. */
export function openSpeech(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
  return retrying(() => openOnce(request, signal), ifConnectionDied, signal);
}

export type SpeechLimit = TimeLimit<"first" | "stall">;

function openOnce(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
  const { server, limits } = request;
  return speakWithin(
    { server, limits, signal, advice: "check its address and model" },
    async (limit) => openBody(await request.ask(limit.signal), request, limit),
  );
}

async function openBody(
  response: Response,
  { limits }: SpeechRequest,
  limit: SpeechLimit,
): Promise<Speech | string> {
  let isBegun = false;
  const chunks = readBody(response, limit, () => {
    if (isBegun) limit.start("stall", limits.stall);
    const isLimited = isBegun;
    isBegun = true;
    return isLimited;
  });
  // A WAV shows itself, whatever the server calls it.
  return openWavStream(chunks);
}

export interface SpeechLimits {
  /** Milliseconds to the first sound, and of silence between two pieces of it. */
  readonly first: number;
  readonly stall: number;
}

/** Milliseconds: for a connection to stand, for the first sound, of silence after it, for `probe`. */
export const speechTimeouts = { connect: 3_000, first: 10_000, stall: 5_000, probe: 4_000 };
export type SpeechTimeouts = Partial<Readonly<typeof speechTimeouts>>;

/** A sentence that a server is asked to speak. */
interface Speaking {
  readonly server: ModelServer;
  readonly limits: SpeechLimits;
  /** The caller's. */
  readonly signal: AbortSignal;
  /** What to do where its sound is none. */
  readonly advice: string;
}

/**
 * Lets a server speak, within its limits; `open` returns the sound, or what is wrong with it. Rejects as
 * `Synthesizer.synthesize` does, and so does the sound.
 */
export async function speakWithin(
  { server, limits, signal, advice }: Speaking,
  open: (limit: SpeechLimit) => Promise<Speech | string>,
): Promise<Speech> {
  const limit: SpeechLimit = createTimeLimit(signal);
  const toFailure = (error: unknown): unknown => {
    limit.pause();
    if (signal.aborted) return signal.reason;
    if (limit.passed === "first") {
      const state = `no sound within ${limits.first} ms; try again later or use a faster server or voice`;
      return modelError(server, { reason: "timeout", state });
    }
    if (limit.passed === "stall") {
      const state = `it fell silent in the middle of a sentence for ${limits.stall} ms; try again later or look at its log`;
      return modelError(server, { reason: "stalled", state });
    }
    return toModelError(server, error);
  };
  limit.start("first", limits.first);
  try {
    signal.throwIfAborted();
    const speech = await open(limit);
    limit.pause();
    if (typeof speech !== "string") return { ...speech, pcm: failingAs(speech.pcm, toFailure) };
    throw modelError(server, { reason: "answer", state: `${speech}; ${advice}` });
  } catch (error) {
    throw toFailure(error);
  }
}

/** The same sound; what fails in it is thrown in other words. */
async function* failingAs(
  pcm: AsyncIterable<Uint8Array>,
  toFailure: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pcm;
  } catch (error) {
    throw toFailure(error);
  }
}

/**
 * Why a server does not speak, found out within so long (ms). `look` resolves with what its model or voice lacks, and may
 * throw whatever asking a server throws.
 */
export function probeSynthesizer(
  server: ModelServer,
  ms: number,
  look: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<LociError | undefined> {
  const limit = { server: () => server, ms, advice: "look whether the server is busy or down" };
  return askWithin(limit, look).then(
    (state) => (state === undefined ? undefined : modelError(server, { reason: "model", state })),
    (error: LociError) => error,
  );
}
