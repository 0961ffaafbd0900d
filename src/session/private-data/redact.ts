import { findKeys } from "./find-keys.ts";
import { findPrivateData, type PrivateSpan } from "./find-private-data.ts";

/** The text with private data replaced by its kind: `[e-mail]`, `[phone]`, `[birth date]`, `[secret]` and the like. */
export const redact = (text: string): string => replaced(text, findPrivateData(text));

/** The text with `[secret]` in the place of keys and tokens. */
export const redactKeys = (text: string): string =>
  replaced(
    text,
    findKeys(text).map((span) => ({ kind: "secret", ...span })),
  );

/** One that begins within another is a part of it. */
function replaced(text: string, spans: readonly PrivateSpan[]): string {
  let rest = "";
  let done = 0;
  for (const { kind, start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= done) rest += `${text.slice(done, start)}[${kind}]`;
    done = Math.max(done, end);
  }
  return rest + text.slice(done);
}
