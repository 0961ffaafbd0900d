/** A stretch of speech between two silences. */
export interface Utterance {
  /** Its sound, from a little before the first speech to a little after the last. */
  readonly pcm: Int16Array;
  /** Number of the first sample of `pcm`. */
  readonly startSample: number;
  /** Number of the first sample after the last speech. */
  readonly speechEndSample: number;
  /** Number of the sample at which the end was detected. */
  readonly endSample: number;
  /** Why it ended. `silence`: the person stopped; `max`: it reached `maxTurnMs`; `finished`: a button, or the end of a recording. */
  readonly reason: "silence" | "max" | "finished";
  /** Length of the speech without pauses (ms). */
  readonly speechMs: number;
  /** How loud the speech was (dBFS). */
  readonly level: number;
  /** How loud the room was otherwise, including a known background voice (dBFS). */
  readonly floor: number;
}

/** What the endpointer reports. */
export type TurnBoundary =
  | {
      readonly type: "start";
      /** First sample of the speech. */
      readonly sample: number;
    }
  | { readonly type: "end"; readonly utterance: Utterance }
  /** The turn that had started was none: too short, or a background voice that a much louder one now talks over. */
  | { readonly type: "misfire" };
