import type { Conclusion, ExtractAnswer, KnownLine, SaidMessage } from "../../models/requests.ts";
import { asksOf } from "../gate/asks.ts";
import { changeOf, isWorthKeeping } from "../gate/gate.ts";
import { isAboutHealth } from "../gate/health.ts";
import { type Grammar, grammarsFor } from "../grammar/grammar.ts";
import { dayInWeekOf, type ReadText, withDateIn } from "../grammar/with-date.ts";
import type { Sentence } from "../read/sentences.ts";
import { withBefore, withoutBefore } from "../text/before-part.ts";
import { capital, foldText } from "../text/letters.ts";
import { changedLine } from "./changed-line.ts";
import type { SaidChange } from "./pair.ts";
import { behindStart, has, namesSomebody, partsOf } from "./sentence.ts";

/** Something worth keeping, in the person's own words, and what it comes from. */
export interface Kept extends Pick<Conclusion, "relation" | "of" | "sources"> {
  readonly text: string;
  readonly grammars: readonly Grammar[];
  /** The person asked for it to be kept. */
  readonly isWanted: boolean;
  /** The number of its sentence in the conversation. */
  readonly sentence: number;
  /** What was said of it at first, where it was changed since. */
  readonly first?: string;
}

/** What a conversation leaves: what is worth keeping, what is not and why, and all that was said and asked. */
export interface Heard {
  kept: readonly Kept[];
  leftOut: readonly (NonNullable<ExtractAnswer["leftOut"]>[number] & Pick<Kept, "sentence">)[];
  readonly spoken: SaidChange[];
  readonly asked: string[];
}

export interface Hearing extends Heard {
  readonly known: readonly KnownLine[];
  /** It tells a password or key. */
  readonly isSecret: (text: string) => boolean;
  sentence: number;
}

export interface Turn {
  readonly message: SaidMessage;
  readonly sentence: Sentence;
  readonly grammars: readonly Grammar[];
  /** The sentence before in the same message, where it asks nothing. */
  readonly previous: ReadText | undefined;
}

/** Log-odds from which on a sentence asks, whatever else it may state. */
export const surelyAsks = 0.5;
/** Log-odds that a clause is worth keeping: the gate sees less in half a sentence than in a whole one. */
export const surelyWorth = 0.7;
/** Log-odds below which nothing is stated: "if only we had cancelled the trip" changes nothing. */
const surelyWishes = -2.5;

interface Considered extends Turn {
  readonly isWanted: boolean;
  /** It begins with `no, sorry`. */
  readonly corrects: boolean;
}

/** Keeps a sentence that is wanted, is worth keeping or changes what is known. */
export function consider(text: string, turn: Considered, hearing: Hearing): void {
  const { message, grammars, isWanted, corrects } = turn;
  const change = { text, grammars, sureness: changeOf(text) + (corrects ? correction : 0) };
  hearing.spoken.push(change);
  const isMeant = isWorthKeeping(text, surelyWishes);
  const line = isMeant ? changedLine(change, hearing.known.map(toReadLine)) : undefined;
  const earlier = line === undefined ? earlierLine(change, turn, hearing) : undefined;
  const own = { grammars, sources: [message.id], isWanted };
  if (line !== undefined)
    add({ ...own, text, relation: "updates", of: line.label }, message, hearing);
  else if (earlier !== undefined) replace(earlier, { ...own, text }, message, hearing);
  else if (isWanted || hearing.isSecret(text)) keepWhole(text, turn, hearing);
  else if (isWorthKeeping(text))
    for (const part of partsOf(text, grammars, stands)) keepWhole(part, turn, hearing);
  else if (isMeant && text.split(" ").length >= fewestOfStatement)
    leaveOut([text], reasons.passing, hearing);
}

/** Keeps a statement, with whom it is about. */
function keepWhole(text: string, turn: Considered, hearing: Hearing): void {
  const { message, grammars, isWanted } = turn;
  const whole =
    withReferent(text, turn, hearing) ??
    (hearing.isSecret(text) ? { text, sources: [message.id] } : undefined);
  if (whole === undefined) leaveOut([text], reasons.nobody, hearing);
  else add({ grammars, isWanted, ...whole }, message, hearing);
}

/** Both sides of a connector are worth keeping by themselves, and the right one says whom it is about. */
function stands(left: string, right: string, grammars: readonly Grammar[]): boolean {
  return (
    [left, right].every((part) => isWorthKeeping(part, surelyWorth)) &&
    has(right, grammars, "subjects") &&
    grammars.every(({ findDay }) => findDay(`${left} ${right}`, "2000-01-01") === null)
  );
}

/** How much surer a sentence is that begins with `no, sorry`. */
const correction = 2;

const toReadLine = ({ label, text, meant = [] }: KnownLine) => ({
  label,
  text,
  grammars: grammarsFor(text, ""),
  meant,
});

/** What was said shortly before, where a sentence changes it. */
function earlierLine(
  change: SaidChange,
  { corrects, sentence: { text: said }, grammars }: Considered,
  { kept, sentence }: Hearing,
): Kept | undefined {
  // What matters for health stays beside what seems to change it.
  const before = kept.slice(-maxBefore).filter(({ text }) => !isAboutHealth(text));
  const lines = before.map((of) => ({ ...of, of, meant: [] }));
  const last = before.at(-1)?.sentence === sentence - 1 ? before.at(-1) : undefined;
  const isFragment =
    change.text.split(" ").length < fewestOfStatement && !has(change.text, grammars, "subjects");
  const isCorrection =
    corrects && last && (isFragment || (denial.test(said) && saysNearly(change.text, last.text)));
  return changedLine(change, lines, minOfSaid)?.of ?? (isCorrection ? last : undefined);
}

