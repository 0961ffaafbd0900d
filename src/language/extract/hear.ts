import type { ExtractRequest, KnownLine, SaidMessage } from "../../models/requests.ts";
import { asksOf, isQuestion } from "../gate/asks.ts";
import { changeOf, isWorthKeeping } from "../gate/gate.ts";
import { isAboutHealth } from "../gate/health.ts";
import { type Grammar, grammars, grammarsFor } from "../grammar/grammar.ts";
import { dayInWeekOf, type ReadText, withDateIn } from "../grammar/with-date.ts";
import { rememberedIn } from "../read/remembered.ts";
import { behindStart, sentencesOf } from "../read/sentences.ts";
import { isAgreement } from "../talk/spoken-cues.ts";
import { withBefore, withoutBefore } from "../text/before-part.ts";
import { capital } from "../text/letters.ts";
import { shareOf, stemsOf } from "../text/stems.ts";
import { changedLine, correction } from "./changed-line.ts";
import {
  asksToForget,
  cut,
  denies,
  has,
  namesSomebody,
  partsOf,
  plain,
  saysNearly,
} from "./sentence.ts";

/** What a sentence came to, in the person's own words. */
export interface Heard extends ReadText {
  /** Why it is not kept; undefined where it is. */
  readonly reason?: string;
  readonly relation: "new" | "known" | "updates";
  /** Label of the known line that the relation is to. */
  readonly of: string | null;
  /** Numbers of the messages that say it. */
  readonly sources: readonly number[];
  /** The person asked for it to be kept. */
  readonly isWanted: boolean;
  /** The number of its sentence in the conversation. */
  readonly sentence: number;
  /** What was said of it at first, where it was changed since. */
  readonly first?: string;
}

/** A sentence as it is considered, without its fillers, and what stood before it in the same message, where that asks nothing. */
interface Stated extends ReadText {
  readonly message: SaidMessage;
  readonly previous: ReadText | undefined;
  readonly isWanted: boolean;
  /** It begins with `no, sorry`. */
  readonly corrects: boolean;
  /** With such words. */
  readonly said: string;
}

/** Log-odds that a clause is worth keeping: the gate sees less in half a sentence than in a whole one. */
const surelyWorth = 0.7;
/** Log-odds below which nothing is stated: "if only we had cancelled the trip" changes nothing. */
const surelyWishes = -2.5;
/** So many of the statements before a sentence may be what it changes: each pair takes half a millisecond. */
const maxBefore = 3;
/** Log-odds from which one of them is: they are fewer than the lines of a home, and less distinct. */
const minOfSaid = 1.5;
/** `no, on Wednesday` is no statement. */
const fewestOfStatement = 4;
/** So many sentences after somebody was named, a pronoun still means them. */
const maxApart = 2;

const reasons = {
  forgetting: "it was said with a wish to forget something",
  material: "it is a text to work on, or made up",
  nobody: "it does not say whom it is about",
  passing: "it sounds like nothing that lasts",
} as const;

/** Goes through a conversation in order: what is taken back or corrected later is dropped. */
export class Hearing {
  readonly asked: string[] = [];
  readonly #known: readonly (ReadText & Required<Pick<KnownLine, "label" | "meant">>)[];
  readonly #isSecret: (text: string) => boolean;
  #all: readonly Heard[] = [];
  #sentence = 0;

