/** A word of a text, as it is written and as it is compared. */
export interface StemmedWord {
  readonly stem: string;
  /** Lower case. */
  readonly word: string;
}

/** The words of a text that carry meaning, in order, lightly stemmed in a way that fits many languages a little. */
export function stemWords(text: string): StemmedWord[] {
  const words = text.normalize("NFC").toLowerCase().match(unit) ?? [];
  return words.flatMap(toStems);
}

/** Case and accents folded away. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("’", "'");
}

const unit = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const spaceless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+$/u;
const longestWord = 40;

function toStems(word: string): StemmedWord[] {
  if (spaceless.test(word)) return pairs(word);
  const folded = foldText(word);
  if (stopWords.has(folded) || folded.length < 2 || folded.length > longestWord) return [];
  return [{ stem: toStem(folded), word }];
}

function pairs(word: string): StemmedWord[] {
  const characters = [...word].slice(0, 200);
  if (characters.length < 2) return [{ stem: word, word }];
  return characters.slice(1).map((next, i) => {
    const pair = (characters[i] ?? "") + next;
    return { stem: pair, word: pair };
  });
}

/** Plural, gender and the commonest endings of verbs go, where enough is left. */
function toStem(folded: string): string {
  const bare = folded.startsWith("ال") && folded.length > 4 ? folded.slice(2) : folded;
  if (/\d/.test(bare) || bare.length < 5) return bare.length === 4 ? bare.replace(/s$/, "") : bare;
  const stem = bare.replace(/(?:ings?|ed|es|en|er|[aeos])$/, "");
  const short = stem.length < 3 ? bare : stem;
  return short.length > 4 ? short.replace(/[aeio]$/, "") : short;
}

/** The commonest words of the languages that the offline model speaks; they say nothing about what a text is about. */
const stopWords: ReadonlySet<string> = new Set(
  `the of and to in is are was were be been am im ive it its this that these those with for on at from by have has had not an as
  or but if so no do does did done i me my mine you your yours we us our ours he him his she her they them their what when where who
  whom whose which why how will would can could should may must shall there here than then too very just about into out up
  down over also any some all each every more most other only own same such again s t m d ll re ve don isn didn tell know
  el la los las lo un una unos unas de del al y e o u en a con que por para es son fue ha he no mas muy le les nos mi mis tu tus
  su sus se te me si como pero este esta estos estas eso esto hay han era ser estar esta estan tiene tengo tenemos cual cuando
  donde quien cuanto cuantos porque sobre entre hasta desde ya sabes dime els dels als i amb per va vaig van hem hi li ens vam meu meva
  teu teva seu seva aquest aquesta quin quina quan on qui com quant mes molt es son tinc tenim te saps digues ho pel pels
  os as dos das do da na nas nos em e com foi tem tenho temos meu minha seu sua sao quem qual onde quando muito mais ao nao um uma
  le les des du et est sont ai as ont avec pour dans sur se son sa ses mon ma mes ton ta tes ce cet cette ces je tu il elle nous vous
  ils elles qui quoi quand ou comment pourquoi quel quelle quels quelles pas plus tres ne au aux une un par sais dis
  der die das den dem des und ist sind war zu mit von fur nicht ein eine einen einem einer ich du er sie es wir ihr mein meine dein
  deine unser unsere hat haben habe wird im am auf an bei nach wie wo wer wann warum was welche welcher auch aus sich noch nur oder
  il gli un uno una di del della dei delle che chi e ha ho hai abbiamo sono mio mia suo sua nel nella con per piu molto
  dove quando come perche cosa quale questo questa si da al alla ai alle non sai dimmi
  في من على الى إلى عن هذا هذه التي الذي ما متى أين اين كيف هل كان كانت ان أن لا هو هي مع لي و`.split(
    /\s+/,
  ),
);
