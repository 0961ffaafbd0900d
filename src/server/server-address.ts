import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";

const fileOf = (lociDir: string): string => join(lociDir, "served-at");

/** Notes where this vault is served, for other processes on this device. */
export function writeServedAt(lociDir: string, url: string): void {
  rmSync(fileOf(lociDir), { force: true });
  writeFileSync(fileOf(lociDir), `${new URL(url).origin}\n`, { mode: 0o600, flag: "wx" });
}

/**
 * Asks the server of this vault for an address that lets a browser in, once. Throws LociError NOT_FOUND where none
 * answers that knows the vault's token: a stranger at its port does not learn it.
 */
export async function askAddress(lociDir: string): Promise<string> {
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

/** What is not there, too slow or no JSON answers nothing. */
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
 * Shows that this server knows a secret, without saying it: hex HMAC-SHA-256 of `PORT:NONCE` under it. The port is in it
 * so that another process that took a port cannot pass the question on to a Loci at another one. Undefined where the nonce is none.
 */
export function proofFor(nonce: string, port: number, secret: string): string | undefined {
  if (!/^[\w-]{16,128}$/.test(nonce)) return undefined;
  return createHmac("sha256", secret).update(`${port}:${nonce}`).digest("hex");
}
