import type OpenAI from "openai";
import { isObject } from "../servers/failure.ts";
import { askWithin } from "../servers/limit.ts";
import { wavOf } from "../sound/wav.ts";
import {
  speechRate,
  type TranscribeHints,
  type Transcriber,
  type Transcript,
  toTranscript,
  transcribeMs,
} from "../transcribe.ts";
import { openServer, type ServerOptions } from "./open-server.ts";

/** OpenAI's model that writes down what is heard. */
export const openAiHearing = "gpt-transcribe";

/** Any server that speaks OpenAI's `/v1/audio/transcriptions`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiTranscriber(options: ServerOptions, ms = transcribeMs): Transcriber {
  const server = openServer("transcriber", options);
  const { provider, model, client } = server;
  let isKnownPlain = false;
  const ask = async (
    pcm: Int16Array,
    hints: TranscribeHints,
    signal: AbortSignal,
    isPlain = isKnownPlain,
  ): Promise<unknown> => {
    const sound = new Uint8Array(wavOf(pcm, speechRate));
    const file = new File([sound], "speech.wav", { type: "audio/wav" });
    const params = { file, model, ...(isPlain ? {} : extrasFor(model, hints)) };
    try {
      const answer = await (await client()).audio.transcriptions.create(params, { signal });
      isKnownPlain = isPlain;
      return answer;
    } catch (error) {
      // A server that refuses the form of a request, not what it says, may take a plainer one.
      if (isPlain || !/^(400|422|500|501)$/.test(`${Object(error).status}`)) throw error;
      return ask(pcm, hints, signal, true);
    }
  };
  return {
    ...provider,
    async transcribe(pcm, hints, signal) {
      const hear = async (limit: AbortSignal) => readTranscript(await ask(pcm, hints, limit));
      const read = await askWithin(server, ms, hear, signal);
      return read.text === toPrompt(hints.keywords) ? { ...read, text: "" } : read;
    },
  };
}

type Extras = Partial<OpenAI.Audio.TranscriptionCreateParamsNonStreaming>;

/**
 * What a model is told and asked beside the sound: gpt-transcribe takes languages and names apart; Whisper and local
 * servers return the language and how sure they are. No "language" for these: it would be forced upon whatever is said.
 */
function extrasFor(model: string, { languages, keywords }: TranscribeHints): Extras {
  if (takesHints(model)) return { languages: [...languages], keywords: [...keywords] };
  const prompt = toPrompt(keywords);
  return { response_format: "verbose_json", ...(prompt === "" ? {} : { prompt }) };
}

/** Whether a model takes languages and names as such. */
const takesHints = (model: string): boolean => /^gpt-(?:live-)?transcribe/.test(model);

/** Names as a sentence before the sound, which is how Whisper learns to spell them, in its 224 tokens; "" for none. */
const toPrompt = (keywords: readonly string[]): string =>
  keywords.length === 0 ? "" : `${keywords.join(", ").slice(0, 400)}.`;

/** What an answer says. Throws SyntaxError where it is none. */
function readTranscript(answer: unknown): Transcript {
  // A page in place of JSON, or an answer to something else.
  const { text, language, languages, segments } = Object(answer);
  const [first]: unknown[] = Array.isArray(languages) ? languages : [];
  // A name (Whisper), a code, or a list of codes, the first of which is the one most heard.
  const heard = isObject(first) ? first.code : (first ?? language);
  return toTranscript(text, heard, confidenceOf(segments));
}

/** How sure the model is, by how long each segment lasts; null where it does not say. */
function confidenceOf(segments: unknown): number | null {
  let [sum, whole] = [0, 0];
  for (const segment of Array.isArray(segments) ? segments.filter(isObject) : []) {
    const { avg_logprob: log, no_speech_prob: silence, compression_ratio: ratio } = segment;
    if (typeof log !== "number" && typeof silence !== "number") continue;
    const seconds = Number(segment.end) - Number(segment.start) || 1;
    // Whisper takes an answer for failed when its mean is below -1, so that one is 0.5 here; and one that repeats itself.
    const certainty = 2 ** Math.min(0, Number(log ?? 0)) * (Number(ratio) > 2.4 ? 0.3 : 1);
    sum += seconds * certainty * (1 - Math.min(1, Number(silence ?? 0)));
    whole += seconds;
  }
  return whole > 0 && Number.isFinite(sum) ? sum / whole : null;
}
