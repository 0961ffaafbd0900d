import { parseAnswer } from "../../../language/commands/parse-answer.ts";
import { parseCommand } from "../../../language/commands/parse-command.ts";
import { findName } from "../../hearing/find-name.ts";
import { isOwnVoice, ownShare } from "../../hearing/is-own-voice.ts";
import type { CascadeParts } from "../cascade-parts.ts";
import type { SaidLately } from "./said-lately.ts";

export interface OwnWordsParts extends Pick<CascadeParts, "ports" | "language"> {
  readonly saidLately: SaidLately;
}

/** Its own words; what calls or tells it something, be it short, too, where it may have heard itself. */
export function isOwn(
  { saidLately, ports, language }: OwnWordsParts,
  said: string,
  start: number,
): boolean {
  const { bargeIn, names } = ports.options;
  const tells = (): boolean =>
    findName(said, names) !== undefined ||
    parseCommand(said, language.current()) !== undefined ||
    parseAnswer(said, language.current()) !== undefined;
  const isShortOwn = bargeIn !== "off" && (saidLately.isDuring(start) || tells());
  return isOwnVoice(said, saidLately.since(start), { isShortOwn });
}

/** Said while it spoke, and half of it its own words: it ends what is said, and is not done. */
export function mayBeOwn(
  { saidLately, ports }: OwnWordsParts,
  said: string,
  start: number,
): boolean {
  if (ports.options.bargeIn === "off" || !saidLately.isDuring(start)) return false;
  return ownShare(said, saidLately.since(start)) >= mostOwn;
}

const mostOwn = 0.5;
