import type { VoiceOptions } from "../audio-ports.ts";
import { msToSamples } from "../audio-ports.ts";
import type { Utterance } from "./endpointer.ts";
import { findName } from "./find-name.ts";

type Heard = Pick<Utterance, "startSample" | "endSample" | "level">;

/** Time for a message after the name, the wake word, a reply or a question (ms). */
const listenMs = 8_000;
/** Time to go on after a message, because people pause in mid-sentence (ms). */
const continueMs = 2_000;
/** Speech fainter than the last speaker by more than this (dB) comes from a television or from across the room. */
const maxLevelDrop = 9;

/** Decides which utterances are addressed to the agent. Times are sample numbers. */
export class Attention {
  readonly #options: Pick<VoiceOptions, "activation" | "names">;
  /** When speech needs no name. */
  #window: { readonly from: number; readonly until: number } | undefined;
  #speakerLevel: number | undefined;

  constructor(options: Pick<VoiceOptions, "activation" | "names">) {
    this.#options = options;
  }

  /**
   * A text that is addressed to the agent, without its name ('' if nothing but the name was said); undefined for any
   * other. More may follow without the name. Call it once per utterance, after the other gates.
   */
  addressedText(text: string, utterance: Heard): string | undefined {
    const { activation, names } = this.#options;
    const rest = findName(text, names);
    const isNamed = rest !== undefined && activation === "name";
    if (!isNamed && !this.isExpected(utterance)) return undefined;
    const { level, endSample } = utterance;
    const isFirst = isNamed || this.#speakerLevel === undefined;
    this.#speakerLevel = isFirst ? level : Math.max(this.#speakerLevel ?? level, level);
    this.#open(endSample, rest === "" ? listenMs : continueMs);
    return rest ?? text.trim();
  }

  /** Whether an utterance counts as addressed without the name: it is soon enough, and about as loud as the last speaker. */
  isExpected(utterance: Heard): boolean {
    if (this.#options.activation === "open") return true;
    const { startSample, endSample } = utterance;
    // It may begin before the window, because wake word and sentence run into each other.
    const isSoon = this.#window !== undefined && endSample > this.#window.from;
    return isSoon && this.isAwake(startSample) && this.isNear(utterance);
  }

  /** Whether it is about as loud as the last speaker; always true if everything is addressed to the agent. */
  isNear({ level }: Heard): boolean {
    if (this.#options.activation === "open" || this.#speakerLevel === undefined) return true;
    return level >= this.#speakerLevel - maxLevelDrop;
  }

  /** After a reply or a question: what follows needs no name for a while. */
  openFollowUp(sample: number): void {
    this.#window = undefined;
    if (this.#options.activation !== "push") this.#open(sample, listenMs);
  }

  /** After the wake word or a button: speech until `until` is addressed to the agent, at any level. */
  wake(sample: number, until = sample + msToSamples(listenMs)): void {
    this.#window = { from: sample, until };
    this.#speakerLevel = undefined;
  }

  /** After the conversation: the next message needs the name again. */
  sleep(): void {
    this.#window = undefined;
    this.#speakerLevel = undefined;
  }

  /** Whether speech at this sample needs no name. */
  isAwake(sample: number): boolean {
    return this.#options.activation === "open" || sample <= (this.#window?.until ?? -1);
  }

  #open(from: number, ms: number): void {
    this.#window = { from, until: from + msToSamples(ms) };
  }
}
