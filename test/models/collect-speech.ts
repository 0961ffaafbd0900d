import { expect } from "vitest";
import type { Speech } from "../../src/models/synthesize.ts";

/** A signal that is never aborted. */
export const forever = new AbortController().signal;

/** All that is said, as samples. */
export async function collectSpeech({ rate, pcm }: Speech) {
  const parts: Uint8Array[] = [];
  for await (const part of pcm) parts.push(part);
  const bytes = Buffer.concat(parts);
  expect(bytes.length % 2).toBe(0);
  return { rate, pcm: new Int16Array(Uint8Array.from(bytes).buffer) };
}
