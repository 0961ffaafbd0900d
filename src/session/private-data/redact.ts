import { findPrivateData } from "./find-private-data.ts";

/** The text with private data replaced by its kind: `[e-mail]`, `[phone]`, `[address]`, `[birth date]`, `[secret]` and the like. */
export function redact(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { kind, start, end } of findPrivateData(text)) {
    pieces.push(text.slice(done, start), `[${kind}]`);
    done = end;
  }
  return pieces.join("") + text.slice(done);
}
