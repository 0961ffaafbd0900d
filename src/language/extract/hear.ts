import type { ExtractRequest, KnownLine, SaidMessage } from "../../models/requests.ts";
import { asksOf, isQuestion } from "../gate/asks.ts";
import { changeOf, isWorthKeeping } from "../gate/gate.ts";
import { isAboutHealth } from "../gate/health.ts";
import { grammars as all, type Grammar, grammarsFor } from "../grammar/grammar.ts";
import { dayInWeekOf, type ReadText, withDateIn } from "../grammar/with-date.ts";
import { rememberedIn } from "../read/remembered.ts";
import { behindStart, type Sentence, sentencesOf } from "../read/sentences.ts";
import { statesPreference } from "../read/states-preference.ts";
import { isAgreement } from "../talk/spoken-cues.ts";
import { withBefore, withoutBefore } from "../text/before-part.ts";
import { capital } from "../text/letters.ts";
import { changedLine, correction } from "./changed-line.ts";
import {
  asksToForget,
  cut,
  denies,
  has,
  isSaidIn,
  namesSomebody,
  partsOf,
  plain,
  saysNearly,
} from "./sentence.ts";

/** Something worth keeping, in the person's own words, and what it comes from. */
export interface Kept extends ReadText {
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

/** What a conversation leaves: what is worth keeping, what is not and why, and what was asked. */
export interface Heard {
  readonly kept: readonly Kept[];
  /** Why: `it names nobody`. */
  readonly leftOut: readonly (Pick<Kept, "text" | "sentence"> & { readonly reason: string })[];
  readonly asked: readonly string[];
}

/** A statement as it is considered, and what stood before it in the same message, where that asks nothing. */
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
export class Hearing implements Heard {
  kept: readonly Kept[] = [];
  leftOut: Heard["leftOut"] = [];
  readonly asked: string[] = [];
  readonly #known: readonly KnownLine[];
  readonly #isSecret: (text: string) => boolean;
  #sentence = 0;

  constructor(
    { messages, known }: Pick<ExtractRequest, "messages" | "known">,
    isSecret: (text: string) => boolean,
  ) {
    this.#known = known;
    this.#isSecret = isSecret;
    for (const [i, message] of messages.entries()) {
      if (message.role !== "user") continue;
      const before = messages[i - 1];
      if (before?.role === "assistant") this.#confirm(message, before);
      this.#hearMessage(message);
    }
  }

  /** Keeps what the assistant offered to note, where the person says yes to it. */
  #confirm(message: SaidMessage, proposal: SaidMessage): void {
    if (!isAgreement(message.content)) return;
    const offers = sentencesOf(proposal.content).flatMap(({ text }) => {
      const offered = cut(text, all, "offer");
      return offered?.includes(" ") === true ? offered : [];
    });
    const [text] = offers;
    if (text === undefined || offers.length > 1) return;
    const sources = [proposal.id, message.id];
    const grammars = grammarsFor(text, proposal.language);
    this.#keep({ text, grammars, sources, isWanted: true }, message);
  }

