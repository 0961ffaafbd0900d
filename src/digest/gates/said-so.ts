import { asksOf, askThreshold } from "../../language/gate/asks.ts";
import { aroundRequest, asksToRemember, isQuestion } from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { isStated, statedIn } from "./find-quote.ts";
import { withoutLiking } from "./polarity.ts";
import { isProven, isRun } from "./prove.ts";
import { negationsOf, type StemText } from "./same-fact.ts";
import { contentOf, foldedWords, nameForms, namesIn, type Wording } from "./words.ts";

interface Said {
  readonly role: string;
  readonly content: string;
  readonly language: string;
}

/**
 * True where one sentence of the person bears a text out in the same order: one that asks to remember it, one that says
 * no more, or a question whether to remember it to which they said yes. May miss one: the caller can ask. Pure.
 */
export function isSaidSo(
  text: string,
  messages: readonly Said[],
  { stem, person }: { readonly stem: StemText; readonly person: string | null },
): boolean {
  return statedIn(messages).some((one) => {
    const { sentence, message, isProposal } = one;
    const isOffer = isQuestion(sentence) && asksToRemember(sentence);
    if (!isStated(one) || (isProposal && !isOffer)) return false;
    const { language } = message;
    const around = aroundRequest(sentence).join(" ");
    const said = around.replace(/^\s*(?:no|nein|non|nao)[,.!]+\s+/iu, "");
    const wording = { stem, language, speaker: person };
    const own = inOrder(said, wording);
    // A dislike may be written as a denial.
    const isDenied = own.includes("¬");
    const stated = inOrder(text, wording).filter((word) => isDenied || word !== "¬");
    // A microphone hears no question mark.
    const saysNoMore = own.length === stated.length && asksOf(sentence) <= askThreshold;
    const spoken = numbersIn(said, language).values;
    const names = language === "de" ? [] : namesIn(said).flatMap(foldedWords);
    const written = foldedWords(text);
    return (
      (asksToRemember(sentence) || saysNoMore) &&
      isRun(stated, own) &&
      // Here a day counts as well: it is written as it was said.
      [...numbersIn(text, language).values].every((value) => value < 2 || spoken.has(value)) &&
      names.every((name) => written.some((one) => nameForms(one).includes(name))) &&
      isProven(text, { ...wording, said: [said], saidIn: [language], known: "", named: new Set() })
    );
  });
}

/** What a sentence says, word by word, with its denials (`¬`); likings and numbers are compared by themselves. */
const inOrder = (text: string, wording: Wording): readonly string[] =>
  (withoutLiking(text).match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []).flatMap((word) => {
    if (negationsOf(word).length > 0) return "¬";
    return numbersIn(word, wording.language).values.size > 0 ? [] : contentOf(word, wording);
  });
