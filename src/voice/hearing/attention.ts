import { msToSamples } from "../audio-ports.ts";
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
  openFollowUp(sample: number): void;
  /** By its wake word or a button: what is said until `until` is meant, however loud. */
  wake(sample: number, until?: number): void;
  /** It has asked something: what follows needs no name, but is about as loud as the one that it talked to. */
  expectAnswer(sample: number): void;
  /** Without its name it would be taken. Takes no note of anything. */
  isExpected(utterance: Heard): boolean;
  /** About as loud as the one that it talked to, as far as that matters. */
  isNear(utterance: Heard): boolean;
  /** The conversation is over: it is to be named again. */
  sleep(): void;
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
  let listenWindow: ListenWindow | undefined;
  let speakerLevel: number | undefined;
  const listenUntil = (from: number, ms: number): ListenWindow => ({
    from,
    until: from + msToSamples(ms),
  });
  const isNear = (utterance: Heard): boolean =>
    activation === "open" || !isFaint(utterance, speakerLevel);
  return {
    isNear,
    isExpected: (utterance) =>
      activation === "open" || (isWithin(listenWindow, utterance) && isNear(utterance)),
    isAddressed(text, utterance) {
      const rest = findName(text, names);
      const isNamed = rest !== undefined && activation === "name";
      const follows = isWithin(listenWindow, utterance) && !isFaint(utterance, speakerLevel);
      if (activation !== "open" && !isNamed && !follows) return { addressed: false, text };
      const { level, endSample } = utterance;
      speakerLevel = isNamed || speakerLevel === undefined ? level : Math.max(speakerLevel, level);
      listenWindow = listenUntil(endSample, rest === "" ? listenMs : continueMs);
      return { addressed: true, text: rest ?? text.trim() };
    },
    openFollowUp(sample) {
      listenWindow =
        activation === "push" || followUpMs === 0 ? undefined : listenUntil(sample, followUpMs);
    },
    wake(sample, until = sample + msToSamples(listenMs)) {
      listenWindow = { from: sample, until };
      speakerLevel = undefined;
    },
    expectAnswer(sample) {
      listenWindow = listenUntil(sample, listenMs);
    },
    sleep() {
      listenWindow = undefined;
      speakerLevel = undefined;
    },
    isAwake: (sample) =>
      activation === "open" || (listenWindow !== undefined && sample <= listenWindow.until),
  };
}

/** In samples. */
interface ListenWindow {
  readonly from: number;
  readonly until: number;
}

/** After its name or wake word. */
const listenMs = 8_000;
/** After something that was said to it: people think in the middle of a sentence. */
const continueMs = 2_000;
/** dB: a television, or a voice at the other end of the room. */
const maxLevelDrop = 9;

/** It may have begun before: wake words and sentences run into each other. */
const isWithin = (
  listenWindow: ListenWindow | undefined,
  { startSample, endSample }: Heard,
): boolean =>
  listenWindow !== undefined && endSample > listenWindow.from && startSample <= listenWindow.until;

const isFaint = ({ level }: Heard, speakerLevel: number | undefined): boolean =>
  speakerLevel !== undefined && level < speakerLevel - maxLevelDrop;
