import { msToSamples } from "../../audio-ports.ts";
import type { FoundMemory } from "../../voice-ports.ts";
import { preRollMs } from "../input/speech-input.ts";

/** The agent's question whether to forget a memory. Times are sample numbers. */
export interface Question {
  readonly about: FoundMemory;
  /** Memories to ask about next if the answer is no. */
  readonly others: readonly FoundMemory[];
  /** Sample at which the question finished playing; speech that began earlier cannot be an answer. */
  readonly askedAt: number;
  /** Speech that begins after this sample is not an answer either. */
  readonly until: number;
  /** It was asked a second time because the first answer was not a clear yes. */
  readonly isRepeated: boolean;
}

/** What the answer to a question leads to. */
export type QuestionStep =
  | { readonly type: "forget"; readonly memory: FoundMemory }
  /** Ask about the next memory. */
  | { readonly type: "ask"; readonly about: FoundMemory; readonly others: readonly FoundMemory[] }
  /** Ask about the same memory once more: forgetting takes a clear yes. */
  | { readonly type: "again"; readonly about: FoundMemory; readonly others: readonly FoundMemory[] }
  | { readonly type: "keep" }
  /** Not an answer: treat it like any other message. */
  | { readonly type: "none" };

/** Most memories to ask about in a row. */
const maxQuestions = 3;

/** Picks the memories to ask about: the exact matches if there are any, else the best ones. Pure. */
export function memoriesToConfirm(found: readonly FoundMemory[]): readonly FoundMemory[] {
  const exact = found.filter(({ isExact }) => isExact);
  return (exact.length > 0 ? exact : found).slice(0, maxQuestions);
}

/** "sure" is a weak yes, such as "okay" or "right". */
export type Answer = "yes" | "sure" | "no";

/** Decides what to do after an answer that began at sample `at`. Pure. */
export function nextStep(
  question: Question | undefined,
  answer: Answer | undefined,
  at: number,
): QuestionStep {
  if (question === undefined || answer === undefined) return { type: "none" };
  if (at + msToSamples(preRollMs) < question.askedAt || at > question.until)
    return { type: "none" };
  if (answer === "yes") return { type: "forget", memory: question.about };
  if (answer === "sure" && !question.isRepeated) {
    return { type: "again", about: question.about, others: question.others };
  }
  if (answer === "sure") return { type: "keep" };
  const [about, ...others] = question.others;
  return about === undefined ? { type: "keep" } : { type: "ask", about, others };
}

/** Creates a question that is still being spoken, so that nothing can answer it yet. */
export function openQuestion(
  question: Pick<Question, "about" | "others" | "isRepeated">,
): Question {
  const { about, others, isRepeated } = question;
  const never = Number.POSITIVE_INFINITY;
  return { about, others, isRepeated, askedAt: never, until: never };
}

/** Starts the time for an answer (`answerMs`, at least 10 s) at this sample, unless it has already started. */
export function startAnswerWindow(
  question: Question | undefined,
  sample: number,
  answerMs: number,
): Question | undefined {
  if (question === undefined || Number.isFinite(question.askedAt)) return question;
  const until = sample + msToSamples(Math.max(answerMs, minMs));
  return { ...question, askedAt: sample, until };
}

/** Applies also where every message needs the agent's name: "Loci, yes" takes a while to say. */
const minMs = 10_000;
