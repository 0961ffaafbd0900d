import { quoteJson } from "../models/quote-for-prompt.ts";
import type { Summary } from "../session/slots.ts";
import type { EarlierLine } from "./prompt-layers.ts";
import type { ThreadMessage } from "./thread.ts";

/**
 * What stands for messages that are left out, at once and without a model: the summary as far as one reaches, then the
 * start of what was said since. For want of room the assistant's words go first, then the oldest.
 */
export function condense(
  dropped: readonly ThreadMessage[],
  summary: Summary | undefined,
  room: number,
  countTokens: (text: string) => number,
): EarlierLine[] {
  const [first] = dropped;
  if (first === undefined) return [];
  const reaches = summary !== undefined && summary.upTo >= first.id;
  const head: EarlierLine[] = reaches ? [{ who: "summary", said: summary.text }] : [];
  const rest = dropped.filter(({ id }) => !reaches || id > summary.upTo).flatMap(toLine);
  const cost = (lines: readonly EarlierLine[]): number =>
    lines.reduce((total, line) => total + countTokens(quoteJson(line)), 0);
  for (const lines of [rest, rest.filter(({ who }) => who === "user")]) {
    if (cost([...head, ...lines]) <= room) return [...head, ...lines];
  }
  const newest = rest.filter(({ who }) => who === "user").slice(-maxLines);
  while (newest.length > 0 && cost([...head, ...newest]) > room) newest.shift();
  return cost([...head, ...newest]) <= room ? [...head, ...newest] : [];
}

const maxCharacters = 160;
const maxLines = 50;

function toLine({ message }: ThreadMessage): EarlierLine[] {
  if (message.role !== "user" && message.role !== "assistant") return [];
  const words = message.content.replace(/\s+/g, " ").trim();
  if (words === "") return [];
  const said = words.length <= maxCharacters ? words : `${words.slice(0, maxCharacters)}…`;
  return [{ who: message.role, said }];
}
