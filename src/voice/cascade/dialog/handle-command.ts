import { isClearYes, parseAnswer } from "../../../language/commands/parse-answer.ts";
import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import {
  type Answer,
  nextStep,
  openQuestion,
  type Question,
  type QuestionStep,
} from "./confirm-forget.ts";
import { type CommandContext, forgetMemory, runCommand } from "./run-command.ts";

/** Shared by spoken and typed messages: a question may be answered either way. */
export interface DialogState {
  question: Question | undefined;
  /** '' before the first reply. */
  lastReply: string;
}

/** A spoken or typed message. */
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
  const step = nextStep(dialog.question, parseAnswerIn(text, options.language), at);
  dialog.question = undefined;
  if (step.type !== "none") return handleAnswer(parts, dialog, step, context);
  if (command === undefined) return { type: "message", text };
  const outcome = await runCommand(parts, command, context);
  if (outcome.type === "answer") return { type: "message", text: outcome.text };
  if (outcome.type === "asked") return ask(dialog, { ...outcome, isRepeated: false }, options.stop);
  if (outcome.type === "listen") return listens;
  return outcome.type === "ended" ? { type: "done", after: "sleeps" } : replied;
}

function parseAnswerIn(text: string, language: string): Answer | undefined {
  const answer = parseAnswer(text, language);
  return answer === "yes" && !isClearYes(text, language) ? "sure" : answer;
}

/** True for a command that interrupts the current reply. */
export const isUrgent = (command: SpokenCommand | undefined): boolean =>
  command?.type === "stop" || command?.type === "misheard" || command?.type === "forget_that";

const replied = { type: "done", after: "replied" } as const;
const listens = { type: "done", after: "listens" } as const;

async function handleAnswer(
  parts: CascadeParts,
  dialog: DialogState,
  step: Exclude<QuestionStep, { type: "none" }>,
  context: CommandContext,
): Promise<Handled> {
  const { stop: signal, language } = context;
  const isRepeated = step.type === "again";
  if (!isRepeated) parts.emit({ type: "command", command: step.type === "forget" ? "yes" : "no" });
  if (step.type === "forget") await forgetMemory(parts, step.memory, context);
  else if (step.type === "keep")
    await parts.sayPhrase("nothing_forgotten", {}, { signal, language });
  else {
    const name = isRepeated ? "shall_i_forget" : "or_this";
    await parts.sayPhrase(name, { text: step.about.text }, { signal, language });
    return ask(dialog, { ...step, isRepeated }, signal);
  }
  return replied;
}

/** Opens a question until it is answered, something else is said, or time runs out. */
function ask(
  dialog: DialogState,
  question: Pick<Question, "about" | "others" | "isRepeated">,
  stop: AbortSignal,
): Handled {
  if (stop.aborted) return replied;
  dialog.question = openQuestion(question);
  return listens;
}
