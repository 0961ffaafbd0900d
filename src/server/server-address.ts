import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";

/** Not by import: see askRunning. */
const crypto = () => process.getBuiltinModule("node:crypto");

const fileOf = (lociDir: string): string => join(lociDir, "served-at");

/** Writes the server's address to `.loci/served-at`, for other processes on this device. */
export function writeServerAddress(lociDir: string, url: string): void {
  rmSync(fileOf(lociDir), { force: true });
  writeFileSync(fileOf(lociDir), `${new URL(url).origin}\n`, { mode: 0o600, flag: "wx" });
}

/**
 * Asks the running server of this vault for a login URL, valid once. Rejects with LociError NOT_FOUND if no such server
 * answers.
 */
export async function requestLoginUrl(lociDir: string): Promise<string> {
  const answer = await askRunning(lociDir, { method: "POST", path: "/api/address", waitMs: 5_000 });
  if (typeof answer?.url !== "string") throw notRunning();
  return answer.url;
}

interface Question {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly waitMs: number;
}

/**
 * Asks the running server of this vault, as the vault's owner. The server must prove that it knows the vault's token before
 * it is sent the token. Undefined where none answers, in time and with a JSON object.
 */
export async function askRunning(
  lociDir: string,
  { method, path, waitMs }: Question,
): Promise<Record<string, unknown> | undefined> {
  const origin = readSmallFile(fileOf(lociDir))?.trim();
  const token = readSmallFile(join(lociDir, "token"))?.trim();
  if (origin === undefined || !URL.canParse(origin) || !token) return undefined;
  const { hostname, port } = new URL(origin);
  // Not by import: that reads all that node:http exports, WebSocket too, which takes longer than to ask.
  const { Agent, request } = process.getBuiltinModule("node:http");
  const agent = new Agent({ keepAlive: true });
  const ask = (options: { method: string; path: string; headers?: Record<string, string> }) =>
    new Promise<Record<string, unknown> | undefined>((resolve) => {
      const fail = (): void => resolve(undefined);
      const signal = AbortSignal.timeout(waitMs);
      const asked = request({ agent, hostname, port, signal, ...options }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve(response.statusCode === 200 ? toObject(text) : undefined));
        response.on("error", fail);
      });
      asked.on("error", fail).end();
    });
  try {
    const nonce = crypto().randomUUID();
    const proven = await ask({ method: "GET", path: `/healthz?nonce=${nonce}` });
    if (!isProof(proven?.proof, proofFor(nonce, Number(port || 80), token))) return undefined;
    return await ask({ method, path, headers: { authorization: `Bearer ${token}` } });
  } finally {
    agent.destroy();
  }
}

function isProof(given: unknown, expected = ""): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && crypto().timingSafeEqual(a, b);
}

function toObject(text: string): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null ? { ...answer } : undefined;
  } catch {
    return undefined;
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
  return crypto().createHmac("sha256", secret).update(`${port}:${nonce}`).digest("hex");
}
