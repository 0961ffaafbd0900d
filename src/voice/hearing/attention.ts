import { msToSamples } from "../audio-ports.ts";
import type { VoiceOptions } from "../voice-ports.ts";
import { findName } from "./find-name.ts";
import type { Utterance } from "./utterance.ts";

/** Decides which utterances are addressed to the agent. Times are sample numbers. */
export interface Attention {
  /**
   * Whether a text is addressed to the agent, and the text without the agent's name; '' if nothing but the name was
   * said. If it is, more may follow without the name. Call it once per utterance, after the other gates.
   */
  isAddressed(text: string, utterance: Heard): Addressed;
  /** After a reply or a question: what follows needs no name for a while, if it is about as loud as the last speaker. */
  openFollowUp(sample: number): void;
  /** After the wake word or a button: speech until `until` is addressed to the agent, at any level. */
  wake(sample: number, until?: number): void;
  /** Whether an utterance would count as addressed without the name. Changes nothing. */
  isExpected(utterance: Heard): boolean;
  /** Whether it is about as loud as the last speaker; always true if everything is addressed to the agent. */
  isNear(utterance: Heard): boolean;
  /** After the conversation: the next message needs the name again. */
  sleep(): void;
  /** Whether speech at this sample needs no name. */
  isAwake(sample: number): boolean;
}

type Heard = Pick<Utterance, "startSample" | "endSample" | "level">;

interface Addressed {
  readonly addressed: boolean;
  readonly text: string;
}

export type AttentionOptions = Pick<VoiceOptions, "activation" | "names">;

export function createAttention({ activation, names }: AttentionOptions): Attention {
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
      listenWindow = activation === "push" ? undefined : listenUntil(sample, listenMs);
    },
    wake(sample, until = sample + msToSamples(listenMs)) {
      listenWindow = { from: sample, until };
      speakerLevel = undefined;
    },
    sleep() {
      listenWindow = undefined;
      speakerLevel = undefined;
    },
    isAwake: (sample) =>
      activation === "open" || (listenWindow !== undefined && sample <= listenWindow.until),
  };
}

/** When speech needs no name; sample numbers. */
interface ListenWindow {
  readonly from: number;
  readonly until: number;
}

/** Time for a message after the name, the wake word, a reply or a question (ms). */
const listenMs = 8_000;
/** Time to go on after a message, because people pause in mid-sentence (ms). */
const continueMs = 2_000;
/** Speech fainter than the last speaker by more than this (dB) comes from a television or from across the room. */
const maxLevelDrop = 9;

/** An utterance may begin before the window, because wake word and sentence run into each other. */
const isWithin = (
  listenWindow: ListenWindow | undefined,
  { startSample, endSample }: Heard,
): boolean =>
  listenWindow !== undefined && endSample > listenWindow.from && startSample <= listenWindow.until;

const isFaint = ({ level }: Heard, speakerLevel: number | undefined): boolean =>
  speakerLevel !== undefined && level < speakerLevel - maxLevelDrop;
