import { quoteJson } from "../models/quote.ts";
import { redact } from "../session/private-data/redact.ts";

/**
 * A message to a model without private data. Lines of JSON are read first: in `"call\n612345678"` the escape would hide
 * where the number begins.
 */
export function redactPrompt(content: string): string {
  const redacted: string[] = [];
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length > 0) redacted.push(redact(plain.join("\n")));
    plain = [];
  };
  for (const line of content.split("\n")) {
    const value = objectIn(line);
    if (value === undefined) plain.push(line);
    else {
      flush();
      redacted.push(quoteJson(value));
    }
  }
  flush();
  return redacted.join("\n");
}

/** The object that a line is, redacted. */
function objectIn(line: string): object | undefined {
  if (!/^\s*[{[]/.test(line)) return undefined;
  try {
    const value: unknown = JSON.parse(line, (_, part: unknown) => redactPart(part));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined; // Words in brackets.
  }
}

function redactPart(part: unknown): unknown {
  if (typeof part === "string") return redact(part);
  if (typeof part !== "number") return part;
  const digits = redact(String(part));
  return digits === String(part) ? part : digits;
}
