import { checkServer } from "./check-server.ts";
import { hasWords, silence } from "./has-words.ts";
import { isCloudAddress } from "./is-cloud.ts";
import { openSpeech } from "./open-speech.ts";
import { createPiperRequest, type PiperRequest } from "./piper-request.ts";
import { choosePiperVoice } from "./piper-voices.ts";
import type { ModelServer } from "./server-failure.ts";
import type { SpeechLimits } from "./speech-failure.ts";
import type { Synthesizer } from "./synthesize.ts";
import { noVoiceError } from "./synthesizer-error.ts";
import { voiceFor } from "./voice-for.ts";

export interface PiperOptions {
  /** Such as `http://192.168.1.9:5000`. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** Names such as `ca_ES-upc_ona-medium` by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly speed?: number;
  /** Milliseconds: for a connection to stand, for the first sound, of silence after it, for `probe`. */
  readonly timeouts?: Partial<SpeechLimits> & {
    readonly connect?: number;
    readonly probe?: number;
  };
}

/** Piper's own HTTP server, of any of its versions. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createPiper(options: PiperOptions): Synthesizer {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/synthesize$/, "");
  const server: ModelServer = {
    ...checkServer("Piper", { ...options, baseUrl, model: undefined }),
    what: "synthesizer",
  };
  const { speed = 1, voices = {} } = options;
  const { connect = 3_000, first = 10_000, stall = 5_000, probe = 4_000 } = options.timeouts ?? {};
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
      return openSpeech({ server, ask, limits: { first, stall } }, signal);
    },
    probe: () => request.probe(Object.values(voices), probe),
  };
}

/** The server's voice for a language; null where it has none, undefined where it does not tell. */
async function findVoice(
  request: PiperRequest,
  language: string,
  signal: AbortSignal,
): Promise<string | undefined | null> {
  const names = await request.voices(signal);
  if (names === undefined || names.length === 0) return undefined;
  return choosePiperVoice(names, language) ?? null;
}
