import { formsIn, tablesOf } from "../language/languages.ts";
import { foldText } from "../language/text/letters.ts";

/**
 * True for what transcribers write without speech: the credits and farewells of the films they have learned from, notes
 * such as [Music], and loops. A sentence that only contains such words is real speech.
 */
export function isInventedOnSilence(text: string): boolean {
  if (text.length > longestInvented) return isLoop(wordsOf(text.slice(0, longestInvented)));
  const sung = /^\s*[♪♫🎵🎶].*[♪♫🎵🎶]\s*$/su.test(text);
  if (sung) return true;
  const spoken = text.replace(soundNote, " ");
  const sentences = spoken
    .split(
      /(?<!\.\p{L}{0,3})[.!?…。！？]+(?=\s|$|\p{Script=Han}|\p{Script=Hiragana})|[\r\n♪♫🎵🎶]+/u,
    )
    .map(plain)
    .filter((sentence) => sentence !== "");
  if (sentences.every(isInvented)) return true;
  return isSentenceLoop(sentences) || isLoop(wordsOf(spoken));
}

const longestInvented = 600;

/** A note of at most four words in brackets or between asterisks: [Music], (risas), *coughs*. */
const soundNote =
  /\[\s*[^\s\]]+(?:\s+[^\s\]]+){0,3}\s*\]|\(\s*[^\s)]+(?:\s+[^\s)]+){0,3}\s*\)|\*[^\s*]+(?:\s+[^\s*]+){0,3}\*/gu;

function isInvented(sentence: string): boolean {
  return phrases.test(sentence) || inventedCredits.some((credit) => credit.test(sentence));
}

/** Lower case without accents and punctuation; what makes an address or a year stays. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[^\p{L}\p{N}.'/:©-]+/gu, " ")
    .replace(/^[\s.'/:-]+|(?<![\s.'/:-])[\s.'/:-]+$/g, "");
}

const phrases = new RegExp(
  `^(?:${[...tablesOf("invented").values()].flatMap(formsIn).map(foldText).join("|")})$`,
  "u",
);

function wordsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** People say "no. No! No.", so the words of assent and refusal take a longer loop. */
const insisted =
  /^(?:no|non|nein|nao|yes|yeah|si|oui|ja|sim|ok|okay|please|stop|para|prou|basta|help|hey)$/;
const fewestSentences = 3;
const fewestInsisted = 8;

function isSentenceLoop(sentences: readonly string[]): boolean {
  const [first = ""] = sentences;
  if (!sentences.every((sentence) => sentence === first)) return false;
  return sentences.length >= (insisted.test(first) ? fewestInsisted : fewestSentences);
}

/** The same one to eight words over and over, with nothing else but the beginning of another round. */
function isLoop(words: readonly string[]): boolean {
  for (let period = 1; period <= longestPeriod; period++) {
    const rounds = Math.floor(words.length / period);
    const fewest = period === 1 ? fewestInsisted : fewestRounds;
    if (rounds < fewest) return false;
    if (words.every((word, at) => at < period || word === words[at - period])) return true;
  }
  return false;
}

const longestPeriod = 8;
const fewestRounds = 4;

const whom = "(?: [\\p{L}\\p{N}.':/-]+){1,4}";
const community =
  "(?:la |the |a |der |die |una |dalla )?(?:comunidad|comunitat|comunidade|communaute|community|comunita)";
const amara = "(?:(?:de |d'|di |da |of )?(?:the )?amara(?:.org)?)";

/** Credits of films, whole sentences too, in the same plain form. */
const inventedCredits: readonly RegExp[] = [
  // "Subtítulos realizados por la comunidad de Amara.org", "Subtitles by the Amara.org community"
  `(?:subtitulos|subtitols|legendas|sous-titres|sous-titrage|sottotitoli|subtitles|captions|untertitel)(?: (?:realizados|creados|hechos|creats|fets|realitzats|creadas|feitas|realises|crees|fait|creati|fatti|created|provided|made))? ?(?:por|per|pela|par|dalla|by|von|da) ${community} ${amara}`,
  `(?:subtitles|captions) (?:created |provided )?by the amara.org community`,
  `untertitel (?:von )?(?:der )?amara.org[- ]community`,
  "(?:(?:sub)?titulos|subtitols|subtitles|captions|legendas) (?:por|per|by) amara.org",
  "(?:www.)?amara.org",
  "mas informacion www.alimmenta.com",
  // Names of people and firms.
  `(?:subtitles|captions|captioning|transcription|translation|transcribed|translated|subtitled) by${whom}`,
  `(?:subtitulado|subtitulos|subtitulos y traduccion|traduccion|transcripcion) por${whom}`,
  `(?:subtitols|traduccio|transcripcio) (?:de|per|a carrec de)${whom}`,
  `(?:legendas|legendado|traducao|transcricao)(?: e revisao)? (?:por|de)${whom}`,
  `(?:sous-titres|sous-titrage|sous-titre|traduction)(?: (?:fr|st'|par|de|realises par))?(?: [\\p{L}\\p{N}.'/-]+){1,4}`,
  "sous-titrage",
  `(?:untertitel|untertitelung|copyright|©)(?: (?:von|des|der|im auftrag des))?(?: [\\p{L}\\p{N}.'-]+){1,5} ?(?:19|20)\\d\\d`,
  `(?:untertitel|untertitelung)(?: (?:von|des|der|im auftrag des))(?: [\\p{L}\\p{N}.'-]+){1,5}`,
  "(?:copyright |© ?)?(?:wdr|swr|ndr|zdf|ard|br|mdr|bf-watch tv)(?: (?:19|20)\\d\\d)?",
  `sottotitoli(?: e revisione)? (?:a cura di|di|creati da)${whom}`,
  `(?:субтитры|редактор субтитров)(?: [\\p{L}\\p{N}.'-]+){1,5}`,
  "字幕.{0,12}(?:amara.org|提供|志愿者).{0,12}",
].map((credit) => new RegExp(`^(?:${credit})$`, "u"));
