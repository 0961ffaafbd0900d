import { foldText } from "../offline-stems.ts";
import { type WishWords, wishWordsIn } from "./wish-words.ts";

/** What a line of the person's asks for. */
export type Wish =
  | { readonly type: "remember"; readonly text: string }
  | { readonly type: "ask"; readonly kind: "when" | "about" | "other" }
  /** A few words that may ask or tell. */
  | { readonly type: "words" }
  | { readonly type: "tell" | "forget" | "greeting" | "thanks" | "goodbye" };

/** Tells what a line is: something to keep, to answer, to take note of, or courtesy. Pure, and linear in its length. */
export function readWish(message: string, language: string): Wish {
  const words = wishWordsIn(language);
  const text = message.replace(/\s+/g, " ").trim().slice(0, mostCharacters);
  const memory = memoryIn(text);
  if (memory !== undefined) return { type: "remember", text: memory };
  const folded = foldText(text);
  if (forgetPattern.test(folded)) return { type: "forget" };
  const courtesy = courtesyOf(folded);
  if (courtesy !== undefined) return { type: courtesy };
  if (isQuestion(text, folded, words)) return { type: "ask", kind: kindOf(folded, words) };
  return { type: isTelling(text, folded, words) ? "tell" : "words" };
}

const mostCharacters = 8_000;

