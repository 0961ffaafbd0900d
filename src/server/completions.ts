import { createHash, randomUUID } from "node:crypto";
import { LociError } from "../errors.ts";
import type { completionSchema } from "./api-schemas.ts";
import { type Caller, speakerOf } from "./caller.ts";
import { ok, type Reply } from "./reply.ts";
import type { ServedLoci } from "./server-ports.ts";

type Fields = ReturnType<typeof completionSchema.parse>;

interface Line {
  readonly role: "user" | "assistant";
  readonly content: string;
}

type Turn = AsyncIterable<{ readonly type: string }>;

/** Most conversations that are known by what was said in them; the oldest go first. */
const mostKnown = 1000;

/** Most earlier messages that are taken into a new conversation, the last ones. */
const mostTaken = 50;

/**
 * Answers as OpenAI's chat completions: the model is an agent, and the last message is said in a conversation of Loci's. Such
 * clients send all that was said each time: a conversation is known again by that, as long as the server runs; what was
 * said elsewhere is taken into a new one.
 */
export function createCompletions({
  converse,
  sessions,
}: Pick<ServedLoci, "converse" | "sessions">) {
  const known = new Map<string, string>();
  const remember = (lines: string, session: string): void => {
    known.set(lines, session);
    for (const [oldest] of known) {
      if (known.size <= mostKnown) return;
      known.delete(oldest);
    }
  };
  const sessionFor = async (who: Who, before: readonly Line[], key: string): Promise<string> => {
    const found = known.get(key);
    if (found !== undefined && (await isOpen(sessions, found))) return found;
    const { id } = await sessions.begin(who);
    // What a conversation that is over was about has become memory.
    if (found === undefined)
      for (const line of before.slice(-mostTaken)) await sessions.addMessage(id, line);
    return id;
  };
  return async (
    { model, messages, stream }: Fields,
    caller: Caller,
    closing: AbortSignal,
  ): Promise<Reply> => {
    const lines = messages.flatMap(toLine);
    const last = lines.at(-1);
    if (last?.role !== "user") {
      throw new LociError("BAD_INPUT", "Cannot answer: the last message must be the user's");
    }
    const before = lines.slice(0, -1);
    const who = { ...speakerOf(caller), ...(model === undefined ? {} : { agent: model }) };
    const keyOf = (said: readonly Line[]): string => digest([caller, model, said]);
    const id = await sessionFor(who, before, keyOf(before));
    const conversation = await converse({ resume: id, ...who });
    const answer = createAnswer(model ?? "loci");
    const say = (signal: AbortSignal): Turn => conversation.say(last.content, {}, signal);
    const done = (content: string): void =>
      remember(keyOf([...lines, { role: "assistant", content }]), id);
    if (stream === true)
      return { type: "events", events: (signal) => inChunks(say(signal), answer, done) };
    return ok(await whole(say(closing), answer, done));
  };
}

interface Who extends ReturnType<typeof speakerOf> {
  readonly agent?: string;
}

const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url");

async function isOpen(
  sessions: Pick<ServedLoci["sessions"], "find">,
  id: string,
): Promise<boolean> {
  try {
    return (await sessions.find(id)).state !== "closed";
  } catch (error) {
    if (error instanceof LociError && error.code === "NOT_FOUND") return false;
    throw error;
  }
}

/** What a person or an agent said; an app's own instructions and tools are not the conversation's. */
function toLine({ role, content }: Fields["messages"][number]): readonly Line[] {
  if (role !== "user" && role !== "assistant") return [];
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const odd = parts.find(({ type }) => type !== "text");
  if (odd !== undefined) {
    throw new LociError("BAD_INPUT", `Cannot read a part of type "${odd.type}": send text`);
  }
  const text = parts.map((part) => part.text ?? "").join("\n");
  return text.trim() === "" ? [] : [{ role, content: text }];
}

type Answer = ReturnType<typeof createAnswer>;

function createAnswer(model: string) {
  const about = { id: `chatcmpl-${randomUUID()}`, model, created: Math.floor(Date.now() / 1000) };
  return {
    chunk: (delta: object, reason: "stop" | null = null) => ({
      ...{ ...about, object: "chat.completion.chunk" },
      choices: [{ index: 0, delta, finish_reason: reason }],
    }),
    whole: (content: string) => ({
      ...{ ...about, object: "chat.completion" },
      choices: [
        { index: 0, message: { role: "assistant", content, refusal: null }, finish_reason: "stop" },
      ],
    }),
  };
}

/** The words of a turn's reply. Throws LociError where the turn failed. */
async function* words(turn: Turn): AsyncGenerator<string> {
  for await (const event of turn) {
    const { type, text, message } = event as Readonly<Record<string, unknown>>;
    if (type === "delta") yield String(text);
    if (type === "error") throw new LociError("MODEL_FAILED", String(message));
  }
}

async function* inChunks(
  turn: Turn,
  answer: Answer,
  done: (content: string) => void,
): AsyncGenerator<object | string> {
  yield answer.chunk({ role: "assistant", content: "" });
  let content = "";
  try {
    for await (const word of words(turn)) {
      content += word;
      yield answer.chunk({ content: word });
    }
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    yield { error: { code: error.code, message: error.message, type: "server_error" } };
    return;
  }
  done(content);
  yield answer.chunk({}, "stop");
  yield "[DONE]";
}

async function whole(turn: Turn, answer: Answer, done: (content: string) => void): Promise<object> {
  let content = "";
  for await (const word of words(turn)) content += word;
  done(content);
  return answer.whole(content);
}
