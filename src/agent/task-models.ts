import type { LociError } from "../errors.ts";
import { chooseModel } from "../models/choose/choose-model.ts";
import { quoteJson } from "../models/quote-for-prompt.ts";
import type { Model } from "../models/respond.ts";
import type { Task } from "../models/task.ts";
import { redact } from "../session/private-data/redact.ts";

/** The model for each task. */
export type TaskModels = Readonly<Record<Task["type"], Model>>;

export interface TaskModelOptions {
  readonly settings: {
    readonly model: Parameters<typeof chooseModel>[0]["settings"] & {
      readonly names: Readonly<Record<string, string>>;
    };
    readonly agents: Readonly<Record<string, { readonly model?: string | undefined }>>;
    readonly privacy: { readonly redactForCloud: boolean };
    readonly recall: { readonly rerank: boolean };
  };
  /** Holds keys of servers. */
  readonly env: NodeJS.ProcessEnv;
  readonly root: string;
  /** The model that needs no server. */
  readonly offline: Model;
}

const tasks = ["reply", "extract", "detect", "split", "summarize", "rerank"] as const;

/** Chooses the models that the settings name; sends no request. None works once `closing` is aborted. Throws LociError BAD_CONFIG. */
export function chooseTaskModels(
  options: TaskModelOptions,
  closing: AbortSignal = new AbortController().signal,
): TaskModels {
  const choose = (task: Task["type"]): Model => chooseFor(options, task, closing);
  return {
    reply: choose("reply"),
    extract: choose("extract"),
    detect: choose("detect"),
    split: choose("split"),
    summarize: choose("summarize"),
    rerank: choose("rerank"),
  };
}

/**
 * The models of agents that the device has another one for, by agent, each as `watch` makes it: none where replies need no
 * server. As `chooseTaskModels`.
 */
export function chooseAgentModels(
  { settings, ...options }: TaskModelOptions,
  closing: AbortSignal = new AbortController().signal,
  watch: (model: Model) => Model = (model) => model,
): ReadonlyMap<string, Model> {
  const { names } = settings.model;
  const chosen = Object.entries(settings.agents).flatMap(([id, { model: name = "" }]) => {
    const reply = Object.hasOwn(names, name) ? names[name] : undefined;
    if (reply === undefined) return [];
    const model = { ...settings.model, reply };
    return [
      [id, chooseFor({ ...options, settings: { ...settings, model } }, "reply", closing)] as const,
    ];
  });
  const isOffline = chooseFor({ settings, ...options }, "reply", closing).kind === "offline";
  return new Map(isOffline ? [] : chosen.map(([id, model]) => [id, watch(model)]));
}

const chooseFor = (
  { settings, env, root, offline }: TaskModelOptions,
  task: Task["type"],
  closing: AbortSignal,
): Model =>
  guardModel(
    chooseModel({ settings: settings.model, env, task, root, offline }),
    settings.privacy,
    closing,
  );

/** A model as it may be asked: it gets no more to see than the settings allow, and nothing once `closing` is aborted. */
export function guardModel(
  model: Model,
  { redactForCloud }: TaskModelOptions["settings"]["privacy"],
  closing: AbortSignal,
): Model {
  const used = redactForCloud && model.isCloud ? redacting(model) : model;
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

/** Which model does which task, and why it does not answer, if it does not. */
export interface TaskModelState {
  readonly model: string;
  readonly tasks: readonly string[];
  readonly failure?: LociError;
}

/** Asks each model in use once whether it answers. */
export async function probeTaskModels(
  options: TaskModelOptions,
): Promise<readonly TaskModelState[]> {
  const models = chooseTaskModels(options);
  const used = tasks
    .filter((task) => task !== "rerank" || ranksAnew(options.settings, models))
    .map((task) => [task, models[task]] as const);
  const ofAgents = [...chooseAgentModels(options)].map(
    ([id, model]) => [`reply for ${id}`, model] as const,
  );
  const byId = new Map<string, { model: Model; tasks: string[] }>();
  for (const [task, model] of [...used, ...ofAgents]) {
    const known = byId.get(model.id) ?? { model, tasks: [] };
    known.tasks.push(task);
    byId.set(model.id, known);
  }
  return Promise.all(
    [...byId.values()].map(async ({ model, tasks }) => {
      const failure = await model.probe();
      return { model: model.id, tasks, ...(failure === undefined ? {} : { failure }) };
    }),
  );
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
