import { chooseModel, type ModelSettings } from "../models/choose/choose-model.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { Model, ModelEvent, ModelRequest } from "../models/respond.ts";
import { redact } from "../session/private-data/redact.ts";

/** The model on a server that the settings name, for what a person waits for and for the rest; undefined offline. */
export interface Models {
  readonly live: Model | undefined;
  readonly patient: Model | undefined;
}

export interface ModelOptions {
  readonly settings: {
    readonly model: ModelSettings;
    readonly privacy: { readonly anonymize: "off" | "cloud" | "all" };
  };
  /** Holds keys of servers. */
  readonly env: NodeJS.ProcessEnv;
  readonly root: string;
}

/** The model that the settings name; sends no request. None works once `closing` aborts. Throws LociError BAD_CONFIG. */
export function chooseModels(
  { settings, env, root }: ModelOptions,
  closing: AbortSignal = new AbortController().signal,
): Models {
  const choose = (isLive: boolean): Model | undefined => {
    const model = chooseModel(settings.model, { env, root }, isLive);
    return model && { ...model, ...guarded(model, settings.privacy, closing) };
  };
  return { live: choose(true), patient: choose(false) };
}

interface Answering<R extends ModelRequest> extends Pick<Model, "id" | "isCloud"> {
  readonly respond: (request: R, signal?: AbortSignal) => AsyncIterable<ModelEvent>;
}

/** A model that sees no more than the settings allow, and nothing once `closing` aborts. */
export function guarded<R extends ModelRequest>(
  model: Answering<R>,
  { anonymize }: ModelOptions["settings"]["privacy"],
  closing: AbortSignal,
): Answering<R> {
  const redacts = anonymize !== "off" && model.isCloud;
  return {
    id: model.id,
    isCloud: model.isCloud,
    respond: (request, signal) =>
      model.respond(
        redacts ? redacted(request) : request,
        signal === undefined ? closing : AbortSignal.any([signal, closing]),
      ),
  };
}

/** A request without e-mail addresses, numbers of phones, cards and accounts, and keys. */
const redacted = <R extends ModelRequest>(request: R): R => ({
  ...request,
  messages: request.messages.map((message) => ({
    ...message,
    content: redactPrompt(message.content),
    ...("toolCalls" in message && {
      toolCalls: message.toolCalls.map((call) => ({
        ...call,
        arguments: redactPrompt(call.arguments),
      })),
    }),
  })),
});

/**
 * A message to a model without private data. Lines of JSON are read first: in `"call\\n612345678"` the escape would hide
 * where the number begins.
 */
function redactPrompt(content: string): string {
  const lines = content.split("\n");
  const objects = lines.map(objectIn);
  if (objects.every((object) => object === undefined)) return redact(content);
  const redacted = objects.map((object, i) =>
    object ? quoteJson(object) : redact(lines[i] ?? ""),
  );
  return redacted.join("\n");
}

/** The object that a line is, redacted. */
function objectIn(line: string): object | undefined {
  if (!/^\s*[{[]/.test(line)) return undefined;
  try {
    const value: unknown = JSON.parse(line, redactPart);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined; // Words in brackets.
  }
}

function redactPart(_key: string, part: unknown): unknown {
  if (typeof part !== "string" && typeof part !== "number") return part;
  const redacted = redact(String(part));
  return redacted === String(part) ? part : redacted;
}
