import { foldText } from "../offline-stems.ts";
import { type Courtesy, courtesyOf } from "./courtesy.ts";
import { stemsOf } from "./shared-stems.ts";
import { type WishWords, wishWordsIn } from "./wish-words.ts";

/** What a line of the person's asks for. */
export type Wish =
  | { readonly type: "remember"; readonly text: string }
  /** It is to be remembered, but nothing follows. */
  | { readonly type: "remember_what" }
  /** `of`: what it is about, without the words that only ask for a list. */
  | { readonly type: "ask"; readonly kind: "about" | "other"; readonly of: string }
  /** What to forget, or '' where it does not say. */
  | { readonly type: "forget"; readonly text: string }
  | { readonly type: Courtesy }
  /** Something told, or a word or two to look for: who answers looks whether it is worth keeping. */
  | { readonly type: "say" };

/** Tells what a line is: something to keep, to answer, to take note of, or courtesy. Pure, and linear in its length. */
export function readWish(message: string, language: string): Wish {
  const words = wishWordsIn(language);
  const text = message.replace(/\s+/g, " ").trim().slice(0, mostCharacters);
  const folded = foldText(text);
  if (remembersNothing.test(folded)) return { type: "remember_what" };
  const memory = memoryIn(text);
  if (memory !== undefined) return { type: "remember", text: memory };
  const forgotten = forgottenIn(text);
  if (forgotten !== undefined) return { type: "forget", text: forgotten };
  const courtesy = courtesyOf(folded);
  if (courtesy !== undefined) return { type: courtesy };
  return isQuestion(text, folded, words) ? toQuestion(text, folded, words) : { type: "say" };
}

/** Whether a line asks for all that is known, of the one who speaks: "what do you know about me?" */
export function asksAboutSelf(message: string, language: string): boolean {
  const wish = readWish(message, language);
  return wish.type === "ask" && wish.kind === "about" && stemsOf(wish.of).size === 0;
}

const mostCharacters = 8_000;

