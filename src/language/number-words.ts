/** The numbers of a text, in digits or in words of its language; `isWhole` is false where a word may be one more. */
export function numbersIn(
  text: string,
  language: string,
): { readonly values: ReadonlySet<number>; readonly isWhole: boolean } {
  const words = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(groups, "")
    .replace(fourTwenties, "quatrevingt");
  const values = new Set<number>();
  const known = valuesByLanguage.get(language);
  let run: number[] = [];
  let isWhole = known !== undefined;
  const endRun = (): void => {
    for (const value of readRun(run)) values.add(value);
    run = [];
  };
  for (const word of words.match(/\p{N}+|\p{L}+/gu) ?? []) {
    const parts = known === undefined ? undefined : partsOf(word, known);
    if (parts !== undefined) run.push(sumOf(parts));
    else if (!joins.has(word)) endRun();
    if (/^\p{N}/u.test(word)) values.add(Number(word));
    if (parts === undefined && compound.test(word)) isWhole = false;
  }
  endRun();
  return { values, isWhole };
}

/** The values that a word is written together of ("fünfundzwanzig", "trentacinque"); undefined where it is no number. */
function partsOf(word: string, known: ReadonlyMap<string, number>): readonly number[] | undefined {
  const value = known.get(word);
  if (value !== undefined) return [value];
  if (word.length > longestWord) return undefined;
  for (let end = word.length - shortestPart; end >= shortestPart; end--) {
    const head = known.get(word.slice(0, end));
    const rest =
      head === undefined ? undefined : partsOf(word.slice(end).replace(/^und/, ""), known);
    if (head !== undefined && rest !== undefined) return [head, ...rest];
  }
  return undefined;
}

/** "Dreihundertfünfundsechzigtausend" is about as long as they get. */
const longestWord = 40;
const shortestPart = 3;
/** 80, and not 4 and 20. */
const fourTwenties = /\bquatre[ -]vingts?\b/g;
/** "1.950" and "1,950" are 1950. */
const groups = /(?<=\d)[.,](?=\d{3}(?!\d))/g;
/** What stands within a number: "nine hundred and fifty". */
export const joins: ReadonlySet<string> = new Set("and y i e et und".split(" "));
/** German writes its numbers as one word; such a one may hold what is not known. */
const compound = /\p{L}(?:hundert|tausend|zig)/u;

/** "Nine hundred and fifty" is 950, and so is "nine fifty"; "six one two" is 612. */
function readRun(run: readonly number[]): readonly number[] {
  if (run.length < 2) return run;
  const isSpelled = run.every((value) => value < 10);
  const isPaired =
    run.length === 2 &&
    run.every((value, i) => (i === 0 ? value <= 20 : value >= 10 && value < 100));
  const joined = isSpelled || isPaired ? [Number(run.join(""))] : [];
  return [...run, sumOf(run), ...joined];
}

function sumOf(values: readonly number[]): number {
  let all = 0;
  let part = 0;
  for (const value of values) {
    if (value === 1000) {
      all += (part || 1) * value;
      part = 0;
    } else part = value === 100 ? (part || 1) * value : part + value;
  }
  return all + part;
}

/** 1 to 20, then the tens from 30 on, then 100 and 1000; a language's further forms after a colon. */
const wordsByLanguage: Readonly<Record<string, string>> = {
  en: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand",
  es: "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien mil : un 1 una 1 ciento 100 doscientos 200 trescientos 300 cuatrocientos 400 quinientos 500 seiscientos 600 setecientos 700 ochocientos 800 novecientos 900 veinti 20",
  ca: "u dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit dinou vint trenta quaranta cinquanta seixanta setanta vuitanta noranta cent mil : un 1 una 1 dues 2 huit 8 cents 100",
  pt: "um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem mil : uma 1 duas 2 dezasseis 16 dezassete 17 dezanove 19 cento 100 duzentos 200 trezentos 300 quatrocentos 400 quinhentos 500 seiscentos 600 setecentos 700 oitocentos 800 novecentos 900",
  fr: "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf vingt trente quarante cinquante soixante septante huitante nonante cent mille : une 1 cents 100 quatrevingt 80",
  de: "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig hundert tausend : ein 1 eine 1 einen 1 einem 1 einer 1 zwo 2 dreissig 30",
  it: "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille : un 1 una 1 mila 1000 vent 20 trent 30 quarant 40 cinquant 50 sessant 60 settant 70 ottant 80 novant 90",
};

const inOrder = [
  ...Array.from({ length: 20 }, (_, i) => i + 1),
  30,
  40,
  50,
  60,
  70,
  80,
  90,
  100,
  1000,
];

const valuesByLanguage: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(wordsByLanguage).map(([language, words]) => {
    const [usual = "", more = ""] = words.split(" : ");
    const further = [...more.matchAll(/(\S+) (\d+)/g)].map(
      ([, word = "", value]) => [word, Number(value)] as const,
    );
    return [
      language,
      new Map([...usual.split(" ").map((word, i) => [word, inOrder[i] ?? 0] as const), ...further]),
    ];
  }),
);
