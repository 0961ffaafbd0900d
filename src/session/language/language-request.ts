import { foldName, isLanguageName, toLanguageCode } from "./language-code.ts";

/**
 * The language a person asks to be spoken to in ("parla en català", "auf Deutsch bitte"), or null. The request must be a
 * sentence of its own, or its first clause: whatever else names a language ("I learn Catalan", "how do you say cat in
 * German", "he told me to speak English") is a mention.
 */
export function requestedLanguage(text: string): string | null {
  if (text.length > longestRequest) return null;
  const sentences = sentencesOf(text);
  const clauses = sentences.flatMap((sentence) => sentence.split(",", 1));
  for (const sentence of [...sentences, ...clauses].map(spaced)) {
    const language = languageAskedIn(sentence);
    if (language !== null) return language;
  }
  return null;
}

/** True for a message that asks for a language and says nothing else. */
export function isLanguageRequest(text: string): boolean {
  if (text.length > longestRequest) return false;
  const sentences = sentencesOf(text)
    .map(spaced)
    .filter((sentence) => sentence !== "" && !politeness.test(sentence));
  return sentences.length > 0 && sentences.every((sentence) => languageAskedIn(sentence) !== null);
}

function languageAskedIn(sentence: string): string | null {
  const words = sentence.split(/[ ']/);
  // In Arabic "in" is written onto the name.
  const name = [...words, ...words.map((word) => word.replace(/^ب/, ""))].find(isLanguageName);
  if (name === undefined) return null;
  const form = sentence.replace(name, "NAME");
  return requests.some((request) => request.test(form)) ? toLanguageCode(name) : null;
}

const longestRequest = 400;

function sentencesOf(text: string): string[] {
  const folded = foldName(text).replaceAll("’", "'").replaceAll("،", ",");
  return folded.split(/[.!?؟;¿¡。？！]+/);
}

function spaced(sentence: string): string {
  return sentence
    .replaceAll(",", " ")
    .replace(/[-\s]+/g, " ")
    .trim();
}

const polite =
  "please|por favor|porfa|si us plau|sisplau|s'il te plait|s'il vous plait|stp|bitte|per favore|per piacere|se faz favor|من فضلك|لو سمحت";
const now =
  "now|from now on|again|instead|with me|to me|ahora|otra vez|a partir de ahora|conmigo|ara|a partir d'ara|amb mi|agora|a partir de agora|comigo|maintenant|avec moi|jetzt|ab jetzt|mit mir|wieder|adesso|d'ora in poi|con me";
const opening =
  "ok|okay|hey|so|well|and|now|no|i ara|y|et|und|ara|ahora|agora|maintenant|jetzt|vale|oye|bueno|venga|va|d'acord|escolta|ei|olha|bom|alors|bon|dis|also|na gut|dai|allora|could you|can you|would you|will you|let's|i want you to|i'd like you to|from now on|a partir de ahora|a partir d'ara";

/** `NAME` is a language; an utterance is a request when one of these is all of it, but for politeness around. */
const forms: readonly string[] = [
  "(?:speak|talk|answer|reply|respond|continue|go on|carry on)(?: to me| with me| back)?(?: in)? NAME",
  "(?:switch|change)(?: back| over)?(?: the language)? (?:in)?to NAME",
  "(?:use|go back to) NAME",
  "(?:can|could|shall) we (?:speak|talk|switch to|continue in|talk in|speak in) NAME",
  "(?:habla|hablame|hablad|responde|respondeme|contesta|contestame|sigue|continua) en NAME",
  "(?:hable|hableme|hablemos)(?: en)? NAME",
  "(?:puedes|podrias|puede|podemos|quiero que|vamos a|te importa) (?:hablar|hablarme|hables|me hables|responder|responderme|contestar|contestarme|seguir)(?: en)? NAME",
  "(?:cambia|cambiate|cambiemos|pasa|pasate|pasemos|cambia el idioma)(?: al| a) NAME",
  "(?:parla|parla'm|parli|parlem|respon|respon me|respon'm|contesta|contesta'm|continua|segueix) en NAME",
  "(?:parlem|parli'm) NAME",
  "(?:pots|podries|podem|vull que|pot) (?:parlar|parlar me|parlis|em parlis|respondre|respondre'm|contestar|seguir)(?: en)? NAME",
  "(?:canvia|canviem|passa|passem|canvia l'idioma)(?: al| a l'| a) ?NAME",
  "(?:fala|fale|fala comigo|fale comigo|responde|responda|continua|continue|vamos falar|falemos) em NAME",
  "(?:fale|vamos falar|falemos) NAME",
  "(?:podes|pode|podias|poderia|podemos|quero que) (?:falar|fales|fale|responder|continuar|falar comigo)(?: em)? NAME",
  "(?:muda|mude|passa|passe|troca|troque)(?: o idioma)? (?:para o|para|ao) NAME",
  "(?:parle|parlez|parle moi|parlez moi|reponds|repondez|reponds moi|repondez moi|continue|continuez|continuons|parlons|on continue) en NAME",
  "(?:parle|parlez|parlons) NAME",
  "(?:passe|passez|passons|on passe|reviens|revenons) (?:en|au|a l'|a la) ?NAME",
  "(?:peux tu|tu peux|pourrais tu|pouvez vous|vous pouvez|pourriez vous|on peut) (?:me )?(?:parler|repondre|continuer|passer)(?: en| au| a l')? ?NAME",
  "(?:sprich|sprecht|rede|red|antworte|antworten sie|mach|mach weiter|sprechen wir|reden wir|lass uns)(?: mit mir)?(?: bitte)?(?: auf)? NAME(?: sprechen| reden| weiter| weitermachen| weiterreden)?",
  "(?:kannst du|konntest du|konnen sie|konnten sie|konnen wir|wollen wir|kann man)(?: bitte)?(?: mit mir)?(?: auf)? NAME (?:sprechen|reden|antworten|weitermachen|weiterreden)",
  "sprechen sie bitte(?: auf)? NAME",
  "(?:wechsle|wechsel|wechseln sie|wechseln wir|schalte)(?: bitte)? (?:zu|zum|auf|ins)(?: die sprache)? NAME",
  "(?:parla|parlami|parliamo|rispondi|rispondimi|continua) in NAME",
  "(?:parliamo|parlami) NAME",
  "(?:puoi|potresti|possiamo) (?:parlare|parlarmi|rispondere|rispondermi|continuare)(?: in)? NAME",
  "(?:passa|passiamo|cambia) (?:al|all'|a) ?NAME",
  "(?:تكلم|تكلمي|تحدث|تحدثي|احك|اجب|رد)(?: معي)?(?: ب| )NAME",
  "(?:هل )?(?:يمكنك|تستطيع) (?:التحدث|التكلم|ان تتكلم|ان تتحدث)(?: معي)?(?: ب| )NAME",
];

/** Too short, or too like a statement about somebody, to be a request without a word of politeness. */
const politeForms: readonly string[] = ["(?:in |en |em |auf )?NAME", "(?:habla|parla|fala) NAME"];

const around = `(?:${opening}|${polite})`;
const after = `(?:${polite}|${now})`;

const requests: readonly RegExp[] = [
  new RegExp(`^(?:${around} ){0,3}(?:${forms.join("|")})(?: ${after}){0,3}$`),
  new RegExp(`^(?:${around} ){0,3}(?:${politeForms.join("|")})(?: ${after}){1,3}$`),
  new RegExp(`^(?:${around} ){0,3}(?:${polite}) (?:${politeForms.join("|")})$`),
];

const politeness = new RegExp(`^(?:${around}|${after})$`);
