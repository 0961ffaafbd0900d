/** The bytes that a `Range` header asks for, both ends included; "none" where it asks for bytes that are not there. */
export type ByteRange = { readonly start: number; readonly end: number } | "none" | undefined;

/** Reads `bytes=a-b`, `bytes=a-` and `bytes=-n`; undefined for anything else, several ranges too: the whole is the answer. */
export function readRange(header: string | undefined, size: number): ByteRange {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined; // No range at all.
  return start >= size ? "none" : { start, end };
}
