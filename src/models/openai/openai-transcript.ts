import { isObject, short } from "../server-failure.ts";
import { toSpokenText } from "../spoken-text.ts";
import type { Transcript } from "../transcribe.ts";

/** What an answer says, or what is wrong with it and what to do. */
export function readTranscript(answer: unknown): Transcript | string {
  if (!isObject(answer) || typeof answer.text !== "string") {
    const start = short(typeof answer === "string" ? answer : (JSON.stringify(answer) ?? ""));
    return `its answer is no transcript (it starts with: ${start.slice(0, 60)}); check that this is the address of an OpenAI-compatible API for speech, up to and with "/v1"`;
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
