import type { LociError } from "../../errors.ts";
import { short } from "../short.ts";
import { openWavStream } from "../sound/wav-stream.ts";
import type { Speech } from "../synthesize.ts";
import { modelError, toModelError } from "./model-error.ts";
import { ifConnectionDied, retrying } from "./retrying.ts";
import type { ModelServer } from "./server-failure.ts";
import { createTimeLimit, type TimeLimit } from "./time-limit.ts";

interface SpeechRequest {
  readonly server: ModelServer;
  /** Sends the request. Throws as the openai package does. */
  readonly ask: (signal: AbortSignal) => Promise<Response>;
  /** Samples a second of an answer that does not say so; otherwise it is a WAV. */
  readonly rate?: number | undefined;
  readonly limits: SpeechLimits;
}

/** Asks a server for a sentence. Rejects as `Synthesizer.synthesize` does; a connection that had died unseen is opened anew. */
export function openSpeech(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
  return retrying(() => openOnce(request, signal), ifConnectionDied, signal);
}

type Limit = TimeLimit<"first" | "stall">;

async function openOnce(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
  const limit: Limit = createTimeLimit(signal);
  const { server, limits } = request;
  const speaking = { server, limits, limit, signal };
  limit.start("first", limits.first);
  try {
    signal.throwIfAborted();
    const response = await request.ask(limit.signal);
    const speech = await openBody(response, request, limit);
    limit.pause();
    if (typeof speech !== "string") {
      return { rate: speech.rate, pcm: withSpeechFailures(speech.pcm, speaking) };
    }
    throw modelError(server, { reason: "answer", state: `${speech}; check its address and model` });
  } catch (error) {
    limit.pause();
    throw toSpeechFailure(speaking, error);
  }
}

async function openBody(
  response: Response,
  { rate, limits }: SpeechRequest,
  limit: Limit,
): Promise<Speech | string> {
  const type = response.headers.get("content-type") ?? "";
  // A WAV shows itself, and Piper's server calls it "text/html".
  if (rate !== undefined && noSound.test(type)) {
    await response.body?.cancel();
    return `it sends ${short(type)} in place of sound`;
  }
  const chunks = readBody(response, limits.stall, limit);
  return rate === undefined ? openWavStream(chunks) : openRawStream(chunks, rate);
}

/** Played as samples, these would be loud noise. */
const noSound =
  /^\s*(?:text\/|application\/(?:json|xml|problem)|audio\/(?:mpeg|mp3|ogg|opus|aac|flac|mp4))/i;

/** The body, piece by piece. Time that the reader takes between two pieces does not count. */
async function* readBody(
  response: Response,
  stall: number,
  limit: Limit,
): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined); // It is no longer read: how it ends is nobody's concern.
  };
  limit.signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let isBegun = false; ; isBegun = true) {
      if (isBegun) limit.start("stall", stall);
      const { done, value } = await reader.read();
      if (limit.signal.aborted) throw limit.signal.reason;
      if (isBegun) limit.pause();
      if (done) return;
      yield value;
    }
  } finally {
    limit.pause();
    limit.signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Sound without a header; a server that sends a WAV in spite of what it was asked for is taken at its word. */
async function openRawStream(
  source: AsyncIterable<Uint8Array>,
  rate: number,
): Promise<Speech | string> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return "it sends nothing";
  const all = startingWith(first.value, chunks);
  const start = Buffer.from(first.value).toString("latin1", 0, 4);
  if (start === "RIFF") return openWavStream(all);
  if (!start.startsWith("ID3") && start !== "OggS" && start !== "fLaC") return { rate, pcm: all };
  await chunks.return?.();
  return "it sends compressed sound, not PCM";
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

export interface SpeechLimits {
  /** Milliseconds to the first sound, and of silence between two pieces of it. */
  readonly first: number;
  readonly stall: number;
}

/** A sentence that a server is asked to speak. */
export interface Speaking {
  readonly server: ModelServer;
  readonly limits: SpeechLimits;
  readonly limit: TimeLimit<"first" | "stall">;
  /** Of whoever asked. */
  readonly signal: AbortSignal;
}

/** What to throw for whatever was thrown meanwhile: as `Synthesizer.synthesize` rejects. */
export function toSpeechFailure(
  { server, limits, limit, signal }: Speaking,
  error: unknown,
): unknown {
  if (signal.aborted) return signal.reason;
  if (limit.passed === "first") {
    const state = `no sound within ${limits.first} ms; try again later or set a longer time-out`;
    return modelError(server, { reason: "timeout", state });
  }
  if (limit.passed === "stall") {
    const state = `it fell silent in the middle of a sentence for ${limits.stall} ms; try again later or look at its log`;
    return modelError(server, { reason: "stalled", state });
  }
  return toModelError(server, error);
}

/** The same sound; what fails in it is thrown in the same words. */
export async function* withSpeechFailures(
  pcm: AsyncIterable<Uint8Array>,
  speaking: Speaking,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pcm;
  } catch (error) {
    throw toSpeechFailure(speaking, error);
  }
}

/**
 * Why a server does not speak, found out within so long (ms). `look` resolves with what its model or voice lacks, and may
 * throw whatever asking a server throws.
 */
export async function probeSynthesizer(
  server: ModelServer,
  ms: number,
  look: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<LociError | undefined> {
  const deadline = AbortSignal.timeout(ms);
  try {
    const state = await look(deadline);
    return state === undefined ? undefined : modelError(server, { reason: "model", state });
  } catch (error) {
    if (!deadline.aborted) return toModelError(server, error);
    const state = `no answer within ${ms} ms; look whether the server is busy or down`;
    return modelError(server, { reason: "timeout", state }, error);
  }
}
