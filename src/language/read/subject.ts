import type { Grammar } from "../grammar/grammar.ts";
import { foldText } from "../text/letters.ts";

/** The person or thing that a clause begins with. */
export interface Subject {
  readonly text: string;
  /** Beginning of the keys of what is said of it. */
  readonly key: string;
  readonly rest: string;
}

/** Reads who a clause is about: `my sister Marta`, `our neighbour's dog`, `Joan`; null for anybody else. */
export function readSubject(clause: string, grammar: Grammar): Subject | null {
  const first = readOne(clause, grammar);
  const joint = first === null ? null : /^(?:and|und|y|e|i|et) (?=\S)/u.exec(first.rest);
  if (first === null || joint === null) return first;
  const second = readOne(first.rest.slice(joint[0].length), grammar);
  if (second === null) return first;
  const text = `${first.text} ${joint[0]}${second.text}`;
  return { text, key: `${first.key}_${second.key}`, rest: second.rest };
}

function readOne(clause: string, grammar: Grammar): Subject | null {
  return (
    apposed(clause, grammar) ??
    chained(clause, grammar) ??
    related(clause, grammar) ??
    named(clause, grammar)
  );
}

const title =
  /^(?:mrs?|ms|miss|dr|prof|herr|frau|doktor|sra?|don|doña|dona|senyora?|señora?|senhora?|mme|madame|monsieur|m)\.? (?=\p{Lu})/iu;

/** A name at the start of a text, or ''. */
export function readName(text: string, words: ReadonlySet<string>): string {
  const titled = title.exec(text)?.[0] ?? "";
  if (titled !== "" && /^\p{Lu}/u.test(text)) {
    const family = readName(text.slice(titled.length), words);
    return family === "" ? "" : titled + family;
  }
  const name =
    /^\p{Lu}[\p{L}·-]*(?:'\p{Lu}\p{L}+)?(?: (?:de |d')?\p{Lu}[\p{L}·-]+)?/u.exec(text)?.[0] ?? "";
  const [first = ""] = name.split(" ");
  return first.length < 2 || words.has(first.toLowerCase()) ? "" : name;
}

/** A key's part: lower case, no accents, underscores. */
export function slug(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/gu, "")
    .slice(0, 40);
}

/** `Tom, our son, …`: a name, then the relation to the person. */
function apposed(clause: string, grammar: Grammar): Subject | null {
  const who = named(clause, grammar);
  if (who === null || !who.rest.startsWith(", ")) return null;
  const apposition = who.rest.slice(2);
  const kin = grammar.related.exec(apposition)?.[0];
  if (kin === undefined || !/^(?:,|$)/u.test(apposition.slice(kin.length))) return null;
  return { ...who, rest: apposition.slice(kin.length).replace(/^,/u, "").trim() };
}

function chained(clause: string, grammar: Grammar): Subject | null {
  for (const pattern of grammar.chain) {
    const match = pattern.exec(clause);
    const { a, owner = "", rel = "" } = match?.groups ?? {};
    if (match === null || (a === undefined && readName(owner, grammar.words) === "")) continue;
    const first = a === undefined ? slug(owner) : grammar.relations.slotOf(a);
    return {
      text: match[0],
      key: `${first}_${grammar.relations.slotOf(rel)}`,
      rest: clause.slice(match[0].length).trim(),
    };
  }
  return null;
}

function related(clause: string, grammar: Grammar): Subject | null {
  const match = grammar.related.exec(clause);
  if (match === null) return null;
  const relation = match.groups?.rel ?? match.groups?.bare ?? "";
  const rest = clause.slice(match[0].length);
  const gap = /^,? (?:the |en |la |l'|na |el |o |a )?(?=\p{Lu})/u.exec(rest)?.[0] ?? "";
  const name = gap === "" ? "" : readName(rest.slice(gap.length), grammar.words);
  if (name === "") {
    return {
      text: match[0],
      key: grammar.relations.slotOf(relation) || slug(relation),
      rest: rest.trim(),
    };
  }
  const end = gap.length + name.length;
  return {
    text: match[0] + rest.slice(0, end),
    key: slug(name),
    rest: rest.slice(end).replace(/^,/u, "").trim(),
  };
}

function named(clause: string, grammar: Grammar): Subject | null {
  const article = grammar.nameArticle.exec(clause)?.[0] ?? "";
  const name = readName(clause.slice(article.length), grammar.words);
  if (name === "") return null;
  const end = article.length + name.length;
  return { text: clause.slice(0, end), key: slug(name), rest: clause.slice(end).trim() };
}
