import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";

const fileOf = (lociDir: string): string => join(lociDir, "served-at");

/** Writes the server's address to `.loci/served-at`, for other processes on this device. */
export function writeServerAddress(lociDir: string, url: string): void {
  rmSync(fileOf(lociDir), { force: true });
  writeFileSync(fileOf(lociDir), `${new URL(url).origin}\n`, { mode: 0o600, flag: "wx" });
}

/**
 * Asks the running server of this vault for a login URL, valid once. The server must prove that it knows the vault's token
 * before it is sent the token. Rejects with LociError NOT_FOUND if no such server answers.
 */
export async function requestLoginUrl(lociDir: string): Promise<string> {
  const origin = readSmallFile(fileOf(lociDir))?.trim();
  const token = readSmallFile(join(lociDir, "token"))?.trim();
  const isAddress = origin !== undefined && URL.canParse(origin);
  if (!isAddress || !token || !(await isOurs(origin, token))) throw notRunning();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await ask(`${origin}/api/address`, { method: "POST", headers });
  if (typeof answer.url !== "string") throw notRunning();
  return answer.url;
}

async function isOurs(origin: string, token: string): Promise<boolean> {
  const nonce = randomUUID();
  const { proof } = await ask(`${origin}/healthz?nonce=${nonce}`);
  const expected = Buffer.from(proofFor(nonce, Number(new URL(origin).port || 80), token) ?? "");
  const given = Buffer.from(String(proof));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Fetches a JSON object; {} on any failure or timeout. */
async function ask(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(url, { ...init, signal, redirect: "error" });
    const answer: unknown = await response.json();
    return typeof answer === "object" && answer !== null ? { ...answer } : {};
  } catch {
    return {};
  }
}

const notRunning = (): LociError =>
  new LociError(
    "NOT_FOUND",
    'Cannot give an address: no "loci up" of this vault answers on this device; start it, and it prints one',
  );

/**
 * Proves knowledge of a secret without revealing it: hex HMAC-SHA-256 of `PORT:NONCE`. Including the port prevents a
 * process on another port from relaying the question. Undefined for a malformed nonce.
 */
export function proofFor(nonce: string, port: number, secret: string): string | undefined {
  if (!/^[\w-]{16,128}$/.test(nonce)) return undefined;
  return createHmac("sha256", secret).update(`${port}:${nonce}`).digest("hex");
}
