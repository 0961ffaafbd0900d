import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import type { ServedDevice } from "./server-ports.ts";

/** Not by import: see askRunning. */
const crypto = () => process.getBuiltinModule("node:crypto");

/** The file, in this device's place for a vault, that says where the vault is served. */
export const addressFile = ({ vaultFolder }: ServedDevice): string =>
  join(vaultFolder, "served-at");

/** Writes the server's address, for other processes on this device. */
export function writeServerAddress(device: ServedDevice, url: string): void {
  const file = addressFile(device);
  mkdirSync(device.vaultFolder, { recursive: true, mode: 0o700 });
  rmSync(file, { force: true });
  writeFileSync(file, `${new URL(url).origin}\n`, { mode: 0o600, flag: "wx" });
}

/** The owner's token is that of all vaults: a server proves with this that it also serves the same vault. */
export const proofSecret = ({ vaultFolder }: ServedDevice, token: string): string =>
  `${token} ${vaultFolder}`;

/**
 * Asks the running server of this vault for a login URL, valid once. Rejects with LociError NOT_FOUND if no such server
 * answers.
 */
export async function requestLoginUrl(device: ServedDevice): Promise<string> {
  const answer = await askRunning(device, { method: "POST", path: "/api/address", waitMs: 5_000 });
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
  device: ServedDevice,
  { method, path, waitMs }: Question,
): Promise<Record<string, unknown> | undefined> {
  const origin = readSmallFile(addressFile(device))?.trim();
  const token = readSmallFile(join(device.folder, "token"))?.trim() ?? "";
  if (origin === undefined || !URL.canParse(origin) || !/^[!-~]+$/.test(token)) return undefined;
  const { hostname, port: named } = new URL(origin);
  const port = Number(named || 80);
  const nonce = crypto().randomUUID();
  const server = { hostname, port, waitMs };
  const proven = await ask(server, `GET /healthz?nonce=${nonce}`);
  if (!isProof(proven?.proof, proofFor(nonce, port, proofSecret(device, token)))) return undefined;
  return ask(server, `${method} ${path}`, `authorization: Bearer ${token}\r\n`);
}

interface Server {
  readonly hostname: string;
  readonly port: number;
  readonly waitMs: number;
}

/**
 * Asks by HTTP/1.0, whose answer ends where its connection does. To load node:http takes longer than all of this; `headers`
 * are lines.
 */
function ask(
  { hostname, port, waitMs }: Server,
  question: string,
  headers = "",
): Promise<Record<string, unknown> | undefined> {
  // Not by import, which reads all that a module of Node exports.
  const { connect } = process.getBuiltinModule("node:net");
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port });
    const timer = setTimeout(() => socket.destroy(), waitMs);
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
    });
    socket.on("error", () => {}); // "close" comes next, with what there is of an answer.
    socket.on("close", () => {
      clearTimeout(timer);
      const body = answer.indexOf("\r\n\r\n");
      const isOk = body > 0 && /^HTTP\/1\.[01] 200 /.test(answer);
      resolve(isOk ? toObject(answer.slice(body)) : undefined);
    });
    socket.write(
      `${question} HTTP/1.0\r\nhost: ${hostname}:${port}\r\ncontent-length: 0\r\n${headers}\r\n`,
    );
  });
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
