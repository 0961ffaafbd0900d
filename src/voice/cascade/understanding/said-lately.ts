import { samplesOf } from "../ear/press-state.ts";

/** What the agent said, for a while: who hears it again hears no person. */
export interface SaidLately {
  /** It says this now. */
  note(text: string): void;
  /** It fell silent. */
  end(): void;
  /** It spoke at this sample. */
  isDuring(sample: number): boolean;
  /** What may still be heard in sound that began at this sample. */
  since(sample: number): readonly string[];
}

/** Sound that was under way, and a room that echoes (ms). */
const lingerMs = 2_000;
const mostTexts = 30;

/** Begins with nothing said; by the sample clock. */
export function createSaidLately(sample: () => number): SaidLately {
  let said: readonly { readonly text: string; readonly end: number }[] = [];
  return {
    note(text) {
      said = [...said, { text, end: Number.POSITIVE_INFINITY }].slice(-mostTexts);
    },
    end() {
      said = said.map(({ text, end }) => ({ text, end: Math.min(end, sample()) }));
    },
    isDuring: (start) => said.some(({ end }) => end >= start),
    since: (start) =>
      said.filter(({ end }) => end + samplesOf(lingerMs) >= start).map(({ text }) => text),
  };
}
