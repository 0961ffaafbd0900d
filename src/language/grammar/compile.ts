import { capital } from "../text/letters.ts";
import type { LanguageRules, WordsBySlot } from "../types/rules.ts";
import { type ConceptName, isConcept } from "./concepts.ts";

/** A row ready to match. */
export interface CompiledRow {
  readonly concept: ConceptName;
  readonly i: SmallPattern | null;
  readonly we: SmallPattern | null;
  readonly he: SmallPattern | null;
  /** The memory's own form at the start of a line, for recognising what is known. */
  readonly written: SmallPattern | null;
  readonly write: string;
}

/** A pattern of small letters. One that takes any case compiles four times as slowly, and there are hundreds. */
interface SmallPattern {
  /** What its groups take out of a text, as it is written there; undefined where it does not match. */
  take(text: CasedText): Taken | undefined;
}

interface Taken {
  readonly o: string | undefined;
  readonly thing: string | undefined;
}

/** A text, and the same in small letters, each in its place. */
export interface CasedText {
  readonly text: string;
  readonly small: string;
}

export function casedText(text: string): CasedText {
  const small = text.toLowerCase();
  return { text, small: small.length === text.length ? small : lowerEach(text) };
}

/** Small letters, except where one would be longer than its capital. */
function lowerEach(text: string): string {
  const lower = (letter: string): string => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  };
  return Array.from(text, lower).join("");
}

function smallPattern(source: string): SmallPattern {
  const small = source.replace(/\\p\{Lu\}|\\[pP]\{\w+\}|\\.|\p{Lu}/gu, (part) =>
    part === "\\p{Lu}" ? "\\p{Ll}" : part.startsWith("\\") ? part : part.toLowerCase(),
  );
  const pattern = new RegExp(`^(?:${small})$`, "du");
  return {
    take({ text, small }) {
      const groups = pattern.exec(small)?.indices?.groups;
      const { o, thing } = groups ?? {};
      return groups && { o: o && text.slice(...o), thing: thing && text.slice(...thing) };
    },
  };
}

/** Words and the slot each stands for. */
export interface Lexicon {
  readonly source: string;
  slotOf(word: string): string;
}

/** Where a word may begin, and where it may end. */
export const before = "(?<![\\p{L}\\p{N}])";
export const after = "(?![\\p{L}\\p{N}])";

/** A pattern at the start of a text, whole words only, without regard to case. */
export function atStart(source: string): RegExp {
  return new RegExp(`^(?:${source})${after}`, "iu");
}

/** A pattern anywhere in a text, whole words only. */
export function anywhere(source: string): RegExp {
  return new RegExp(`${before}(?:${source})${after}`, "iu");
}

/** A pattern that takes the whole of a text. */
export function whole(source: string): RegExp {
  return new RegExp(`^(?:${source})$`, "iu");
}

/** Replaces names in braces by the lists they stand for. */
export function expand(source: string, lists: Readonly<Record<string, string>>): string {
  return source.replace(/\{([a-z]+)\}/gu, (all, name: string) => {
    const list = lists[name];
    return list === undefined ? all : `(?:${list})`;
  });
}

/** Reads `slot:word,word …`. */
export function lexicon(words: WordsBySlot): Lexicon {
  const slots = new Map<string, string>();
  for (const group of words.trim().split(/\s+/u)) {
    const [slot = "", list = ""] = group.split(":");
    for (const word of (list === "" ? slot : list).split(",")) {
      slots.set(word.replaceAll("_", " ").toLowerCase(), slot);
    }
  }
  const sorted = [...slots.keys()].sort((a, b) => b.length - a.length);
  return { source: sorted.join("|"), slotOf: (word) => slots.get(word.toLowerCase()) ?? "" };
}

/** The rows of a language, ready to match. */
export function compileRows(rules: LanguageRules): readonly CompiledRow[] {
  return rules.rows
    .split("\n")
    .filter((line) => line.includes("¦"))
    .map((line) => compileRow(line, rules.lists));
}

function compileRow(line: string, lists: LanguageRules["lists"]): CompiledRow {
  const [concept = "", i = "", we = "", he = "", write = ""] = line
    .split("¦")
    .map((side) => side.trim());
  if (!isConcept(concept)) throw new TypeError(`Cannot compile row "${line}": no such concept`);
  const side = (source: string) => (source === "" ? null : statement(source, lists));
  const plain = write !== "=" && write !== "…" && write !== "";
  return {
    concept,
    i: side(i),
    we: side(we),
    he: side(he),
    written: plain ? statement(escapeRegExp(write), lists) : null,
    write: write === "" ? capital(he) : write,
  };
}

/** A pattern whose group `o` is the object. */
function statement(source: string, lists: LanguageRules["lists"]): SmallPattern {
  const full = expand(source, lists);
  const marked = /[…«]/u.test(full);
  const body = (marked ? full : `(?:${full}) …`)
    .replace(/…$/u, "(?<o>.+)")
    .replace("…", "(?<o>.+?)")
    .replace(/«(.+)»/u, `(?<o>(?:$1)${after}.*)`);
  return smallPattern(body);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
