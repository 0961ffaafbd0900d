import { parseAnswer } from "../../../language/commands/parse-answer.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import { msToSamples } from "../../audio-ports.ts";
import { findName } from "../../hearing/find-name.ts";
import { echoShare, isEcho } from "../../hearing/gates.ts";
import type { CascadeParts } from "../dialog/cascade-parts.ts";

export interface EchoParts extends Pick<CascadeParts, "ports" | "language"> {
  readonly recentSpeech: RecentSpeech;
}

/**
 * True if the words are the agent's own, heard back through the microphone. Short texts count only with barge-in on, and
 * if they began during playback or hold the agent's name, a command or an answer.
 */
export function isAgentEcho(
  { recentSpeech, ports, language }: EchoParts,
  said: string,
  start: number,
): boolean {
  const { bargeIn, names } = ports.options;
  const isMeant = (): boolean =>
    findName(said, names) !== undefined ||
    parseCommand(said, language.current()) !== undefined ||
    parseAnswer(said, language.current()) !== undefined;
  const acceptShort = bargeIn !== "off" && (recentSpeech.isDuring(start) || isMeant());
  return isEcho(said, recentSpeech.since(start), { acceptShort });
}

/** True if it was said during playback and at least half of the words are the agent's: maybe echo, maybe a person. */
export function mayBeAgentEcho(
  { recentSpeech, ports }: EchoParts,
  said: string,
  start: number,
): boolean {
  if (ports.options.bargeIn === "off" || !recentSpeech.isDuring(start)) return false;
  return echoShare(said, recentSpeech.since(start)) >= minEchoShare;
}

const minEchoShare = 0.5;

/** What the agent has said lately, to recognize its echo. Times are sample numbers. */
export interface RecentSpeech {
  /** Records a text that starts playing now; of a live voice its words are still coming. */
  note(said: { readonly spoken: string }): void;
  /** Records that playback has ended. */
  end(): void;
  /** Whether it was speaking at this sample. */
  isDuring(sample: number): boolean;
  /** The texts that sound starting at this sample may still contain. */
  since(sample: number): readonly string[];
}

/** How long the buffers and the room delay the echo (ms). */
const lingerMs = 2_000;
const maxTexts = 30;

export function createRecentSpeech(sample: () => number): RecentSpeech {
  let said: readonly { readonly what: { readonly spoken: string }; readonly end: number }[] = [];
  return {
    note(what) {
      said = [...said, { what, end: Number.POSITIVE_INFINITY }].slice(-maxTexts);
    },
    end() {
      said = said.map(({ what, end }) => ({ what, end: Math.min(end, sample()) }));
    },
    isDuring: (start) => said.some(({ end }) => end >= start),
    since: (start) =>
      said.filter(({ end }) => end + msToSamples(lingerMs) >= start).map(({ what }) => what.spoken),
  };
}
