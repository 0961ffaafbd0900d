import type { Conclusion, ExtractRequest, KnownLine, SaidMessage } from "../../models/requests.ts";
import { asksOf } from "../gate/asks.ts";
import { changeOf, isWorthKeeping } from "../gate/gate.ts";
import { isAboutHealth } from "../gate/health.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { tongues } from "../grammar/tongues.ts";
import { dayInWeekOf, withDateIn } from "../grammar/with-date.ts";
import { type Sentence, sentencesOf } from "../read/sentences.ts";
import { isAgreement } from "../talk/spoken-cues.ts";
import { withBefore, withoutBefore } from "../text/before-part.ts";
import { capital } from "../text/letters.ts";
import { changedLine } from "./changed-line.ts";
import type { SaidChange } from "./pair.ts";
import {
  asksToForget,
  cutMark,
  has,
  namesSomebody,
  partsOf,
  plain,
  saysAll,
  stripped,
  wishIn,
} from "./sentence.ts";

/** Something worth keeping, in the person's own words, and what it comes from. */
export interface Kept extends Pick<Conclusion, "relation" | "of"> {
  readonly text: string;
  readonly grammars: readonly Grammar[];
  readonly sources: readonly number[];
  /** The person asked for it to be kept. */
  readonly isWanted: boolean;
  /** The number of its sentence in the conversation. */
  readonly sentence: number;
  /** What was said of it at first, where it was changed since. */
  readonly first?: string;
}

/** What a conversation leaves: what is worth keeping, and all that was said and asked. */
export interface Heard {
  kept: readonly Kept[];
  readonly spoken: SaidChange[];
  readonly asked: string[];
}

interface Hearing extends Heard {
  readonly known: readonly KnownLine[];
  sentence: number;
  /** The message of the assistant just before. */
  proposal: SaidMessage | undefined;
}

/** Goes through a conversation in order: what is taken back or corrected later is dropped. */
export function hear({ messages, known }: Pick<ExtractRequest, "messages" | "known">): Heard {
  const hearing: Hearing = {
    kept: [],
    spoken: [],
    asked: [],
    known,
    sentence: 0,
    proposal: undefined,
  };
  for (const message of messages) {
    if (message.role === "user") hearMessage(message, hearing);
    hearing.proposal = message.role === "assistant" ? message : undefined;
  }
  return hearing;
}

interface Turn {
  readonly message: SaidMessage;
  readonly sentence: Sentence;
  readonly grammars: readonly Grammar[];
  /** The sentence before in the same message, where it asks nothing. */
  readonly previous: string;
}

function hearMessage(message: SaidMessage, hearing: Hearing): void {
  const sentences = sentencesOf(message.content);
  if (asksToForget(sentences)) {
    hearing.kept = hearing.kept.filter(
      ({ text }) => !sentences.some((one) => saysAll(one.text, text)),
    );
    return;
  }
  confirm(message, sentences, hearing);
  let previous = "";
  for (const sentence of sentences) {
    hearing.sentence++;
    const grammars = tongues.forText(sentence.text, message.language);
    if (hearSentence({ message, sentence, grammars, previous }, hearing) === "stop") return;
    previous = sentence.asks ? "" : sentence.text;
  }
}

/** Keeps what the assistant offered to note, where the person says yes to it. */
function confirm(message: SaidMessage, [answer]: readonly Sentence[], hearing: Hearing): void {
  const { proposal } = hearing;
  if (proposal === undefined || answer === undefined || !isAgreement(message.content)) return;
  const offers = sentencesOf(proposal.content).flatMap(({ text }) => {
    const cut = cutMark(text, tongues.all, "offer");
    return cut === undefined || cut.split(" ").length < 2 ? [] : cut;
  });
  const [offer = ""] = offers;
  if (offers.length !== 1) return;
  const grammars = tongues.forText(offer, proposal.language);
  add(
    { text: offer, grammars, sources: [proposal.id, message.id], isWanted: true },
    message,
    hearing,
  );
}

