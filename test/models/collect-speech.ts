import { expect } from "vitest";
import { LociError } from "../../src/errors.ts";
import type { Speech } from "../../src/models/synthesize.ts";
import { checkFailure } from "./failure-of.ts";

/** A signal that is never aborted. */
export const forever = new AbortController().signal;

/** All that is said, as samples. */
export async function collectSpeech({
  rate,
  pcm,
}: Speech): Promise<{ rate: number; pcm: Int16Array }> {
  const parts: Uint8Array[] = [];
  for await (const part of pcm) parts.push(part);
  const bytes = Buffer.concat(parts);
  expect(bytes.length % 2).toBe(0);
  return { rate, pcm: new Int16Array(Uint8Array.from(bytes).buffer) };
}

/** The failure of speech, in its beginning or later: ours, of one sentence, without the key in it. */
export async function failureOfSpeech(
  start: () => Promise<Speech>,
  key = "sk-secret",
): Promise<LociError> {
  const error = await start()
    .then(collectSpeech)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!(error instanceof LociError)) throw new Error(`not a LociError: ${String(error)}`);
  expect(error.code).toBe("MODEL_FAILED");
  checkFailure(error, key);
  return error;
}
