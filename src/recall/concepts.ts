import { keepMost } from "../index/kept.ts";
import { languageOf } from "../index/languages.ts";
import { foldWord, type Token } from "../index/tokenize.ts";
import { body } from "../language/concepts/body.ts";
import { care } from "../language/concepts/care.ts";
import { days } from "../language/concepts/days.ts";
import { home } from "../language/concepts/home.ts";
import { life } from "../language/concepts/life.ts";
import { people } from "../language/concepts/people.ts";
import { things } from "../language/concepts/things.ts";

/**
 * The words that say the same, for what homes remember. A line is a concept: a column a language, and one for the words
 * that three of them or more spell alike; in each what names it, and after `/` its kinds and parts. A question for a
 * concept is answered by its kinds, and one for a kind by the concept, but not by another kind. No form that has the
 * stem of another is repeated.
 */
const columns = ["en", "es", "ca", "de", "fr", "pt", "it"] as const;

interface Entry {
  readonly concept: number;
  readonly word: string;
  readonly folded: string;
  readonly code: string;
  readonly isKind: boolean;
}

const sameWeight = 0.5;
const kindWeight = 0.3;
/** Words are looked for by their first letters, so that few need a stem. */
const sharedLetters = 3;
const maxStarts = 2_000;

/** A word of another spelling or language for the same thing. */
export interface RelatedWord {
  readonly token: Token;
  readonly code: string;
  readonly weight: number;
}

/** The words with which texts in these languages may say what a word of a question means; none for one without a concept. */
export function relatedWords(
  token: Token,
  asked: string,
  languages: readonly string[],
): readonly RelatedWord[] {
  return conceptsOf(token, asked, languages).flatMap(({ concept, isKind }) =>
    tables()
      .byConcept(concept)
      .filter((entry) => languages.includes(entry.code) && !(isKind && entry.isKind))
      .map(({ word, folded, code, isKind: isOther }) => ({
        token: { text: folded, raw: word, kind: "word" },
        code,
        weight: isKind || isOther ? kindWeight : sameWeight,
      })),
  );
}

/** Shorter words are other words with the same stem more often than forms of one ("mar", "mare"). */
const shortestInflected = 5;

/** Looked up in the question's own language first: words that look alike mean different things in others. */
function conceptsOf({ text, raw, kind }: Token, asked: string, languages: readonly string[]) {
  if (kind === "piece") return [];
  const near = tables().byStart(text.slice(0, sharedLetters));
  for (const code of [asked, ...languages]) {
    const language = languageOf(code);
    const own = near.filter((entry) => entry.code === code);
    const exact = own.filter(({ folded }) => folded === text);
    if (exact.length > 0 && text.length < shortestInflected) return exact;
    const stem = language.stem({ text, raw, kind });
    const found = own.filter(
      ({ word: raw, folded }) =>
        folded === text ||
        (isAlike(folded, text) && language.stem({ text: folded, raw, kind: "word" }) === stem),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Endings that make the name of a quality or a body of people in each of these languages, folded. */
const quality = /i(?:ty|ties|dad(?:es?)?|tat(?:s|en)?|tes?|ta)$/;

/**
 * Stems of short words fall together ("mare", "marit"): forms of one word differ by their endings. So do those of a
 * word and of what is named after it ("universe", "university"), which is another thing.
 */
function isAlike(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) - 1;
  return a.slice(0, most) === b.slice(0, most) && quality.test(a) === quality.test(b);
}

interface Tables {
  readonly byConcept: (concept: number) => readonly Entry[];
  /** Words that begin, folded, with these letters; shorter ones are whole words. */
  readonly byStart: (start: string) => readonly Entry[];
}

// Read-only, made of the lines above at the first question, and kept like an imported module.
let made: Tables | undefined;

function tables(): Tables {
  made ??= openTables([people, body, home, days, things, care, life].join("\n"));
  return made;
}

/** Of the lines only those are taken apart that a question has to do with: a process that answers one has no time for all. */
function openTables(text: string): Tables {
  const lines = text.split("\n").filter(Boolean);
  const folded = foldWord(lines.join("\n")).split("\n");
  const read = new Map<number, readonly Entry[]>();
  const byConcept = (concept: number): readonly Entry[] => {
    let entries = read.get(concept);
    if (entries === undefined) {
      const columnsOf = lines[concept]?.split(";") ?? [];
      entries = columnsOf.flatMap((column, i) => {
        const code = columns[i];
        const codes = code === undefined ? columns : [code];
        return codes.flatMap((one) => readColumn(column, concept, one));
      });
      read.set(concept, entries);
    }
    return entries;
  };
  const byStart = keepMost(maxStarts, (start: string): readonly Entry[] =>
    folded.flatMap((line, concept) =>
      hasWordFrom(line, start)
        ? byConcept(concept).filter((entry) => entry.folded.slice(0, sharedLetters) === start)
        : [],
    ),
  );
  return { byConcept, byStart };
}

/** Whether a word of a line begins with these letters. */
function hasWordFrom(line: string, start: string): boolean {
  for (let at = line.indexOf(start); at >= 0; at = line.indexOf(start, at + 1)) {
    if (at === 0 || " ;/".includes(line.charAt(at - 1))) return true;
  }
  return false;
}

function readColumn(column: string, concept: number, code: string): Entry[] {
  const [names = "", kinds = ""] = column.split("/");
  const read = (words: string, isKind: boolean): Entry[] =>
    words
      .split(" ")
      .filter(Boolean)
      .map((word) => ({ concept, word, folded: foldWord(word), code, isKind }));
  return [...read(names, false), ...read(kinds, true)];
}
