/** Finds texts that mention what was said elsewhere: what was forgotten must not stand in other words of the same log block. */
export interface MentionMatcher {
  /** The words are the same, or contain it. */
  quotes(words: string): boolean;
  /** The words share so much with it that it can be inferred from them. */
  paraphrases(words: string): boolean;
  /** The words contain it letter for letter, however short it is, or paraphrase it. */
  reveals(words: string): boolean;
}

/** Compares words with texts that are to be forgotten. Errs on the side of forgetting. Pure. */
export function createMentionMatcher(texts: readonly string[]): MentionMatcher {
  const secrets = texts.map((text) => ({ key: fold(text), words: wordsOf(text) }));
  const quotes = (words: string): boolean => {
    const key = fold(words);
    return secrets.some(
      (secret) =>
        secret.key !== "" &&
        (key === secret.key ||
          (secret.key.length >= shortestPart && ` ${key} `.includes(` ${secret.key} `))),
    );
  };
  const paraphrases = (words: string): boolean => {
    if (secrets.length === 0) return false;
    if (quotes(words)) return true;
    const given = wordsOf(words);
    return secrets.some(
      (secret) =>
        shareOf(secret.words, given) >= enoughOfSecret ||
        shareOf(given, secret.words) >= enoughOfText,
    );
  };
  const reveals = (words: string): boolean =>
    texts.some((text) => text !== "" && words.includes(text)) || paraphrases(words);
  return { quotes, paraphrases, reveals };
}

/** A shorter one, "yes please", identifies nothing within other words. */
const shortestPart = 11;
/** Half of its words give it away. */
const enoughOfSecret = 0.5;
/** A summary that was cut from it. */
const enoughOfText = 0.8;
/** Words with the same beginning are taken for one: allergic, allergy. */
const stemLength = 5;
/** A text by hand may be long. */
const maxCharacters = 10_000;

/** Letters and digits in lower case, without marks, apart by one space. */
const fold = (text: string): string =>
  text
    .slice(0, maxCharacters)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function wordsOf(text: string): ReadonlySet<string> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  const words = [...segmenter.segment(fold(text))].filter(({ isWordLike }) => isWordLike === true);
  return new Set(
    words
      .map(({ segment }) => segment)
      .filter((word) => word.length > 2 || withoutSpaces.test(word))
      .map((word) => word.slice(0, stemLength)),
  );
}

/** Scripts whose words are short and not set apart. */
const withoutSpaces = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Hang}]/v;

function shareOf(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (some.size === 0) return 0;
  return [...some].filter((word) => others.has(word)).length / some.size;
}