/** `stop` where the rest of the message is not to be heard. */
function hearSentence(turn: Turn, hearing: Hearing): "stop" | undefined {
  const { sentence, grammars } = turn;
  if (has(sentence.text, grammars, "offRecord")) {
    takeBack(hearing);
    return "stop";
  }
  const text = stripped(sentence.text, grammars);
  if (has(text, grammars, "material")) return "stop";
  if (has(text, grammars, "keep")) {
    keepPrevious(turn, hearing);
    return undefined;
  }
  const rest = cutMark(text, grammars, "takeBack");
  if (rest !== undefined) takeBack(hearing);
  const corrected = cutMark(rest ?? text, grammars, "correction");
  const stated = stripped(corrected ?? rest ?? text, grammars);
  if (stated === "") return undefined;
  const wish = stripped(wishIn(stated, grammars), grammars);
  if (wish !== "") consider(wish, { ...turn, isWanted: true, corrects: false }, hearing);
  else if (sentence.asks || asksOf(stated) > surelyAsks) hearQuestion(stated, turn, hearing);
  else
    consider(
      stated,
      { ...turn, isWanted: false, corrects: (corrected ?? rest) !== undefined },
      hearing,
    );
  return undefined;
}

/** Log-odds from which on a sentence asks, whatever else it may state. */
const surelyAsks = 0.5;
/** Log-odds that a clause is worth keeping: the gate sees less in half a sentence than in a whole one. */
const surelyWorth = 0.7;
/** Log-odds below which nothing is stated: "if only we had cancelled the trip" changes nothing. */
const surelyWishes = -2.5;

/** `I'm vegetarian, what can I cook?` states something before it asks. */
function hearQuestion(text: string, turn: Turn, hearing: Hearing): void {
  hearing.asked.push(text);
  const [first = text] = partsOf(text, turn.grammars, () => true);
  if (first === text || !isWorthKeeping(first, surelyWorth) || asksOf(first) > 0) return;
  consider(first, { ...turn, isWanted: false, corrects: false }, hearing);
}

interface Considered extends Turn {
  readonly isWanted: boolean;
  /** It begins with `no, sorry`. */
  readonly corrects: boolean;
}

/** Keeps a sentence that is wanted, is worth keeping or changes what is known. */
function consider(text: string, turn: Considered, hearing: Hearing): void {
  const { message, grammars, isWanted, corrects } = turn;
  const change = { text, grammars, sureness: changeOf(text) + (corrects ? correction : 0) };
  hearing.spoken.push(change);
  const isMeant = isWorthKeeping(text, surelyWishes);
  const line = isMeant ? changedLine(change, hearing.known.map(toReadLine)) : undefined;
  const earlier = line === undefined ? earlierLine(change, corrects, hearing) : undefined;
  const own = { grammars, sources: [message.id], isWanted };
  if (line !== undefined) {
    add({ ...own, text, relation: "updates", of: line.label }, message, hearing);
  } else if (earlier !== undefined) {
    replace(earlier, { ...own, text }, message, hearing);
  } else if (isWanted || isWorthKeeping(text)) {
    for (const part of isWanted ? [text] : partsOf(text, grammars, stands)) {
      const whole = withReferent(part, turn, hearing);
      if (whole !== undefined) add({ ...own, ...whole }, message, hearing);
    }
  }
}

/** Both sides of a connector are worth keeping by themselves, and the right one says whom it is about. */
function stands(left: string, right: string, grammars: readonly Grammar[]): boolean {
  return (
    [left, right].every((part) => isWorthKeeping(part, surelyWorth)) &&
    grammars.some(({ opening }) => opening.test(right)) &&
    grammars.every(({ findDay }) => findDay(`${left} ${right}`, "2000-01-01") === null)
  );
}

/** How much surer a sentence is that begins with `no, sorry`. */
const correction = 2;

const toReadLine = ({ label, text, meant = [] }: KnownLine) => ({
  label,
  text,
  grammars: tongues.forText(text, ""),
  meant,
});

