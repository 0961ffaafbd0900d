import { samplesOf } from "../audio-ports.ts";
import type { VoiceOptions } from "../voice-ports.ts";
import { findName } from "./find-name.ts";
import type { Utterance } from "./utterance.ts";

/** Tracks who talks to the agent. By the sample clock. */
export interface Attention {
  /**
   * Whether something was said to it, and what, without its name: '' where only its name was said, and what is said next is
   * meant. What is addressed is taken note of: ask once, and after the gates.
   */
  isAddressed(text: string, utterance: Heard): Addressed;
  /** It fell silent after a reply: what follows needs no name for a while. */
  replied(sample: number): void;
  /** By its wake word or a button: what is said until `until` is meant, however loud. */
  woken(sample: number, until?: number): void;
  /** It has asked something: what follows needs no name, but is about as loud as the one that it talked to. */
  expects(sample: number): void;
  /** Without its name it would be taken. Takes no note of anything. */
  isExpected(utterance: Heard): boolean;
  /** About as loud as the one that it talked to, as far as that matters. */
  isNear(utterance: Heard): boolean;
  /** The conversation is over: it is to be named again. */
  slept(): void;
  /** What is said now needs no name. */
  isAwake(sample: number): boolean;
}

type Heard = Pick<Utterance, "startSample" | "endSample" | "level">;

interface Addressed {
  readonly addressed: boolean;
  readonly text: string;
}

export type AttentionOptions = Pick<VoiceOptions, "activation" | "names" | "followUpMs">;

export function createAttention({ activation, names, followUpMs }: AttentionOptions): Attention {
  let open: Opening | undefined;
  let loudness: number | undefined;
  const listenUntil = (from: number, ms: number): Opening => ({
    from,
    until: from + samplesOf(ms),
  });
  const isNear = (utterance: Heard): boolean =>
    activation === "open" || !isFaint(utterance, loudness);
  return {
    isNear,
    isExpected: (utterance) =>
      activation === "open" || (isWithin(open, utterance) && isNear(utterance)),
    isAddressed(text, utterance) {
      const rest = findName(text, names);
      const isNamed = rest !== undefined && activation === "name";
      const follows = isWithin(open, utterance) && !isFaint(utterance, loudness);
      if (activation !== "open" && !isNamed && !follows) return { addressed: false, text };
      const { level, endSample } = utterance;
      loudness = isNamed || loudness === undefined ? level : Math.max(loudness, level);
      open = listenUntil(endSample, rest === "" ? listenMs : goOnMs);
      return { addressed: true, text: rest ?? text.trim() };
    },
    replied(sample) {
      open =
        activation === "push" || followUpMs === 0 ? undefined : listenUntil(sample, followUpMs);
    },
    woken(sample, until = sample + samplesOf(listenMs)) {
      open = { from: sample, until };
      loudness = undefined;
    },
    expects(sample) {
      open = listenUntil(sample, listenMs);
    },
    slept() {
      open = undefined;
      loudness = undefined;
    },
    isAwake: (sample) => activation === "open" || (open !== undefined && sample <= open.until),
  };
}

/** In samples. */
interface Opening {
  readonly from: number;
  readonly until: number;
}

/** After its name or wake word. */
const listenMs = 8_000;
/** After something that was said to it: people think in the middle of a sentence. */
const goOnMs = 2_000;
/** dB: a television, or a voice at the other end of the room. */
const maxFainter = 9;

/** It may have begun before: wake words and sentences run into each other. */
const isWithin = (open: Opening | undefined, { startSample, endSample }: Heard): boolean =>
  open !== undefined && endSample > open.from && startSample <= open.until;

const isFaint = ({ level }: Heard, loudness: number | undefined): boolean =>
  loudness !== undefined && level < loudness - maxFainter;
