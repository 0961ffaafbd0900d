import type { Grammar } from "../../language/grammar/grammar.ts";
import { readName } from "../../language/read/subject.ts";
import { sentencesOf } from "../../language/talk/spoken-cues.ts";
import { areDaysSaid, type Dated } from "./days-said.ts";
import type { StemText } from "./same-fact.ts";
import { foldedWords, minSupport, namesIn, subjects, supportFor } from "./support.ts";

/** What a text comes from. */
interface Origin {
  readonly sources: readonly Dated[];
  /** All that was said. */
  readonly heard: readonly Dated[];
  readonly stem: StemText;
  readonly language: string;
  /** How the person is called. */
  readonly assumed: readonly string[];
}

/** True for a text with a day that was not named, or that says of one person what was said of another. */
export type IsMadeUp = (text: string, origin: Origin) => boolean;

/** What only a model makes up; in the languages that have rules, which take a while to load. */
export async function loadMadeUp(): Promise<IsMadeUp> {
  const { tongues, grammarOf } = await import("../../language/grammar/tongues.ts");
  return (text, origin) => {
    const grammar = grammarOf(origin.language);
    if (origin.sources.some(({ language }) => grammarOf(language) === undefined)) return false;
    if (!areDaysSaid(text, origin, tongues)) return true;
    return grammar !== undefined && isOfAnother(text, origin, grammar);
  };
}

/** Of the person what was said of another by name or kinship, or the reverse. */
function isOfAnother(
  text: string,
  { sources, heard, stem, language, assumed }: Origin,
  grammar: Grammar,
): boolean {
  const person = [...assumed, ...subjects].flatMap(foldedWords);
  const isOwn = person.includes(foldedWords(text.split(" ")[0] ?? "").join(" "));
  const name = readName(text, grammar.words);
  const isNamed = name !== "" && heard.some(({ content }) => content.includes(name));
  if (!isOwn && !isNamed) return false;
  const given = { stem, language, assumed: [...assumed, name] };
  const near = sources
    .flatMap(({ content }) => sentencesOf(content))
    .filter((words) => supportFor(text, words, given) >= minSupport);
  const content = new Set(stem(text, language).content);
  const { alone, any } = speakers[language.slice(0, 2)] ?? noSpeaker;
  const isOthers = (words: string): boolean => {
    const head = headOf(words, (word) =>
      stem(word, language).content.some((one) => content.has(one)),
    );
    const hasName =
      language !== "de" && namesIn(`. ${head}`).some((one) => readName(one, grammar.words) !== "");
    return !any.test(head) && (hasName || grammar.kin.test(head));
  };
  const isMine = (words: string): boolean =>
    alone.test(words) && !others.test(words) && !words.includes(name) && !grammar.kin.test(words);
  return near.length > 0 && near.every(isOwn ? isOthers : isMine);
}

/** What stands before the first such word. */
function headOf(words: string, isOne: (word: string) => boolean): string {
  const first = [...words.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].find(([word]) => isOne(word));
  return words.slice(0, first?.index);
}

const anyOf = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${words.split(" ").join("|")})(?![\\p{L}])`, "iu");

/** Words for the one who speaks: who does something alone, and any. */
const speakers: Readonly<Record<string, { readonly alone: RegExp; readonly any: RegExp }>> = {
  en: { alone: anyOf("I"), any: anyOf("I me we us myself ourselves") },
  es: { alone: anyOf("yo"), any: anyOf("yo me mí conmigo nos nosotros nosotras") },
  ca: { alone: anyOf("jo"), any: anyOf("jo em m me mi ens nos nosaltres") },
  pt: { alone: anyOf("eu"), any: anyOf("eu me mim comigo nós nos") },
  fr: { alone: anyOf("je j"), any: anyOf("je j me m moi nous on") },
  de: { alone: anyOf("ich"), any: anyOf("ich mich mir wir uns") },
  it: { alone: anyOf("io"), any: anyOf("io mi me noi ci") },
};
const noSpeaker = { alone: /(?!)/, any: /(?:)/ };

/** Pronouns of a person named before. */
const others = anyOf(
  "he she they him her them él ella ellos ellas ell elles li ele ela eles elas il elle ils er sie ihm ihn ihr ihnen lui lei loro",
);
