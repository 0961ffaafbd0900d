/** What was said in one go. */
export interface Utterance {
  /** From a little before the first sound that was speech to a little after the last. */
  readonly pcm: Int16Array;
  /** Number of the first sample of `pcm` since listening began. */
  readonly startSample: number;
  /** Of the first sample after the last speech. */
  readonly speechEndSample: number;
  /** Of the sample at which it was known to be over. */
  readonly endSample: number;
  /** `silence`: the person fell silent; `max`: it did not end within the longest turn; `finished`: it was ended from outside. */
  readonly reason: "silence" | "max" | "finished";
  /** Milliseconds of speech in it, pauses left out. */
  readonly speechMs: number;
  /** How loud the speech was (dB below full scale). */
  readonly level: number;
  /** How loud the room was otherwise, talk in the background included where it is known. */
  readonly floor: number;
}

/** What the end-pointer found. */
export type TurnBoundary =
  | {
      readonly type: "start";
      /** First sample of the speech. */
      readonly sample: number;
    }
  | { readonly type: "end"; readonly utterance: Utterance }
  /** What had started was no turn: too short, or a voice in the background that a much louder one now talks over. */
  | { readonly type: "misfire" };
