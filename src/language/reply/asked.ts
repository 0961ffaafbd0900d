import { calendarNames } from "../languages.ts";
import { foldText } from "../text/letters.ts";

/** What kind of answer a question wants; `name` a person or a thing by its name. */
export type Wanted = "hour" | "price" | "end" | "often" | "time" | "name" | "place";

/** What a question wants to hear, by its asking words in any language; undefined where it does not say. Takes it folded. */
export function wantedBy(folded: string): Wanted | undefined {
  const found = asking.flatMap(([wanted, pattern]) => {
    const at = folded.search(pattern);
    return at < 0 ? [] : { wanted, at };
  });
  const strict = found.find(({ wanted }) => isStrict(wanted)); // "When we ski, how much is it?" wants a price …
  return (strict ?? found.toSorted((a, b) => a.at - b.at)[0])?.wanted; // … "who has the cat when we ski?" a name.
}

/** Whether a line states such a thing. */
export function states(wanted: Wanted, text: string): boolean {
  const folded = foldText(text.slice(0, maxCharacters));
  switch (wanted) {
    case "hour":
      return statesHour(folded);
    case "price":
      return price.test(folded);
    case "end":
      return end.test(folded);
    case "often":
      return often.test(folded);
    case "time":
      return statesHour(folded) || year.test(folded) || words(folded).some(isTime);
    case "name":
      return /\p{L}[ ’']\p{Lu}\p{Ll}/u.test(text.slice(0, maxCharacters));
    case "place":
      return [...folded.matchAll(place)].some(([, noun = ""]) => !isTime(noun));
  }
}

/** Without it a line is no answer: a date does not answer a question for a price. */
const isStrict = (wanted: Wanted): boolean =>
  wanted === "hour" || wanted === "price" || wanted === "name";

const maxCharacters = 400;

const anywhere = (...all: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join("|")})(?![\\p{L}\\p{N}])`, "u");

/** Folded, in all languages at once: what asks in one of them says nothing in another, or asks the same. */
const asking: readonly (readonly [Wanted, RegExp])[] = [
  [
    "hour",
    anywhere(
      "what time|a que horas?|a quina hora|(?:a )?quelle heure|(?:um )?wie ?viel uhr|um wieviel uhr|a che ora|متى الساعة",
    ),
  ],
  [
    "price",
    anywhere(
      "how much (?:do|did|does|is|are|was|were)|(?:what|how much)(?:'s)? .{0,40} (?:costs?|pay|paid|price|rent|fee|charged?)",
      "(?:cuanto|quant|quanto|combien) .{0,30}(?:cuesta|cost|val|pag|cobra|debe|deu|sale|surt|custa|leva|paie|pay|loyer|prend|doit)\\p{L}*",
      "(?:cuesta|costa|custa|paie|paye|coute|doit|prend) .{0,3}(?:cuanto|quant|quanto|combien)|(?:que|quin|quel) .{0,8}(?:precio|preu|preco|prix)",
      "(?:was|wie ?viel)(?: .{0,30})? (?:kost|zahl|bezahl|verlang|schuld|kassier)\\p{L}*|كم (?:سعر|ثمن|يكلف)",
    ),
  ],
  [
    "end",
    anywhere(
      "(?:until|till|by) when|how long|hasta cuando|fins quan|ate quando|jusqu'a quand|bis wann|fino a quando|حتى متى",
    ),
  ],
  [
    "often",
    anywhere(
      "how often|cada cuanto|cada quant|com que frequencia|tous les combien|a quelle frequence|wie oft|ogni quanto|كم مرة",
    ),
  ],
  [
    "time",
    anywhere(
      "when|(?:what|which) (?:day|night|date|month|year|evening|morning|week)s?",
      "cuando|que (?:dia|fecha|mes|ano|noche|semana)s?|quan|quins? (?:dia|mes|any|vespre)s?|quins dies|quin(?:a|es) (?:data|nit|dates)",
      "quando|quand|quels? (?:jour|mois|soir)s?|quelles? (?:date|annee|semaine)s?",
      "wann|welche[mnrs]? (?:tag|datum|monat|jahr|abend|woche)(?:en?)?|wie lange|che giorno|متى",
    ),
  ],
  [
    "name",
    anywhere(
      "who|whom|whose|what(?:'s| is| was) .{0,40}(?:name|called)|quien|quienes|qui|quem|chi|wer|wem|wen|wessen|من",
      "como se (?:llama|chama)\\p{L}*|com (?:es|se'n) d(?:iu|eia)\\p{L}*|comment (?:il |elle )?s'appel\\p{L}*|s'appelle comment|quoi (?:le|son|ton) (?:pre)?nom|wie h(?:ei(?:ss|\\u00df)|ie(?:ss|\\u00df))\\p{L}*|come si chiama|a quel nom|the name of",
      "(?:quin|cual|qual|quel|come|wie|welche[rn]?) .{0,12}(?:noms?|nombres?|nomes?|nome|namen?)",
    ),
  ],
  [
    "place",
    anywhere(
      "where|whereabouts|donde|adonde|onde|aonde|ou est|ou sont|wo|wohin|dove|اين",
      "(?:a |en )?quin (?:lloc|poble)|que sitio",
    ),
  ],
];

const hour =
  /(?<![\d.,-])(?:[01]?\d|2[0-4])(?::[0-5]\d| ?h(?![\p{L}])| ?uhr| ?[ap]\.?m(?![\p{L}])| o'clock| heures?| hor[ae]s?)/u;
/** "at ten", "a las ocho": a number in words behind it makes an hour of it. */
const beforeHour = /(?<!\p{L})(?:a las?|a les|at|um|as|alle?|a|de) (\p{L}+)/gu;
const price =
  /\d ?(?:€|\$|£|eur|pounds?|dollars?|dolares|libras?|lliures|livres?|pfund|franc|frank)|[€$£] ?\d/u;
const year = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

const end = anywhere(
  "until|till|by|due|expires?|ends?|hasta|vence|caduca|acaba|termina|fins|venc|ate|expira|jusqu'?|expire|finit|bis|endet|lauft ab|zum|fino|scade|حتى",
);
const often = anywhere(
  "every|each|once|twice|times|cada|veces|cops|vezes|chaque|tou(?:te)?s les|fois|jede[nrsm]?|alle|mal|ogni|volte|كل",
);
/** Where a person or thing is: a word for it with a noun behind. */
const place =
  /(?<!\p{L})(?:in|at|on|under|behind|to|next to|en|a|al|als|bajo|sobre|detras|sota|darrere|dins|no|na|ao|em|dans|sous|sur|chez|au|aux|im|am|auf|unter|hinter|bei|nach|neben|zu[mr]?|nel|nella|sotto|da) (?:(?:the|my|our|la|el|els|les|le|l'|un[ae]?|der|die|das|den|dem|einem|einer) ?)?(\p{L}{3,})/gu;

const words = (folded: string): readonly string[] => folded.match(/\p{L}+/gu) ?? [];

const statesHour = (folded: string): boolean =>
  hour.test(folded) || [...folded.matchAll(beforeHour)].some(([, word = ""]) => numbers.has(word));

/** A day of the week or a month, in any language; a habit is one in the plural. */
const isTime = (word: string): boolean =>
  word.length > 2 && (days.has(word) || days.has(word.replace(/s$/u, "")));

const days = new Set(calendarNames("months", "weekdays").map(foldText));
/** Articles, and Italian numbers that are German, English and Portuguese words or names. */
const otherWords = new Set("a un una um uma ein eine due sei otto".split(" "));
const numbers = new Set(
  calendarNames("numbers")
    .map(foldText)
    .filter((word) => !otherWords.has(word)),
);
