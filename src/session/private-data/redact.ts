import { findKeys } from "./find-keys.ts";
import { findPrivateData } from "./find-private-data.ts";
import type { Span } from "./numbers.ts";

/** The text with private data replaced by its kind: `[e-mail]`, `[phone]`, `[birth date]`, `[secret]` and the like. */
export const redact = (text: string): string => replaced(text, findPrivateData(text));

/** The text with `[secret]` in the place of keys and tokens. */
export function redactKeys(text: string): string {
  const spans = findKeys(text).toSorted((a, b) => a.start - b.start);
  return replaced(
    text,
    spans.map((span) => ({ kind: "secret", ...span })),
  );
}

/** Spans in reading order; one that begins within another is a part of it. */
function replaced(text: string, spans: readonly (Span & { readonly kind: string })[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { kind, start, end } of spans) {
    if (start >= done) pieces.push(text.slice(done, start), `[${kind}]`);
    done = Math.max(done, end);
  }
  return pieces.join("") + text.slice(done);
}