/** What was said shortly before, where a sentence changes it. */
function earlierLine(
  change: SaidChange,
  corrects: boolean,
  { kept, sentence }: Hearing,
): Kept | undefined {
  // What matters for health stays beside what seems to change it.
  const before = kept.slice(-maxBefore).filter(({ text }) => !isAboutHealth(text));
  const changed = changedLine(
    change,
    before.map((of) => ({ ...of, of, meant: [] })),
    minOfSaid,
  )?.of;
  const last = kept.at(-1);
  const isFragment = corrects && change.text.split(" ").length < fewestOfStatement;
  return changed ?? (isFragment && last?.sentence === sentence - 1 ? last : undefined);
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
  { grammars, previous, message }: Considered,
  hearing: Hearing,
): Pick<Kept, "text" | "sources"> | undefined {
  const sources = [message.id];
  if (!grammars.some(({ pronouns }) => pronouns.test(text))) return { text, sources };
  const named = hearing.kept.findLast(
    (one) => one.sentence >= hearing.sentence - maxApart && namesSomebody(one.text, one.grammars),
  );
  const isOfPrevious =
    namesSomebody(previous, grammars) && named?.sentence !== hearing.sentence - 1;
  if (isOfPrevious) return { text: `${previous}. ${capital(text)}`, sources };
  if (named === undefined || named.relation !== "new") return undefined;
  hearing.kept = hearing.kept.filter((one) => one !== named);
  const both = [...new Set([...named.sources, message.id])];
  return { text: `${named.text}. ${capital(text)}`, sources: both };
}

/** So many sentences after somebody was named, a pronoun still means them. */
const maxApart = 2;

type Stated = Pick<Kept, "text" | "grammars" | "sources" | "isWanted"> & Partial<Kept>;

function add(stated: Stated, { date }: SaidMessage, hearing: Hearing): void {
  if (!/[\p{L}\p{N}]/u.test(stated.text)) return;
  const text = withDateIn(capital(stated.text), date, stated.grammars);
  const same = hearing.known.find((line) => plain(withoutBefore(line.text)) === plain(text));
  const line: Kept = {
    ...(same === undefined ? { relation: "new", of: null } : { relation: "known", of: same.label }),
    ...stated,
    text,
    sentence: hearing.sentence,
  };
  hearing.kept = [...hearing.kept.filter((one) => plain(one.text) !== plain(text)), line];
}

/** A sentence takes the place of what it changes, and says what was said at first. */
function replace(earlier: Kept, stated: Stated, message: SaidMessage, hearing: Hearing): void {
  hearing.kept = hearing.kept.filter((one) => one !== earlier);
  const code = stated.grammars[0]?.rules.code ?? "";
  const date = dayInWeekOf(earlier, stated, message.date);
  const text = withDateIn(capital(stated.text), date, stated.grammars);
  const sources = [...new Set([...earlier.sources, ...stated.sources])];
  const { relation, of, isWanted, first = earlier.text } = earlier;
  const whole = { text: withBefore(text, first, code), first, sources };
  add({ ...stated, ...whole, relation, of, isWanted }, message, hearing);
}

/** What was kept of the sentence before. */
function takeBack(hearing: Hearing): void {
  const before = hearing.sentence - 1;
  hearing.kept = hearing.kept.filter(({ sentence }) => sentence !== before);
  hearing.spoken.pop();
}

/** "Remember that" after the fact. */
function keepPrevious({ message, grammars, previous }: Turn, hearing: Hearing): void {
  const before = hearing.sentence - 1;
  const isKept = hearing.kept.some(({ sentence }) => sentence === before);
  hearing.kept = hearing.kept.map((one) =>
    one.sentence === before ? { ...one, isWanted: true } : one,
  );
  const text = stripped(previous, grammars);
  if (isKept || text.split(" ").length < 3 || asksOf(text) > surelyAsks) return;
  add({ text, grammars, sources: [message.id], isWanted: true }, message, hearing);
}
