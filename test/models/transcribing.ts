import { expect } from "vitest";
import { LociError } from "../../src/errors.ts";
import type { TranscribeHints } from "../../src/models/transcribe.ts";
import { checkFailure } from "./failure-of.ts";

/** What nobody may get to see. */
export const key = "sk-secret-0123456789";
/** A second of sound. */
export const pcm = Int16Array.from({ length: 16_000 }, (_, at) => (at * 37) % 3000);
/** No hints but languages. */
export const none: TranscribeHints = { languages: ["en", "es"], keywords: [] };

/** How asking a transcriber failed: ours, of one sentence, without the key in it. */
export async function failureOf(work: Promise<unknown>): Promise<LociError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof LociError)) throw new Error(`no LociError: ${String(error)}`);
  expect(error.code).toBe("MODEL_FAILED");
  checkFailure(error, key);
  return error;
}
