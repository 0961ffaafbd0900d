import { isClearYes, parseAnswer } from "../../../language/commands/parse-answer.ts";
import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import type { CascadeParts } from "./cascade-parts.ts";
import { type Answer, answered, asking, type Question, type Step } from "./dialog.ts";
import { type CommandContext, forgetMemory, runCommand } from "./run-command.ts";

/** The open question and the last reply, aloud or in writing: an answer may come either way. */
export interface DialogState {
  question: Question | undefined;
  /** '' where there is none. */
  lastReply: string;
}

/** What a person said or typed. */
interface Said {
  readonly text: string;
  readonly command: SpokenCommand | undefined;
  /** By the sample clock. */
  readonly at: number;
}

/** Who is listened to next: the last speaker, whoever answers its question or repeats, or no one. */
export type After = "replied" | "listens" | "sleeps";

/** Handled, or a message for the model. */
export type Handled =
  | { readonly type: "done"; readonly after: After }
  | { readonly type: "message"; readonly text: string };

/** Handles an answer to the open question, or a command. Never rejects. */
export async function handleCommand(
  parts: CascadeParts,
  dialog: DialogState,
  { text, command, at }: Said,
  wishes: Omit<CommandContext, "lastReply">,
): Promise<Handled> {
  const context = { ...wishes, lastReply: dialog.lastReply };
  const step = answered(dialog.question, answerIn(text, wishes.language), at);
  dialog.question = undefined;
  if (step.type !== "none") return goOn(parts, dialog, step, context);
  if (command === undefined) return { type: "message", text };
  const outcome = await runCommand(parts, command, context);
  if (outcome.type === "answer") return { type: "message", text: outcome.text };
  if (outcome.type === "asked") return ask(dialog, { ...outcome, isAgain: false }, wishes.stop);
  if (outcome.type === "listen") return listens;
  return outcome.type === "ended" ? { type: "done", after: "sleeps" } : replied;
}

function answerIn(text: string, language: string): Answer | undefined {
  const answer = parseAnswer(text, language);
  return answer === "yes" && !isClearYes(text, language) ? "sure" : answer;
}

/** It interrupts the current reply. */
export const isUrgent = (command: SpokenCommand | undefined): boolean =>
  command?.type === "stop" || command?.type === "misheard" || command?.type === "forget_that";

const replied = { type: "done", after: "replied" } as const;
const listens = { type: "done", after: "listens" } as const;

async function goOn(
  parts: CascadeParts,
  dialog: DialogState,
  step: Exclude<Step, { type: "none" }>,
  context: CommandContext,
): Promise<Handled> {
  const { stop: signal, language } = context;
  const isAgain = step.type === "again";
  if (!isAgain) parts.emit({ type: "command", command: step.type === "forget" ? "yes" : "no" });
  if (step.type === "forget") await forgetMemory(parts, step.memory, context);
  else if (step.type === "keep") await parts.phrase("nothing_forgotten", {}, { signal, language });
  else {
    const name = isAgain ? "shall_i_forget" : "or_this";
    await parts.phrase(name, { text: step.about.text }, { signal, language });
    return ask(dialog, { ...step, isAgain }, signal);
  }
  return replied;
}

/** Opens the question until it is answered, something else is said, or time runs out. */
function ask(
  dialog: DialogState,
  question: Pick<Question, "about" | "others" | "isAgain">,
  stop: AbortSignal,
): Handled {
  if (stop.aborted) return replied;
  dialog.question = asking(question);
  return listens;
}
