/** Finds words that mention what is to be forgotten or hidden. */
export type MentionMatcher = ReturnType<typeof createMentionMatcher>;

/** Compares words with texts that are to be forgotten. Errs on the side of forgetting. Pure. */
export function createMentionMatcher(texts: readonly string[]) {
  const secrets = texts.map((text) => ({ text, key: ` ${fold(text)} `, stems: stemsOf(text) }));
  /** The words are the same, or contain it. */
  const quotes = (words: string): boolean => {
    const said = ` ${fold(words)} `;
    const isIn = (key: string): boolean =>
      said === key ? key.trim() !== "" : key.length > shortestPart && said.includes(key);
    return secrets.some(({ key }) => isIn(key));
  };
  /** The words contain it letter for letter, however short it is, or share so much with it that it can be inferred. */
  const reveals = (words: string): boolean => {
    if (secrets.length === 0) return false;
    const given = stemsOf(words);
    const isIn = ({ text, stems }: (typeof secrets)[number]): boolean => {
      const shared = stems.intersection(given).size;
      const isRetold = shared >= stems.size * enoughOfSecret || shared >= given.size * enoughOfText;
      return (text !== "" && words.includes(text)) || (shared > 0 && isRetold);
    };
    return secrets.some(isIn) || quotes(words);
  };
  return { quotes, reveals };
}

/** A shorter one, "yes please", with its spaces, identifies nothing within other words. */
const shortestPart = 12;
/** Half of its words give it away. */
const enoughOfSecret = 0.5;
/** A summary that was cut from it. */
const enoughOfText = 0.8;
/** Words with the same beginning are taken for one: allergic, allergy. */
const stemLength = 5;
/** A text by hand may be long, and to take it apart takes long. */
const maxCharacters = 10_000;

/** Letters and digits in lower case, without marks, apart by one space. */
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function stemsOf(text: string): ReadonlySet<string> {
  const folded = fold(text.slice(0, maxCharacters));
  const words = Array.from(segmenter.segment(folded), ({ segment }) => segment);
  const telling = words.filter((word) => word.length > 2 || withoutSpaces.test(word));
  return new Set(telling.map((word) => word.slice(0, stemLength)));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Scripts whose words are short and not set apart. */
const withoutSpaces = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Hang}]/v;
