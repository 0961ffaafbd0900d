import { asksOf, askThreshold } from "../../language/gate/asks.ts";
import {
  aroundRequest,
  asksToRemember,
  isQuestion,
  sentencesOf,
} from "../../language/talk/spoken-cues.ts";
import { numbersIn } from "../../language/text/number-words.ts";
import { timeWordsOf } from "../../recall/written-names.ts";
import { isStated, statedIn } from "./find-quote.ts";
import { isNegative, withoutLiking } from "./polarity.ts";
import { negationsOf, type StemText } from "./same-fact.ts";
import {
  contentOf,
  foldedWords,
  hasWord,
  isEchoed,
  isForm,
  minSupport,
  nameForms,
  namesIn,
  supportFor,
  type Wording,
  withoutDates,
} from "./support.ts";

/** What a text has to come from. */
export interface Proof extends Wording {
  /** Sentences of the person, and proposals that they agreed to. */
  readonly said: readonly string[];
  /** The languages that it was said in: another one has other names for places and people. */
  readonly saidIn: readonly string[];
  /** The line that the text takes the place of, whose words need not be said again; else ''. */
  readonly known: string;
  /** Names, folded, that came up in the conversation or in what was recalled for it. */
  readonly named: ReadonlySet<string>;
}

/**
 * True for a text that what was said bears out: half its words stand there, and all its numbers and names; it denies what
 * was denied and affirms what was affirmed, of the same one. Pure.
 */
export function isProven(text: string, proof: Proof): boolean {
  const { said, saidIn, known, language } = proof;
  const own = said.join("\n");
  const all = `${own}\n${known}`;
  if (saidIn.some((one) => one !== language)) {
    return isEchoed(text, own, [language, ...saidIn]) && !isTurnedAround(text, proof);
  }
  return (
    newsSupport(text, proof) >= minSupport &&
    !hasNewNumber(text, all, language) &&
    !hasNewName(text, all, proof) &&
    !isTurnedAround(text, proof) &&
    !said.every((sentence) => isReordered(text, sentence, language))
  );
}

/**
 * True where one sentence of the person bears this out in the same order: one that asks to remember it, one that says no
 * more, or a question whether to remember it to which they said yes. May miss one: the caller can ask. Pure.
 */
export function isSaidSo(
  text: string,
  messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly language: string;
  }[],
  { stem, person }: { readonly stem: StemText; readonly person: string | null },
): boolean {
  return statedIn(messages)
    .filter((one) => isStated(one) && (!one.isProposal || isOffer(one.sentence)))
    .some(({ sentence, message: { language } }) => {
      const said = aroundRequest(sentence)
        .join(" ")
        .replace(/^\s*(?:no|nein|non|nao)[,.!]+\s+/iu, "");
      const wording = { stem, language, speaker: person };
      const own = inOrder(said, wording);
      // A dislike may be written as a denial.
      const isDenied = own.includes("¬");
      const stated = inOrder(text, wording).filter((word) => isDenied || word !== "¬");
      const spoken = numbersIn(said, language).values;
      const names = language === "de" ? [] : namesIn(said).flatMap(foldedWords);
      const proof = { ...wording, said: [said], saidIn: [language], known: "", named: new Set("") };
      return (
        isRun(stated, own) &&
        (asksToRemember(sentence) || (own.length === stated.length && !asks(sentence))) &&
        // Here a day counts as well: it is written as it was said.
        [...numbersIn(text, language).values].every((value) => value < 2 || spoken.has(value)) &&
        names.every((name) => foldedWords(text).some((one) => nameForms(one).includes(name))) &&
        isProven(text, proof)
      );
    });
}

/** A microphone hears no question mark. */
const asks = (sentence: string): boolean => asksOf(sentence) > askThreshold;

