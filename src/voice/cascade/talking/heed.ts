import { isClearYes, parseAnswer } from "../../../language/commands/parse-answer.ts";
import type { SpokenCommand } from "../../../language/commands/parse-command.ts";
import type { CascadeParts } from "../cascade-parts.ts";
import { type Answer, answered, asking, type Question, type Step } from "./dialog.ts";
import { forgetMemory, type Obeying, obey } from "./obey.ts";

/** What was asked and said last, aloud or in writing: an answer may come either way. */
export interface Thread {
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

/** How it goes on: with whoever it talked to, with whoever answers its question or says it again, or with nobody. */
export type After = "replied" | "listens" | "sleeps";

/** What there is to do: nothing any more, or a message to answer. */
export type Heeded =
  | { readonly type: "done"; readonly after: After }
  | { readonly type: "message"; readonly text: string };

/** Does what an answer to its question, or a command, wants. Never rejects. */
export async function heed(
  parts: CascadeParts,
  thread: Thread,
  { text, command, at }: Said,
  wishes: Omit<Obeying, "lastReply">,
): Promise<Heeded> {
  const obeying = { ...wishes, lastReply: thread.lastReply };
  const step = answered(thread.question, answerIn(text, wishes.language), at);
  thread.question = undefined;
  if (step.type !== "none") return goOn(parts, thread, step, obeying);
  if (command === undefined) return { type: "message", text };
  const obeyed = await obey(parts, command, obeying);
  if (obeyed.type === "answer") return { type: "message", text: obeyed.text };
  if (obeyed.type === "asked") return ask(thread, { ...obeyed, isAgain: false }, wishes.stop);
  if (obeyed.type === "listen") return listens;
  return obeyed.type === "ended" ? { type: "done", after: "sleeps" } : replied;
}

function answerIn(text: string, language: string): Answer | undefined {
  const answer = parseAnswer(text, language);
  return answer === "yes" && !isClearYes(text, language) ? "sure" : answer;
}

/** What it says now is not wanted. */
export const isUrgent = (command: SpokenCommand | undefined): boolean =>
  command?.type === "stop" || command?.type === "misheard" || command?.type === "forget_that";

const replied = { type: "done", after: "replied" } as const;
const listens = { type: "done", after: "listens" } as const;

async function goOn(
  parts: CascadeParts,
  thread: Thread,
  step: Exclude<Step, { type: "none" }>,
  obeying: Obeying,
): Promise<Heeded> {
  const { stop: signal, language } = obeying;
  const isAgain = step.type === "again";
  if (!isAgain) parts.emit({ type: "command", command: step.type === "forget" ? "yes" : "no" });
  if (step.type === "forget") await forgetMemory(parts, step.memory, obeying);
  else if (step.type === "keep") await parts.phrase("nothing_forgotten", {}, { signal, language });
  else {
    const name = isAgain ? "shall_i_forget" : "or_this";
    await parts.phrase(name, { text: step.about.text }, { signal, language });
    return ask(thread, { ...step, isAgain }, signal);
  }
  return replied;
}

/** It was asked; until it is answered, or something else is said, or time runs out. */
function ask(
  thread: Thread,
  question: Pick<Question, "about" | "others" | "isAgain">,
  stop: AbortSignal,
): Heeded {
  if (stop.aborted) return replied;
  thread.question = asking(question);
  return listens;
}
