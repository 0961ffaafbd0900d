import { calendarNames } from "../languages.ts";
import { foldText } from "../text/letters.ts";

/** What kind of answer a question wants; `name` a person or a thing by its name. */
export type Wanted = "price" | "name" | "place";

/** What a question wants to hear, by its asking words in any language; undefined where it does not say. Takes it folded. */
export function wantedBy(folded: string): Wanted | undefined {
  const found = asking.flatMap(([wanted, pattern]) => {
    const at = folded.search(pattern);
    return at < 0 ? [] : { wanted, at };
  });
  return found.toSorted((a, b) => a.at - b.at)[0]?.wanted;
}

/** Whether a line states such a thing. */
export function states(wanted: Wanted, text: string): boolean {
  const start = text.slice(0, maxCharacters);
  const folded = foldText(start);
  if (wanted === "name") return /\p{L}[ ’']\p{Lu}\p{Ll}/u.test(start);
  if (wanted === "price") return price.test(folded);
  return [...folded.matchAll(place)].some(([, noun = ""]) => !times.has(noun.replace(/s$/u, "")));
}

const maxCharacters = 400;

const anywhere = (...all: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join("|")})(?![\\p{L}\\p{N}])`, "u");

/** Folded, in all languages at once: what asks in one of them says nothing in another, or asks the same. */
const asking: readonly (readonly [Wanted, RegExp])[] = [
  [
    "price",
    anywhere(
      "how much (?:do|did|does|is|are|was|were)|(?:what|how much)(?:'s)? .{0,40} (?:costs?|pay|paid|price|rent|fee|charged?)",
      "(?:cuanto|quant|quanto|combien) .{0,30}(?:cuesta|cost|val|pag|cobra|debe|deu|sale|surt|custa|leva|paie|pay|loyer|prend|doit)\\p{L}*",
      "(?:que|quin|quel) .{0,8}(?:precio|preu|preco|prix)|كم (?:سعر|ثمن|يكلف)",
      "(?:was|wie ?viel)(?: .{0,30})? (?:kost|zahl|bezahl|verlang|schuld|kassier)\\p{L}*",
    ),
  ],
  [
    "name",
    anywhere(
      "who|whom|whose|what(?:'s| is| was) .{0,40}(?:name|called)|quien|quienes|qui|quem|chi|wer|wem|wen|wessen|من",
      "como se (?:llama|chama)\\p{L}*|com (?:es|se'n) d(?:iu|eia)\\p{L}*|comment (?:il |elle )?s'appel\\p{L}*",
      "wie h(?:ei(?:ss|\\u00df)|ie(?:ss|\\u00df))\\p{L}*|come si chiama|the name of",
      "(?:quin|cual|qual|quel|come|wie|welche[rn]?) .{0,12}(?:noms?|nombres?|nomes?|nome|namen?)",
    ),
  ],
  ["place", anywhere("where|whereabouts|donde|adonde|onde|aonde|ou est|ou sont|wo|wohin|dove|اين")],
];

const price =
  /\d ?(?:€|\$|£|eur|pounds?|dollars?|dolares|libras?|lliures|livres?|pfund|franc|frank)|[€$£] ?\d/u;

/** Where a person or thing is: a word for it with a noun behind, which is no day. */
const place =
  /(?<!\p{L})(?:in|at|on|under|behind|to|next to|en|a|al|als|bajo|sobre|detras|sota|darrere|dins|no|na|ao|em|dans|sous|sur|chez|au|aux|im|am|auf|unter|hinter|bei|nach|neben|zu[mr]?|nel|nella|sotto|da) (?:(?:the|my|our|la|el|els|les|le|l'|un[ae]?|der|die|das|den|dem|einem|einer) ?)?(\p{L}{3,})/gu;

const times = new Set(
  calendarNames("months", "weekdays").map((name) => foldText(name).replace(/s$/u, "")),
);