/** What a sentence says, word by word, with its denials (`¬`); likings and numbers are compared by themselves. */
const inOrder = (text: string, wording: Wording): readonly string[] =>
  (withoutLiking(text).match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []).flatMap((word) => {
    if (negationsOf(word).length > 0) return "¬";
    return numbersIn(word, wording.language).values.size > 0 ? [] : contentOf(word, wording);
  });

/** Whether words follow each other as among others. */
function isRun(words: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  return words.every((word) => {
    at = others.findIndex((other, i) => i >= at && isForm(word, other)) + 1;
    return at > 0;
  });
}

const isOffer = (sentence: string): boolean => isQuestion(sentence) && asksToRemember(sentence);

/** The share of what a text does not take over from the known line; that line alone proves nothing. */
function newsSupport(text: string, proof: Proof): number {
  const own = proof.said.join("\n");
  if (proof.known === "") return supportFor(text, own, proof);
  const isSaid = hasWord(own, proof);
  const isKnown = hasWord(proof.known, proof);
  const content = contentOf(text, proof);
  const news = content.filter((word) => !isKnown(word));
  if (news.length === 0) return content.some(isSaid) ? 1 : 0;
  return news.filter(isSaid).length / news.length;
}

/** A year may come of "last year", but not where another number was said and has gone. */
function hasNewNumber(text: string, said: string, language: string): boolean {
  const { values, isWhole } = numbersIn(said, language);
  if (!isWhole) return false;
  const own = numbersIn(text, language).values;
  const hasLost = [...values].some((number) => number >= 100 && !own.has(number));
  const compared = hasLost ? text.replace(/\b(19|20)(?=\d\d\b)/g, "0$1") : text;
  const numbers = [...numbersIn(withoutDates(compared), language).values];
  return numbers.some((number) => number > 1 && !values.has(number));
}

/** German writes all its nouns as others write names. */
function hasNewName(text: string, said: string, { language, speaker, named }: Proof): boolean {
  const there = new Set([said, speaker ?? ""].flatMap(foldedWords));
  const inner = language === "de" ? [] : namesIn(withoutDates(text)).flatMap(foldedWords);
  // The first word has a capital letter in any case: it is a name where it came up as one.
  const names = [
    ...inner,
    ...foldedWords(text)
      .slice(0, 1)
      .filter((word) => named.has(word)),
  ];
  return names.some(
    (name) => !nameForms(name).some((one) => there.has(one)) && !isDay(name, language),
  );
}

/** Whether the part of a sentence that says most of it denies what the text affirms, or says it of somebody else. */
function isTurnedAround(text: string, proof: Proof): boolean {
  const content = contentOf(text, proof);
  const parts = proof.said
    .flatMap(sentencesOf)
    .flatMap((sentence) => (clause.test(text) ? [sentence] : sentence.split(clause)));
  const rated = parts.map((part) => {
    const has = hasWord(part, proof);
    const end = content.at(-1); // What is new in a sentence stands at its end.
    return { part, score: content.filter(has).length + (end !== undefined && has(end) ? 0.5 : 0) };
  });
  const most = Math.max(0, ...rated.map(({ score }) => score));
  if (most === 0) return false;
  const near = rated.filter(({ score }) => score === most).map(({ part }) => part);
  return near.every(
    (part) => isNegative(part) !== isNegative(text) || isOfAnother(text, part, proof),
  );
}

/** Where a part of a sentence may deny what another affirms. */
const clause =
  /[,;:]|(?<!\p{L})(?:but|pero|sino|però|sinó|mais|mas|aber|sondern|ma)(?!\p{L})|(?<!\p{L})(?:and|und|et|y|e|i) (?=(?:I|he|she|we|they|it|ich|er|sie|wir|es|je|j|il|elle|on|nous|ils|elles|yo|él|ella|ellos|jo|ell|ells|eu|ele|ela|eles|io|lui|lei|noi|loro)(?!\p{L}))/u;

