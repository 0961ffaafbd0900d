import { randomUUID } from "node:crypto";
import { isObject } from "../servers/server-failure.ts";
import { toSpokenText } from "../servers/spoken-text.ts";
import { short } from "../short.ts";
import { wavHeader } from "../sound/wav.ts";
import { speechRate, type TranscribeHints, type Transcript } from "../transcribe.ts";

/**
 * What of the protocol a model understands: `segments` is Whisper's and that of local servers, which return the language
 * and how sure they are; `hints` takes languages and names apart (gpt-transcribe); `tokens` returns how sure it is of
 * each token (gpt-4o-transcribe); `plain` is what all understand.
 */
export type TranscriptionStyle = "segments" | "hints" | "tokens" | "plain";

/** What is tried first with a model. */
export function firstStyle(model: string): TranscriptionStyle {
  if (/^gpt-4o(?:-mini)?-transcribe(?!-diarize)/.test(model)) return "tokens";
  return /^gpt-(?:live-)?transcribe/.test(model) ? "hints" : "segments";
}

/** The fields of a request, without the sound. */
export function toFields(
  style: TranscriptionStyle,
  model: string,
  hints: TranscribeHints,
): readonly FormField[] {
  const { languages, keywords } = hints;
  const name: FormField = ["model", model];
  if (style === "hints") {
    return [
      name,
      ...languages.map((code): FormField => ["languages[]", code]),
      ...maxKeywords(keywords).map((word): FormField => ["keywords[]", word]),
    ];
  }
  const format = style === "segments" ? "verbose_json" : "json";
  // No "language": it would be forced upon whatever is said, also by a guest who speaks another.
  const prompt = toPrompt(keywords);
  return [
    name,
    ["response_format", format],
    ...(style === "tokens" ? [["include[]", "logprobs"] as const] : []),
    ...(prompt !== "" && style !== "plain" ? [["prompt", prompt] as const] : []),
  ];
}

/** Names as a sentence before the sound, which is how Whisper learns to spell them; "" for none. */
export function toPrompt(keywords: readonly string[]): string {
  const words = maxKeywords(keywords);
  return words.length === 0 ? "" : `${words.join(", ")}.`;
}

/** Whether a server refuses the words of a request rather than what is asked: plainer words may do. */
export function isRefusalOfStyle(error: unknown): boolean {
  const status = isObject(error) ? error.status : undefined;
  if (status === 422 || status === 501) return true;
  const words = `${isObject(error) ? error.param : ""} ${error instanceof Error ? error.message : ""}`;
  return (
    (status === 400 || status === 500) &&
    /response_format|verbose|\bformat\b|parameter|argument|field|languages?\b|keywords?\b|prompt|include|logprobs/i.test(
      words,
    )
  );
}

/** As many as a prompt of Whisper holds (224 tokens), roughly, each once; without line breaks, which a form must not hold. */
function maxKeywords(keywords: readonly string[]): readonly string[] {
  const words = keywords.map((word) => word.replace(/[\s\p{C}]+/gu, " ").trim());
  const seen = new Set([""]);
  let room = 400;
  return words.filter((word) => {
    const name = word.toLowerCase();
    if (seen.has(name)) return false;
    seen.add(name);
    room -= word.length + 2;
    return room >= 0;
  });
}

/** What an answer says, or what is wrong with it and what to do. */
export function readTranscript(answer: unknown): Transcript | string {
  if (!isObject(answer) || typeof answer.text !== "string") {
    const start = short(typeof answer === "string" ? answer : (JSON.stringify(answer) ?? ""));
    return `its answer is not a transcript (it starts with: ${start.slice(0, 60)}); check that this is the address of an OpenAI-compatible API for speech, including "/v1"`;
  }
  const text = toSpokenText(answer.text);
  if (text === undefined) return "its transcript is longer than anybody speaks; use another model";
  return { text, language: languageOf(answer), confidence: confidenceOf(answer) };
}

/** A name (Whisper), a code, or a list of codes, the first of which is the one most heard. */
function languageOf(answer: Readonly<Record<string, unknown>>): string | null {
  const listed: unknown = Array.isArray(answer.languages) ? answer.languages[0] : undefined;
  const said = isObject(listed) ? listed.code : (listed ?? answer.language);
  const language = typeof said === "string" ? said.trim() : "";
  return language === "" || language.length > 40 ? null : language;
}

function confidenceOf(answer: Readonly<Record<string, unknown>>): number | null {
  const segments: readonly unknown[] = Array.isArray(answer.segments) ? answer.segments : [];
  const sure = weightedMean(segments.flatMap(judgeSegment));
  if (sure !== undefined) return sure;
  const tokens: readonly unknown[] = Array.isArray(answer.logprobs) ? answer.logprobs : [];
  const logs = tokens.flatMap((token) => {
    const log = isObject(token) ? numberOf(token.logprob) : undefined;
    return log === undefined ? [] : [{ weight: 1, value: Math.max(-20, log) }];
  });
  const mean = weightedMean(logs);
  return mean === undefined ? null : certainty(mean);
}

interface Weighted {
  readonly weight: number;
  readonly value: number;
}

/** How sure a segment is, weighted by how long it is. */
function judgeSegment(segment: unknown): readonly Weighted[] {
  if (!isObject(segment)) return [];
  const log = numberOf(segment.avg_logprob);
  const silence = numberOf(segment.no_speech_prob);
  if (log === undefined && silence === undefined) return [];
  const isRepetitive = (numberOf(segment.compression_ratio) ?? 0) > 2.4; // Whisper's own threshold.
  const spoken = 1 - Math.min(1, Math.max(0, silence ?? 0));
  const length = (numberOf(segment.end) ?? 0) - (numberOf(segment.start) ?? 0);
  const value = certainty(log ?? 0) * spoken * (isRepetitive ? 0.3 : 1);
  return [{ weight: length > 0 ? length : 1, value }];
}

/** Whisper takes an answer for failed when its mean is below -1, so that one is 0.5 here. */
function certainty(meanLog: number): number {
  return 2 ** Math.min(0, meanLog);
}

function weightedMean(values: readonly Weighted[]): number | undefined {
  const whole = values.reduce((sum, { weight }) => sum + weight, 0);
  const sum = values.reduce((total, { weight, value }) => total + weight * value, 0);
  return whole > 0 && Number.isFinite(whole) ? sum / whole : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A field's name and value, as often as it has values. */
type FormField = readonly [name: string, value: string];

/** A form with one sound file. */
interface SoundForm {
  /** For the header: it names the boundary. */
  readonly contentType: string;
  toBytes(fields: readonly FormField[], pcm: Int16Array): Uint8Array;
}

/** Makes forms that share a boundary, which no sound holds but by a chance of one in 2^122. */
export function createSoundForm(): SoundForm {
  const boundary = `loci-${randomUUID()}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    toBytes(fields, pcm) {
      const head = fields
        .map(([name, value]) => `${partHead(boundary, `name="${name}"`)}\r\n${value}\r\n`)
        .join("");
      const file = 'name="file"; filename="speech.wav"';
      return Buffer.concat([
        Buffer.from(`${head}${partHead(boundary, file)}Content-Type: audio/wav\r\n\r\n`),
        wavHeader(pcm.byteLength, { rate: speechRate }),
        Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
    },
  };
}

function partHead(boundary: string, disposition: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
}