/** What follows is the memory; the courtesy before it may be a question that is none. */
const rememberPatterns: readonly RegExp[] = [
  /^(?:please,? )?((?:can|could|would|will) you (?:please )?)?(?:remember|note|keep in mind|don['’]t forget|do not forget|make a note|save|write down)(?: (?:that|to) | ?[:,] ?)(.+)$/iu,
  /^(?:please,? )?()remember (?=(?:i|i['’](?:m|ve|d|ll)|my|we|our|he|she|his|her|they|their|it['’]s|there)\b)(.+)$/iu,
  // "remember the spare key is under the pot", as it is said aloud; "remember when we were in Rome" asks.
  /^(?:please,? )?()(?:remember|don['’]t forget|do not forget) (?=(?!(?:who|whose|what|when|where|why|how|which|if|about|to)\b)[\p{L}'’]+(?: [\p{L}'’]+){0,4}? (?:is|are|was|were|has|have|had|lives?|likes?|loves?|hates?|wants?|needs?|works?|can['’]?t|can|will|won['’]t|does|doesn['’]t|don['’]t)\b)(.+)$/iu,
  /^(?:por favor,? )?((?:me )?puedes )?(?:quiero que )?(?:recuerda|recu[eé]rdame|recordar|recuerdes|acu[eé]rdate de|anota|an[oó]tate|apunta|guarda|ten en cuenta|no (?:te )?olvides)(?:,? por favor,?)?(?: que | ?[:,] ?)(.+)$/iu,
  /^(?:si us plau,? |sisplau,? )?(pots )?(?:vull que )?(?:recorda(?:['’]t)?|recordis|recordar|apunta(?:['’]t)?|anota|guarda|tingues en compte|no (?:t['’])?oblidis)(?:,? (?:si us plau|sisplau),?)?(?: que | ?[:,] ?)(.+)$/iu,
  /^(?:por favor,? )?((?:voc[eê] )?pode(?:s)? )?(?:lembra(?:-te)?|lembre(?:-se)?|lembrar|anota|anote|guarda|guarde|tem em conta|n[aã]o (?:te )?esque[cç]as)(?:,? (?:por favor|se faz favor),?)?(?: (?:de )?que | ?[:,] ?)(.+)$/iu,
  /^(?:s['’]il (?:te|vous) pla[iî]t,? )?((?:peux-tu|tu peux|pouvez-vous) )?(?:te )?(?:souviens-toi|souvenir|rappelle-toi|retiens|retenir|retenez|note|notez|noter|garde en t[eê]te|n['’]oublie pas)(?: bien)?(?:,? s['’]il (?:te|vous) pla[iî]t,?)?(?: que | qu['’]| ?[:,] ?)(.+)$/iu,
  /^(?:bitte,? )?((?:kannst|k[oö]nntest) du )?(?:dir )?(?:merke?(?:n)? dir|merken|notier(?:e|en)?|denk(?:e)? daran|vergiss nicht)(?: bitte)?(?: ?, ?dass | dass | ?: ?)(.+)$/iu,
  /^(?:per favore,? )?((?:puoi|potresti) )?(?:ricorda(?:ti|rti)?|annota(?:re)?|segna(?:ti|rti)?|prendi nota|tieni a mente|non dimenticare)(?: che | ?[:,] ?)(.+)$/iu,
  /^()(?:من فضلك،? )?(?:تذك[ّ]?ر|احفظ|سج[ّ]?ل)(?:ي)?(?: (?=أن|ان)| ?[:،] ?)(.+)$/u,
  /^()(?:note|memo|reminder|nota|apunte|recordatorio|recordatori|lembrete|m[eé]mo|rappel|notiz|merke|promemoria|appunto|ملاحظة) ?: ?(.+)$/iu,
];

/** Folded: "remember that", and no more. */
const remembersNothing = new RegExp(
  `^(?:(?:please|por favor|si us plau|sisplau|se faz favor|s'il (?:te|vous) plait|bitte|per favore|من فضلك|ok|okay|and|so|y|et|und|loci),? )*(?:${[
    "(?:(?:can|could|would|will) you )?(?:please )?(?:remember|note|keep in mind|save|write down|don't forget|do not forget|make a note)(?: (?:that|this|it))?",
    "(?:(?:me )?puedes )?(?:recuerda|recuerdame|recordar|acuerdate(?: de)?|anota|apunta|guarda|ten en cuenta|no (?:te )?olvides)(?: (?:que|eso|esto))?",
    "(?:(?:em )?pots )?(?:recorda|recorda't|recordar|apunta|apunta't|anota|guarda|tingues en compte|no (?:t')?oblidis)(?: (?:que|aixo))?",
    "(?:lembra(?:-te)?|lembre(?:-se)?|nao (?:te )?esquecas?)(?: (?:de )?(?:que|isso|isto))?",
    "(?:souviens-toi|rappelle-toi|retiens|retenez|note|notez|n'oublie pas)(?: (?:que|bien|ca|cela))?",
    "(?:merk(?:e)? dir|merken|notiere?|denk(?:e)? daran|vergiss nicht)(?: das)?(?: bitte)?(?:,? dass)?",
    "(?:ricorda(?:ti)?|annota|segnati|prendi nota|non dimenticare)(?: (?:che|questo|cio))?",
    "(?:تذكر|احفظ|سجل)(?: (?:ان|أن|هذا|ذلك))?",
  ].join("|")})(?:,? (?:please|por favor|si us plau|bitte|per favore|من فضلك))?[ .,:;!?؟…]*$`,
  "u",
);

/** "ok so remember that …"; a Catalan "i" is no such word, for English says "I remember that …". */
const hesitation =
  /^(?:(?:and|so|well|hey|ok|okay|also|oh|loci|y|oye|vale|escolta|ei|et|alors|und|also|olha)[ ,]+){1,3}/iu;

function memoryIn(message: string): string | undefined {
  const text = message.replace(hesitation, "");
  for (const pattern of rememberPatterns) {
    const [, courtesy, words] = pattern.exec(text) ?? [];
    if (words === undefined) continue;
    const isAsked = /[?؟]$/u.test(words);
    if (isAsked && !courtesy) return undefined;
    const memory = (isAsked ? words.replace(/(?<![?؟]) ?[?؟]+$/u, "") : words).trim();
    return /[\p{L}\p{N}]/u.test(memory) ? asSentence(memory) : undefined;
  }
  return undefined;
}

function asSentence(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

const forgetPattern =
  /^(?:please,? |por favor,? |si us plau,? |bitte,? |per favore,? )?(?:(?:can|could) you )?(?:forget|delete|erase|olv[ií]da(?:te)?|borra|oblida(?:['’]t)?|esborra|esque[cç]a|esquece|oublie|efface|vergiss|l[oö]sche?|dimentica(?:ti)?|cancella|انس|انسي|احذف)(?![\p{L}\p{N}])[ ,:]*(.*)$/iu;
/** Between the verb and what is to be forgotten. */
const forgetOpening =
  /^(?:the fact that |that |about |what I (?:said|told you) about |everything about |lo de que |lo de |de que |d['’]això que |de |que |qu['’]|això de |dass |das mit |che |أن )/iu;
const forgetNothing =
  /^(?:it|that|this|about it|lo|eso|ho|això|isso|isto|ça|cela|das|es|lo|questo|ciò|ذلك)?$/iu;

function forgottenIn(text: string): string | undefined {
  const rest = forgetPattern.exec(text)?.[1];
  if (rest === undefined) return undefined;
  const words = rest.replace(/(?<![ .!?؟])[ .!?؟]+$/u, "");
  return forgetNothing.test(words) ? "" : words.replace(forgetOpening, "");
}

const filler =
  "(?:(?:and|so|well|hey|hi|hello|ok|okay|please|thanks|loci|y|et|und|pero|hola|gracias|gracies|oye|ei|ola|ciao|salut|merci|hallo|bitte|danke)[ ,]+){0,3}";
const end = "(?![\\p{L}\\p{N}])";

const startOf = (folded: string, words: string): string | undefined =>
  new RegExp(`^[¿ ]*${filler}[¿ ]*(?:${words})${end}`, "u").exec(folded)?.[0];

function isQuestion(text: string, folded: string, language: readonly WishWords[]): boolean {
  if (/[?؟？]["')\]»”]*$/u.test(text) || text.includes("¿")) return true;
  if (/^(?:please )?remind me to /.test(folded)) return false;
  const startsLike = (words: string): boolean => startOf(folded, words) !== undefined;
  if (language.some(({ about }) => startsLike(about))) return true;
  // "When we go to Lisbon, we stay in Alfama." tells.
  if (/[.!]$/.test(text)) return false;
  if (language.some(({ when }) => startsLike(when))) return !folded.includes(",");
  return language.some(({ starts }) => startsLike(starts)) || accented.test(text);
}

/** "cómo" asks, "como" may be "I eat". */
const accented = /^(?:y |pero )?cómo /iu;

function toQuestion(text: string, folded: string, language: readonly WishWords[]): Wish {
  for (const { about } of language) {
    const start = startOf(folded, about);
    if (start === undefined) continue;
    return { type: "ask", kind: "about", of: folded.slice(start.length) };
  }
  return { type: "ask", kind: "other", of: text };
}