/** "30 euros, not 80" stated as "80 euros, not 30". */
function isReordered(text: string, words: string, language: string): boolean {
  const names = new Set(
    language === "de" ? [] : [...namesIn(text), ...namesIn(words)].flatMap(foldedWords),
  );
  const marksOf = (one: string): string[] =>
    withoutDates(one)
      .split(/\s+/)
      .flatMap((word) => {
        if (negationsOf(word).length > 0) return ["¬"];
        const [folded = ""] = foldedWords(word);
        if (/^\d+$/.test(folded)) return [folded];
        return names.has(folded) && !isDay(folded, language) ? [folded] : [];
      });
  const said = marksOf(words);
  const stated = marksOf(text).filter((mark) => said.includes(mark));
  const isPaired = stated.includes("¬") || stated.filter((mark) => /^\d/.test(mark)).length > 1;
  return isPaired && !isRun(stated, said);
}

/** "My brother is allergic" says nothing of who speaks: whom it is about stands before what both texts say. */
function isOfAnother(text: string, part: string, proof: Proof): boolean {
  const { language, speaker, said } = proof;
  const content = contentOf(text, proof);
  const words = [...part.matchAll(/[\p{L}\p{M}\p{N}·]+/gu)].map(([word]) => word);
  const shared = words.findIndex((word) => content.some(hasWord(word, proof)));
  const head = words.slice(0, Math.max(0, shared));
  const lower = head.map((word) => word.toLowerCase());
  if (lower.some((word) => self.has(word))) return false;
  const isName = (word = ""): boolean => /^\p{Lu}\p{Ll}/u.test(word);
  const first = isName(words[shared]);
  // "My brother Leo": whom it is about is named in both.
  if (first && shared > 0 && (language !== "de" || kin.has(lower.at(-1) ?? ""))) return false;
  const own = foldedWords(text);
  const isThere = (word: string): boolean =>
    foldedWords(word).some((one) =>
      own.some((other) => isForm(other, one) || nameForms(one).includes(other)),
    );
  const named = head.filter(
    (word, i) => kin.has(word.toLowerCase()) || (language !== "de" && i > 0 && isName(word)),
  );
  if (named.length > 0) return !named.some(isThere);
  if (!lower.some((word) => others.has(word))) return false;
  const people = new Set(said.flatMap(namesIn).flatMap(foldedWords));
  const isNamed = own.some((word) => people.has(word) && word !== speaker?.toLowerCase());
  return !isNamed && !own.some((word) => others.has(word) || kin.has(word));
}

/** Words for the one who speaks. */
const self = wordSet(
  `i me myself we us yo mí me conmigo nos nosotros nosotras jo em ens nosaltres eu mim comigo nós je j moi m nous on ich mich
  mir wir uns io noi`,
);
/** Pronouns of people other than the one who speaks. */
const others = wordSet(
  `he she they his her their him them él ella ellos ellas su sus ell elles seu seva seus seves ele ela eles elas dele dela il
  elle ils elles son sa ses leur leurs er sie sein seine ihr ihre ihm ihn lui lei loro suo sua`,
);
const kin = wordSet(
  `brother sister mother father mum mom dad wife husband son daughter partner boss friend neighbour neighbor aunt uncle
  cousin grandma grandpa hermano hermana madre padre mamá papá mujer esposa marido esposo hijo hija pareja jefe jefa amigo
  amiga tía tío primo prima abuela abuelo germà germana mare pare dona marit home fill filla parella cap amic tieta oncle
  cosí cosina àvia avi irmão irmã mãe pai mulher filho filha namorado namorada frère soeur sœur mère père femme mari fils
  fille copain copine ami amie tante bruder schwester mutter vater mama papa frau mann sohn tochter freund freundin chef
  oma opa fratello sorella moglie marito figlio figlia amico amica zia zio nonna nonno`,
);

/** "Tomorrow" becomes a weekday. */
const isDay = (name: string, language: string): boolean =>
  nameForms(name).some((form) => timeWordsOf(language).has(form));

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
