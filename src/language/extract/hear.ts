import type { ExtractRequest, KnownLine, SaidMessage } from "../../models/requests.ts";
import { asksOf, isQuestion } from "../gate/asks.ts";
import { changeOf, isWorthKeeping } from "../gate/gate.ts";
import { isAboutHealth } from "../gate/health.ts";
import { grammars, grammarsFor } from "../grammar/grammar.ts";
import { dayInWeekOf, type ReadText, withDateIn } from "../grammar/with-date.ts";
import { askedMemoryIn } from "../read/asked-memory.ts";
import { rememberedIn } from "../read/remembered.ts";
import { behindStart, type Sentence, sentencesOf } from "../read/sentences.ts";
import { statesPreference } from "../read/states-preference.ts";
import { isAgreement } from "../talk/spoken-cues.ts";
import { withBefore, withoutBefore } from "../text/before-part.ts";
import { capital } from "../text/letters.ts";
import { shareOf, stemsOf } from "../text/stems.ts";
import { changedLine, correction } from "./changed-line.ts";
import {
  asksToForget,
  cut,
  denies,
  type Heard,
  has,
  namesSomebody,
  partsOf,
  plain,
  saysNearly,
} from "./sentence.ts";

/** A sentence as it is considered, without its fillers. */
interface Stated extends ReadText {
  readonly isWanted?: boolean;
  /** It begins with `no, sorry`, which stands in what was `said`. */
  readonly corrects?: boolean;
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
  /** The sentence that a correction means: questions about what it says may stand in between. */
  #told = 0;
  /** What is said now, and what stood before it in the same message, where that asks nothing. */
  #message: SaidMessage | undefined;
  #previous: ReadText | undefined;

  constructor(
    { messages, known }: Pick<ExtractRequest, "messages" | "known">,
    isSecret: (text: string) => boolean,
  ) {
    this.#known = known.map(({ meant = [], ...one }) => ({ ...one, meant, ...readText(one.text) }));
    this.#isSecret = isSecret;
    for (const [i, message] of messages.entries()) {
      if (message.role !== "user") continue;
      this.#hearMessage(message, messages[i - 1]);
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
  #confirm({ id, content, language }: SaidMessage): void {
    const offers = sentencesOf(content)
      .flatMap(({ text }) => cut(text, grammars, "offer") ?? [])
      .filter((offered) => offered.includes(" "));
    const [text] = offers;
    if (text === undefined || offers.length > 1) return;
    this.#keep({ ...readText(text, language), sources: [id, this.#id], isWanted: true });
  }

  get #id(): number {
    return this.#message?.id ?? 0;
  }

