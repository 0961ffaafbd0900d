import { createHash, randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { LociError } from "../errors.ts";
import { speakerOf } from "./caller.ts";
import { maybe, must } from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import { sendEvents } from "./send-events.ts";
import type { ServedLoci } from "./start-server.ts";

interface Line {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** Most conversations that are known by what was said in them; the oldest go first. */
const mostKnown = 1000;
/** Most earlier messages that are taken into a new conversation, the last ones. */
const mostTaken = 50;

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(part)]).nullish(),
});
const body = {
  model: maybe("An agent's id"),
  messages: z.array(message, { error: must("a list of messages") }).describe("The last one asks"),
  stream: z.boolean({ error: must("true or false") }).nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
};

const model = (id: string) => ({ id, object: "model", created: 0, owned_by: "loci" });

/** `/v1`: a conversation with an agent, for clients of OpenAI's; what else they send means nothing here. */
export function openAiOperations(loci: ServedLoci): readonly Operation[] {
  const begin = createConversations(loci);
  return [
    operation({
      at: "POST /v1/chat/completions",
      summary: "Answers as OpenAI's chat completions do; the model is an agent.",
      isLoose: true,
      body,
      async reply({ body: { model, messages, stream, stream_options }, caller, c }) {
        const lines = messages.flatMap(toLine);
        const who = { ...speakerOf(caller), ...(model !== undefined && { agent: model }) };
        const turn = await begin(lines, who, caller.name);
        const answer = createAnswer(model ?? "loci", lines);
        if (stream !== true) return answer.whole(wordsOf(turn, c.var.closing));
        const withUsage = stream_options?.include_usage === true;
        return sendEvents(c, (signal) => answer.inChunks(wordsOf(turn, signal), withUsage));
      },
    }),
    operation({
      at: "GET /v1/models",
      summary: "Lists the agents as OpenAI's clients list models.",
      reply: async () => ({ object: "list", data: loci.agents().map(({ id }) => model(id)) }),
    }),
    operation({
      at: "GET /v1/models/{id}",
      summary: "Shows one agent as a model.",
      async reply({ id }) {
        if (loci.agents().some((one) => one.id === id)) return model(id);
        throw new LociError("NOT_FOUND", `Cannot find the model "${id}": /v1/models lists them`);
      },
    }),
  ];
}

type Who = ReturnType<typeof speakerOf> & { readonly agent?: string };

/** Such clients send all that was said each time: a conversation is known again by that, as long as the server runs. */
function createConversations({ converse, sessions }: ServedLoci) {
  const sessionByLines = new Map<string, string>();
  const sessionFor = async (before: readonly Line[], who: Who, key: string): Promise<string> => {
    const found = sessionByLines.get(key);
    if (found !== undefined) {
      const known = await sessions.find(found).catch(() => undefined); // It may have been removed.
      if (known !== undefined && known.state !== "closed") return found;
    }
    const { id } = await sessions.begin(who);
    // What a conversation that is over was about has become memory.
    const taken = found === undefined ? before.slice(-mostTaken) : [];
    for (const line of taken) await sessions.addMessage(id, line);
    return id;
  };
  return async (lines: readonly Line[], who: Who, caller: string) => {
    const last = lines.at(-1);
    if (last?.role !== "user") {
      throw new LociError("BAD_INPUT", "Cannot answer: the last message must be the user's");
    }
    const keyOf = (said: readonly Line[]): string =>
      createHash("sha256")
        .update(JSON.stringify([caller, who, said]))
        .digest("base64url");
    const before = lines.slice(0, -1);
    const id = await sessionFor(before, who, keyOf(before));
    const conversation = await converse({ resume: id, ...who });
    return {
      events: (signal: AbortSignal): AsyncIterable<{ readonly type: string }> =>
        conversation.say(last.content, {}, signal),
      /** Knows the conversation again by what was answered. */
      answered(content: string): void {
        sessionByLines.set(keyOf([...lines, { role: "assistant", content }]), id);
        const [oldest = ""] = sessionByLines.keys();
        if (sessionByLines.size > mostKnown) sessionByLines.delete(oldest);
      },
    };
  };
}

/** What a person or an agent said; an app's own instructions and tools are not the conversation's. */
function toLine({ role, content }: z.output<typeof message>): readonly Line[] {
  if (role !== "user" && role !== "assistant") return [];
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const odd = parts.find(({ type }) => type !== "text");
  if (odd !== undefined) {
    throw new LociError("BAD_INPUT", `Cannot read a part of type "${odd.type}": send text`);
  }
  const text = parts.map((part) => part.text ?? "").join("\n");
  return text.trim() === "" ? [] : [{ role, content: text }];
}

type Turn = Awaited<ReturnType<ReturnType<typeof createConversations>>>;

/** The words of a turn's reply. Throws LociError where the turn failed. */
async function* wordsOf(turn: Turn, signal: AbortSignal): AsyncGenerator<string> {
  let content = "";
  for await (const event of turn.events(signal)) {
    const { type, text = "", message } = event as Readonly<Record<string, unknown>>;
    if (type === "error") throw new LociError("MODEL_FAILED", String(message));
    if (type !== "delta") continue;
    content += String(text);
    yield String(text);
  }
  turn.answered(content);
}

function createAnswer(model: string, lines: readonly Line[]) {
  const about = { id: `chatcmpl-${randomUUID()}`, model, created: Math.floor(Date.now() / 1000) };
  const asked = tokensOf(lines.map(({ content }) => content).join(""));
  const usageOf = (content: string) => ({
    prompt_tokens: asked,
    completion_tokens: tokensOf(content),
    total_tokens: asked + tokensOf(content),
  });
  const chunk = (delta?: object, finish_reason: "stop" | null = null) => ({
    ...about,
    object: "chat.completion.chunk",
    choices: delta ? [{ index: 0, delta, finish_reason }] : [],
  });
  return {
    async whole(words: AsyncIterable<string>): Promise<object> {
      let content = "";
      for await (const word of words) content += word;
      const message = { role: "assistant", content, refusal: null };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      return { ...about, object: "chat.completion", choices, usage: usageOf(content) };
    },
    async *inChunks(words: AsyncIterable<string>, withUsage: boolean) {
      let content = "";
      yield chunk({ role: "assistant", content });
      try {
        for await (const word of words) {
          content += word;
          yield chunk({ content: word });
        }
      } catch (error) {
        if (!(error instanceof LociError)) throw error;
        yield { error: { code: error.code, message: error.message, type: "server_error" } };
        return;
      }
      yield chunk({}, "stop");
      if (withUsage) yield { ...chunk(), usage: usageOf(content) };
      yield "[DONE]";
    },
  };
}

/** About four letters are a token: what the words cost a model is not known here. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);
