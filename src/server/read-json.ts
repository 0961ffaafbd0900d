import type { IncomingMessage } from "node:http";
import { LociError } from "../errors.ts";
import { readBytes } from "./read-bytes.ts";
import { Refusal } from "./refusal.ts";

const mostBytes = 65_536;

/** Reads a JSON body of at most 64 KB. Throws Refusal, or LociError BAD_INPUT for what is not JSON in UTF-8. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  checkType(request);
  const bytes = await readBytes(request, mostBytes, tooLarge);
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

function tooLarge(): Refusal {
  return new Refusal(
    "TOO_LARGE",
    `Cannot read the body: it is larger than ${mostBytes / 1024} KB; put longer notes into a topic file`,
    { data: { mostBytes } },
  );
}
