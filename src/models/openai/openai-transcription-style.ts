import { isObject } from "../server-failure.ts";
import type { TranscribeHints } from "../transcribe.ts";
import type { FormField } from "./openai-transcription-form.ts";

/**
 * What of the protocol a model understands: `segments` is Whisper's and that of local servers, which tell the language
 * and how sure they are; `hints` takes languages and names apart (gpt-transcribe); `tokens` tells how sure it is of
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
      ...mostKeywords(keywords).map((word): FormField => ["keywords[]", word]),
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
  const words = mostKeywords(keywords);
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
function mostKeywords(keywords: readonly string[]): readonly string[] {
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
