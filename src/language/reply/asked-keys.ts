import { grammarOf } from "../grammar/tongues.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";
import { thingsIn } from "./things-in.ts";

/** What a question asks for, as far as it can be named. */
export interface AskedKeys {
  /** Slots as entries name them in `[key:: …]`: `birthday`, `home_city`. */
  readonly keys: ReadonlySet<string>;
  /** Whether an entry's key is one of these, of whom the question is about. */
  readonly fills: (key: string) => boolean;
  /** Whether a line that names no key speaks of the same, by its words. */
  readonly isStatedIn: (line: string) => boolean;
}

/** Reads which slots a question asks for: by the words that the rules know of each, and by what people say instead. */
export function askedKeys(question: string, language: string): AskedKeys {
  const folded = foldText(question.slice(0, maxCharacters));
  const found = subjects.filter(({ asks }) => asks.test(folded));
  const keys = new Set([...thingsIn(question, language), ...found.flatMap((one) => one.keys)]);
  const words = new Set(folded.match(/[\p{L}\p{N}]+/gu));
  const grammar = grammarOf(language);
  const says = (pattern: RegExp | undefined): boolean =>
    pattern?.test(question.slice(0, maxCharacters)) === true;
  const isOfSlot = (word: string): boolean =>
    found.some(({ asks, states }) => asks.test(word) || states.test(word));
  const namesNoOne = (): boolean =>
    stemWords(folded).every(({ word }) => isOfSlot(word) || thingsIn(word, language).size > 0);
  const isOwn = !says(grammar?.kin) && (says(grammar?.mine) || namesNoOne());
  return {
    keys,
    fills: (key) => (isOwn && keys.has(key)) || fillsKey(key, keys, words),
    isStatedIn: (line) => {
      const words = foldText(line.slice(0, maxCharacters));
      return found.some(({ states }) => states.test(words));
    },
  };
}

/**
 * Which keys of entries fill a slot that a question asks for; undefined where it asks for none. `tom_birthday` does
 * where the question names Tom; `birthday`, the person's own, where it names no one.
 */
export function readAskedSlots(
  question: string,
  language: string,
): ((key: string) => boolean) | undefined {
  const { keys, fills } = askedKeys(question, language);
  return keys.size === 0 ? undefined : fills;
}

/** The same for keys that are known to be asked for. */
function fillsKey(key: string, asked: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const parts = key.split("_");
  return parts.some((_, at) => {
    if (at === 0 || !asked.has(parts.slice(at).join("_"))) return false;
    const whose = parts.slice(0, at);
    return asked.has(whose.join("_")) || whose.some((part) => words.has(part));
  });
}

const maxCharacters = 1_000;

interface Subject {
  readonly keys: readonly string[];
  readonly asks: RegExp;
  readonly states: RegExp;
}

const anywhere = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "u");

/** `both` are beginnings of words that ask and state alike; the other two are whole words, folded, in all languages. */
function subject(keys: string, words: Record<"both" | "asks" | "states", string>): Subject {
  const starts = words.both === "" ? [] : [`(?:${words.both})\\p{L}{0,9}`];
  const all = (own: string): RegExp =>
    anywhere([...starts, ...(own === "" ? [] : [own])].join("|"));
  return { keys: keys.split(" "), asks: all(words.asks), states: all(words.states) };
}