  #hearMessage(message: SaidMessage): void {
    const sentences = sentencesOf(message.content);
    const forgets = sentences.map(({ text }) => asksToForget(text));
    if (forgets.includes(true)) {
      const isStill = ({ text }: { readonly text: string }): boolean =>
        !sentences.some((one) => isSaidIn(text, one.text));
      this.kept = this.kept.filter(isStill);
      this.leftOut = this.leftOut.filter(isStill);
      // Without their words: who wants something forgotten wants it in no log either.
      this.#leaveOut(forgets.includes(false) ? ["…"] : [], reasons.forgetting);
      return;
    }
    let previous: ReadText | undefined;
    for (const [i, sentence] of sentences.entries()) {
      this.#sentence++;
      const grammars = grammarsFor(sentence.text, message.language);
      if (has(sentence.text, grammars, "offRecord")) {
        this.#takeBack();
        return;
      }
      const { rest } = behindStart(sentence.text, grammars);
      if (has(rest, grammars, "material")) {
        const texts = sentences.slice(i).map(({ text }) => text);
        this.#leaveOut(texts, reasons.material);
        return;
      }
      this.#hearSentence(sentence, message, grammars, previous);
      previous = sentence.asks ? undefined : { text: sentence.text, grammars };
    }
  }

  #hearSentence(
    { text: said, asks }: Sentence,
    message: SaidMessage,
    grammars: readonly Grammar[],
    previous: ReadText | undefined,
  ): void {
    const { rest, corrects } = behindStart(said, grammars);
    const withdrawn = cut(rest, grammars, "takeBack");
    if (withdrawn !== undefined) this.#takeBack();
    const text = withdrawn === undefined ? rest : behindStart(withdrawn, grammars).rest;
    if (text === "") return;
    const stated = { text, grammars, message, previous, said, isWanted: false, corrects: false };
    const wish = rememberedIn(text);
    if (wish === "") this.#keepPrevious(stated);
    else if (wish !== undefined) this.#consider({ ...stated, text: wish, isWanted: true });
    else if (asks || isQuestion(withPrevious(stated), message.language)) this.#hearQuestion(stated);
    else this.#consider({ ...stated, corrects: corrects || withdrawn !== undefined });
  }

  /** `I'm vegetarian, what can I cook?` states something before it asks. */
  #hearQuestion(stated: Stated): void {
    const { text, grammars } = stated;
    this.asked.push(text);
    const [first = text] = partsOf(text, grammars, () => true);
    if (first !== text && isWorthKeeping(first, surelyWorth) && asksOf(first) < 0)
      this.#consider({ ...stated, text: first });
  }

  /** Keeps a sentence that is wanted, is worth keeping or changes what is known. */
  #consider(stated: Stated): void {
    const { text, grammars, message, isWanted, corrects } = stated;
    const change = { text, grammars, sureness: changeOf(text) + (corrects ? correction : 0) };
    const isMeant = isWorthKeeping(text, surelyWishes);
    const line = isMeant ? changedLine(change, this.#known.map(toReadLine)) : undefined;
    const own = { text, grammars, sources: [message.id], isWanted };
    const earlier = line === undefined ? this.#earlierLine(stated, change.sureness) : undefined;
    if (line !== undefined) this.#keep({ ...own, relation: "updates", of: line.label }, message);
    else if (earlier !== undefined) this.#replace(earlier, own, message);
    else if (isWanted || this.#isSecret(text)) this.#keepWhole(stated);
    else if (corrects && isFragment(stated)) this.#leaveOut([text], reasons.passing);
    else if (isWorthKeeping(text) || statesPreference(text))
      for (const part of partsOf(text, grammars, stands))
        this.#keepWhole({ ...stated, text: part });
    else if (isMeant && text.split(" ").length >= fewestOfStatement)
      this.#leaveOut([text], reasons.passing);
  }

  /** What was said shortly before, where a sentence changes it. */
  #earlierLine({ text, grammars, said, corrects }: Stated, sureness: number): Kept | undefined {
    // What matters for health stays beside what seems to change it.
    const before = this.kept.slice(-maxBefore).filter((one) => !isAboutHealth(one.text));
    const lines = before.map((of) => ({ ...of, of, meant: [] }));
    const changed = changedLine({ text, grammars, sureness }, lines, minOfSaid)?.of;
    const last = before.at(-1);
    if (changed !== undefined || !corrects || last?.sentence !== this.#sentence - 1) return changed;
    const isOfLast =
      isFragment({ text, grammars }) || (denies(said) && saysNearly(text, last.text));
    return isOfLast ? last : undefined;
  }

  /** A sentence takes the place of what it changes, and says what was said at first. */
  #replace(earlier: Kept, stated: Statement, message: SaidMessage): void {
    this.kept = this.kept.filter((one) => one !== earlier);
    const date = dayInWeekOf(earlier, stated, message.date);
    const changed = withDateIn(capital(stated.text), date, stated.grammars);
    const { relation, of, isWanted, first = earlier.text } = earlier;
    const text = withBefore(changed, first, stated.grammars[0]?.code ?? "");
    const sources = [...new Set([...earlier.sources, ...stated.sources])];
    this.#keep({ ...stated, text, first, sources, relation, of, isWanted }, message);
  }

  /** Keeps a statement, with whom it is about. */
  #keepWhole(stated: Stated): void {
    const { text, grammars, message, isWanted } = stated;
    const alone = { text, sources: [message.id] };
    const isClear = !has(text, grammars, "pronouns");
    const whole = isClear ? alone : (this.#withReferent(stated) ?? (this.#isSecret(text) && alone));
    if (whole) this.#keep({ grammars, isWanted, ...whole }, message);
    else this.#leaveOut([text], reasons.nobody);
  }

  /**
   * A sentence about `her` is understood only with the one that names somebody: the two become one line. Undefined where
   * nothing before says whom it is about.
   */
  #withReferent({ text, previous, message }: Stated): Pick<Kept, "text" | "sources"> | undefined {
    const named = this.kept.findLast(
      (one) => one.sentence >= this.#sentence - maxApart && namesSomebody(one),
    );
    const isOfPrevious = previous !== undefined && namesSomebody(previous);
    if (isOfPrevious && named?.sentence !== this.#sentence - 1)
      return { text: `${previous.text}. ${capital(text)}`, sources: [message.id] };
    if (named?.relation !== "new") return undefined;
    this.kept = this.kept.filter((one) => one !== named);
    const sources = [...new Set([...named.sources, message.id])];
    return { text: `${named.text}. ${capital(text)}`, sources };
  }

  #keep(statement: Statement, { date }: SaidMessage): void {
    if (!/[\p{L}\p{N}]/u.test(statement.text)) return;
    const text = withDateIn(capital(statement.text), date, statement.grammars);
    const same = this.#known.find((line) => plain(withoutBefore(line.text)) === plain(text));
    const relation = same === undefined ? "new" : "known";
    const place = { relation, of: same?.label ?? null, sentence: this.#sentence } as const;
    const others = this.kept.filter((one) => plain(one.text) !== plain(text));
    this.kept = [...others, { ...place, ...statement, text }];
  }

  /** "Remember that" after the fact. */
  #keepPrevious({ message, previous }: Stated): void {
    const isBefore = ({ sentence }: Kept): boolean => sentence === this.#sentence - 1;
    const isKept = this.kept.some(isBefore);
    this.kept = this.kept.map((one) => (isBefore(one) ? { ...one, isWanted: true } : one));
    if (isKept || previous === undefined) return;
    const { rest: text } = behindStart(previous.text, previous.grammars);
    if (text.split(" ").length < 3 || isQuestion(text, message.language)) return;
    this.#keep({ ...previous, text, sources: [message.id], isWanted: true }, message);
  }

  /** What came of the sentence before; what is withdrawn is not named either. */
  #takeBack(): void {
    const isEarlier = ({ sentence }: Pick<Kept, "sentence">) => sentence !== this.#sentence - 1;
    this.kept = this.kept.filter(isEarlier);
    this.leftOut = this.leftOut.filter(isEarlier);
  }

  #leaveOut(texts: readonly string[], reason: string): void {
    const sentence = this.#sentence;
    const left = texts.map((text) => ({ text: capital(text), reason, sentence }));
    this.leftOut = [...this.leftOut, ...left];
  }
}

type Statement = Pick<Kept, "text" | "grammars" | "sources" | "isWanted"> & Partial<Kept>;

const isFragment = ({ text, grammars }: ReadText): boolean =>
  text.split(" ").length < fewestOfStatement && !has(text, grammars, "subjects");

/** Of `elle est` a microphone's question is made too: whom it means shows that it is none. */
const withPrevious = ({ text, previous, grammars }: Stated): string =>
  previous !== undefined && has(text, grammars, "pronouns") && namesSomebody(previous)
    ? `${previous.text}. ${text}`
    : text;

/** Both sides of a connector are worth keeping by themselves, and the right one says whom it is about. */
const stands = (left: string, right: string, grammars: readonly Grammar[]): boolean =>
  [left, right].every((part) => isWorthKeeping(part, surelyWorth)) &&
  has(right, grammars, "subjects") &&
  grammars.every(({ findDay }) => findDay(`${left} ${right}`, "2000-01-01") === null);

const toReadLine = ({ label, text, meant = [] }: KnownLine) => ({
  label,
  text,
  grammars: grammarsFor(text, ""),
  meant,
});
