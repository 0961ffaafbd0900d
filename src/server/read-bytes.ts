import type { IncomingMessage } from "node:http";
import { LociError } from "../errors.ts";

/** Reads a body of at most so many bytes. Throws what `tooLarge` makes, or LociError BAD_INPUT where it breaks off. */
export async function readBytes(
  request: IncomingMessage,
  mostBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  return await new Promise((resolve, reject) => {
    // Listeners, not `for await`: that would destroy the connection before the refusal is sent.
    request.on("data", (part: Buffer) => {
      length += part.length;
      if (length > mostBytes) {
        parts.length = 0;
        reject(tooLarge());
      } else parts.push(part);
    });
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", (cause) => reject(brokenOff(cause)));
    request.on("close", () => reject(brokenOff()));
  });
}

/** Nobody is left to read it; but it is the client's doing, and so no failure of ours. */
function brokenOff(cause?: unknown): LociError {
  return new LociError("BAD_INPUT", "Cannot read the body: the connection broke off", { cause });
}
