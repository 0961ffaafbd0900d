import type { Marks } from "./turn-times.ts";

/** Something that was said to the agent. */
export interface Taken {
  readonly text: string;
  /** The transcriber's word for the language. */
  readonly language: string | null;
  readonly confidence: number | null;
  readonly speechMs: number;
  /** The first sample of it. */
  readonly startSample: number;
  /** By a button: who lets go of it has ended. */
  readonly isAsked: boolean;
  readonly marks: Marks;
}

/** Most characters that wait for their turn; more is no message of a person. */
const mostCharacters = 4_000;

/** What was said one after the other, as one message. */
export function joinTaken(before: Taken | undefined, taken: Taken): Taken {
  if (before === undefined) return taken;
  return {
    ...taken,
    text: `${before.text}\n${taken.text}`.slice(0, mostCharacters),
    confidence: lower(before.confidence, taken.confidence),
    speechMs: before.speechMs + taken.speechMs,
    startSample: before.startSample,
  };
}

const lower = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