  #hearMessage(message: SaidMessage, before: SaidMessage | undefined): void {
    const { content, language } = message;
    this.#message = message;
    this.#previous = undefined;
    if (before?.role === "assistant" && isAgreement(content)) this.#confirm(before);
    const sentences = sentencesOf(content);
    const forgets = sentences.filter(({ text }) => asksToForget(text)).length;
    if (forgets > 0) {
      const stems = sentences.map(({ text }) => stemsOf(text));
      this.#all = this.#all.filter(
        ({ text }) => !stems.some((said) => shareOf(stemsOf(text), said) === 1),
      );
      // Without their words: who wants something forgotten wants it in no log either.
      this.#leaveOut(forgets < sentences.length ? ["…"] : [], reasons.forgetting);
      return;
    }
    this.#hearSentences(sentences, language);
  }

  #hearSentences(sentences: readonly Sentence[], language: string): void {
    for (const [i, { text: said, asks }] of sentences.entries()) {
      this.#sentence++;
      const read = readText(said, language);
      const { rest: text, corrects } = behindStart(said, read.grammars);
      const isOffRecord = has(read, "offRecord");
      if (isOffRecord) this.#takeBack();
      const isMaterial = !isOffRecord && has({ ...read, text }, "material");
      // The order itself states nothing; what it is about may look like something said.
      const [, given = []] = /: +(.+)$/u.exec(text) ?? [];
      const rest = [given, sentences.slice(i + 1).map((one) => one.text)].flat();
      this.#leaveOut(isMaterial ? rest : [], reasons.material);
      if (isOffRecord || isMaterial) return;
      this.#hearSentence({ ...read, said, text, corrects }, asks);
      this.#previous = asks ? undefined : read;
      if (!this.#asksAboutLast(said, asks)) this.#told = this.#sentence;
    }
  }

  #hearSentence(stated: Stated, asks: boolean): void {
    const { text, grammars: languages } = stated;
    const { language = "" } = this.#message ?? {};
    const withdrawn = cut(text, languages, "takeBack");
    if (withdrawn !== undefined) {
      this.#takeBack();
      const { rest } = behindStart(withdrawn, languages);
      this.#hearSentence({ ...stated, text: rest, corrects: true }, asks);
      return;
    }
    if (text === "") return;
    const wish = rememberedIn(text);
    if (wish === "") this.#keepPrevious();
    else if (wish !== undefined)
      this.#consider({ ...stated, text: wish, isWanted: true, corrects: false });
    else if (asks || (isQuestion(text, language) && !this.#meansPrevious(stated)))
      this.#hearQuestion(stated);
    else this.#consider(stated);
  }

  /** A microphone's `elle est` may ask: where the sentence before names somebody, it tells of them. */
  #meansPrevious(stated: Stated): boolean {
    const before = this.#previous;
    return before !== undefined && has(stated, "pronouns") && namesSomebody(before);
  }

  /** `I'm vegetarian, what can I cook?` states something before it asks. */
  #hearQuestion(stated: Stated): void {
    const { text } = stated;
    this.asked.push(text);
    const [first = text] = partsOf(stated, () => true);
    const isSaid = first !== text && isWorthKeeping(first, surelyWorth) && asksOf(first) < 0;
    if (isSaid) this.#consider({ ...stated, text: first, corrects: false });
  }

  /** Keeps a sentence that is wanted, is worth keeping or changes what is known. */
  #consider(stated: Stated): void {
    const { text, isWanted = false, corrects = false } = stated;
    const sureness = changeOf(text) + (corrects ? correction : 0);
    const isMeant = isWorthKeeping(text, surelyWishes);
    const line = isMeant ? changedLine({ ...stated, sureness }, this.#known) : undefined;
    const earlier = line === undefined ? this.#earlierLine(stated, sureness) : undefined;
    if (line !== undefined) this.#keep({ ...stated, relation: "updates", of: line.label });
    else if (earlier !== undefined) this.#replace(earlier, stated);
    else if (isWanted || this.#isSecret(text)) this.#keepWhole(stated);
    else if (corrects && isFragment(stated)) this.#leaveOut([text], reasons.passing);
    else if (isWorthKeeping(text) || statesPreference(text))
      for (const part of partsOf(stated, stands)) this.#keepWhole({ ...stated, text: part });
    else if (isMeant && isStatement(text)) this.#leaveOut([text], reasons.passing);
  }

  #asksAboutLast(said: string, asks: boolean): boolean {
    const about = shareOf(stemsOf(said), stemsOf(this.kept.at(-1)?.text ?? ""));
    return about > 0 && (asks || isQuestion(said, this.#message?.language ?? ""));
  }

  /** What was said shortly before, where a sentence changes it. */
  #earlierLine(stated: Stated, sureness: number): Heard | undefined {
    // What matters for health stays beside what seems to change it.
    const before = this.kept.slice(-maxBefore).filter((one) => !isAboutHealth(one.text));
    const lines = before.map((heard) => ({ ...heard, heard, meant: [] }));
    const changed = changedLine({ ...stated, sureness }, lines, minOfSaid)?.heard;
    const last = before.at(-1);
    if (changed !== undefined || !stated.corrects || last?.sentence !== this.#told) return changed;
    const isDenied = denies(stated.said) && saysNearly(stated.text, last.text);
    return isDenied || isFragment(stated) ? last : undefined;
  }

  /** A sentence takes the place of what it changes, and says what was said at first. */
  #replace(earlier: Heard, stated: Stated): void {
    const { date = "", language = "" } = this.#message ?? {};
    const day = dayInWeekOf(earlier, stated, date);
    const changed = withDateIn(capital(stated.text), day, stated.grammars);
    const { first = earlier.text } = earlier;
    this.#join(earlier, { ...stated, first, text: withBefore(changed, first, language) });
  }

  /** Keeps a statement; one about `her` is understood only with the one that names somebody: the two become one line. */
  #keepWhole(stated: Stated): void {
    const text = capital(stated.text);
    const before = this.#previous;
    const named = this.kept.findLast(
      (one) => one.sentence >= this.#sentence - maxApart && namesSomebody(one),
    );
    const isOfPrevious = before !== undefined && namesSomebody(before);
    if (!has(stated, "pronouns")) this.#keep(stated);
    else if (isOfPrevious && named?.sentence !== this.#sentence - 1)
      this.#keep({ ...stated, text: `${before.text}. ${text}` });
    else if (named?.relation === "new")
      this.#join(named, { ...stated, text: `${named.text}. ${text}` });
    else if (this.#isSecret(text)) this.#keep(stated);
    else this.#leaveOut([text], reasons.nobody);
  }

  /** Keeps what is said now in the place of what was said before. */
  #join(earlier: Heard, stated: Statement): void {
    this.#all = this.#all.filter((one) => one !== earlier);
    const { relation, of } = earlier;
    const sources = [...new Set([...earlier.sources, this.#id])];
    const isWanted = earlier.isWanted || stated.isWanted === true;
    this.#keep({ ...stated, sources, isWanted, relation, of });
  }

  #keep(statement: Statement): void {
    if (!/[\p{L}\p{N}]/u.test(statement.text)) return;
    const { first, isWanted = false, sources = [this.#id] } = statement;
    const text = withDateIn(capital(statement.text), this.#message?.date ?? "", statement.grammars);
    const same = this.#known.find((line) => plain(withoutBefore(line.text)) === plain(text));
    const { of = same?.label ?? null } = statement;
    const { relation = same === undefined ? "new" : "known" } = statement;
    const others = this.#all.filter(
      (one) => one.reason !== undefined || plain(one.text) !== plain(text),
    );
    const heard = { text, grammars: statement.grammars, sentence: this.#sentence, sources };
    this.#all = [...others, { ...heard, isWanted, relation, of, first }];
  }

  /** "Remember that" after the fact. */
  #keepPrevious(): void {
    const isBefore = ({ sentence }: Heard): boolean => sentence === this.#sentence - 1;
    this.#all = this.#all.map((one) => (isBefore(one) ? { ...one, isWanted: true } : one));
    const before = this.#previous;
    if (before === undefined || this.kept.some(isBefore)) return;
    const { rest: text } = behindStart(before.text, before.grammars);
    if (text.split(" ").length < 3 || isQuestion(text, this.#message?.language ?? "")) return;
    this.#keep({ ...before, text, isWanted: true });
  }

  /** What came of the sentence before; what is withdrawn is not named either. */
  #takeBack(): void {
    this.#all = this.#all.filter(({ sentence }) => sentence !== this.#sentence - 1);
  }

  #leaveOut(texts: readonly string[], reason: string): void {
    const none = { grammars: [], sources: [], isWanted: false, relation: "new", of: null } as const;
    const left = { ...none, reason, sentence: this.#sentence };
    this.#all = [...this.#all, ...texts.map((text) => ({ ...left, text: capital(text) }))];
  }
}

type Statement = ReadText & Partial<Heard>;

const readText = (text: string, language = ""): ReadText => ({
  text,
  grammars: grammarsFor(text, language),
});

/** A reminder was set when it was asked for. */
const isStatement = (text: string): boolean =>
  text.split(" ").length >= fewestOfStatement && askedMemoryIn(text, "") === undefined;

const isFragment = (stated: ReadText): boolean =>
  stated.text.split(" ").length < fewestOfStatement && !has(stated, "subjects");

/** Both sides of a connector are worth keeping by themselves, and the right one says whom it is about. */
const stands = (left: string, right: ReadText): boolean =>
  [left, right.text].every((part) => isWorthKeeping(part, surelyWorth)) &&
  has(right, "subjects") &&
  right.grammars.every(({ findDay }) => findDay(`${left} ${right.text}`, "2000-01-01") === null);