const denial = /^\P{L}*(?:no|nope|nein|nee|non|não)(?!\p{L})/iu;

/** "I live in Vic", "I live in Reus": half of the words of both, at least. */
function saysNearly(text: string, other: string): boolean {
  const [one, two] = [text, other].map((words) => new Set(plain(words).split(" ")));
  const shared = one && two ? one.intersection(two).size : 0;
  return shared * 2 >= Math.max(one?.size ?? 0, two?.size ?? 0);
}

/** So many of the statements before a sentence may be what it changes: each pair takes half a millisecond. */
const maxBefore = 3;
/** Log-odds from which one of them is: they are fewer than the lines of a home, and less distinct. */
const minOfSaid = 1.5;
/** `no, on Wednesday` is no statement. */
const fewestOfStatement = 4;

/**
 * A sentence about `her` is understood only with the one that names somebody: the two become one line. Undefined where
 * nothing before says whom it is about.
 */
function withReferent(
  text: string,
  { grammars, previous, message }: Turn,
  hearing: Hearing,
): Pick<Kept, "text" | "sources"> | undefined {
  const sources = [message.id];
  if (!has(text, grammars, "pronouns")) return { text, sources };
  const named = hearing.kept.findLast(
    (one) => one.sentence >= hearing.sentence - maxApart && namesSomebody(one),
  );
  const isOfPrevious = previous !== undefined && namesSomebody(previous);
  if (isOfPrevious && named?.sentence !== hearing.sentence - 1)
    return { text: `${previous.text}. ${capital(text)}`, sources };
  if (named === undefined || named.relation !== "new") return undefined;
  hearing.kept = hearing.kept.filter((one) => one !== named);
  const both = [...new Set([...named.sources, message.id])];
  return { text: `${named.text}. ${capital(text)}`, sources: both };
}

/** So many sentences after somebody was named, a pronoun still means them. */
const maxApart = 2;

type Stated = Pick<Kept, "text" | "grammars" | "sources" | "isWanted"> & Partial<Kept>;

export function add(stated: Stated, { date }: SaidMessage, hearing: Hearing): void {
  if (!/[\p{L}\p{N}]/u.test(stated.text)) return;
  const text = withDateIn(capital(stated.text), date, stated.grammars);
  const same = hearing.known.find((line) => plain(withoutBefore(line.text)) === plain(text));
  const { sentence } = hearing;
  const relation = same === undefined ? "new" : "known";
  const line: Kept = { relation, of: same?.label ?? null, ...stated, text, sentence };
  hearing.kept = [...hearing.kept.filter((one) => plain(one.text) !== plain(text)), line];
}

/** A text as it is compared: its letters and numbers. */
const plain = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A sentence takes the place of what it changes, and says what was said at first. */
function replace(earlier: Kept, stated: Stated, message: SaidMessage, hearing: Hearing): void {
  hearing.kept = hearing.kept.filter((one) => one !== earlier);
  const date = dayInWeekOf(earlier, stated, message.date);
  const changed = withDateIn(capital(stated.text), date, stated.grammars);
  const sources = [...new Set([...earlier.sources, ...stated.sources])];
  const { relation, of, isWanted, first = earlier.text } = earlier;
  const text = withBefore(changed, first, stated.grammars[0]?.code ?? "");
  add({ ...stated, text, first, sources, relation, of, isWanted }, message, hearing);
}

/** What came of the sentence before; what is withdrawn is not named either. */
export function takeBack(hearing: Hearing): void {
  const isEarlier = ({ sentence }: Pick<Kept, "sentence">) => sentence !== hearing.sentence - 1;
  hearing.kept = hearing.kept.filter(isEarlier);
  hearing.leftOut = hearing.leftOut.filter(isEarlier);
  hearing.spoken.pop();
}

/** "Remember that" after the fact. */
export function keepPrevious({ message, previous }: Turn, hearing: Hearing): void {
  const isBefore = ({ sentence }: Kept): boolean => sentence === hearing.sentence - 1;
  const isKept = hearing.kept.some(isBefore);
  hearing.kept = hearing.kept.map((one) => (isBefore(one) ? { ...one, isWanted: true } : one));
  if (isKept || previous === undefined) return;
  const { rest: text } = behindStart(previous.text, previous.grammars);
  if (text.split(" ").length < 3 || asksOf(text) > surelyAsks) return;
  add({ ...previous, text, sources: [message.id], isWanted: true }, message, hearing);
}

export const reasons = {
  forgetting: "it was said with a wish to forget something",
  material: "it is a text to work on, or made up",
  nobody: "it does not say whom it is about",
  passing: "it sounds like nothing that lasts",
} as const;

export function leaveOut(texts: readonly string[], reason: string, hearing: Hearing): void {
  const { leftOut, sentence } = hearing;
  hearing.leftOut = [
    ...leftOut,
    ...texts.map((text) => ({ text: capital(text), reason, sentence })),
  ];
}