  constructor(
    { messages, known }: Pick<ExtractRequest, "messages" | "known">,
    isSecret: (text: string) => boolean,
  ) {
    this.#known = known.map(({ meant = [], ...line }) => ({
      ...line,
      meant,
      grammars: grammarsFor(line.text, ""),
    }));
    this.#isSecret = isSecret;
    for (const [i, message] of messages.entries()) {
      if (message.role !== "user") continue;
      const before = messages[i - 1];
      if (before?.role === "assistant" && isAgreement(message.content))
        this.#confirm(message, before);
      this.#hearMessage(message);
    }
  }

  get kept(): readonly Heard[] {
    return this.#all.filter(({ reason }) => reason === undefined);
  }

  /** What is not kept, and why. */
  get leftOut(): readonly { readonly text: string; readonly reason: string }[] {
    return this.#all.flatMap(({ text, reason }) => (reason === undefined ? [] : { text, reason }));
  }

  /** Keeps the one thing that the assistant offered to note. */
  #confirm(message: SaidMessage, { id, content, language }: SaidMessage): void {
    const offers = sentencesOf(content)
      .flatMap(({ text }) => cut(text, grammars, "offer") ?? [])
      .filter((offered) => offered.includes(" "));
    const [text] = offers;
    if (text === undefined || offers.length > 1) return;
    const sources = [id, message.id];
    this.#keep({ text, grammars: grammarsFor(text, language), sources, isWanted: true }, message);
  }

  #hearMessage(message: SaidMessage): void {
    const sentences = sentencesOf(message.content);
    const stems = sentences.map(({ text }) => stemsOf(text));
    const isForgotten = ({ text }: ReadText): boolean =>
      stems.some((said) => shareOf(stemsOf(text), said) === 1);
    const forgets = sentences.filter(({ text }) => asksToForget(text)).length;
    if (forgets > 0) {
      this.#all = this.#all.filter((one) => !isForgotten(one));
      // Without their words: who wants something forgotten wants it in no log either.
      this.#leaveOut(forgets < sentences.length ? ["…"] : [], reasons.forgetting);
      return;
    }
    let previous: ReadText | undefined;
    for (const [i, { text: said, asks }] of sentences.entries()) {
      this.#sentence++;
      const languages = grammarsFor(said, message.language);
      const { rest, corrects } = behindStart(said, languages);
      if (has(said, languages, "offRecord")) return this.#takeBack();
      if (has(rest, languages, "material")) {
        const texts = sentences.slice(i).map(({ text }) => text);
        return this.#leaveOut(texts, reasons.material);
      }
      const read = { said, grammars: languages, message, previous, isWanted: false };
      this.#hearSentence({ ...read, text: rest, corrects }, asks);
      previous = asks ? undefined : { text: said, grammars: languages };
    }
  }

  #hearSentence(stated: Stated, asks: boolean): void {
    const withdrawn = cut(stated.text, stated.grammars, "takeBack");
    if (withdrawn !== undefined) {
      this.#takeBack();
      const { rest } = behindStart(withdrawn, stated.grammars);
      return rest === ""
        ? undefined
        : this.#hearSentence({ ...stated, text: rest, corrects: true }, asks);
    }
    const { text, message } = stated;
    if (text === "") return;
    const wish = rememberedIn(text);
    if (wish === "") this.#keepPrevious(stated);
    else if (wish !== undefined)
      this.#consider({ ...stated, text: wish, isWanted: true, corrects: false });
    else if (asks || isQuestion(withPrevious(stated), message.language)) this.#hearQuestion(stated);
    else this.#consider(stated);
  }

  /** `I'm vegetarian, what can I cook?` states something before it asks. */
  #hearQuestion(stated: Stated): void {
    const { text, grammars: languages } = stated;
    this.asked.push(text);
    const [first = text] = partsOf(text, languages, () => true);
    if (first !== text && isWorthKeeping(first, surelyWorth) && asksOf(first) < 0)
      this.#consider({ ...stated, text: first, corrects: false });
  }

  /** Keeps a sentence that is wanted, is worth keeping or changes what is known. */
  #consider(stated: Stated): void {
    const { text, message, isWanted, corrects } = stated;
    const { grammars: languages } = stated;
    const sureness = changeOf(text) + (corrects ? correction : 0);
    const isMeant = isWorthKeeping(text, surelyWishes);
    const line = isMeant ? changedLine({ ...stated, sureness }, this.#known) : undefined;
    const own = { text, grammars: languages, sources: [message.id], isWanted };
    const earlier = line === undefined ? this.#earlierLine(stated, sureness) : undefined;
    if (line !== undefined) this.#keep({ ...own, relation: "updates", of: line.label }, message);
    else if (earlier !== undefined) this.#replace(earlier, own, message);
    else if (isWanted || this.#isSecret(text)) this.#keepWhole(stated);
    else if (corrects && isFragment(stated)) this.#leaveOut([text], reasons.passing);
    else if (isWorthKeeping(text))
      for (const part of partsOf(text, languages, stands))
        this.#keepWhole({ ...stated, text: part });
    else if (isMeant && text.split(" ").length >= fewestOfStatement)
      this.#leaveOut([text], reasons.passing);
  }

  /** What was said shortly before, where a sentence changes it. */
  #earlierLine(stated: Stated, sureness: number): Heard | undefined {
    // What matters for health stays beside what seems to change it.
    const before = this.kept.slice(-maxBefore).filter((one) => !isAboutHealth(one.text));
    const lines = before.map((heard) => ({ ...heard, heard, meant: [] }));
    const changed = changedLine({ ...stated, sureness }, lines, minOfSaid)?.heard;
    const last = before.at(-1);
    if (changed !== undefined || !stated.corrects || last?.sentence !== this.#sentence - 1)
      return changed;
    const isDenied = denies(stated.said) && saysNearly(stated.text, last.text);
    return isDenied || isFragment(stated) ? last : undefined;
  }

  /** A sentence takes the place of what it changes, and says what was said at first. */
  #replace(earlier: Heard, stated: Statement, message: SaidMessage): void {
    const date = dayInWeekOf(earlier, stated, message.date);
    const changed = withDateIn(capital(stated.text), date, stated.grammars);
    const { first = earlier.text } = earlier;
    this.#join(
      earlier,
      { ...stated, first, text: withBefore(changed, first, message.language) },
      message,
    );
  }

  /** Keeps a statement, with whom it is about. */
  #keepWhole(stated: Stated): void {
    const { text, grammars: languages, message, isWanted } = stated;
    const own = { text, grammars: languages, sources: [message.id], isWanted };
    if (!has(text, languages, "pronouns")) return this.#keep(own, message);
    // A sentence about `her` is understood only with the one that names somebody: the two become one line.
    const { previous } = stated;
    const named = this.kept.findLast(
      (one) => one.sentence >= this.#sentence - maxApart && namesSomebody(one),
    );
    const isOfPrevious = previous !== undefined && namesSomebody(previous);
    if (isOfPrevious && named?.sentence !== this.#sentence - 1)
      this.#keep({ ...own, text: `${previous.text}. ${capital(text)}` }, message);
    else if (named?.relation === "new")
      this.#join(named, { ...own, text: `${named.text}. ${capital(text)}` }, message);
    else if (this.#isSecret(text)) this.#keep(own, message);
    else this.#leaveOut([text], reasons.nobody);
  }

  /** Keeps what is said now in the place of what was said before. */
  #join(earlier: Heard, stated: Statement, message: SaidMessage): void {
    this.#all = this.#all.filter((one) => one !== earlier);
    const { relation, of } = earlier;
    const sources = [...new Set([...earlier.sources, ...stated.sources])];
    const isWanted = earlier.isWanted || stated.isWanted;
    this.#keep({ ...stated, sources, isWanted, relation, of }, message);
  }

  #keep(statement: Statement, { date }: SaidMessage): void {
    if (!/[\p{L}\p{N}]/u.test(statement.text)) return;
    const text = withDateIn(capital(statement.text), date, statement.grammars);
    const same = this.#known.find((line) => plain(withoutBefore(line.text)) === plain(text));
    const relation = same === undefined ? "new" : "known";
    const place = { relation, of: same?.label ?? null, sentence: this.#sentence } as const;
    const others = this.#all.filter(
      (one) => one.reason !== undefined || plain(one.text) !== plain(text),
    );
    this.#all = [...others, { ...place, ...statement, text }];
  }

  /** "Remember that" after the fact. */
  #keepPrevious({ message, previous }: Stated): void {
    const isBefore = ({ sentence }: Heard): boolean => sentence === this.#sentence - 1;
    const isKept = this.kept.some(isBefore);
    this.#all = this.#all.map((one) => (isBefore(one) ? { ...one, isWanted: true } : one));
    if (isKept || previous === undefined) return;
    const { rest: text } = behindStart(previous.text, previous.grammars);
    if (text.split(" ").length < 3 || isQuestion(text, message.language)) return;
    this.#keep({ ...previous, text, sources: [message.id], isWanted: true }, message);
  }

  /** What came of the sentence before; what is withdrawn is not named either. */
  #takeBack(): void {
    this.#all = this.#all.filter(({ sentence }) => sentence !== this.#sentence - 1);
  }

  #leaveOut(texts: readonly string[], reason: string): void {
    const none = { grammars: [], sources: [], isWanted: false, relation: "new", of: null } as const;
    const left = texts.map((text) => ({
      ...none,
      text: capital(text),
      reason,
      sentence: this.#sentence,
    }));
    this.#all = [...this.#all, ...left];
  }
}

type Statement = Pick<Heard, "text" | "grammars" | "sources" | "isWanted"> & Partial<Heard>;

const isFragment = ({ text, grammars: languages }: ReadText): boolean =>
  text.split(" ").length < fewestOfStatement && !has(text, languages, "subjects");

/** Of `elle est` a microphone's question is made too: whom it means shows that it is none. */
const withPrevious = ({ text, previous, grammars: languages }: Stated): string =>
  previous !== undefined && has(text, languages, "pronouns") && namesSomebody(previous)
    ? `${previous.text}. ${text}`
    : text;

/** Both sides of a connector are worth keeping by themselves, and the right one says whom it is about. */
const stands = (left: string, right: string, languages: readonly Grammar[]): boolean =>
  [left, right].every((part) => isWorthKeeping(part, surelyWorth)) &&
  has(right, languages, "subjects") &&
  languages.every(({ findDay }) => findDay(`${left} ${right}`, "2000-01-01") === null);
