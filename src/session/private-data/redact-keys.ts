import { findKeys } from "./find-keys.ts";

/** The text with `[secret]` in the place of keys and tokens. */
export function redactKeys(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of findKeys(text).toSorted((a, b) => a.start - b.start)) {
    if (start >= done) pieces.push(text.slice(done, start), "[secret]");
    done = Math.max(done, end);
  }
  return pieces.join("") + text.slice(done);
}
