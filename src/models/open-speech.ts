import { modelError } from "./model-error.ts";
import { type Retries, retrying } from "./retrying.ts";
import { type ModelServer, short } from "./server-failure.ts";
import type { Speech } from "./synthesize.ts";
import { toSynthesizerError } from "./synthesizer-error.ts";
import { createTimeLimit, type TimeLimit } from "./time-limit.ts";
import { openWavStream } from "./wav-stream.ts";

export interface SpeechRequest {
  readonly server: ModelServer;
  /** Sends the request. Throws as the openai package does. */
  readonly ask: (signal: AbortSignal) => Promise<Response>;
  /** Samples a second of an answer that does not say so; otherwise it is a WAV. */
  readonly rate?: number | undefined;
  readonly limits: SpeechLimits;
}

export interface SpeechLimits {
  /** Milliseconds to the first sound, and of silence between two pieces of it. */
  readonly first: number;
  readonly stall: number;
}

/** Asks a server for a sentence. Rejects as `Synthesizer.synthesize` does; a connection that had died unseen is opened anew. */
export function openSpeech(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
  return retrying(() => openOnce(request, signal), again, signal);
}

const again: Retries = {
  times: 1,
  pause: 20,
  longest: 200,
  isWorthIt: ({ data }) => data.reason === "connection",
};

type Limit = TimeLimit<"first" | "stall">;

async function openOnce(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
  const limit: Limit = createTimeLimit(signal);
  const worded = (error: unknown): unknown => wordFailure(request, limit, signal, error);
  limit.start("first", request.limits.first);
  try {
    signal.throwIfAborted();
    const response = await request.ask(limit.signal);
    const speech = await openBody(response, request, limit);
    limit.pause();
    if (typeof speech !== "string") return { rate: speech.rate, pcm: guard(speech.pcm, worded) };
    const state = `${speech}; check its address and model`;
    throw modelError(request.server, { reason: "answer", state });
  } catch (error) {
    limit.pause();
    throw worded(error);
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

async function* guard(
  pcm: AsyncIterable<Uint8Array>,
  worded: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pcm;
  } catch (error) {
    throw worded(error);
  }
}

function wordFailure(
  { server, limits }: SpeechRequest,
  limit: Limit,
  signal: AbortSignal,
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
  return toSynthesizerError(server, error);
}
