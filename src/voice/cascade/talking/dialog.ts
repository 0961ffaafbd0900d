import { samplesOf } from "../../audio-ports.ts";
import type { FoundWords } from "../../voice-ports.ts";
import { preRollMs } from "../ear/ear.ts";

/** A question that the agent has asked: which memory to forget. By the sample clock. */
export interface Question {
  readonly about: FoundWords;
  /** What it asks for next, where the answer is no. */
  readonly others: readonly FoundWords[];
  /** It fell silent then: what began before is no answer. */
  readonly askedAt: number;
  /** What begins later is no answer. */
  readonly until: number;
  /** It was asked again, since the answer was no clear yes. */
  readonly isAgain: boolean;
}

/** What to do with what is said next. */
export type Step =
  | { readonly type: "forget"; readonly memory: FoundWords }
  /** Asks about the next one. */
  | { readonly type: "ask"; readonly about: FoundWords; readonly others: readonly FoundWords[] }
  /** Asks the same once more: to forget something takes a clear yes. */
  | { readonly type: "again"; readonly about: FoundWords; readonly others: readonly FoundWords[] }
  | { readonly type: "keep" }
  /** It was no answer: an utterance like any other. */
  | { readonly type: "none" };

/** Most memories that are asked about, one after another. */
const maxQuestions = 3;

/** The memories to ask about: those of just these words, where there are such. Pure. */
export function questionsOn(found: readonly FoundWords[]): readonly FoundWords[] {
  const exact = found.filter(({ isExact }) => isExact);
  return (exact.length > 0 ? exact : found).slice(0, maxQuestions);
}

/** "sure" is what a yes may mean: "okay", "right". */
export type Answer = "yes" | "sure" | "no";

/** What an answer to a question comes to, which begins at this sample. Pure. */
export function answered(
  question: Question | undefined,
  answer: Answer | undefined,
  at: number,
): Step {
  if (question === undefined || answer === undefined) return { type: "none" };
  if (at + samplesOf(preRollMs) < question.askedAt || at > question.until) return { type: "none" };
  if (answer === "yes") return { type: "forget", memory: question.about };
  if (answer === "sure" && !question.isAgain) {
    return { type: "again", about: question.about, others: question.others };
  }
  if (answer === "sure") return { type: "keep" };
  const [about, ...others] = question.others;
  return about === undefined ? { type: "keep" } : { type: "ask", about, others };
}

/** A question that is about to be asked. */
export function asking(question: Pick<Question, "about" | "others" | "isAgain">): Question {
  const { about, others, isAgain } = question;
  const never = Number.POSITIVE_INFINITY;
  return { about, others, isAgain, askedAt: never, until: never };
}

/** The question that fell silent now, to be answered within so long (ms); one that did before stays as it is. */
export function asked(
  question: Question | undefined,
  sample: number,
  answerMs: number,
): Question | undefined {
  if (question === undefined || Number.isFinite(question.askedAt)) return question;
  const until = sample + samplesOf(Math.max(answerMs, minMs));
  return { ...question, askedAt: sample, until };
}

/** Also where nothing may follow without its name: "Loci, yes". */
const minMs = 10_000;