/** What follows is the memory; the courtesy before it may be a question that is none. */
const rememberPatterns: readonly RegExp[] = [
  /^(?:please,? )?((?:can|could|would|will) you (?:please )?)?(?:remember|note|keep in mind|don['’]t forget|do not forget|make a note|save|write down)(?: (?:that|to) | ?[:,] ?)(.+)$/iu,
  /^(?:please,? )?()remember (?=(?:i|i['’](?:m|ve|d|ll)|my|we|our|he|she|his|her|they|their|it['’]s|there)\b)(.+)$/iu,
  /^(?:por favor,? )?((?:me )?puedes )?(?:quiero que )?(?:recuerda|recu[eé]rdame|recordar|recuerdes|acu[eé]rdate de|anota|an[oó]tate|apunta|guarda|ten en cuenta|no (?:te )?olvides)(?: que | ?[:,] ?)(.+)$/iu,
  /^(?:si us plau,? |sisplau,? )?(pots )?(?:vull que )?(?:recorda(?:['’]t)?|recordis|recordar|apunta(?:['’]t)?|anota|guarda|tingues en compte|no (?:t['’])?oblidis)(?: que | ?[:,] ?)(.+)$/iu,
  /^(?:por favor,? )?((?:voc[eê] )?pode(?:s)? )?(?:lembra(?:-te)?|lembre(?:-se)?|lembrar|anota|anote|guarda|guarde|tem em conta|n[aã]o (?:te )?esque[cç]as)(?: (?:de )?que | ?[:,] ?)(.+)$/iu,
  /^(?:s['’]il (?:te|vous) pla[iî]t,? )?((?:peux-tu|tu peux|pouvez-vous) )?(?:te )?(?:souviens-toi|souvenir|rappelle-toi|retiens|retenir|retenez|note|notez|noter|garde en t[eê]te|n['’]oublie pas)(?: bien)?(?: que | qu['’]| ?[:,] ?)(.+)$/iu,
  /^(?:bitte,? )?((?:kannst|k[oö]nntest) du )?(?:dir )?(?:merke?(?:n)? dir|merken|notier(?:e|en)?|denk(?:e)? daran|vergiss nicht)(?: bitte)?(?: ?, ?dass | dass | ?: ?)(.+)$/iu,
  /^(?:per favore,? )?((?:puoi|potresti) )?(?:ricorda(?:ti|rti)?|annota(?:re)?|segna(?:ti|rti)?|prendi nota|tieni a mente|non dimenticare)(?: che | ?[:,] ?)(.+)$/iu,
  /^()(?:من فضلك،? )?(?:تذك[ّ]?ر|احفظ|سج[ّ]?ل)(?:ي)?(?: (?=أن|ان)| ?[:،] ?)(.+)$/u,
  /^()(?:note|memo|reminder|nota|apunte|recordatorio|recordatori|lembrete|m[eé]mo|rappel|notiz|merke|promemoria|appunto|ملاحظة) ?: ?(.+)$/iu,
];

function memoryIn(text: string): string | undefined {
  for (const pattern of rememberPatterns) {
    const [, courtesy, words] = pattern.exec(text) ?? [];
    if (words === undefined) continue;
    const isAsked = /[?؟]$/u.test(words);
    if (isAsked && !courtesy) return undefined;
    const memory = (isAsked ? words.replace(/ ?[?؟]+$/u, "") : words).trim();
    return /[\p{L}\p{N}]/u.test(memory) ? asSentence(memory) : undefined;
  }
  return undefined;
}

function asSentence(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

const forgetPattern =
  /^(?:please,? |por favor,? |si us plau,? |bitte,? |per favore,? )?(?:(?:can|could) you )?(?:forget|delete|erase|olvida(?:te)?|borra|oblida(?:'t)?|esborra|esquece|oublie|efface|vergiss|losche?|dimentica(?:ti)?|cancella|انس|انسي|احذف)(?![\p{L}\p{N}])/u;

const courtesies: readonly (readonly ["greeting" | "thanks" | "goodbye", string])[] = [
  [
    "greeting",
    "hi|hello|hey|hi there|hello there|good (?:morning|afternoon|evening|day)|hola|buenas|buenos dias|buenas (?:tardes|noches)|bon dia|bona tarda|bones|ei|ola|oi|bom dia|boa tarde|boa noite|salut|bonjour|bonsoir|coucou|hallo|guten (?:morgen|tag|abend)|moin|servus|ciao|buongiorno|buonasera|salve|مرحبا|اهلا|السلام عليكم|صباح الخير|مساء الخير",
  ],
  [
    "thanks",
    "(?:ok(?:ay)?,? )?(?:thanks|thank you|thanks a lot|thank you very much|many thanks|cheers|great,? thanks|perfect,? thanks)|(?:muchas )?gracias|(?:moltes )?gracies|merces|(?:muito )?obrigad[oa]|merci(?: beaucoup| bien)?|danke(?: schon| sehr)?|vielen dank|grazie(?: mille)?|شكرا(?: جزيلا)?",
  ],
  [
    "goodbye",
    "bye|goodbye|bye bye|see you(?: later| soon| tomorrow)?|good night|adios|hasta luego|hasta manana|adeu|fins (?:ara|aviat|dema|despres)|bona nit|tchau|ate (?:logo|amanha)|adeus|au revoir|a bientot|a demain|bonne nuit|tschuss|auf wiedersehen|bis (?:bald|morgen|spater)|gute nacht|arrivederci|a (?:presto|domani)|buonanotte|مع السلامة|وداعا",
  ],
];
const courtesyPatterns = courtesies.map(
  ([type, words]) => [type, new RegExp(`^(?:${words})(?:,? loci)?[ !.,]*$`, "u")] as const,
);

function courtesyOf(folded: string): "greeting" | "thanks" | "goodbye" | undefined {
  if (folded.length > 60) return undefined;
  return courtesyPatterns.find(([, pattern]) => pattern.test(folded))?.[0];
}

const filler =
  "(?:(?:and|so|well|hey|hi|hello|ok|okay|please|y|et|und|pero|hola|oye|ei|ola|ciao|salut|hallo|bitte)[ ,]+)?";
const end = "(?![\\p{L}\\p{N}])";

const startsLike = (folded: string, words: string): boolean =>
  new RegExp(`^[¿ ]*${filler}[¿ ]*(?:${words})${end}`, "u").test(folded);

function isQuestion(text: string, folded: string, language: readonly WishWords[]): boolean {
  if (/[?؟？]["')\]»”]*$/u.test(text) || text.includes("¿")) return true;
  if (/^(?:please )?remind me to /.test(folded)) return false;
  if (language.some(({ about }) => startsLike(folded, about))) return true;
  // "When we go to Lisbon, we stay in Alfama." tells.
  if (/[.!]$/.test(text)) return false;
  if (language.some(({ when }) => startsLike(folded, when))) return !folded.includes(",");
  return language.some(({ starts }) => startsLike(folded, starts));
}

function kindOf(folded: string, language: readonly WishWords[]): "when" | "about" | "other" {
  if (language.some(({ when }) => startsLike(folded, when))) return "when";
  return language.some(({ about }) => startsLike(folded, about)) ? "about" : "other";
}

/** A sentence rather than a few words to look for. */
function isTelling(text: string, folded: string, language: readonly WishWords[]): boolean {
  const words = folded.split(" ").map((word) => word.replace(/[.,;:!]+$/, ""));
  if (words.length < 3) return false;
  const telling = new Set(language.flatMap((words) => words.telling.split(" ")));
  return /[.!…]$/u.test(text) || words.some((word) => telling.has(word));
}
