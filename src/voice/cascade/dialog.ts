import type { FoundWords } from "../voice-ports.ts";
import { samplesOf } from "./press-state.ts";

/** A question that the agent has asked: which memory to forget. By the sample clock. */
export interface Question {
  readonly about: FoundWords;
  /** What it asks for next, where the answer is no. */
  readonly others: readonly FoundWords[];
  /** What begins later is no answer. */
  readonly until: number;
}

/** What to do with what is said next. */
export type Step =
  | { readonly type: "forget"; readonly memory: FoundWords }
  /** Asks about the next one. */
  | { readonly type: "ask"; readonly about: FoundWords; readonly others: readonly FoundWords[] }
  | { readonly type: "keep" }
  /** It was no answer: an utterance like any other. */
  | { readonly type: "none" };

/** Most memories that are asked about, one after another. */
const mostQuestions = 3;

/** The memories to ask about: those of just these words, where there are such. Pure. */
export function questionsOn(found: readonly FoundWords[]): readonly FoundWords[] {
  const exact = found.filter(({ isExact }) => isExact);
  return (exact.length > 0 ? exact : found).slice(0, mostQuestions);
}

/** What an answer to a question comes to. Pure. */
export function answered(
  question: Question | undefined,
  answer: "yes" | "no" | undefined,
  at: number,
): Step {
  if (question === undefined || answer === undefined || at > question.until) {
    return { type: "none" };
  }
  if (answer === "yes") return { type: "forget", memory: question.about };
  const [about, ...others] = question.others;
  return about === undefined ? { type: "keep" } : { type: "ask", about, others };
}

/** When a question that was asked now runs out. */
export function answerUntil(sample: number, followUpMs: number): number {
  return sample + samplesOf(Math.max(followUpMs, leastMs));
}

/** Also where nothing may follow without its name: "Loci, yes". */
const leastMs = 10_000;
