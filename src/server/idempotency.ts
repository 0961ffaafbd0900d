import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { LociError } from "../errors.ts";
import type { Caller } from "./caller.ts";
import { Refusal } from "./failure.ts";
import type { Reply } from "./reply.ts";

/** Answers what was asked under one `Idempotency-Key` once, and again with the same answer, while the server runs. */
export interface Idempotency {
  /**
   * `work` runs where the key is new, or failed before; without a key always. Rejects with LociError BAD_INPUT for a key
   * that cannot be, and Refusal KEY_REUSED where something else was asked under it, or the answer is not kept: a stream, or a long one.
   */
  once(
    request: IncomingMessage,
    asked: { readonly caller: Caller; readonly path: string; readonly body: object },
    work: () => Promise<Reply>,
  ): Promise<Reply>;
}

interface Kept {
  /** Its hash. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** What can be sent again; undefined for a stream, and for what is too long. */
  readonly reply: Promise<Reply | undefined>;
}

const lifeMs = 24 * 60 * 60_000;
/** Most keys; beyond that the oldest is forgotten. */
const most = 1000;
/** Longest body that is kept, in characters of JSON. */
const mostLength = 65_536;

/** Keeps answers for a day, in memory. `now`: milliseconds since the epoch. */
export function createIdempotency(now: () => number): Idempotency {
  const kept = new Map<string, Kept>();
  return {
    async once(request, { caller, path, body }, work) {
      const key = keyOf(request);
      if (key === undefined) return work();
      // All of the caller: a token that was made again under its old name may be another's.
      const name = hash([caller, request.method, path, key]);
      const found = kept.get(name);
      if (found !== undefined && now() < found.until) return answerAgain(found, hash(body));
      kept.delete(name);
      const reply = work();
      const again = reply.then(replayable);
      again.catch(() => kept.delete(name)); // What failed may be tried again.
      kept.set(name, { body: hash(body), until: now() + lifeMs, reply: again });
      const [oldest = ""] = kept.size > most ? kept.keys() : [];
      kept.delete(oldest);
      return reply;
    },
  };
}

async function answerAgain({ body, reply }: Kept, asked: string): Promise<Reply> {
  if (body !== asked) throw reused("something else was asked");
  const answer = await reply;
  if (answer !== undefined) return answer;
  throw reused("the answer was a stream or too long to be kept,");
}

const replayable = (reply: Reply): Reply | undefined =>
  reply.type === "json" && JSON.stringify(reply.body).length <= mostLength ? reply : undefined;

const reused = (what: string): Refusal =>
  new Refusal("KEY_REUSED", `Cannot answer: ${what} under this Idempotency-Key; send a new one`);

function keyOf({ headersDistinct }: IncomingMessage): string | undefined {
  const [key, ...more] = headersDistinct["idempotency-key"] ?? [];
  if (key === undefined) return undefined;
  if (more.length === 0 && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new LociError(
    "BAD_INPUT",
    "Cannot use the Idempotency-Key: send one word of at most 255 letters, digits and signs",
  );
}

const hash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url");