/** en es ca pt fr de it, in this order. */
const subjects: readonly Subject[] = [
  subject("home_city home_address home", {
    both: "address|direccion|adreca|adress|endereco|morada|indirizzo|habit[eo]|wohn|abit[ao]",
    asks: "where .{1,30} (?:live|lives|living)|donde .{0,15}viv\\p{L}+|on .{0,15}(?:viu|visc|viuen|vivim)|onde .{0,15}(?:mor|viv)\\p{L}+|ou .{0,15}(?:vit|vis|vivent)|dove .{0,15}viv\\p{L}+",
    states:
      "lives?|living|moved|vive|vivo|viven|vivimos|viu|visc|viuen|vivim|mora|moro|moram|vit|vivent",
  }),
  subject("employer job work", {
    both: "trabaj|treball|trabalh|travaill|metier|boulot|arbeit|beruf|lavor|profess",
    asks: "jobs?|(?:where|who) .{1,30} works?(?: for)?|for a living|dedica|dans la vie|quin ofici|was macht .{1,20} beruflich",
    states:
      "works?|working|jobs?|teacher|nurse|engineer|mechanic|lawyer|mestra?|maestr[oa]|infermer[ao]?|enfermer[ao]|institut(?:eur|rice)|infirmiere?|lehrerin?|enseignante?|insegnante|infermiere",
  }),
  subject("birthday age", {
    both: "birthday|born|cumple|nacio|nascut|aniversari|anniversaire|geburtstag|geboren|compleann",
    asks: "how old|cuantos anos|que edad|quants anys|quina edat|quantos anos|que idade|quel age|wie alt|quanti anni|nee?|faz anos",
    states: "years old|anos|anys|ans|jahre alt|anni|nee?|nato|nata|nasceu|va neixer|faz anos",
  }),
  subject("shoe_size shirt_size trouser_size clothes_size ring_size", {
    both: "pointure|chauss|calz|schuhgro|konfektionsgro|taglia",
    asks: "what size|que (?:talla|numero)|quina talla|que tamanho|quelle taille|welche (?:grosse|gro\u00dfe)|calca",
    states: "size|talla|taille|tamanho|grosse|gro\u00dfe|calca|numero \\d+",
  }),
  subject("diet allergy intolerance avoids", {
    both: "vegetari|vegan|allerg|alergi|al·lergi|intoler|vertrag|unvertrag|celia|zoliak",
    asks: "eat|eats|eating|cook|cooking|food|meals?|diet|comer?|cenar?|cocinar?|comida|menjar?|cuinar?|menja|cozinhar?|jantar|mange|manger|cuisiner?|repas|isst|essen|koche?n?|mangiare?|cucinare?|ياكل",
    states: "eats?|can't have|diet|come|menja|mange|isst|mangia",
  }),
  subject("allergy illness medication intolerance", {
    both: "allerg|alergi|al·lergi|medic|medik|enferm|malalt|malad|krank|doen[tc]|pastill|tablet|pill",
    asks: "ill|illness|health|doctor|sick|salud|salut|saude|sante|gesundheit|salute|arzt|medecin|infection",
    states: "takes|asthma|diabet\\p{L}*|toma|pren|prend|nimmt|prende|suivie? par|surgery|operated",
  }),
  subject("hobby", {
    both: "hobb|sport|deport|esport|desport|music|musik|musique|entren|train|allena|instrument",
    asks: "plays?|juega|juga|joga|joue|spielt|gioca|suona|football|futbol|fussball|fu\u00dfball",
    states: "plays?|juega|toca|juga|joga|joue|spielt|gioca|suona|goes to|va a|fait d[ue]",
  }),
  subject("teacher school class studies", {
    both: "school|colegi|escol|escuel|ecole|schul|scuol|universi|estudi|estud|etudi|studi|klass|class",
    asks: "uni|cole|fac|college|grades|notas|notes|deberes|deures",
    states: "teacher|tutora?|year \\d|uni|college|ausbildung",
  }),
  subject("phone", {
    both: "phone|telefon|telephon|movil|mobil|portable|handy|telemovel|cellular",
    asks: "(?:do|can|should) i (?:call|ring|reach)|number for|nummer|numero de",
    states: "\\+?\\d{5,}|\\d{3,5} \\d{3,}",
  }),
  subject("name nickname", {
    both: "",
    asks: "what(?:'s| is| are) .{1,30} called|como se (?:llama|chama)n?|com es diuen?|comment s'appellent?|wie hei(?:ss|\u00df)en?t?|come si chiamano?",
    states:
      "called|named|se llaman?|es diuen?|chama-se|se chama|s'appellent?|hei(?:ss|\u00df)t|si chiama",
  }),
  subject("boss", {
    both: "jefe|jefa|chef|patron|vorgesetzt|capo|boss|manager",
    asks: "cap de",
    states: "cap de",
  }),
];
