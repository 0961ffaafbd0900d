interface TextSoFar {
  readonly text: string;
  /** Start of the piece. */
  readonly start: number;
  readonly isOver: boolean;
  /** The piece starts at the beginning of a line. */
  readonly isLineStart: boolean;
}

/**
 * Returns the end of the sentence if the punctuation at `at` ends one, including closing quotes and brackets; -1 if it
 * doesn't, undefined if more text is needed to tell.
 */
export function sentenceEnd(so: TextSoFar, at: number): number | undefined {
  const { text, isOver } = so;
  const marks = matchAt(/[.!?…。！？؟।]+/y, text, at);
  const closers = matchAt(/[\p{Pe}\p{Pf}"'»«*_`~]*/uy, text, at + marks.length);
  const end = at + marks.length + closers.length;
  if (end === text.length) return isOver ? end : undefined;
  if (/[。！？]/.test(marks)) return isPart(text, end) ? -1 : end;
  if (!/\s/.test(text.charAt(end))) return -1;
  const rest = nextWord(text, end, isOver);
  if (rest === undefined && !isOver && needsNext(so, at, marks, closers)) return undefined;
  const next = rest ?? "";
  // « Bonjour ! » dit-il
  if (/^[»”]/.test(next)) {
    const after = text.indexOf(next.charAt(0), end) + 1;
    return after - end <= 3 ? after : end;
  }
  return goesOn(so, at, marks, closers, next) ? -1 : end;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** True for a combining character, which belongs to the one before it. */
function isPart(text: string, at: number): boolean {
  return /^(?:\p{M}|\u200d)/u.test(text.slice(at, at + 2));
}

/** Returns the next word, if it is complete or long enough to tell. */
function nextWord(text: string, from: number, isOver: boolean): string | undefined {
  const near = text.slice(from, from + 60);
  const word = /^\s+(\S+)/.exec(near);
  if (word?.[1] === undefined) return undefined;
  return isOver || word[0].length < near.length || word[1].length > 12 ? word[1] : undefined;
}

/** Whether it depends on the next word if the sentence ends here. */
function needsNext(
  { text, start }: TextSoFar,
  at: number,
  marks: string,
  closers: string,
): boolean {
  if (closers !== "" || marks === "…" || marks.length > 1) return true;
  if (marks !== ".") return /[\s\u00a0]/.test(text.charAt(at - 1));
  const word = wordBefore(text, start, at);
  return /^\d{1,3}$/.test(word) || abbreviationKind(word) === "either";
}

/** Whether the sentence goes on after the punctuation. */
function goesOn(so: TextSoFar, at: number, marks: string, closers: string, next: string): boolean {
  const isSmall = /^\p{Ll}/u.test(next);
  // "Stop!" he said. · Well... maybe.
  if (isSmall && (/["'”’»«]/.test(closers) || marks === "…" || /^\.{2,}$/.test(marks))) return true;
  if (marks !== ".") return false;
  const word = wordBefore(so.text, so.start, at);
  if (/^\d{1,3}$/.test(word)) return isOrdinal(so, at, word, next);
  const kind = abbreviationKind(word);
  return kind === "opens" || (kind === "either" && (isSmall || /^\d/.test(next)));
}

/** "1. Do this" · "am 3. Mai" · "der 2. Weltkrieg"; but "It costs 30. Next" */
function isOrdinal(
  { text, start, isLineStart }: TextSoFar,
  at: number,
  word: string,
  next: string,
): boolean {
  if (/^\p{Ll}/u.test(next) || germanMonth.test(next)) return true;
  const before = text.slice(start, at - word.length);
  const isItem = /(?:^|\n)(?:[^\S\n]|>)*$/.test(before) && (isLineStart || before.includes("\n"));
  return (
    isItem ||
    germanBeforeOrdinal.has(/(\p{L}+)\s$/u.exec(before.slice(-20))?.[1]?.toLowerCase() ?? "")
  );
}

const germanMonth = /^(?:Jan|Jän|Feb|März|Apr|Mai|Juni|Juli|Aug|Sep|Okt|Nov|Dez)/;

/** Returns the word before a dot, without opening quotes and brackets. */
function wordBefore(text: string, start: number, at: number): string {
  const before = text.slice(Math.max(start, at - 24), at);
  // "p. ex." is one abbreviation, and "my ex." none.
  return /(?:\bp\. )?[^\s"'“”„«»()[\]*_]*$/.exec(before)?.[0].replace(" ", "") ?? "";
}

/** Abbreviations that precede another word and never end a sentence, in lower case without the dot. */
const opening =
  // English
  "mr mrs ms dr prof rev gen sen gov capt sgt lt hon st mt vs approx ca cf eg ie viz esp resp " +
  // Spanish, Catalan, Portuguese
  "sr sra srta srs sres sras dra dña d.ª ud uds vd vds lic arq gral pág págs pàg pp núm núms nº " +
  "aprox av avda p.ej p.ex c.f tel tlf izq dcha sto sta exmo exma ilmo drs profa esc " +
  // French
  "mme mlle mgr vve env éd chap " +
  // German
  "hrn frl nr bzw ggf inkl exkl vgl evtl bspw sog str zzgl abzgl u.a z.b d.h i.d.r dipl jh geb verh " +
  "abb abs anm hrsg kap österr schweiz städt tägl vorm nachm";

const openingWords = new Set(opening.split(" "));

/** Abbreviations that may end a sentence; the next word decides. */
const eitherWords =
  "etc usw usf jr inc ltd co corp bros dept ave blvd rd no al art arts fig ing hr fr u.ä o.ä s.a s.l cía cia ltda " +
  "hnos a.m p.m a.c d.c v.chr n.chr u.s u.k ee.uu ph.d jan feb mar apr jun jul aug sep sept oct okt nov dec dez min sec " +
  "seg std km kg cm mm ml";

const either = new Set(eitherWords.split(" "));

/** Words after which a German number with a dot is an ordinal. */
const germanBeforeOrdinal = new Set(
  "der die das dem den des am im vom zum zur beim bis ab seit jeder jeden jedem diesem dieser ihr ihrem sein seinem mein und".split(
    " ",
  ),
);

/** `opens`: never ends a sentence; `either`: may end one; undefined: not an abbreviation. */
function abbreviationKind(word: string): "opens" | "either" | undefined {
  const plain = word.toLowerCase();
  if (openingWords.has(plain)) return "opens";
  if (either.has(plain)) return "either";
  // "z.B", "e.g", "U.S", "J.R.R"
  if (/^(?:\p{L}{1,2}\.){1,4}\p{L}{1,2}$/u.test(word))
    return /^\p{Lu}/u.test(word) ? "either" : "opens";
  // "J" of "J. Smith", "p" of "p. ex.", "z" of "z. B."; but "so do I."
  return /^[\p{Lu}\p{Ll}]$/u.test(word) && word !== "I" ? "opens" : undefined;
}
