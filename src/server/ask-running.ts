import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DevicePlace } from "../app/vault/device-place.ts";
import { LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import { writeWhole } from "../vault/write/write-file.ts";

/** Where this device keeps the owner's token and, for this vault, tokens of persons and the address it is served at. */
export type ServedDevice = Pick<DevicePlace, "folder" | "vaultFolder">;

/** The file, in this device's place for a vault, that says where the vault is served. */
export const addressFile = ({ vaultFolder }: ServedDevice): string =>
  join(vaultFolder, "served-at");

/**
 * Writes the server's origin and a token of this run, for other processes on this device: whoever takes the port after
 * the server has gone learns nothing that opens anything. Returns what removes it where it still is this server's.
 */
export function writeAddress(device: ServedDevice, origin: string, token: string): () => void {
  const file = addressFile(device);
  mkdirSync(device.vaultFolder, { recursive: true, mode: 0o700 });
  writeWhole(file, `${origin} ${token}\n`);
  return () => {
    if (readSmallFile(file)?.includes(token)) rmSync(file);
  };
}

/** Asks the running server of this vault, as its owner. Undefined where none answers in time, with a JSON object. */
export function askRunning(
  device: ServedDevice,
  { method, path, waitMs }: { method: "GET" | "POST"; path: string; waitMs: number },
): Promise<Record<string, unknown> | undefined> {
  const [origin = "", token = ""] = readSmallFile(addressFile(device))?.trim().split(" ") ?? [];
  if (!URL.canParse(origin)) return Promise.resolve(undefined);
  const { hostname, port, host } = new URL(origin);
  // By HTTP/1.0, whose answer ends where its connection does: to load fetch() takes longer than the whole of a recall.
  const { connect } = process.getBuiltinModule("node:net");
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || 80),
    });
    const timer = setTimeout(() => socket.destroy(), waitMs);
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
    });
    socket.on("error", () => {}); // "close" comes next, with what there is of an answer.
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(toObject(answer));
    });
    socket.write(
      `${method} ${path} HTTP/1.0\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-length: 0\r\n\r\n`,
    );
  });
}

function toObject(answer: string): Record<string, unknown> | undefined {
  if (!/^HTTP\/1\.[01] 200 /.test(answer)) return undefined;
  try {
    return Object(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))));
  } catch {
    return undefined; // It broke off.
  }
}

/** A login URL of the running server, valid once. Rejects with LociError NOT_FOUND where none answers. */
export async function requestLoginUrl(device: ServedDevice): Promise<string> {
  const answer = await askRunning(device, { method: "POST", path: "/api/address", waitMs: 5_000 });
  if (typeof answer?.url === "string") return answer.url;
  throw new LociError(
    "NOT_FOUND",
    'Cannot give an address: no "loci up" of this vault answers on this device; start it, and it prints one',
  );
}
