import { parseAnswer } from "../../../language/commands/parse-answer.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import { samplesOf } from "../../audio-ports.ts";
import { findName } from "../../hearing/find-name.ts";
import { isOwnVoice, ownShare } from "../../hearing/gates.ts";
import type { CascadeParts } from "../talking/cascade-parts.ts";

interface OwnWordsParts extends Pick<CascadeParts, "ports" | "language"> {
  readonly recentSpeech: RecentSpeech;
}

/** Whether these are its own words. Where it may have heard itself, even short ones count that hold its name, a command or an answer. */
export function isOwn(
  { recentSpeech, ports, language }: OwnWordsParts,
  said: string,
  start: number,
): boolean {
  const { bargeIn, names } = ports.options;
  const isMeant = (): boolean =>
    findName(said, names) !== undefined ||
    parseCommand(said, language.current()) !== undefined ||
    parseAnswer(said, language.current()) !== undefined;
  const isShortOwn = bargeIn !== "off" && (recentSpeech.isDuring(start) || isMeant());
  return isOwnVoice(said, recentSpeech.since(start), { isShortOwn });
}

/** Said while it spoke, and half of it its own words: it ends what is said, and is not done. */
export function mayBeOwn(
  { recentSpeech, ports }: OwnWordsParts,
  said: string,
  start: number,
): boolean {
  if (ports.options.bargeIn === "off" || !recentSpeech.isDuring(start)) return false;
  return ownShare(said, recentSpeech.since(start)) >= maxOwn;
}

const maxOwn = 0.5;

/** What the agent said, for a while: who hears it again hears no person. */
export interface RecentSpeech {
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
const maxTexts = 30;

/** Begins with nothing said; by the sample clock. */
export function createRecentSpeech(sample: () => number): RecentSpeech {
  let said: readonly { readonly text: string; readonly end: number }[] = [];
  return {
    note(text) {
      said = [...said, { text, end: Number.POSITIVE_INFINITY }].slice(-maxTexts);
    },
    end() {
      said = said.map(({ text, end }) => ({ text, end: Math.min(end, sample()) }));
    },
    isDuring: (start) => said.some(({ end }) => end >= start),
    since: (start) =>
      said.filter(({ end }) => end + samplesOf(lingerMs) >= start).map(({ text }) => text),
  };
}
