import type { LociError } from "../errors.ts";
import { chooseModel, type ModelSettings } from "../models/choose/choose-model.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { Model } from "../models/respond.ts";
import type { Task } from "../models/task.ts";
import { redact } from "../session/private-data/redact.ts";

/** The model for each task: a person waits for some, others have time. */
export type TaskModels = Readonly<Record<Task["type"], Model>>;

export interface TaskModelOptions {
  readonly settings: {
    readonly model: ModelSettings;
    readonly privacy: { readonly anonymize: "off" | "cloud" | "all" };
    readonly recall: { readonly rerank: boolean };
  };
  /** Holds keys of servers. */
  readonly env: NodeJS.ProcessEnv;
  readonly root: string;
  /** The model that needs no server. */
  readonly offline: Model;
}

/** Chooses the model that the settings name; sends no request. None works once `closing` is aborted. Throws LociError BAD_CONFIG. */
export function chooseTaskModels(
  options: TaskModelOptions,
  closing: AbortSignal = new AbortController().signal,
): TaskModels {
  const live = chooseFor(options, true, closing);
  const patient = chooseFor(options, false, closing);
  return {
    reply: live,
    detect: live,
    rerank: live,
    extract: patient,
    split: patient,
    summarize: patient,
  };
}

const chooseFor = (
  { settings, env, root, offline }: TaskModelOptions,
  isLive: boolean,
  closing: AbortSignal,
): Model =>
  guardModel(
    chooseModel({ settings: settings.model, env, isLive, root, offline }),
    settings.privacy,
    closing,
  );

/** A model as it may be asked: it gets no more to see than the settings allow, and nothing once `closing` is aborted. */
export function guardModel(
  model: Model,
  { anonymize }: TaskModelOptions["settings"]["privacy"],
  closing: AbortSignal,
): Model {
  const used = anonymize !== "off" && model.isCloud ? redacting(model) : model;
  return model.kind === "offline" ? used : untilAborted(used, closing);
}

function untilAborted(model: Model, closing: AbortSignal): Model {
  return answering(model, (request, signal) =>
    model.respond(request, signal === undefined ? closing : AbortSignal.any([signal, closing])),
  );
}

/** The model, with another way to answer. */
const answering = (model: Model, respond: Model["respond"]): Model => ({
  ...model,
  get id() {
    return model.id; // A server's model has its name only once it was asked.
  },
  get kind() {
    return model.kind;
  },
  respond,
});

/** A model that gets no e-mail address, number of a phone, card or account, or key to see. */
function redacting(model: Model): Model {
  return answering(model, (request, signal) => {
    const messages = request.messages.map((message) => ({
      ...message,
      content: redactPrompt(message.content),
      ...("toolCalls" in message && {
        toolCalls: message.toolCalls.map((call) => ({
          ...call,
          arguments: redactPrompt(call.arguments),
        })),
      }),
    }));
    return model.respond({ ...request, messages }, signal);
  });
}

/** Whether memories are ranked again by a model: the offline one knows no better order than recall's. */
export const ranksAnew = (
  { recall }: Pick<TaskModelOptions["settings"], "recall">,
  { rerank }: Pick<TaskModels, "rerank">,
): boolean => recall.rerank && rerank.kind === "server";

/** The model that is in use, and why it does not answer, if it does not. */
export interface ModelState {
  readonly model: string;
  readonly failure?: LociError;
}

/** Asks the model that replies whether it answers. */
export async function probeModel(options: TaskModelOptions): Promise<ModelState> {
  const { reply } = chooseTaskModels(options);
  const failure = await reply.probe(); // A server's model has its name only once it was asked.
  return { model: reply.id, ...(failure === undefined ? {} : { failure }) };
}

/**
 * A message to a model without private data. Lines of JSON are read first: in `"call\n612345678"` the escape would hide
 * where the number begins.
 */
function redactPrompt(content: string): string {
  const redacted: string[] = [];
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length > 0) redacted.push(redact(plain.join("\n")));
    plain = [];
  };
  for (const line of content.split("\n")) {
    const value = objectIn(line);
    if (value === undefined) plain.push(line);
    else {
      flush();
      redacted.push(quoteJson(value));
    }
  }
  flush();
  return redacted.join("\n");
}

/** The object that a line is, redacted. */
function objectIn(line: string): object | undefined {
  if (!/^\s*[{[]/.test(line)) return undefined;
  try {
    const value: unknown = JSON.parse(line, (_, part: unknown) => redactPart(part));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined; // Words in brackets.
  }
}

function redactPart(part: unknown): unknown {
  if (typeof part === "string") return redact(part);
  if (typeof part !== "number") return part;
  const digits = redact(String(part));
  return digits === String(part) ? part : digits;
}
