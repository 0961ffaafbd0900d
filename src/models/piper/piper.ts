import type { LociError } from "../../errors.ts";
import { baseLanguage } from "../base-language.ts";
import { checkServer } from "../servers/check-server.ts";
import { createHttpFetch } from "../servers/http-fetch.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { noVoiceError } from "../servers/model-error.ts";
import {
  openSpeech,
  probeSynthesizer,
  type SpeechTimeouts,
  speechTimeouts,
} from "../servers/open-speech.ts";
import { isObject, type ModelServer } from "../servers/server-failure.ts";
import { short } from "../short.ts";
import { hasWords, type Synthesizer, silence, voiceFor } from "../synthesize.ts";

export interface PiperOptions {
  /** Such as `http://192.168.1.9:5000`. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** Names such as `ca_ES-upc_ona-medium` by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly speed?: number;
  readonly timeouts?: SpeechTimeouts;
}

/** Piper's own HTTP server, of any of its versions. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createPiper(options: PiperOptions): Synthesizer {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/synthesize$/, "");
  const server: ModelServer = {
    ...checkServer("Piper", { ...options, baseUrl, model: undefined }),
    what: "synthesizer",
  };
  const { speed = 1, voices = {} } = options;
  const { connect, probe, ...limits } = { ...speechTimeouts, ...options.timeouts };
  const request = createPiperRequest(server, connect);
  return {
    id: `piper at ${new URL(baseUrl).host}`,
    isCloud: isCloudAddress(baseUrl),
    synthesize(text, language, signal) {
      if (!hasWords(text)) return Promise.resolve(silence);
      const ask = async (limit: AbortSignal): Promise<Response> => {
        const voice = voiceFor(voices, language) ?? (await findVoice(request, language, limit));
        if (voice === null) throw noVoiceError(server, language);
        return request.speak(
          {
            text: text.toWellFormed(),
            ...(voice === undefined ? {} : { voice }),
            ...(speed === 1 ? {} : { length_scale: 1 / speed }),
          },
          limit,
        );
      };
      return openSpeech({ server, ask, limits }, signal);
    },
    probe: () => request.probe(Object.values(voices), probe),
  };
}

/** The server's voice for a language; null where it has none, undefined where that is unknown. */
async function findVoice(
  request: PiperRequest,
  language: string,
  signal: AbortSignal,
): Promise<string | undefined | null> {
  const names = await request.voices(signal);
  if (names === undefined || names.length === 0) return undefined;
  return choosePiperVoice(names, language) ?? null;
}

interface PiperBody {
  readonly text: string;
  readonly voice?: string;
  readonly length_scale?: number;
}

interface PiperRequest {
  /** Asks for a WAV. Throws what `sortFailure` can sort. */
  speak(body: PiperBody, signal: AbortSignal): Promise<Response>;
  /** Names of the server's voices, its default first; undefined where they are unknown. */
  voices(signal: AbortSignal): Promise<readonly string[] | undefined>;
  /** Why it does not speak, or not with these voices. */
  probe(wanted: readonly string[], ms: number): Promise<LociError | undefined>;
}

/**
 * How Piper's servers want to be asked: since 1.4 JSON at `/synthesize`, before that JSON at `/`, and the first ones,
 * which have no list of voices, plain text at `/` (JSON would be read out). What a server takes is found out once.
 */
function createPiperRequest(server: ModelServer, connect: number): PiperRequest {
  const send = createSender(server, connect);
  let form: "synthesize" | "json" | "plain" = "synthesize";
  const voices = async (signal: AbortSignal): Promise<readonly string[] | undefined> => {
    const response = await send("/voices", undefined, signal);
    if (response.status === 404 || response.status === 405) {
      await response.body?.cancel();
      return undefined;
    }
    const answer: unknown = JSON.parse(await textOf(response));
    return isObject(answer) ? Object.keys(answer) : undefined;
  };
  return {
    voices,
    async speak(body, signal) {
      if (form === "synthesize") {
        const response = await send("/synthesize", body, signal);
        if (response.status !== 404 && response.status !== 405) return checked(response);
        await response.body?.cancel();
        form = (await voices(signal)) === undefined ? "plain" : "json";
      }
      return checked(await send("/", form === "json" ? body : body.text, signal));
    },
    probe: (wanted, ms) =>
      probeSynthesizer(server, ms, async (signal) => {
        const names = await voices(signal);
        const missing = wanted.find((name) => names?.includes(name) === false);
        return missing === undefined
          ? undefined
          : `it has no voice "${missing}"; name one that it has: ${names?.slice(0, 5).join(", ")}`;
      }),
  };
}

type Send = (
  path: string,
  body: PiperBody | string | undefined,
  signal: AbortSignal,
) => Promise<Response>;

function createSender(server: ModelServer, connectTimeout: number): Send {
  const fetchAs = (type: string): typeof fetch =>
    createHttpFetch({
      connectTimeout,
      maxBytes: 32 * 2 ** 20,
      headers: {
        accept: "audio/wav, application/json",
        "content-type": type,
        ...(server.key === undefined ? {} : { authorization: `Bearer ${server.key}` }),
      },
    });
  const json = fetchAs("application/json");
  const plain = fetchAs("text/plain; charset=utf-8");
  return (path, body, signal) => {
    const url = `${server.baseUrl}${path}`;
    if (body === undefined) return json(url, { signal });
    const isPlain = typeof body === "string";
    const sent = { method: "POST", signal, body: isPlain ? body : JSON.stringify(body) };
    return (isPlain ? plain : json)(url, sent);
  };
}

/** An answer with a status that says no, as an error of the kind that the openai package throws. */
async function checked(response: Response): Promise<Response> {
  if (response.status >= 200 && response.status < 300) return response;
  throw await toError(response);
}

async function textOf(response: Response): Promise<string> {
  return (await checked(response)).text();
}

async function toError(response: Response): Promise<Error> {
  const text = await response.text().catch(() => "");
  const title = /<title>([^<]{1,120})/i.exec(text.slice(0, 2_000))?.[1];
  const words = short(title ?? text.slice(0, 400).replaceAll(/<[^>]{0,200}>/g, " "));
  return Object.assign(
    new Error(words.startsWith(String(response.status)) ? words : `${response.status} ${words}`),
    {
      status: response.status,
      headers: response.headers,
    },
  );
}

/** The voice for a language among names such as `ca_ES-upc_ona-medium`; a server lists its own default first. */
function choosePiperVoice(names: readonly string[], language: string): string | undefined {
  const code = baseLanguage(language);
  return names.find((name) => code !== "" && baseLanguage(name) === code);
}
