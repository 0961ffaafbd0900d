import type { IncomingMessage } from "node:http";
import { readBytes } from "./read-bytes.ts";
import { Refusal } from "./refusal.ts";

/** Two and a half minutes of 16 kHz. */
const mostBytes = 5 * 1024 * 1024;

/** Reads a body that says it is a WAV file, of at most 5 MB. Throws Refusal, or LociError BAD_INPUT where it breaks off. */
export async function readWavBody(request: IncomingMessage): Promise<Buffer> {
  const { headers } = request;
  const type = headers["content-type"] ?? "";
  const isWav = /^audio\/(?:wav|wave|x-wav|vnd\.wave)\s*(?:;.*)?$/i.test(type);
  const isPlain = (headers["content-encoding"] ?? "identity").toLowerCase() === "identity";
  if (!isWav || !isPlain) {
    throw new Refusal(
      "UNSUPPORTED_MEDIA_TYPE",
      `Cannot read a body of type "${type.slice(0, 80)}": send a plain WAV file as "Content-Type: audio/wav"`,
      { headers: { accept: "audio/wav" } },
    );
  }
  return readBytes(request, mostBytes, tooLarge);
}

function tooLarge(): Refusal {
  return new Refusal(
    "TOO_LARGE",
    "Cannot read the recording: it is larger than 5 MB; send 16 kHz mono, one turn at a time",
    { data: { mostBytes } },
  );
}
