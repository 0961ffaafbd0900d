import type { IncomingMessage } from "node:http";
import { LociError } from "../errors.ts";
import { Refusal } from "./failure.ts";

const maxJsonBytes = 65_536;
/** Two and a half minutes of 16 kHz mono. */
const maxWavBytes = 5 * 1024 * 1024;

/** Reads a JSON body of at most 64 KB. Rejects with a Refusal, or LociError BAD_INPUT if it is not JSON in UTF-8. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  checkType(request);
  const bytes = await readBytes(
    request,
    maxJsonBytes,
    "body",
    "put longer notes into a topic file",
  );
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const state = bytes.length === 0 ? "it is empty" : "it is not JSON in UTF-8";
    throw new LociError(
      "BAD_INPUT",
      `Cannot read the body: ${state}; send an object such as {"query":"rice"}`,
      { cause: error },
    );
  }
}

/** Reads a WAV body of at most 5 MB, without checking its content. Rejects with a Refusal, or LociError BAD_INPUT if it breaks off. */
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
  return readBytes(request, maxWavBytes, "recording", "send 16 kHz mono, one turn at a time");
}

function checkType({ headers }: IncomingMessage): void {
  const type = headers["content-type"] ?? "";
  const encoding = headers["content-encoding"] ?? "identity";
  const isJson = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (isJson && encoding.toLowerCase() === "identity") return;
  const [what, value] = isJson ? ["encoding", encoding] : ["type", type];
  throw new Refusal(
    "UNSUPPORTED_MEDIA_TYPE",
    `Cannot read a body of ${what} "${value.slice(0, 80)}": send plain "Content-Type: application/json"`,
    { headers: { accept: "application/json" } },
  );
}

async function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  what: string,
  advice: string,
): Promise<Buffer> {
  const size = maxBytes < 2 ** 20 ? `${maxBytes / 1024} KB` : `${maxBytes / 2 ** 20} MB`;
  const tooLarge = (): Refusal =>
    new Refusal("TOO_LARGE", `Cannot read the ${what}: it is larger than ${size}; ${advice}`, {
      data: { mostBytes: maxBytes },
    });
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  return await new Promise((resolve, reject) => {
    // `for await` would destroy the connection before the refusal is sent.
    request.on("data", (part: Buffer) => {
      length += part.length;
      if (length > maxBytes) {
        parts.length = 0;
        reject(tooLarge());
      } else parts.push(part);
    });
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", (cause) => reject(brokenOff(cause)));
    request.on("close", () => reject(brokenOff()));
  });
}

/** BAD_INPUT, because it is the client's failure. */
function brokenOff(cause?: unknown): LociError {
  return new LociError("BAD_INPUT", "Cannot read the body: the connection broke off", { cause });
}
