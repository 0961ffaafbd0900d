import { createRandom, type Random } from "./random.ts";
import { wordLists } from "./words.ts";

/** Words of one language in Zipf's proportions: a few are everywhere, most are seen once or twice. */
export interface Vocabulary {
  readonly patterns: readonly string[];
  readonly questions: readonly string[];
  word(random: Random): string;
}

/** Made-up names that follow the real words in rank, in languages that take them. */
const coinedWords = 40_000;
/** Zipf-Mandelbrot, as fitted to plain prose. */
const offset = 2.7;
const exponent = 1.07;

/** Vocabularies by language code, and a way to draw a language in its share. */
export function createVocabularies(): {
  readonly byLanguage: ReadonlyMap<string, Vocabulary>;
  language(random: Random): string;
} {
  const coined = coinWords(coinedWords);
  const byLanguage = new Map<string, Vocabulary>();
  for (const [code, list] of Object.entries(wordLists)) {
    const words = list.coins ? [...list.words, ...coined] : list.words;
    const draw = zipf(words.length);
    byLanguage.set(code, {
      patterns: list.patterns,
      questions: list.questions,
      word: (random) => words[draw(random)] ?? "",
    });
  }
  return {
    byLanguage,
    language(random) {
      let left = random.next();
      for (const [code, { share }] of Object.entries(wordLists)) {
        left -= share;
        if (left < 0) return code;
      }
      return "en";
    },
  };
}

/** Draws ranks 0 … count - 1. */
function zipf(count: number): (random: Random) => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += (rank + 1 + offset) ** -exponent;
    sums[rank] = sum;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? sum) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const heads = "b br c d dr f fl g gr h j k l m n p pl r s sh st t tr v w z".split(" ");
const middles = "a e i o u a e i o ai ou".split(" ");
const tails = ["", "", "n", "r", "l", "s", "m", "ck", "nd", "rt", "x"];

/** Names such as "Grelour" and "tachin": pronounceable, of two or three syllables, each once. */
function coinWords(count: number): string[] {
  const random = createRandom(7);
  const coined = new Set<string>();
  while (coined.size < count) {
    let word = "";
    for (let syllables = 2 + random.below(2); syllables > 0; syllables--) {
      word += random.pick(heads) + random.pick(middles);
    }
    word += random.pick(tails);
    coined.add(random.next() < 0.4 ? word.charAt(0).toUpperCase() + word.slice(1) : word);
  }
  return [...coined];
}
