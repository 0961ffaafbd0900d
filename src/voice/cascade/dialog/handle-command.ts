import { isClearYes, parseAnswer } from "../../../language/commands/parse-answer.ts";
import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import { msToSamples } from "../../audio-ports.ts";
import type { FoundMemory } from "../../voice-ports.ts";
import { preRollMs } from "../input/speech-input.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { type CommandContext, forgetMemory, runCommand } from "./run-command.ts";

export interface DialogState {
  question: Question | undefined;
  /** '' before the first reply. */
  lastReply: string;
}

/** Whether to forget a memory. */
interface Question {
  readonly about: FoundMemory;
  /** Sample at which it finished playing; until then nothing can answer it. */
  readonly askedAt?: number;
}

/** A spoken message. */
interface Said {
  readonly text: string;
  readonly command: SpokenCommand | undefined;
  /** Sample at which it began. */
  readonly at: number;
}

/**
 * What to listen for next: `replied`, a follow-up within the configured time; `listens`, an answer or a repetition;
 * `sleeps`, only what is addressed to the agent again.
 */
export type NextAttention = "replied" | "listens" | "sleeps";

/** `message`: not a command, so the model answers it. */
export type Handled =
  | { readonly type: "done"; readonly after: NextAttention }
  | { readonly type: "message"; readonly text: string };

/** Handles an answer to the open question, or a command. Never rejects. */
export async function handleCommand(
  parts: CascadeParts,
  dialog: DialogState,
  { text, command, at }: Said,
  options: Omit<CommandContext, "lastReply">,
): Promise<Handled> {
  const context = { ...options, lastReply: dialog.lastReply };
  const { question } = dialog;
  dialog.question = undefined;
  if (question !== undefined && isInTime(question, at)) {
    const answer = parseAnswer(text, options.language);
    // Forgetting takes a clear yes: "okay" may be said to somebody else.
    const isMeant = answer === "yes" && isClearYes(text, options.language);
    if (answer !== undefined) return handleAnswer(parts, question, isMeant, context);
  }
  if (command === undefined) return { type: "message", text };
  const outcome = await runCommand(parts, command, context);
  if (outcome.type === "answer") return { type: "message", text: outcome.text };
  if (outcome.type === "asked" && !options.stop.aborted) {
    dialog.question = { about: outcome.about };
    return listens;
  }
  if (outcome.type === "listen") return listens;
  return outcome.type === "ended" ? { type: "done", after: "sleeps" } : replied;
}

/** Time for an answer (ms): "Loci, yes" takes a while to say. */
const answerMs = 10_000;

const isInTime = ({ askedAt = Number.POSITIVE_INFINITY }: Question, at: number): boolean =>
  at + msToSamples(preRollMs) >= askedAt && at <= askedAt + msToSamples(answerMs);

/** Starts the time for an answer at this sample, unless it has already started. */
export function startAnswerWindow(dialog: DialogState, sample: number): void {
  if (dialog.question !== undefined) dialog.question = { askedAt: sample, ...dialog.question };
}

/** True for a command that interrupts the current reply. */
export const isUrgent = (command: SpokenCommand | undefined): boolean =>
  command?.type === "stop" || command?.type === "misheard" || command?.type === "forget_that";

const replied = { type: "done", after: "replied" } as const;
const listens = { type: "done", after: "listens" } as const;

async function handleAnswer(
  parts: CascadeParts,
  { about }: Question,
  isMeant: boolean,
  context: CommandContext,
): Promise<Handled> {
  const { stop: signal, language } = context;
  parts.emit({ type: "command", command: isMeant ? "yes" : "no" });
  if (isMeant) await forgetMemory(parts, about, context);
  else await parts.sayPhrase("nothing_forgotten", {}, { signal, language });
  return replied;
}
