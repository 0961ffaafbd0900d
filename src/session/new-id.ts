import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O, U. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomBits = 80n;
const end = 1n << 128n;

/**
 * A ULID: 26 characters, 48 bits of wall time and 80 of chance. It sorts after `previous` even where the clock went
 * back; the step there is by chance too, so that two copies of one database do not count on alike.
 */
export function newId(wall: number, previous = ""): string {
  const time = BigInt(Math.min(Math.max(0, Math.trunc(wall)), 2 ** 48 - 1));
  const fresh = (time << randomBits) | BigInt(`0x${randomBytes(10).toString("hex")}`);
  const before = isId(previous) ? decode(previous) : -1n;
  const next = fresh > before ? fresh : before + 1n + BigInt(`0x${randomBytes(5).toString("hex")}`);
  return encode(next < end ? next : end - 1n);
}

export const isId = (text: string): boolean => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);

function encode(value: bigint): string {
  let text = "";
  for (let rest = value, n = 0; n < 26; n++, rest >>= 5n) {
    text = (digits[Number(rest & 31n)] ?? "0") + text;
  }
  return text;
}

function decode(id: string): bigint {
  let value = 0n;
  for (const digit of id) value = (value << 5n) | BigInt(digits.indexOf(digit));
  return value;
}
