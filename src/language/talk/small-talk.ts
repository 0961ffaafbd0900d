import { formsIn, tablesOf } from "../languages.ts";
import { foldText } from "../text/letters.ts";

/** True for greetings, thanks, yes and no, "how are you" and fillers, alone or one after another, and for no words at all. */
export function isSmallTalk(text: string): boolean {
  const words = wordsOf(text);
  return words.length <= maxWords && isMadeOfPhrases(words);
}

/** True for how a person or the weather is just now: "I'm tired", "it's raining", "tengo sueño hoy". What holds longer is not. */
export function isTemporaryState(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > maxWords) return false;
  const sentences = text
    .split(/[.!?…;,]+/u)
    .map((clause) => wordsOf(clause))
    .filter((clause) => clause.length > 0 && !isMadeOfPhrases(clause));
  return (
    sentences.length > 0 &&
    sentences.every((clause) => temporaryStates.some((language) => isState(clause, language)))
  );
}

const maxWords = 30;
const longestPhrase = 6;

/** Folded words; an apostrophe belongs to its word. */
function wordsOf(text: string): string[] {
  const folded = foldText(text.normalize("NFKD")).replaceAll("ß", "ss");
  return folded.match(/[\p{L}\p{N}'·]+/gu) ?? [];
}

const phrases: ReadonlySet<string> = new Set(
  [...tablesOf("smallTalk").values()].flatMap((list) =>
    formsIn(list).map((phrase) => wordsOf(phrase).join(" ")),
  ),
);

/** True where phrases, one after another, are all the words; "reached" holds the places where one may begin. */
function isMadeOfPhrases(words: readonly string[]): boolean {
  const reached = new Set([0]);
  for (let at = 0; at < words.length; at++) {
    if (!reached.has(at)) continue;
    for (let length = 1; length <= longestPhrase; length++) {
      const phrase = words.slice(at, at + length).join(" ");
      const isNoise = length === 1 && (noise.test(phrase) || (at > 0 && vocatives.test(phrase)));
      if (isNoise || phrases.has(phrase)) reached.add(at + length);
    }
  }
  return reached.has(words.length);
}

/** Who may be called by name in small talk: the assistant. */
const vocatives =
  /^(?:loci|everyone|all|guys|friend|there|todos|tots|tothom|tout|alle|tutti|amigo|amic|mate)$/;

/** "mmm", "hahaha", "uff" */
const noise =
  /^(?:h?m+(?:hm*)?|u+h+m*|u+m+|e+h+m*|a+h+|o+h+|u+f+|(?:ha|ja|he|je){2,}h?|jaj+a*|kk+|rs(?:rs)*)$/;

/** Without the words for when and how much, each part of the clause is a state: "I'm tired and hungry". */
function isState(words: readonly string[], patterns: StatePatterns): boolean {
  const bare = ` ${words.join("  ")} `.replace(patterns.beside, " ").replace(/\s+/g, " ").trim();
  const [first = "", ...more] = bare.split(patterns.and);
  return (
    patterns.statement.test(first) &&
    more.every((part) => patterns.statement.test(part) || patterns.state.test(part))
  );
}

/** Patterns of one language, for folded words with a space between them. */
interface StatePatterns {
  readonly and: RegExp;
  readonly beside: RegExp;
  /** A whole statement: "i'm tired". */
  readonly statement: RegExp;
  /** Its state alone: "tired". */
  readonly state: RegExp;
}

const temporaryStates: readonly StatePatterns[] = [...tablesOf("states").values()].map(
  ({ and, beside, says, whole }) => ({
    and: new RegExp(` (?:${and}) `, "u"),
    beside: new RegExp(` (?:${longestFirst(beside)}) `, "gu"),
    statement: new RegExp(
      `^(?:${[...says.map(([lead, states]) => `(?:${lead}) (?:${states})`), whole].join("|")})$`,
      "u",
    ),
    state: new RegExp(`^(?:${says.map(([, states]) => states).join("|")})$`, "u"),
  }),
);

/** Two spaces may stand between words: each word has its own, so that words side by side are found. */
function longestFirst(list: string): string {
  return list
    .split("|")
    .sort((a, b) => b.length - a.length)
    .map((phrase) => phrase.replaceAll(" ", " {1,2}"))
    .join("|");
}
